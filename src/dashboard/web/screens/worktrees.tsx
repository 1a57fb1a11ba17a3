// The worktrees of every repository that sessions worked in: who uses each, and whether it can be removed.
import type { WorktreeShown } from '../../shapes.ts';
import { useAnswer } from '../api.ts';
import { ago, shortPath } from '../format.ts';
import { Copy, Empty, Problem, Scroll, SessionLink } from '../ui.tsx';

export function Worktrees() {
  const { data, problem } = useAnswer<WorktreeShown[]>('worktrees');
  return (
    <div class="screen scrolls">
      <header class="bar">
        <h1>Worktrees</h1>
        {data && data.length > 0 ? (
          <p class="counts">
            {data.filter(({ safe }) => safe).length} of {data.length} can be removed
          </p>
        ) : null}
      </header>
      <Problem text={problem} />
      {data?.length === 0 ? (
        <Empty title="There are no worktrees besides the main ones.">
          Give each agent its own: <code>pawl worktree create try-it</code>
        </Empty>
      ) : null}
      {data && data.length > 0 ? (
        <Scroll label="Worktrees" card>
          <table class="plain stacked">
            <thead>
              <tr>
                <th>name</th>
                <th>repository</th>
                <th>branch</th>
                <th>session</th>
                <th>active</th>
                <th>verdict</th>
                <th>
                  <span class="hidden">command</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((worktree) => (
                <Row key={worktree.path} worktree={worktree} />
              ))}
            </tbody>
          </table>
        </Scroll>
      ) : null}
    </div>
  );
}

const Row = ({ worktree }: { worktree: WorktreeShown }) => (
  <tr>
    <td class="no-wrap" title={worktree.path}>
      <b>{worktree.name}</b>
    </td>
    <td>{shortPath(worktree.repository)}</td>
    <td class="no-wrap">{worktree.branch}</td>
    <td class={worktree.session_id ? '' : 'if-wide'}>
      {worktree.session_id ? <SessionLink id={worktree.session_id} title={worktree.title} /> : '–'}
    </td>
    <td class="no-wrap">{ago(worktree.active_at)} ago</td>
    <td>
      <span class={worktree.safe ? 'badge badge-allowed' : 'badge'}>
        {worktree.safe ? 'can be removed' : 'keep'}
      </span>{' '}
      {worktree.why}
    </td>
    <td>{worktree.safe ? <Copy text={`pawl worktree cleanup ${worktree.name}`} /> : null}</td>
  </tr>
);
