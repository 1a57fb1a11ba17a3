// The decision feed: what was refused, asked or allowed, by which policy and why, and what would change it.
import { useState } from 'preact/hooks';
import type { DecisionDetail, DecisionShown } from '../../shapes.ts';
import { change, useAnswer } from '../api.ts';
import { List, usePages } from '../list.tsx';
import { go, type Route, to } from '../route.ts';
import { Chips, Copy, Decision, Empty, Problem, Search, Sure, Time } from '../ui.tsx';
import { place, short, took } from '../words.ts';

const kinds: [string, string][] = [
  ['', 'all'],
  ['deny', 'refused'],
  ['block', 'held'],
  ['ask', 'asked'],
  ['allow', 'allowed'],
  ['acts', 'by a person'],
];

export function Decisions({ route }: { route: Route }) {
  const { decision = '', policy = '', session = '', text = '' } = route.params;
  const { rows, ready, problem, reach } = usePages<DecisionShown>('decisions', {
    decision,
    policy,
    session,
    text,
  });
  const [chosen, choose] = useState<number>();
  const at = rows.findIndex(({ id }) => id === chosen);
  const set = (more: Record<string, string>) => go('decisions', '', { ...route.params, ...more });
  return (
    <div class="screen">
      <header class="bar">
        <h1>Decisions</h1>
        <Chips options={kinds} value={decision} pick={(value) => set({ decision: value })} />
        {policy ? <Only name={policy} drop={() => set({ policy: '' })} /> : null}
        {session ? <Only name={`session ${short(session)}`} drop={() => set({ session: '' })} /> : null}
        <span class="gap" />
        <Search value={text} change={(value) => set({ text: value })} hint="Search commands" />
      </header>
      <Problem text={problem} />
      {ready && rows.length === 0 ? (
        <Quiet filtered={Boolean(decision || policy || session || text)} />
      ) : null}
      <div class={at >= 0 ? 'split open' : 'split'}>
        <List
          rows={rows}
          height={66}
          label="Decisions"
          reach={reach}
          selected={at}
          pick={(next) => choose(rows[next]?.id)}
          draw={(one) => <Row one={one} open={() => choose(one.id)} />}
        />
        {at >= 0 ? <Detail key={chosen} id={chosen!} close={() => choose(undefined)} /> : null}
      </div>
    </div>
  );
}

const Only = ({ name, drop }: { name: string; drop: () => void }) => (
  <button type="button" class="only" onClick={drop} title="Show all again">
    {name} ✕
  </button>
);

const Quiet = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <Empty title="Nothing was decided that fits.">Take a filter away to see more.</Empty>
  ) : (
    <Empty title="Nothing was refused, asked or allowed yet.">
      Policies had no objection so far. Try one: <code>pawl check 'git push --force origin main'</code>
    </Empty>
  );

const Row = ({ one, open }: { one: DecisionShown; open: () => void }) => (
  <button type="button" class="decision" onClick={open}>
    <span class="when">
      <Time at={one.at} />
      <small>{took(one.ms)}</small>
    </span>
    <Decision word={one.decision} act={one.act} />
    <span class="said">
      <span class="line">
        <b>{one.act ? one.event.slice('pawl:'.length) : one.tool || one.event}</b> <code>{one.label}</code>
      </span>
      <small>
        {one.reasons[0] ? <span class="policy">{one.reasons[0].policy}</span> : null}{' '}
        {one.reasons[0]?.text ?? one.notes[0] ?? ''}
      </small>
    </span>
    <span class="of">
      {one.agent || short(one.session_id)}
      <small>{place(one.project)}</small>
    </span>
  </button>
);

