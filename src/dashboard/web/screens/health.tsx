// Is it firing, what does it cost, what failed, and what did a person switch off.
import type { HealthShown } from '../../shapes.ts';
import { change, useAnswer } from '../api.ts';
import { to } from '../route.ts';
import { Card, Empty, Problem, Sure, Tile, Time } from '../ui.tsx';
import { ago, bytes, count, place, short, span, took } from '../words.ts';

export function Health() {
  const { data, problem, again } = useAnswer<HealthShown>('health');
  if (!data)
    return (
      <div class="screen scrolls">
        <header class="bar">
          <h1>Health</h1>
        </header>
        <Problem text={problem} />
      </div>
    );
  return (
    <div class="screen scrolls">
      <header class="bar">
        <h1>Health</h1>
        <p class="counts">Pawl {data.version}</p>
      </header>
      <Problem text={problem} />
      {data.everything_off ? (
        <p class="problem">
          Pawl is switched off on this machine. <code>pawl resume</code> switches it on again.
        </p>
      ) : null}
      <div class="tiles">
        <Tile
          name="hook, today"
          value={took(data.total.hook_p50_ms)}
          note={`p95 ${took(data.total.hook_p95_ms)}`}
        />
        <Tile name="events kept" value={count(data.events)} note={`${count(data.total.events)} today`} />
        <Tile name="store" value={bytes(data.store_bytes)} note={`spool ${bytes(data.backlog)}`} />
        <Tile
          name="failures"
          value={count(data.failures.length)}
          note="lately"
          tone={data.failures.length > 0 ? 'tile-red' : ''}
        />
      </div>
      <div class="cards">
        <Switched data={data} again={again} />
        <Firing data={data} />
        <Failures data={data} />
      </div>
    </div>
  );
}

/** Ways out that are open, each with its end. */
function Switched({ data: { pauses, grants }, again }: { data: HealthShown; again: () => void }) {
  const end = (path: string, id: string) => () => void change(path, { id }).then(again, again);
  return (
    <Card title="Paused and granted">
      {pauses.length + grants.length === 0 ? (
        <p class="soft">Every policy is in force, and no session may work alone.</p>
      ) : null}
      {pauses.map((one) => (
        <p class="remedy" key={one.id}>
          <span>
            <b>{one.policy ?? 'all policies'}</b> paused{' '}
            {one.session_id ? (
              <>
                in <a href={to('session', one.session_id)}>{short(one.session_id)}</a>
              </>
            ) : (
              'everywhere'
            )}
            , {span(one.until - Date.now())} left
            <small> {one.reason ?? ''}</small>
          </span>
          <Sure label="End it" sure="Yes, end it" act={end('resume', one.id)} />
        </p>
      ))}
      {grants.map((one) => (
        <p class="remedy" key={one.id}>
          <span>
            <b>{one.mode}</b> for <a href={to('session', one.session_id)}>{short(one.session_id)}</a> in{' '}
            {place(one.directory)}, {span(one.until - Date.now())} left
            <small> by {one.by}</small>
          </span>
          <Sure label="Revoke" sure="Yes, revoke" act={end('revoke', one.id)} />
        </p>
      ))}
    </Card>
  );
}

const Firing = ({ data: { seen, latency } }: { data: HealthShown }) => (
  <Card title="Is it firing?">
    {seen.length === 0 ? (
      <Empty title="No event was ever seen.">
        <code>pawl init</code> registers Pawl, <code>pawl doctor</code> looks what is wrong.
      </Empty>
    ) : null}
    <table class="plain">
      <thead>
        <tr>
          <th>event</th>
          <th>last</th>
          <th class="number">7 days</th>
          <th class="number">median</th>
          <th class="number">p95</th>
        </tr>
      </thead>
      <tbody>
        {seen.map(({ event, at }) => {
          const cost = latency.find(({ name }) => name === event);
          return (
            <tr key={event}>
              <td>{event}</td>
              <td>{ago(at)} ago</td>
              <td class="number">{count(cost?.events ?? 0)}</td>
              <td class="number">{took(cost?.hook_p50_ms)}</td>
              <td class="number">{took(cost?.hook_p95_ms)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </Card>
);

const Failures = ({ data: { failures } }: { data: HealthShown }) => (
  <Card title="What failed">
    {failures.length === 0 ? <p class="soft">No policy failed, and the store took everything.</p> : null}
    {failures.map((one) => (
      <p class="failure" key={`${one.at}${one.text}`}>
        <Time at={one.at} /> <b>{one.event}</b> {one.text}
      </p>
    ))}
  </Card>
);
