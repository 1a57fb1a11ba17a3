// Small components that all screens use.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DecisionWord, SessionTitle } from '../shapes.ts';
import { clock, short } from './format.ts';
import { hrefTo } from './route.ts';

type Children = { children?: ComponentChildren };

const stateWords: Record<string, string> = {
  needs_input: 'needs you',
  idle: 'idle',
  active: 'working',
  tool_active: 'running a tool',
  ended: 'ended',
};

export const State = ({ state }: { state: string }) => (
  <span class={`state state-${state}`}>
    <i aria-hidden="true" />
    {stateWords[state] ?? state}
  </span>
);

export const Decision = ({ word }: { word: DecisionWord }) => (
  <span class={`badge badge-${word === 'by a person' ? 'person' : word}`}>{word}</span>
);

/** The name of a session and what it was asked first, which people recognise; the id is in the tooltip. */
export const titleText = ({ name, prompt }: SessionTitle) => (prompt ? `${name}: ${prompt}` : name);

export const SessionLink = ({ id, title }: { id: string; title?: SessionTitle | undefined }) => (
  <a class="session-link" href={hrefTo('session', id)} title={`session ${id}`}>
    {title ? titleText(title) : short(id)}
  </a>
);

/** An active filter; a click removes it. */
export const ActiveFilter = ({ name, drop }: { name: string; drop: () => void }) => (
  <button type="button" class="active-filter" onClick={drop} title="Remove this filter">
    <span class="line">{name}</span> <span aria-hidden="true">✕</span>
  </button>
);

/** True if the page has the style sheet’s narrow layout. */
export function useNarrow(): boolean {
  const query = matchMedia('(max-width: 900px)');
  const [narrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const follow = () => setNarrow(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return narrow;
}

export const Time = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
    {clock(at)}
  </time>
);

/** Shown in place of an empty list: says why it is empty, and what to do about it. */
export const Empty = ({ title, children }: Children & { title: string }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    <div>{children}</div>
  </div>
);

/** Text with commands in backticks. */
export const Prose = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
);

export const Problem = ({ text }: { text: string | undefined }) =>
  text ? (
    <p class="problem" role="alert">
      {text}
    </p>
  ) : null;

export const Card = ({ title, more, children }: Children & { title: string; more?: ComponentChildren }) => (
  <section class="card">
    <header>
      <h2>{title}</h2>
      {more}
    </header>
    {children}
  </section>
);

/**
 * A wide table scrolls inside of its card; people without a mouse scroll it with the arrow keys once it has the focus.
 */
export const Scroll = ({ label, children, card }: Children & { label: string; card?: boolean }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: only an element with the focus can be scrolled by keys
  <section class={card ? 'card scroll' : 'scroll'} aria-label={label} tabIndex={0}>
    {children}
  </section>
);

export const Tile = ({
  name,
  value,
  note,
  tone = '',
}: {
  name: string;
  value: string;
  note?: string;
  tone?: string;
}) => (
  <div class={`tile ${tone}`}>
    <span class="tile-name">{name}</span>
    <span class="tile-value">{value}</span>
    {note ? <span class="tile-note">{note}</span> : null}
  </div>
);

export const Gauge = ({ percent }: { percent: number }) => (
  <span
    class={`gauge ${percent >= 80 ? 'gauge-high' : percent >= 60 ? 'gauge-warm' : ''}`}
    title={`Context ${percent} % full`}
  >
    <i style={{ width: `${Math.min(100, percent)}%` }} />
    <b>{Math.round(percent)} %</b>
  </span>
);

function CopyButton({ text, name }: { text: string; name: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => {});
    setDone(true);
    setTimeout(() => setDone(false), 1_500);
  };
  return (
    <button type="button" class="copy-button" onClick={copy} aria-label={done ? 'copied' : `copy ${name}`}>
      {done ? 'copied' : 'copy'}
    </button>
  );
}

export const Copy = ({ text }: { text: string }) => (
  <span class="copy">
    <code>{text}</code>
    <CopyButton text={text} name={text} />
  </span>
);

/** Several lines to copy. */
export const CopyBlock = ({ text, name }: { text: string; name: string }) => (
  <div class="copy-block">
    <pre class="command">{text}</pre>
    <CopyButton text={text} name={name} />
  </div>
);

/** A button that must be pressed twice. A confirmation dialog would block the page. */
export function ConfirmButton({ label, sure, act }: { label: string; sure: string; act: () => void }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => setAsked(false), 4_000);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <button type="button" class={asked ? 'danger' : ''} onClick={() => (asked ? act() : setAsked(true))}>
      {asked ? sure : label}
    </button>
  );
}

export const Chips = ({
  label,
  options,
  value,
  pick,
}: {
  label: string;
  options: [string, string][];
  /** The selected option; undefined if none is. */
  value: string | undefined;
  pick: (value: string) => void;
}) => (
  <fieldset class="chips" aria-label={label}>
    {options.map(([id, name]) => (
      <button type="button" key={id} aria-pressed={id === value} onClick={() => pick(id)}>
        {name}
      </button>
    ))}
  </fieldset>
);

/** Calls `change` when the person stops typing, so that not every letter starts a search. */
export function Search({
  value,
  change,
  hint,
}: {
  value: string;
  change: (text: string) => void;
  hint: string;
}) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const later = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change(text), 200);
  };
  return (
    <input
      type="search"
      class="search"
      placeholder={hint}
      aria-label={hint}
      defaultValue={value}
      onInput={(event) => later(event.currentTarget.value)}
    />
  );
}
