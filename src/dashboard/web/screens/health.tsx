// The health of Pawl: whether hooks fire, what they cost, what failed, and what a person has switched off.
import type { HealthShown } from '../../shapes.ts';
import { change, useAnswer } from '../api.ts';
import { ago, bytes, count, formatMs, shortPath, span } from '../format.ts';
import { Card, ConfirmButton, Empty, Problem, Scroll, SessionLink, Tile, Time } from '../ui.tsx';

export function Health() {
  const { data, problem, reload } = useAnswer<HealthShown>('health');
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
        <p class="counts">
          Pawl {data.version}
          {data.managed ? ', installed by an administrator: changes need root' : ''}
        </p>
      </header>
      <Problem text={problem} />
      {data.everything_off ? (
        <p class="problem">
          Pawl is switched off on this machine. <code>pawl on</code> switches it on again.
        </p>
      ) : null}
      <div class="tiles">
        <Tile
          name="hook, today"
          value={formatMs(data.total.hook_p50_ms)}
          note={`p95 ${formatMs(data.total.hook_p95_ms)}`}
        />
        <Tile name="events stored" value={count(data.events)} note={`${count(data.total.events)} today`} />
        <Tile name="store" value={bytes(data.store_bytes)} note={`spool ${bytes(data.backlog)}`} />
        <Tile
          name="failures"
          value={count(data.failures.length)}
          note="recent"
          tone={data.failures.length > 0 ? 'tile-red' : ''}
        />
      </div>
      <div class="cards">
        <Overrides data={data} reload={reload} />
        <Events data={data} />
        <Failures data={data} />
      </div>
    </div>
  );
}

/** The pauses and grants in force, each with a button that ends it. */
function Overrides({ data: { pauses, grants, titles }, reload }: { data: HealthShown; reload: () => void }) {
  const end = (path: string, id: string) => () => void change(path, { id }).then(reload, reload);
  return (
    <Card title="Pauses and grants">
      {pauses.length + grants.length === 0 ? (
        <p class="soft">Every policy is in force, and no session has a grant.</p>
      ) : null}
      {pauses.map((pause) => (
        <p class="remedy" key={pause.id}>
          <span>
            <b>{pause.policy ?? 'all policies'}</b> paused{' '}
            {pause.session_id ? (
              <>
                in <SessionLink id={pause.session_id} title={titles[pause.session_id]} />
              </>
            ) : (
              'everywhere'
            )}
            , {span(pause.until - Date.now())} left
            <small> {pause.reason ?? ''}</small>
          </span>
          <ConfirmButton label="End it" sure="Yes, end it" act={end('resume', pause.id)} />
        </p>
      ))}
      {grants.map((grant) => (
        <p class="remedy" key={grant.id}>
          <span>
            <b>{grant.mode}</b> for <SessionLink id={grant.session_id} title={titles[grant.session_id]} /> in{' '}
            {shortPath(grant.directory)}, {span(grant.until - Date.now())} left
            <small> by {grant.by}</small>
          </span>
          <ConfirmButton label="Revoke" sure="Yes, revoke" act={end('revoke', grant.id)} />
        </p>
      ))}
    </Card>
  );
}

const Events = ({ data: { seen, latency } }: { data: HealthShown }) => (
  <Card title="Events">
    {seen.length === 0 ? (
      <Empty title="No event has arrived yet.">
        <code>pawl init</code> registers Pawl, <code>pawl doctor</code> shows what is wrong.
      </Empty>
    ) : null}
    <Scroll label="Events">
      <table class="plain">
        <thead>
          <tr>
            <th>event</th>
            <th>last</th>
            <th class="number if-wide">7 days</th>
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
                <td class="no-wrap">{ago(at)} ago</td>
                <td class="number if-wide">{count(cost?.events ?? 0)}</td>
                <td class="number">{formatMs(cost?.hook_p50_ms)}</td>
                <td class="number">{formatMs(cost?.hook_p95_ms)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  </Card>
);

const Failures = ({ data: { failures } }: { data: HealthShown }) => (
  <Card title="Failures">
    {failures.length === 0 ? <p class="soft">No policy failed, and every event was stored.</p> : null}
    {failures.map((failure) => (
      <p class="failure" key={`${failure.at}${failure.text}`}>
        <Time at={failure.at} /> <b>{failure.event}</b> {failure.text}
      </p>
    ))}
  </Card>
);