function Detail({ id, close }: { id: number; close: () => void }) {
  const { data, problem } = useAnswer<DecisionDetail & { event: DecisionShown }>('decision', { id });
  if (!data)
    return (
      <aside class="detail">
        <Problem text={problem} />
      </aside>
    );
  const { event } = data;
  return (
    <aside class="detail" aria-label="Decision">
      <header>
        <Decision word={event.decision} act={event.act} />
        <b>{event.tool || event.event}</b>
        <Time at={event.at} />
        <button type="button" class="close" onClick={close} aria-label="Close">
          ✕
        </button>
      </header>
      {data.command || event.label ? <pre class="command">{data.command || event.label}</pre> : null}
      {event.reasons.map((reason) => (
        <Why key={reason.policy + reason.text} reason={reason} />
      ))}
      {event.notes.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
      <Parsed data={data} />
      <Remedies data={data} />
      <Others data={data} />
      <p class="ids">
        <a href={to('session', event.session_id)}>session {short(event.session_id)}</a>
        {event.tool_use_id ? <Copy text={`pawl explain ${event.tool_use_id}`} /> : null}
      </p>
    </aside>
  );
}

const Why = ({ reason }: { reason: DecisionShown['reasons'][number] }) => (
  <div class="why">
    <p>
      <a class="policy" href={to('decisions', '', { policy: reason.policy })}>
        {reason.policy}
      </a>
      {reason.level ? <small> level {reason.level}</small> : null}
      {reason.code ? <small> · {reason.code}</small> : null}
    </p>
    <p>{reason.text}</p>
    {reason.instead ? <p class="instead">Instead: {reason.instead}</p> : null}
    {reason.why ? <p class="because">{reason.why}</p> : null}
  </div>
);

/** The command as it was read: each simple command it would run, in order. */
function Parsed({ data: { parsed, effects, notes } }: { data: DecisionDetail }) {
  if (parsed.length === 0) return null;
  return (
    <section>
      <h3>As it was read</h3>
      <ol class="parsed">
        {parsed.map(({ words, via, remote }, at) => (
          <li key={at} style={{ marginLeft: `${via.length * 16}px` }}>
            {words.map((word, place) => (
              <code key={place} class={place === 0 ? 'word first' : 'word'}>
                {word}
              </code>
            ))}
            {via.length > 0 ? <small> through {via.join(' → ')}</small> : null}
            {remote ? <small> on another machine</small> : null}
          </li>
        ))}
      </ol>
      {effects.map((effect) => (
        <p class="effect" key={effect.code + effect.reason}>
          <span class={`weight weight-${effect.weight}`}>{effect.weight}</span> {effect.reason}{' '}
          <small>{effect.code}</small>
        </p>
      ))}
      {notes.length > 0 ? <p class="note">Not all of it could be read: {notes.join(', ')}</p> : null}
    </section>
  );
}

function Remedies({ data: { remedies, event } }: { data: DecisionDetail & { event: DecisionShown } }) {
  const [done, setDone] = useState('');
  if (remedies.length === 0) return null;
  const policy = event.reasons[0]?.policy;
  const pause = () =>
    change('pause', { policy, session_id: event.session_id, minutes: 30 }).then(
      () => setDone(`${policy} is paused in this session for 30 minutes.`),
      (error: Error) => setDone(error.message),
    );
  return (
    <section>
      <h3>What would change this</h3>
      {remedies.map(({ title, copy, kind }) => (
        <p class="remedy" key={copy}>
          <span>
            {title}
            {kind === 'config' ? <small> in ~/.pawl/config.jsonc</small> : null}
          </span>
          <Copy text={copy} />
        </p>
      ))}
      {policy ? <Sure label="Pause it here for 30 minutes" sure="Yes, pause it" act={pause} /> : null}
      {done ? (
        <p class="note" role="status">
          {done}
        </p>
      ) : null}
    </section>
  );
}

function Others({ data: { policies } }: { data: DecisionDetail }) {
  if (policies.length === 0) return null;
  return (
    <section>
      <h3>Who spoke</h3>
      <table>
        <tbody>
          {policies.map((one) => (
            <tr key={one.policy}>
              <td class="policy">{one.policy}</td>
              <td>{one.counted ? `${one.said} → ${one.counted}` : one.said}</td>
              <td class="number">{took(one.ms)}</td>
              <td>{one.error ? <span class="bad">{one.error}</span> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
