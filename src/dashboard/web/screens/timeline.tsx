// The timeline: one lane per session and agent, one bar per tool call. The wheel and the keys zoom; dragging over the
// overview selects a period.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Bar, Lane, TimelinePage } from '../../shapes.ts';
import { useAnswer } from '../api.ts';
import { clock, formatMs, short, span } from '../format.ts';
import { useKeyDown } from '../keys.ts';
import { hrefTo, navigate, type Route } from '../route.ts';
import { ticksOf } from '../ticks.ts';
import { ActiveFilter, Chips, Empty, Problem, Search } from '../ui.tsx';

interface Range {
  from: number;
  to: number;
}

const minute = 60_000;
const hour = String(60 * minute);
const everything = '1e14';
const lengths: [string, string][] = [
  [String(15 * minute), '15 min'],
  [hour, '1 h'],
  [String(8 * 60 * minute), '8 h'],
  [String(24 * 60 * minute), '1 d'],
  [everything, 'all'],
];

const kinds: [string, string, (bar: Bar) => boolean][] = [
  ['', 'everything', () => true],
  ['calls', 'calls', ({ kind }) => kind === 'call'],
  ['asked', 'asked', ({ decision }) => decision === 'ask'],
  ['refused', 'refused', ({ state }) => state === 'refused'],
  ['failed', 'failed', ({ state }) => state === 'failed'],
];

const matches = (text: string) => {
  const lower = text.toLowerCase();
  return ({ name, label }: Bar) => !text || `${name} ${label}`.toLowerCase().includes(lower);
};

export function Timeline({ route }: { route: Route }) {
  const { session = '', only = '', text = '', length = hour } = route.params;
  // A part of the period, chosen by zooming; undefined if the whole period is shown.
  const [range, setRange] = useState<Range>();
  const { data, problem } = useAnswer<TimelinePage>('timeline', { session, length, ...range });
  const [chosen, choose] = useState<Bar>();
  const set = (more: Record<string, string>) => navigate('timeline', '', { ...route.params, ...more });
  const pickLength = (value: string) => {
    setRange(undefined);
    set({ length: value });
  };
  useZoomKeys(data, setRange, () => pickLength(everything));
  const fits = kinds.find(([id]) => id === only)?.[2] ?? (() => true);
  const keep = (bar: Bar) => fits(bar) && matches(text)(bar);
  const lanes = (data?.lanes ?? [])
    .map((lane) => ({ ...lane, bars: lane.bars.filter(keep) }))
    .filter(({ bars }) => bars.length > 0);
  const name = data?.lanes.find(({ session_id, agent_id }) => session_id === session && !agent_id)?.name;
  return (
    <div class="screen">
      <Filters
        params={route.params}
        length={range ? undefined : length}
        name={name}
        set={set}
        pickLength={pickLength}
      />
      <Problem text={problem} />
      {data?.cut ? (
        <p class="note">
          There are too many events in this period: the newest 3,000 are shown. Zoom in to see the others.
        </p>
      ) : null}
      {data && lanes.length === 0 ? (
        <Empty title="There are no events in this period.">Choose a longer one, or remove a filter.</Empty>
      ) : null}
      {data && lanes.length > 0 ? (
        <>
          <Overview data={data} pick={setRange} />
          <Lanes data={data} lanes={lanes} zoom={setRange} chosen={chosen} choose={choose} />
        </>
      ) : null}
    </div>
  );
}

interface FiltersProps {
  params: Route['params'];
  /** Undefined if a part of the period was chosen by zooming. */
  length: string | undefined;
  /** The name of the session to which the timeline is limited. */
  name: string | undefined;
  set: (more: Record<string, string>) => void;
  pickLength: (value: string) => void;
}

const Filters = ({ params, length, name, set, pickLength }: FiltersProps) => (
  <header class="bar">
    <h1>Timeline</h1>
    <Chips label="Period" options={lengths} value={length} pick={pickLength} />
    <Chips
      label="Which events"
      options={kinds.map(([id, label]) => [id, label])}
      value={params.only ?? ''}
      pick={(value) => set({ only: value })}
    />
    {params.session ? (
      <ActiveFilter name={`session ${name ?? short(params.session)}`} drop={() => set({ session: '' })} />
    ) : null}
    <span class="gap" />
    <Search value={params.text ?? ''} change={(value) => set({ text: value })} hint="Search calls" />
  </header>
);

/** Zooms around a point, so that the time under the pointer stays where it is. */
function zoomed({ from, to: end }: TimelinePage, factor: number, around = 0.5): Range {
  const point = from + (end - from) * around;
  const length = Math.max(1_000, (end - from) * factor);
  const start = point - length * around;
  return { from: Math.round(start), to: Math.round(start + length) };
}

