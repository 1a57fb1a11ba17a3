// The decisions: what was refused, asked or allowed, by which policy and why, and how to decide otherwise.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DecisionDetail, DecisionShown } from '../../shapes.ts';
import { change, useAnswer } from '../api.ts';
import { formatMs, short, shortPath } from '../format.ts';
import { useKeyDown } from '../keys.ts';
import { List, usePages } from '../list.tsx';
import { hrefTo, navigate, type Route, replaceRoute } from '../route.ts';
import {
  ActiveFilter,
  Chips,
  ConfirmButton,
  Copy,
  CopyBlock,
  Decision,
  Empty,
  Problem,
  Prose,
  Search,
  SessionLink,
  Time,
  useNarrow,
} from '../ui.tsx';

const kinds: [string, string][] = [
  ['', 'all'],
  ['deny', 'refused'],
  ['block', 'stops blocked'],
  ['ask', 'asked'],
  ['allow', 'allowed'],
  ['own', 'Pawl’s own'],
];

export function Decisions({ route }: { route: Route }) {
  const { decision = '', policy = '', session = '', text = '' } = route.params;
  const { rows, ready, problem, onVisible } = usePages<DecisionShown>('decisions', {
    decision,
    policy,
    session,
    text,
  });
  const narrow = useNarrow();
  const at = rows.findIndex(
    (row) => String(row.id) === route.id || (route.id && row.tool_use_id === route.id),
  );
  const show = (id: number | undefined) => replaceRoute('decisions', id ? String(id) : '', route.params);
  const close = () => show(undefined);
  useEscape(route.id ? close : undefined);
  return (
    <div class="screen">
      <Filters params={route.params} rows={rows} />
      <Problem text={problem} />
      {ready && rows.length === 0 && !route.id ? (
        <NoDecisions filtered={Boolean(decision || policy || session || text)} />
      ) : null}
      <div class={route.id ? 'split open' : 'split'}>
        {rows.length > 0 ? (
          <List
            rows={rows}
            height={narrow ? 88 : 66}
            label="Decisions"
            onVisible={onVisible}
            selected={at}
            pick={(next) => show(rows[next]?.id)}
            draw={(decision) => <Row decision={decision} open={() => show(decision.id)} />}
          />
        ) : null}
        {route.id ? <Detail key={route.id} id={route.id} close={close} narrow={narrow} /> : null}
      </div>
    </div>
  );
}

function Filters({ params, rows }: { params: Route['params']; rows: DecisionShown[] }) {
  const { decision = '', policy = '', session = '', text = '' } = params;
  const set = (more: Record<string, string>) => navigate('decisions', '', { ...params, ...more });
  return (
    <header class="bar">
      <h1>Decisions</h1>
      <Chips
        label="Which decisions"
        options={kinds}
        value={decision}
        pick={(value) => set({ decision: value })}
      />
      {policy ? <ActiveFilter name={policy} drop={() => set({ policy: '' })} /> : null}
      {session ? (
        <ActiveFilter name={`session ${nameIn(rows, session)}`} drop={() => set({ session: '' })} />
      ) : null}
      <span class="gap" />
      <Search value={text} change={(value) => set({ text: value })} hint="Search commands" />
    </header>
  );
}

const nameIn = (rows: DecisionShown[], session: string) =>
  rows.find(({ session_id }) => session_id === session)?.title.name ?? short(session);

/** Calls `close` on Esc, but not in a field or a dialog, where Esc has a meaning of its own. */
function useEscape(close: (() => void) | undefined): void {
  useKeyDown((event) => {
    const busy = event.target instanceof HTMLInputElement || document.querySelector('dialog[open]');
    if (event.key === 'Escape' && !busy) close?.();
  });
}

const NoDecisions = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <Empty title="No decision matches the filters.">Remove a filter to see more.</Empty>
  ) : (
    <Empty title="Nothing was refused, asked or allowed yet.">
      No policy has objected so far. Try one: <code>pawl check 'git push --force origin main'</code>
    </Empty>
  );

const Row = ({ decision, open }: { decision: DecisionShown; open: () => void }) => (
  <button type="button" class="decision" onClick={open}>
    <span class="when">
      <Time at={decision.at} />
      <small>{formatMs(decision.ms)}</small>
    </span>
    <Decision word={decision.word} />
    <span class="said">
      <span class="line">
        <b>{decision.own ? decision.event.slice('pawl:'.length) : decision.tool || decision.event}</b>{' '}
        <code>{decision.label}</code>
      </span>
      <small>
        {decision.reasons[0] ? <span class="policy">{decision.reasons[0].policy}</span> : null}{' '}
        {decision.reasons[0]?.text ?? decision.notes[0] ?? ''}
      </small>
    </span>
    <span class="of">
      {decision.title.name}
      <small>{decision.agent || decision.title.prompt || shortPath(decision.project)}</small>
    </span>
  </button>
);

