// One session from near.
import { useState } from 'preact/hooks';
import type { DecisionShown, SessionDetail, SessionShown } from '../../shapes.ts';
import { change, useAnswer } from '../api.ts';
import { Chart } from '../chart.tsx';
import { List, usePages } from '../list.tsx';
import { type Route, to } from '../route.ts';
import { Card, Decision, Empty, Gauge, Problem, State, Sure, Tile, Time } from '../ui.tsx';
import { ago, count, place, short, took } from '../words.ts';
import { Checkpoint, Files, Memories, Prompts, Tasks, Tools } from './session-parts.tsx';

export function SessionScreen({ route }: { route: Route }) {
  const { data, problem } = useAnswer<SessionDetail>('session', { id: route.id });
  if (!data)
    return (
      <div class="screen">
        {problem ? (
          <Empty title={problem}>
            It may be past its time. <a href={to('board', '', { all: '1' })}>All sessions</a>
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
        <Events id={data.session.session_id} />
      </div>
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
      <h1>{session.alias ?? short(id)}</h1>
      <State state={session.state} />
      <p class="counts">
        {[session.role, session.mode, place(session.project), session.branch, session.model]
          .filter(Boolean)
          .join(' · ')}
        {session.why && session.state !== 'ended' ? <b> {session.why}</b> : null}
      </p>
      <span class="gap" />
      <a class="button" href={to('timeline', '', { session: id })}>
        Timeline
      </a>
      <a class="button" href={to('decisions', '', { session: id })}>
        Decisions
      </a>
      {session.state === 'ended' ? null : <Sure label="Pause policies" sure="Yes, for 30 min" act={pause} />}
      {done ? (
        <p class="note" role="status">
          {done}
        </p>
      ) : null}
    </header>
  );
}

const Tiles = ({ data: { session, figures } }: { data: SessionDetail }) => (
  <div class="tiles">
    <Tile
      name="since"
      value={ago(session.started_at)}
      note={
        session.ended_at
          ? `ended ${ago(session.ended_at)} ago: ${session.end_reason ?? ''}`
          : `last seen ${ago(session.last_seen_at)} ago`
      }
    />
    <Tile name="calls" value={count(figures.calls)} note={`${count(figures.failed)} failed`} />
    <Tile
      name="refused"
      value={count(figures.refused)}
      note={`${count(figures.asked)} asked`}
      tone={figures.refused > 0 ? 'tile-red' : ''}
    />
    <Tile
      name="stops held"
      value={count(figures.gates_held)}
      note={`${count(figures.gates_passed)} passed`}
    />
    <Tile name="injected" value={count(figures.injected)} note="characters" />
    <Tile name="hook" value={took(figures.hook_p50_ms)} note={`p95 ${took(figures.hook_p95_ms)}`} />
  </div>
);

function Curve({ data: { curve, window: full, session } }: { data: SessionDetail }) {
  const tokens = (n: number) => (n >= 1_000 ? `${Math.round(n / 1_000)}k` : String(n));
  return (
    <Card title="Context" more={session.context ? <Gauge percent={session.context.percent} /> : null}>
      {curve.length > 1 ? (
        <Chart
          label="Context used, request by request"
          times={curve.map(({ at }) => at / 1000)}
          series={[
            {
              name: 'tokens',
              colour: '--blue',
              values: curve.map(({ used }) => used),
              shape: 'steps',
              spell: tokens,
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
  const { rows, ready, reach } = usePages<DecisionShown>('events', { session: id });
  return (
    <Card title="Everything that happened" wide>
      {ready && rows.length === 0 ? <p class="soft">Its events are past their time.</p> : null}
      <div class="boxed">
        <List rows={rows} height={34} label="Events" reach={reach} draw={(one) => <EventRow one={one} />} />
      </div>
    </Card>
  );
}

const EventRow = ({ one }: { one: DecisionShown }) => (
  <div class="event">
    <Time at={one.at} />
    <span>{one.event}</span>
    {one.decision === 'pass' ? <span /> : <Decision word={one.decision} act={one.act} />}
    <span class="line">
      {one.agent ? <small>{one.agent} </small> : null}
      <b>{one.tool}</b> <code>{one.label}</code>
    </span>
    <small class="number">{took(one.ms)}</small>
  </div>
);