function useZoomKeys(data: TimelinePage | undefined, set: (range: Range) => void, showAll: () => void): void {
  useKeyDown((event) => {
    if (!data || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return;
    const shift = (data.to - data.from) / 4;
    const move = (ms: number) => set({ from: Math.round(data.from + ms), to: Math.round(data.to + ms) });
    const actions: Record<string, () => void> = {
      '+': () => set(zoomed(data, 0.5)),
      '=': () => set(zoomed(data, 0.5)),
      '-': () => set(zoomed(data, 2)),
      ArrowLeft: () => move(-shift),
      ArrowRight: () => move(shift),
      '0': showAll,
    };
    actions[event.key]?.();
  });
}

/** The number of events over time. Dragging over it selects a period. */
function Overview({ data, pick }: { data: TimelinePage; pick: (range: Range) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<[number, number]>();
  const top = Math.max(...data.activity, 1);
  const shareAt = (event: MouseEvent) => {
    const { left, width } = box.current!.getBoundingClientRect();
    return Math.max(0, Math.min(1, (event.clientX - left) / width));
  };
  const time = (share: number) => Math.round(data.from + (data.to - data.from) * share);
  const done = () => {
    if (drag && Math.abs(drag[1] - drag[0]) > 0.01)
      pick({ from: time(Math.min(...drag)), to: time(Math.max(...drag)) });
    setDrag(undefined);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys do the same
    <div
      class="overview"
      ref={box}
      onMouseDown={(event) => setDrag([shareAt(event), shareAt(event)])}
      onMouseMove={(event) => drag && setDrag([drag[0], shareAt(event)])}
      onMouseUp={done}
      onMouseLeave={done}
    >
      {data.activity.map((n, at) => (
        <i key={at} style={{ height: `${n === 0 ? 0 : 8 + (92 * n) / top}%` }} />
      ))}
      {drag ? (
        <u style={{ left: `${100 * Math.min(...drag)}%`, width: `${100 * Math.abs(drag[1] - drag[0])}%` }} />
      ) : null}
    </div>
  );
}

interface LanesProps {
  data: TimelinePage;
  lanes: Lane[];
  zoom: (range: Range) => void;
  chosen: Bar | undefined;
  choose: (bar: Bar | undefined) => void;
}

function Lanes({ data, lanes, zoom, chosen, choose }: LanesProps) {
  const share = (at: number) => (100 * (at - data.from)) / (data.to - data.from);
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    zoom(
      zoomed(data, event.deltaY > 0 ? 1.5 : 0.66, Math.max(0, (event.clientX - left - 140) / (width - 140))),
    );
  };
  return (
    <div class="lanes" onWheel={wheel}>
      <Scale data={data} share={share} />
      {lanes.map((lane) => (
        <div class={lane.agent_id ? 'lane lane-agent' : 'lane'} key={lane.session_id + lane.agent_id}>
          <a
            href={lane.session_id ? hrefTo('session', lane.session_id) : hrefTo('decisions')}
            title={lane.prompt || lane.session_id}
          >
            {lane.name}
            {lane.agent_id || !lane.prompt ? null : <small>{lane.prompt}</small>}
          </a>
          <div class="track">
            {lane.bars.map((bar) => (
              <button
                type="button"
                key={bar.id}
                class={`span span-${bar.kind} span-${bar.state}${chosen?.id === bar.id ? ' chosen' : ''}`}
                style={{
                  left: `${share(Math.max(bar.start, data.from))}%`,
                  width:
                    bar.kind === 'call' ? `${share(bar.end) - share(Math.max(bar.start, data.from))}%` : '',
                }}
                title={`${bar.name} ${bar.label}`}
                aria-label={`${bar.name} ${bar.label} ${stateWords[bar.state]}`.trim()}
                aria-pressed={chosen?.id === bar.id}
                onClick={() => choose(chosen?.id === bar.id ? undefined : bar)}
              />
            ))}
          </div>
        </div>
      ))}
      <Legend />
      {chosen ? <Chosen bar={chosen} /> : null}
    </div>
  );
}

/** Shows as many round times as there is room for. */
function Scale({ data, share }: { data: TimelinePage; share: (at: number) => number }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setWidth(box.current?.clientWidth ?? 800));
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  const ticks = ticksOf(data.from, data.to, Math.max(2, Math.floor(width / 110)));
  return (
    <div class="scale" ref={box}>
      {ticks.map(({ at, label }) => (
        <span
          key={at}
          class={share(at) < 4 ? 'first' : share(at) > 96 ? 'last' : ''}
          style={{ left: `${share(at)}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

const legend: [Bar['state'], string][] = [
  ['ok', 'succeeded'],
  ['failed', 'failed'],
  ['asked', 'asked'],
  ['refused', 'refused'],
  ['running', 'running'],
];

const Legend = () => (
  <p class="legend">
    {legend.map(([state, word]) => (
      <span key={state}>
        <i class={`span-call span-${state}`} /> {word}
      </span>
    ))}
    <span>
      <i class="span-event" /> other event
    </span>
  </p>
);

const stateWords: Record<Bar['state'], string> = {
  ok: 'succeeded',
  failed: 'failed',
  refused: 'was refused',
  asked: 'waits for a person',
  running: 'running',
  plain: '',
};

const Chosen = ({ bar }: { bar: Bar }) => (
  <div class="chosen-bar" role="status">
    <b>{bar.name}</b> <code>{bar.label}</code>
    <p>
      {clock(bar.start)}
      {bar.kind === 'call'
        ? ` · ${bar.state === 'running' ? span(Date.now() - bar.start) : formatMs(bar.end - bar.start)} · ${stateWords[bar.state]}`
        : ''}
      {bar.tool_use_id ? <small> {bar.tool_use_id}</small> : null}{' '}
      <a href={hrefTo('decisions', String(bar.id))}>Details</a>
    </p>
  </div>
);
