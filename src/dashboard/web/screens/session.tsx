// The page of one session.
import { useState } from 'preact/hooks';
import type { DecisionShown, SessionDetail, SessionShown } from '../../shapes.ts';
import { change, useAnswer } from '../api.ts';
import { Chart } from '../chart.tsx';
import { ago, count, formatMs, shortPath } from '../format.ts';
import { List, usePages } from '../list.tsx';
import { hrefTo, type Route } from '../route.ts';
import { Card, ConfirmButton, Decision, Empty, Gauge, Problem, State, Tile, Time } from '../ui.tsx';
import { BlockedStops, Refusals } from './figures.tsx';
import { Checkpoint, Files, Memories, Prompts, Tasks, Tools } from './session-parts.tsx';

export function SessionScreen({ route }: { route: Route }) {
  const { data, problem } = useAnswer<SessionDetail>('session', { id: route.id });
  if (!data)
    return (
      <div class="screen">
        {problem ? (
          <Empty title={problem}>
            It may have expired. <a href={hrefTo('board', '', { which: 'all' })}>All sessions</a>
          </Empty>
        ) : null}
      </div>
    );
  return (
    <div class="screen scrolls">
      <Head session={data.session} />
      <Problem text={problem} />
      <Tiles data={data} />
      <div class="cards">
        <Curve data={data} />
        <Prompts prompts={data.prompts} />
        <Tools tools={data.tools} />
        <Files files={data.files} project={data.session.project} />
        <Tasks tasks={data.tasks} />
        <Checkpoint checkpoint={data.checkpoint} evidence={data.evidence} />
        <Memories memories={data.memories} />
      </div>
      <Events id={data.session.session_id} />
    </div>
  );
}

function Head({ session }: { session: SessionShown }) {
  const [done, setDone] = useState('');
  const id = session.session_id;
  const pause = () =>
    change('pause', { session_id: id, minutes: 30 }).then(
      () => setDone('All policies are paused here for 30 minutes.'),
      (error: Error) => setDone(error.message),
    );
  return (
    <header class="bar head">
      <h1 title={`session ${id}`}>{session.title.name}</h1>
      <State state={session.state} />
      <span class="gap" />
      <a class="button" href={hrefTo('timeline', '', { session: id })}>
        Timeline
      </a>
      <a class="button" href={hrefTo('decisions', '', { session: id })}>
        Decisions
      </a>
      {session.state === 'ended' ? null : (
        <ConfirmButton label="Pause policies" sure="Yes, for 30 min" act={pause} />
      )}
      {session.title.prompt ? <p class="lead">{session.title.prompt}</p> : null}
      <p class="counts facts">
        {[session.role, session.mode, shortPath(session.project), session.branch, session.model]
          .filter(Boolean)
          .join(' · ')}
        {session.why && session.state !== 'ended' ? <b> {session.why}</b> : null}
      </p>
      {done ? (
        <p class="note" role="status">
          {done}
        </p>
      ) : null}
    </header>
  );
}

/** The client's reason `other` says nothing, so it is not shown. */
const endText = (at: number, why: string | undefined | null) =>
  `ended ${ago(at)} ago${why && why !== 'other' ? `: ${why.replaceAll('_', ' ')}` : ''}`;

const Tiles = ({ data: { session, figures } }: { data: SessionDetail }) => (
  <div class="tiles">
    <Tile
      name="started"
      value={`${ago(session.started_at)} ago`}
      note={
        session.ended_at
          ? endText(session.ended_at, session.end_reason)
          : `last seen ${ago(session.last_seen_at)} ago`
      }
    />
    <Tile name="calls" value={count(figures.calls)} note={`${count(figures.failed)} failed`} />
    <Refusals figures={figures} />
    <BlockedStops figures={figures} />
    <Tile name="injected" value={count(figures.injected)} note="characters" />
    <Tile name="hook" value={formatMs(figures.hook_p50_ms)} note={`p95 ${formatMs(figures.hook_p95_ms)}`} />
  </div>
);

function Curve({ data: { curve, window: full, session } }: { data: SessionDetail }) {
  const tokens = (n: number) => (n >= 1_000 ? `${Math.round(n / 1_000)}k` : String(n));
  return (
    <Card title="Context" more={session.context ? <Gauge percent={session.context.percent} /> : null}>
      {curve.length > 1 ? (
        <Chart
          label="Context use per request"
          times={curve.map(({ at }) => at / 1000)}
          series={[
            {
              name: 'tokens',
              colour: '--blue',
              values: curve.map(({ used }) => used),
              shape: 'steps',
              format: tokens,
            },
          ]}
          top={Math.min(full, Math.max(...curve.map(({ used }) => used)) * 1.25)}
        />
      ) : (
        <p class="soft">The curve begins with the second request of the session.</p>
      )}
    </Card>
  );
}

function Events({ id }: { id: string }) {
  const { rows, ready, onVisible } = usePages<DecisionShown>('events', { session: id });
  return (
    <Card title="All events">
      {ready && rows.length === 0 ? <p class="soft">The events of this session have expired.</p> : null}
      <div class="boxed">
        <List
          rows={rows}
          height={34}
          label="Events"
          onVisible={onVisible}
          draw={(event) => <EventRow event={event} />}
        />
      </div>
    </Card>
  );
}

const EventRow = ({ event }: { event: DecisionShown }) => (
  <a class="event" href={hrefTo('decisions', String(event.id))}>
    <Time at={event.at} />
    <span>{event.event}</span>
    {event.word === 'passed' ? <span /> : <Decision word={event.word} />}
    <span class="line">
      {event.agent ? <small>{event.agent} </small> : null}
      <b>{event.tool}</b> <code>{event.label}</code>
    </span>
    <small class="number">{formatMs(event.ms)}</small>
  </a>
);
