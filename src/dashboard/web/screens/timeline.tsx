// A lane for each session and agent, a bar for each call. The wheel and the keys zoom, dragging the overview chooses.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Bar, Lane, TimelinePage } from '../../shapes.ts';
import { useAnswer } from '../api.ts';
import { go, type Route, to } from '../route.ts';
import { Chips, Empty, Problem, Search } from '../ui.tsx';
import { clock, short, span, took } from '../words.ts';

interface Range {
  from: number;
  /** Undefined: up to now, and moving with it. */
  to: number | undefined;
}

const minute = 60_000;
const lengths: [string, string][] = [
  [String(15 * minute), '15 min'],
  [String(60 * minute), '1 h'],
  [String(8 * 60 * minute), '8 h'],
  [String(24 * 60 * minute), '1 d'],
  ['all', 'all'],
];

const shows: Record<string, (bar: Bar) => boolean> = {
  '': () => true,
  calls: ({ kind }) => kind === 'call',
  refused: ({ state }) => state === 'refused',
  failed: ({ state }) => state === 'failed',
};

const fits = (text: string) => {
  const lower = text.toLowerCase();
  return ({ what, label }: Bar) => !text || `${what} ${label}`.toLowerCase().includes(lower);
};

export function Timeline({ route }: { route: Route }) {
  const { session = '', only = '', text = '' } = route.params;
  const [range, setRange] = useState<Range>();
  const { data, problem } = useAnswer<TimelinePage>('timeline', {
    session,
    from: range?.from,
    to: range?.to,
  });
  const [chosen, choose] = useState<Bar>();
  useZoomKeys(data, setRange);
  const set = (more: Record<string, string>) => go('timeline', '', { ...route.params, ...more });
  const keep = (bar: Bar) => shows[only]!(bar) && fits(text)(bar);
  const lanes = (data?.lanes ?? [])
    .map((lane) => ({ ...lane, bars: lane.bars.filter(keep) }))
    .filter(({ bars }) => bars.length > 0);
  const pickLength = (value: string) =>
    data &&
    setRange(
      value === 'all'
        ? { from: data.first, to: undefined }
        : { from: Date.now() - Number(value), to: undefined },
    );
  return (
    <div class="screen">
      <header class="bar">
        <h1>Timeline</h1>
        <Chips options={lengths} value="" pick={pickLength} />
        <Chips
          options={[
            ['', 'everything'],
            ['calls', 'calls'],
            ['refused', 'refused'],
            ['failed', 'failed'],
          ]}
          value={only}
          pick={(value) => set({ only: value })}
        />
        {session ? (
          <button type="button" class="only" onClick={() => set({ session: '' })}>
            session {short(session)} ✕
          </button>
        ) : null}
        <span class="gap" />
        <Search value={text} change={(value) => set({ text: value })} hint="Search calls" />
      </header>
      <Problem text={problem} />
      {data ? <Overview data={data} pick={setRange} /> : null}
      {data?.cut ? (
        <p class="note">
          More happened in this time than can be drawn: the newest 3,000 events are shown. Zoom in to see the
          rest.
        </p>
      ) : null}
      {data && lanes.length === 0 ? (
        <Empty title="Nothing happened in this time.">Choose a longer one, or take a filter away.</Empty>
      ) : null}
      {data ? <Lanes data={data} lanes={lanes} zoom={setRange} chosen={chosen} choose={choose} /> : null}
    </div>
  );
}

/** Zooms around a point, so that what is under the pointer stays there. */
function zoomed({ from, to: end }: TimelinePage, factor: number, around = 0.5): Range {
  const point = from + (end - from) * around;
  const length = Math.max(1_000, (end - from) * factor);
  const start = point - length * around;
  return { from: Math.round(start), to: Math.round(start + length) };
}

function useZoomKeys(data: TimelinePage | undefined, set: (range: Range) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!data || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return;
      const shift = (data.to - data.from) / 4;
      const acts: Record<string, () => Range> = {
        '+': () => zoomed(data, 0.5),
        '=': () => zoomed(data, 0.5),
        '-': () => zoomed(data, 2),
        ArrowLeft: () => ({ from: data.from - shift, to: data.to - shift }),
        ArrowRight: () => ({ from: data.from + shift, to: data.to + shift }),
        '0': () => ({ from: data.first, to: undefined }),
      };
      if (acts[event.key]) set(acts[event.key]!());
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [data, set]);
}

/** How much happened; drag over it to look at a part. */
function Overview({ data, pick }: { data: TimelinePage; pick: (range: Range) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<[number, number]>();
  const top = Math.max(...data.activity, 1);
  const place = (event: MouseEvent) => {
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
      onMouseDown={(event) => setDrag([place(event), place(event)])}
      onMouseMove={(event) => drag && setDrag([drag[0], place(event)])}
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
      <div class="scale">
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span key={part} style={{ left: `${part * 100}%` }}>
            {clock(data.from + (data.to - data.from) * part)}
          </span>
        ))}
      </div>
      {lanes.map((lane) => (
        <div class={lane.agent_id ? 'lane lane-agent' : 'lane'} key={lane.session_id + lane.agent_id}>
          <a href={to('session', lane.session_id)} title={lane.session_id}>
            {lane.name}
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
                title={`${bar.what} ${bar.label}`}
                onClick={() => choose(chosen?.id === bar.id ? undefined : bar)}
              />
            ))}
          </div>
        </div>
      ))}
      {chosen ? <Chosen bar={chosen} /> : null}
    </div>
  );
}

const stateWords: Record<Bar['state'], string> = {
  ok: 'ended well',
  failed: 'failed',
  refused: 'was refused',
  running: 'runs',
  plain: '',
};

const Chosen = ({ bar }: { bar: Bar }) => (
  <div class="chosen-bar" role="status">
    <b>{bar.what}</b> <code>{bar.label}</code>
    <p>
      {clock(bar.start)}
      {bar.kind === 'call'
        ? ` · ${bar.state === 'running' ? span(Date.now() - bar.start) : took(bar.end - bar.start)} · ${stateWords[bar.state]}`
        : ''}
      {bar.tool_use_id ? <small> {bar.tool_use_id}</small> : null}
    </p>
  </div>
);
