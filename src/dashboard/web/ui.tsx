// Small parts that every screen uses.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { clock } from './words.ts';

type Children = { children?: ComponentChildren };

const stateWords: Record<string, string> = {
  needs_input: 'needs you',
  idle: 'idle',
  active: 'working',
  tool_active: 'tool runs',
  ended: 'ended',
};

export const State = ({ state }: { state: string }) => (
  <span class={`state state-${state}`}>
    <i aria-hidden="true" />
    {stateWords[state] ?? state}
  </span>
);

const decisionWords: Record<string, string> = {
  deny: 'refused',
  block: 'held',
  ask: 'asked',
  allow: 'allowed',
};

export const Decision = ({ word, act }: { word: string; act?: boolean }) => (
  <span class={`badge badge-${act ? 'act' : word}`}>
    {act ? 'by a person' : (decisionWords[word] ?? word)}
  </span>
);

export const Time = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
    {clock(at)}
  </time>
);

/** Nothing here yet, why, and what to do about it. */
export const Empty = ({ title, children }: Children & { title: string }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    <div>{children}</div>
  </div>
);

export const Problem = ({ text }: { text: string | undefined }) =>
  text ? (
    <p class="problem" role="alert">
      {text}
    </p>
  ) : null;

export const Card = ({
  title,
  more,
  children,
  wide,
}: Children & { title: string; more?: ComponentChildren; wide?: boolean }) => (
  <section class={wide ? 'card card-wide' : 'card'}>
    <header>
      <h2>{title}</h2>
      {more}
    </header>
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

export function Copy({ text }: { text: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => {});
    setDone(true);
    setTimeout(() => setDone(false), 1_500);
  };
  return (
    <span class="copy">
      <code>{text}</code>
      <button type="button" onClick={copy} aria-label={`Copy ${text}`}>
        {done ? 'copied' : 'copy'}
      </button>
    </span>
  );
}

/** Asks once more in place; a dialog would hold up the page. */
export function Sure({ label, sure, act }: { label: string; sure: string; act: () => void }) {
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
  options,
  value,
  pick,
}: {
  options: [string, string][];
  value: string;
  pick: (value: string) => void;
}) => (
  <fieldset class="chips">
    {options.map(([id, name]) => (
      <button type="button" key={id} aria-pressed={id === value} onClick={() => pick(id)}>
        {name}
      </button>
    ))}
  </fieldset>
);

/** Tells after a moment of rest, so that a word is one question and not one for each letter. */
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
