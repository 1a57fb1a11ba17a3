// The list of sessions, with those that need the person first.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FleetPage, SessionShown } from '../../shapes.ts';
import { ask, useLive } from '../api.ts';
import { ago, shortPath } from '../format.ts';
import { useKeyDown } from '../keys.ts';
import { List } from '../list.tsx';
import { hrefTo, navigate, type Route } from '../route.ts';
import { Chips, Empty, Gauge, Problem, Search, State, useNarrow } from '../ui.tsx';
import { TeamBoard, WhereChips } from './team.tsx';

const size = 60;

/** Loads the visible part of the list. Rows that were never visible are undefined. */
function useFleet(which: string, text: string) {
  const [state, setState] = useState<{
    rows: (SessionShown | undefined)[];
    page?: FleetPage;
    problem?: string;
  }>({ rows: [] });
  const visible = useRef({ from: 0, to: size });
  const load = async () => {
    const from = Math.floor(visible.current.from / size) * size;
    const limit = Math.min(200, Math.max(size, Math.ceil((visible.current.to - from) / size) * size));
    try {
      const page = await ask<FleetPage>('fleet', { which, text, offset: from, limit });
      setState((old) => {
        const rows: (SessionShown | undefined)[] = old.rows.slice(0, page.count);
        while (rows.length < page.count) rows.push(undefined);
        for (const [at, session] of page.sessions.entries()) rows[from + at] = session;
        return { rows, page };
      });
    } catch (error) {
      setState((old) => ({ ...old, problem: (error as Error).message }));
    }
  };
  useEffect(() => {
    visible.current = { from: 0, to: size };
    void load();
  }, [which, text]);
  useLive(load);
  const onVisible = (from: number, to: number) => {
    visible.current = { from, to };
    if (state.rows.slice(from, to).some((row) => row === undefined)) void load();
  };
  return { ...state, onVisible };
}

export function Board({ route }: { route: Route }) {
  const { which = '', text = '' } = route.params;
  const { rows, page, problem, onVisible } = useFleet(which, text);
  const [selected, setSelected] = useState(-1);
  const narrow = useNarrow();
  useEnter(() => rows[selected] && navigate('session', rows[selected].session_id));
  const set = (more: Record<string, string>) => navigate('board', '', { ...route.params, ...more });
  const { where = '', person = '', machine = '' } = route.params;
  return (
    <div class="screen">
      <header class="bar">
        <h1>Fleet</h1>
        <Counts states={page?.states ?? {}} />
        <span class="gap" />
        {page?.team ? <WhereChips where={where} set={set} /> : null}
        <Chips
          label="Which sessions"
          options={[
            ['open', 'open'],
            ['all', 'all'],
          ]}
          value={where ? which || 'open' : page ? (page.all ? 'all' : 'open') : undefined}
          pick={(value) => set({ which: value })}
        />
        <Search value={text} change={(value) => set({ text: value })} hint="Search sessions" />
      </header>
      {where === 'team' ? <TeamBoard which={which} person={person} machine={machine} set={set} /> : null}
      <Problem text={problem} />
      {where ? null : page?.all && !which && page.count > 0 ? (
        <p class="hint">No session is open. These have ended:</p>
      ) : null}
      {!where && page && page.count === 0 ? <NoSessions all={page.all} text={text} /> : null}
      {!where && rows.length > 0 ? (
        <List
          rows={rows}
          height={narrow ? 104 : 60}
          label="Sessions"
          draw={(session) => <Row session={session} />}
          onVisible={onVisible}
          selected={selected}
          pick={setSelected}
        />
      ) : null}
    </div>
  );
}

const order = ['needs_input', 'idle', 'active', 'tool_active'] as const;

const Counts = ({ states }: { states: FleetPage['states'] }) => (
  <p class="counts">
    {order.map((state) =>
      states[state] ? (
        <span key={state}>
          <b>{states[state]}</b> <State state={state} />
        </span>
      ) : null,
    )}
  </p>
);

const NoSessions = ({ all, text }: { all: boolean; text: string }) =>
  text ? (
    <Empty title={`No session matches “${text}”.`}>
      The search looks at names, projects, branches and last messages.
    </Empty>
  ) : all ? (
    <Empty title="No session was recorded yet.">
      Run <code>pawl init</code>, then start <code>claude</code> in a project. <code>pawl doctor</code> shows
      whether events arrive.
    </Empty>
  ) : (
    <Empty title="No session is open.">
      Start <code>claude</code> in a project and it appears here.{' '}
      <a href={hrefTo('board', '', { which: 'all' })}>Show ended sessions</a>
    </Empty>
  );

const Row = ({ session }: { session: SessionShown }) => (
  <a
    class={`session session-${session.state}`}
    href={hrefTo('session', session.session_id)}
    title={session.session_id}
  >
    <span class="who">
      <State state={session.state} />
      <small>{session.state === 'ended' ? `${ago(session.since)} ago` : `for ${ago(session.since)}`}</small>
    </span>
    <span class="name">
      <span class="line">
        <b>{session.title.name}</b> {session.title.prompt}
      </span>
      <small>
        {[shortPath(session.project), session.branch, session.role, session.granted && 'works without asking']
          .filter(Boolean)
          .join(' · ')}
      </small>
    </span>
    <span class="full">
      {session.context ? <Gauge percent={session.context.percent} /> : null}
      {session.tasks ? (
        <small>
          {session.tasks.done} of {session.tasks.all} tasks
        </small>
      ) : null}
    </span>
    <Activity session={session} />
  </a>
);

/** Shows why an open session waits or its task, and below that what its agents do or its last message. */
function Activity({ session }: { session: SessionShown }) {
  const { state, why, status_text, description, last_prompt, last_words, title } = session;
  const waits = state === 'needs_input' || state === 'idle' ? why : undefined;
  const prompt = byPerson(last_prompt);
  const said = last_words ? `“${last_words}”` : '';
  const first = waits ?? status_text ?? description ?? (prompt === title.prompt ? undefined : prompt);
  const second = agentsOf(session) || said;
  return (
    <span class="what">
      <span class="line">{first || second}</span>
      <small>{first ? second : ''}</small>
    </span>
  );
}

/** Leaves out prompts with which the client reports a finished task; no person wrote them. */
const byPerson = (prompt: string | undefined) =>
  prompt?.startsWith('<task-notification>') ? undefined : prompt;

function agentsOf({ agents, state, why }: SessionShown): string {
  if (state === 'tool_active' && why) return `runs ${why}`;
  const running = agents.filter(({ state }) => state === 'running');
  return running.map(({ agent_type, tool }) => `${agent_type}${tool ? ` runs ${tool}` : ''}`).join(', ');
}

function useEnter(open: () => void): void {
  useKeyDown((event) => {
    if (event.key === 'Enter' && event.target === document.body) open();
  });
}
