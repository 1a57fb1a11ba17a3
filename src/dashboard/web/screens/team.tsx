// The sessions of the whole team, and the choice of person and machine.
import { useEffect, useState } from 'preact/hooks';
import type { BoardRow, MachineRow, TeamPage } from '../../shapes.ts';
import { ask } from '../api.ts';
import { ago } from '../format.ts';
import { Chips, Empty, Problem, State } from '../ui.tsx';

/** Milliseconds. The team store is another machine, so it is asked less often than this one. */
const refreshEvery = 10_000;

interface Shown<T> {
  /** The answer to the current request. */
  page?: T;
  /** The last answer to any request. */
  last?: T;
  problem?: string;
}

export function useTeam<T>(path: string, params: Record<string, string>): Shown<T> {
  const [shown, setShown] = useState<Omit<Shown<T>, 'page'> & { asked?: string }>({});
  const asked = JSON.stringify(params);
  useEffect(() => {
    const stop = new AbortController();
    const load = () =>
      ask<T>(path, JSON.parse(asked), stop.signal).then(
        (last) => setShown({ last, asked }),
        (error: Error) => {
          if (!stop.signal.aborted) setShown((old) => ({ ...old, problem: error.message }));
        },
      );
    void load();
    const timer = setInterval(load, refreshEvery);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [path, asked]);
  // While the store can't be reached, the figures of one person must not be shown under the name of another.
  const { last, problem } = shown;
  return {
    ...(last && { last }),
    ...(problem && { problem }),
    ...(shown.asked === asked && last && { page: last }),
  };
}

/** The person and the machine whose figures or sessions a screen shows; empty for all. */
export interface TeamSelection {
  person: string;
  machine: string;
  set(more: Record<string, string>): void;
}

export function TeamFilter({
  person,
  machine,
  set,
  machines,
}: TeamSelection & { machines: readonly MachineRow[] }) {
  const people = [...new Set(machines.map((row) => row.person))];
  const ofPerson = machines.filter((row) => !person || row.person === person);
  return (
    <p class="bar">
      <Pick
        label="Person"
        all="everybody"
        options={people}
        value={person}
        pick={(value) => set({ person: value, machine: '' })}
      />
      <Pick
        label="Machine"
        all="every machine"
        options={ofPerson.map((row) => row.machine)}
        value={machine}
        pick={(value) => set({ machine: value })}
      />
    </p>
  );
}

/** Chooses between this machine and the team, on a machine that is in one. */
export const WhereChips = ({ where, set }: { where: string; set: TeamSelection['set'] }) => (
  <Chips
    label="Where"
    options={[
      ['', 'this machine'],
      ['team', 'team'],
    ]}
    value={where}
    pick={(value) => set({ where: value })}
  />
);

export function TeamBoard({ which, ...selection }: TeamSelection & { which: string }) {
  const { person, machine } = selection;
  const { page, last, problem } = useTeam<TeamPage>('team', { which, person, machine });
  return (
    <>
      <TeamFilter {...selection} machines={last?.machines ?? []} />
      <Problem text={problem} />
      {page && page.rows.length === 0 ? (
        <Empty title="The team has no such session.">
          Machines appear here after their first <code>pawl sync</code>.
        </Empty>
      ) : null}
      <ul class="rows" aria-label="Sessions of the team">
        {page?.rows.map((row) => (
          <Row key={`${row.machine_id} ${row.session_id}`} session={row} />
        ))}
      </ul>
    </>
  );
}

interface PickProps {
  label: string;
  all: string;
  options: readonly string[];
  value: string;
  pick(value: string): void;
}

const Pick = ({ label, all, options, value, pick }: PickProps) => (
  <label>
    {label}{' '}
    <select value={value} onChange={(event) => pick(event.currentTarget.value)}>
      <option value="">{all}</option>
      {[...new Set(options)].map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  </label>
);

const Row = ({ session }: { session: BoardRow }) => (
  <li class={`session session-${session.state}`} title={session.session_id}>
    <span class="who">
      <State state={session.state as never} />
      <small>{session.state === 'ended' ? `${ago(session.since)} ago` : `for ${ago(session.since)}`}</small>
    </span>
    <span class="name">
      <span class="line">
        <b>{session.person}</b> {session.machine}
      </span>
      <small>{[session.repository, session.branch, session.role].filter(Boolean).join(' · ')}</small>
    </span>
    <span class="full">
      <small>synced {ago(session.machine_seen_at)} ago</small>
    </span>
    <span class="what">
      <span class="line">
        {session.readable ? (session.why ?? session.status_text ?? session.last_prompt ?? '') : ''}
      </span>
      <small>{session.readable ? (session.last_words ?? '') : 'not shared with you'}</small>
    </span>
  </li>
);