type Shown = DecisionDetail & { event: DecisionShown };

function Detail({ id, close, narrow }: { id: string; close: () => void; narrow: boolean }) {
  const { data, problem } = useAnswer<Shown>('decision', { id });
  const box = useRef<HTMLElement>(null);
  // On a narrow screen the details take the place of the list, so the focus follows.
  useEffect(() => {
    if (narrow) box.current?.focus();
  }, [narrow]);
  return (
    <aside class="detail" aria-label="Decision" ref={box} tabIndex={-1}>
      {data ? (
        <About data={data} close={close} />
      ) : (
        <header>
          <Problem text={problem} />
          <CloseButton close={close} />
        </header>
      )}
    </aside>
  );
}

const CloseButton = ({ close }: { close: () => void }) => (
  <button type="button" class="close" onClick={close} aria-label="Close">
    ✕
  </button>
);

const About = ({ data, close }: { data: Shown; close: () => void }) => {
  const { event } = data;
  return (
    <>
      <header>
        <Decision word={event.word} />
        <b>{event.tool || event.event}</b>
        <Time at={event.at} />
        <CloseButton close={close} />
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
      <ReuseSection data={data} />
      <Verdicts data={data} />
      <p class="ids">
        <SessionLink id={event.session_id} title={event.title} />
        {event.tool_use_id ? <Copy text={`pawl explain ${event.tool_use_id}`} /> : null}
      </p>
    </>
  );
};

const Why = ({ reason }: { reason: DecisionShown['reasons'][number] }) => (
  <div class="why">
    <p>
      <a class="policy" href={hrefTo('decisions', '', { policy: reason.policy })}>
        {reason.policy}
      </a>
      {reason.level ? <small> level {reason.level}</small> : null}
      {reason.code ? <small> · {reason.code}</small> : null}
    </p>
    <p>
      <Prose text={reason.text} />
    </p>
    {reason.instead ? (
      <p class="instead">
        Instead: <Prose text={reason.instead} />
      </p>
    ) : null}
    {reason.why ? (
      <p class="because">
        <Prose text={reason.why} />
      </p>
    ) : null}
  </div>
);

/** Shows how the command was read: each simple command that it would run, in order. */
function Parsed({ data: { parsed, effects, notes } }: { data: DecisionDetail }) {
  if (parsed.length === 0) return null;
  return (
    <section>
      <h3>How the command was read</h3>
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
      {notes.length > 0 ? <p class="note">Part of it could not be read: {notes.join(', ')}</p> : null}
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
      <h3>How to change this</h3>
      {remedies.map(({ title, copy, kind }) => (
        <p class="remedy" key={copy}>
          <span>
            {title}
            {kind === 'config' ? <small> in ~/.pawl/config.jsonc</small> : null}
          </span>
          <Copy text={copy} />
        </p>
      ))}
      {policy ? (
        <ConfirmButton label="Pause the policy here for 30 minutes" sure="Yes, pause it" act={pause} />
      ) : null}
      {done ? (
        <p class="note" role="status">
          {done}
        </p>
      ) : null}
    </section>
  );
}

/** Shows texts to copy that turn this event into a rule or into an example of a policy. The page changes nothing itself. */
function ReuseSection({ data: { reuse } }: { data: DecisionDetail }) {
  if (reuse.length === 0) return null;
  return (
    <section>
      <h3>Make it a rule or an example</h3>
      {reuse.map(({ title, copy, into }) => (
        <details class="reuse" key={into}>
          <summary>{title}</summary>
          <p>
            <small>
              for <code>{into}</code>
            </small>
          </p>
          <CopyBlock text={copy} name={copy.startsWith('"rules"') ? 'the rule' : 'the example'} />
        </details>
      ))}
    </section>
  );
}

function Verdicts({ data: { policies } }: { data: DecisionDetail }) {
  if (policies.length === 0) return null;
  return (
    <section>
      <h3>Verdicts</h3>
      <table>
        <tbody>
          {policies.map((verdict) => (
            <tr key={verdict.policy}>
              <td class="policy">{verdict.policy}</td>
              <td>{verdict.counted ? `${verdict.said} → ${verdict.counted}` : verdict.said}</td>
              <td class="number">{formatMs(verdict.ms)}</td>
              <td>{verdict.error ? <span class="bad">{verdict.error}</span> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
