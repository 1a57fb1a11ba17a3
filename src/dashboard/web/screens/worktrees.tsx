// Worktrees of every repository that sessions worked in: who is there, what would be lost, may it go.
import type { WorktreeShown } from '../../shapes.ts';
import { useAnswer } from '../api.ts';
import { to } from '../route.ts';
import { Copy, Empty, Problem } from '../ui.tsx';
import { ago, place, short } from '../words.ts';

export function Worktrees() {
  const { data, problem } = useAnswer<WorktreeShown[]>('worktrees');
  return (
    <div class="screen scrolls">
      <header class="bar">
        <h1>Worktrees</h1>
        {data && data.length > 0 ? (
          <p class="counts">
            {data.filter(({ safe }) => safe).length} of {data.length} may go
          </p>
        ) : null}
      </header>
      <Problem text={problem} />
      {data?.length === 0 ? (
        <Empty title="No worktrees besides the main ones.">
          Give each agent its own: <code>pawl worktree create try-it</code>
        </Empty>
      ) : null}
      {data && data.length > 0 ? (
        <div class="card scroll">
          <table class="plain">
            <thead>
              <tr>
                <th>name</th>
                <th>repository</th>
                <th>branch</th>
                <th>session</th>
                <th>active</th>
                <th>verdict</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {data.map((one) => (
                <Row key={one.path} one={one} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </div>
  );
}

const Row = ({ one }: { one: WorktreeShown }) => (
  <tr>
    <td title={one.path}>
      <b>{one.name}</b>
    </td>
    <td>{place(one.repository)}</td>
    <td>{one.branch}</td>
    <td>{one.session_id ? <a href={to('session', one.session_id)}>{short(one.session_id)}</a> : '–'}</td>
    <td>{ago(one.active_at)} ago</td>
    <td>
      <span class={one.safe ? 'badge badge-allow' : 'badge badge-ask'}>{one.safe ? 'may go' : 'keep'}</span>{' '}
      {one.why}
    </td>
    <td>{one.safe ? <Copy text={`pawl worktree cleanup ${one.name}`} /> : null}</td>
  </tr>
);
