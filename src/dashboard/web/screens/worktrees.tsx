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
              {data.map((one) => (
                <Row key={one.path} one={one} />
              ))}
            </tbody>
          </table>
        </Scroll>
      ) : null}
    </div>
  );
}

const Row = ({ one }: { one: WorktreeShown }) => (
  <tr>
    <td class="no-wrap" title={one.path}>
      <b>{one.name}</b>
    </td>
    <td>{shortPath(one.repository)}</td>
    <td class="no-wrap">{one.branch}</td>
    <td class={one.session_id ? '' : 'if-wide'}>
      {one.session_id ? <SessionLink id={one.session_id} title={one.title} /> : '–'}
    </td>
    <td class="no-wrap">{ago(one.active_at)} ago</td>
    <td>
      <span class={one.safe ? 'badge badge-allowed' : 'badge'}>{one.safe ? 'can be removed' : 'keep'}</span>{' '}
      {one.why}
    </td>
    <td>{one.safe ? <Copy text={`pawl worktree cleanup ${one.name}`} /> : null}</td>
  </tr>
);
