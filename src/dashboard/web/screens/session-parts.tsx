// The cards on the page of one session.
import type { SessionDetail } from '../../shapes.ts';
import { ago, count, formatMs } from '../format.ts';
import { Card, Time } from '../ui.tsx';

const Nothing = ({ children }: { children: string }) => <p class="soft">{children}</p>;

export const Prompts = ({ prompts }: Pick<SessionDetail, 'prompts'>) => (
  <Card title="Prompts">
    {prompts.length === 0 ? <Nothing>No prompt was recorded.</Nothing> : null}
    <ul class="lines">
      {prompts.map(({ at, label }) => (
        <li key={at}>
          <Time at={at} /> <span>{label ?? '(labels are not recorded)'}</span>
        </li>
      ))}
    </ul>
  </Card>
);

export const Tools = ({ tools }: Pick<SessionDetail, 'tools'>) => (
  <Card title="Tools">
    {tools.length === 0 ? <Nothing>No tool was called.</Nothing> : null}
    <table class="plain">
      <tbody>
        {tools.map(({ tool, calls, failed, refused, asked }) => (
          <tr key={tool}>
            <td>{tool}</td>
            <td class="number">{count(calls)} ×</td>
            <td class="number">{failed > 0 ? `${failed} failed` : ''}</td>
            <td class="number bad">{refused > 0 ? `${refused} refused` : ''}</td>
            <td class="number warm">{asked > 0 ? `${asked} asked` : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
);

export const Files = ({ files, project }: Pick<SessionDetail, 'files'> & { project: string }) => (
  <Card title="Files">
    {files.length === 0 ? <Nothing>No file was read or written with the file tools.</Nothing> : null}
    <ul class="lines">
      {files.map(({ path, reads, writes, at }) => (
        <li key={path} title={path}>
          <code>{path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path}</code>
          <small>
            {[writes > 0 && `written ${writes} ×`, reads > 0 && `read ${reads} ×`].filter(Boolean).join(', ')}{' '}
            · {ago(at)} ago
          </small>
        </li>
      ))}
    </ul>
  </Card>
);

const marks: Record<string, string> = { completed: '✓', in_progress: '▸', pending: '○' };

export const Tasks = ({ tasks }: Pick<SessionDetail, 'tasks'>) => (
  <Card title="Tasks">
    {tasks.length === 0 ? <Nothing>This session has no tasks.</Nothing> : null}
    <ul class="lines">
      {tasks.map(({ id, status, content }) => (
        <li key={id} class={`task-${status}`}>
          <span class="mark">{marks[status] ?? '·'}</span> {content}
        </li>
      ))}
    </ul>
  </Card>
);

export const Checkpoint = ({ checkpoint, evidence }: Pick<SessionDetail, 'checkpoint' | 'evidence'>) => (
  <Card title="Checkpoint and evidence">
    {checkpoint ? (
      <>
        <p class="soft">
          saved <Time at={checkpoint.at} />
        </p>
        <pre class="command">{checkpoint.body}</pre>
      </>
    ) : (
      <Nothing>No checkpoint was saved. The checkpoint pack asks for one when code was changed.</Nothing>
    )}
    <ul class="lines">
      {evidence.map(({ at, name, ok, ms }) => (
        <li key={at + name}>
          <span class={ok ? 'good' : 'bad'}>{ok ? '✓' : '✗'}</span> <code>{name}</code>{' '}
          <small>{formatMs(ms)}</small>
        </li>
      ))}
    </ul>
  </Card>
);

export const Memories = ({ memories }: Pick<SessionDetail, 'memories'>) => (
  <Card title="Memories">
    {memories.length === 0 ? <Nothing>This session was given no lessons and recorded none.</Nothing> : null}
    <ul class="lines">
      {memories.map(({ id, content, how }) => (
        <li key={id + how}>
          <span class="tag">{how}</span> <b>m{id}</b> {content}
        </li>
      ))}
    </ul>
  </Card>
);
