// The fleet: who needs me comes first.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FleetPage, SessionShown } from '../../shapes.ts';
import { ask, useLive } from '../api.ts';
import { List } from '../list.tsx';
import { go, type Route, to } from '../route.ts';
import { Chips, Empty, Gauge, Problem, Search, State } from '../ui.tsx';
import { ago, place, short } from '../words.ts';

const size = 60;

/** Pages by place in the order: rows that were not in sight yet are holes. */
function useFleet(all: boolean, text: string) {
  const [state, setState] = useState<{
    rows: (SessionShown | undefined)[];
    page?: FleetPage;
    problem?: string;
  }>({ rows: [] });
  const sight = useRef({ from: 0, to: size });
  const load = async () => {
    const from = Math.floor(sight.current.from / size) * size;
    const limit = Math.min(200, Math.max(size, Math.ceil((sight.current.to - from) / size) * size));
    try {
      const page = await ask<FleetPage>('fleet', { all: all ? 1 : undefined, text, offset: from, limit });
      setState((old) => {
        const rows: (SessionShown | undefined)[] = old.rows.slice(0, page.count);
        while (rows.length < page.count) rows.push(undefined);
        for (const [at, one] of page.sessions.entries()) rows[from + at] = one;
        return { rows, page };
      });
    } catch (error) {
      setState((old) => ({ ...old, problem: (error as Error).message }));
    }
  };
  // asked again when the filter changes
  useEffect(() => {
    sight.current = { from: 0, to: size };
    void load();
  }, [all, text]);
  useLive(load);
  const reach = (from: number, to: number) => {
    sight.current = { from, to };
    if (state.rows.slice(from, to).some((row) => row === undefined)) void load();
  };
  return { ...state, reach };
}

export function Board({ route }: { route: Route }) {
  const all = route.params.all === '1';
  const text = route.params.text ?? '';
  const { rows, page, problem, reach } = useFleet(all, text);
  const [selected, setSelected] = useState(-1);
  useEnter(() => rows[selected] && go('session', rows[selected].session_id));
  const set = (more: Record<string, string>) => go('board', '', { ...route.params, ...more });
  return (
    <div class="screen">
      <header class="bar">
        <h1>Fleet</h1>
        <Counts states={page?.states ?? {}} />
        <span class="gap" />
        <Chips
          options={[
            ['', 'open'],
            ['1', 'all'],
          ]}
          value={all ? '1' : ''}
          pick={(value) => set({ all: value })}
        />
        <Search value={text} change={(value) => set({ text: value })} hint="Search sessions" />
      </header>
      <Problem text={problem} />
      {page && page.count === 0 ? <Nobody all={all} text={text} /> : null}
      <List
        rows={rows}
        height={60}
        label="Sessions"
        draw={(one) => <Row one={one} />}
        reach={reach}
        selected={selected}
        pick={setSelected}
      />
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

const Nobody = ({ all, text }: { all: boolean; text: string }) =>
  text ? (
    <Empty title={`No session fits “${text}”.`}>
      Search looks at names, projects, branches and last words.
    </Empty>
  ) : all ? (
    <Empty title="No session was recorded yet.">
      Run <code>pawl init</code>, then start <code>claude</code> in a project. <code>pawl doctor</code> says
      whether events arrive.
    </Empty>
  ) : (
    <Empty title="No session is open.">
      Start <code>claude</code> in a project and it appears here.{' '}
      <a href={to('board', '', { all: '1' })}>Show those that have ended</a>
    </Empty>
  );

const Row = ({ one }: { one: SessionShown }) => (
  <a class={`session session-${one.state}`} href={to('session', one.session_id)}>
    <span class="who">
      <State state={one.state} />
      <small>for {ago(one.since)}</small>
    </span>
    <span class="name">
      <b>{one.alias ?? short(one.session_id)}</b>
      <small>
        {[one.role, one.mode, one.granted && 'may work alone'].filter(Boolean).join(' · ') ||
          place(one.project)}
      </small>
    </span>
    <span class="where">
      {place(one.project)}
      <small>{one.branch ?? ''}</small>
    </span>
    <span class="full">{one.context ? <Gauge percent={one.context.percent} /> : null}</span>
    <span class="done">{one.tasks ? `${one.tasks.done}/${one.tasks.all} tasks` : ''}</span>
    <span class="what">
      {whatOf(one)}
      <small>{agentsOf(one) || (one.last_words ? `“${one.last_words}”` : '')}</small>
    </span>
  </a>
);

/** Why it waits; of one that is over only what it was about. */
function whatOf({ state, why, status_text, description, last_prompt }: SessionShown): string {
  const waits = state === 'needs_input' || state === 'idle' ? why : undefined;
  return waits ?? status_text ?? description ?? spoken(last_prompt) ?? '';
}

/** The client tells itself in a prompt that an agent ended; nobody said that. */
const spoken = (prompt: string | undefined) =>
  prompt?.startsWith('<task-notification>') ? undefined : prompt;

function agentsOf({ agents, state, why }: SessionShown): string {
  if (state === 'tool_active' && why) return `runs ${why}`;
  const running = agents.filter(({ state }) => state === 'running');
  return running.map(({ agent_type, tool }) => `${agent_type}${tool ? ` runs ${tool}` : ''}`).join(', ');
}

function useEnter(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.target === document.body) open();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
