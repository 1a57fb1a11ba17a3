// Long lists: only the rows in sight exist, and more are asked for when they are nearly reached.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask, type Params, useLive } from './api.ts';

interface ListProps<T> {
  rows: readonly (T | undefined)[];
  height: number;
  label: string;
  draw: (row: T, at: number) => ComponentChildren;
  /** The last rows are in sight. */
  reach?: (from: number, to: number) => void;
  selected?: number;
  pick?: (at: number) => void;
}

const margin = 6;

export function List<T>({ rows, height, label, draw, reach, selected = -1, pick }: ListProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, room: 800 });
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setView({ top: element.scrollTop, room: element.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const from = Math.max(0, Math.floor(view.top / height) - margin);
  const to = Math.min(rows.length, Math.ceil((view.top + view.room) / height) + margin);
  // asked for when the rows in sight change
  useEffect(() => reach?.(from, to), [from, to, rows.length]);
  useEffect(() => {
    if (selected < 0 || !box.current) return;
    const { scrollTop, clientHeight } = box.current;
    if (selected * height < scrollTop) box.current.scrollTop = selected * height;
    if ((selected + 1) * height > scrollTop + clientHeight)
      box.current.scrollTop = (selected + 1) * height - clientHeight;
  }, [selected, height]);
  useKeys(box, rows.length, selected, pick);
  return (
    <div
      class="list"
      ref={box}
      onScroll={(event) =>
        setView({ top: event.currentTarget.scrollTop, room: event.currentTarget.clientHeight })
      }
    >
      <ul aria-label={label} style={{ height: `${rows.length * height}px` }}>
        {rows.slice(from, to).map((row, at) => (
          <li
            key={from + at}
            class={from + at === selected ? 'row selected' : 'row'}
            style={{ height: `${height}px`, transform: `translateY(${(from + at) * height}px)` }}
          >
            {row === undefined ? <span class="waiting">…</span> : draw(row, from + at)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function useKeys(
  box: { current: HTMLDivElement | null },
  count: number,
  selected: number,
  pick: ((at: number) => void) | undefined,
) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!pick || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey)
        return;
      const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
      if (step === undefined || count === 0) return;
      event.preventDefault();
      pick(Math.max(0, Math.min(count - 1, selected + step)));
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [count, selected, pick]);
  return box;
}

interface Page<T> {
  rows: T[];
  next?: string;
}

interface Loaded<T> {
  key: string;
  rows: T[];
  next: string | undefined;
  ready: boolean;
  problem?: string;
}

/** A list in pages, newest first. New rows come to its head by themselves. */
export function usePages<T extends { id: number }>(path: string, params: Params) {
  const key = JSON.stringify([path, params]);
  const [state, setState] = useState<Loaded<T>>({ key, rows: [], next: undefined, ready: false });
  const asking = useRef(false);
  const first = async () => {
    try {
      const page = await ask<Page<T>>(path, params);
      setState((old) => ({ ...joined(old.key === key ? old : undefined, page), key }));
    } catch (error) {
      setState((old) => ({ ...old, key, ready: true, problem: (error as Error).message }));
    }
  };
  // the key holds everything that is asked
  useEffect(() => void first(), [key]);
  useLive(first);
  const reach = async (_from: number, to: number) => {
    if (asking.current || !state.next || to < state.rows.length - 20) return;
    asking.current = true;
    try {
      const page = await ask<Page<T>>(path, { ...params, before: state.next });
      setState((old) =>
        old.key === key ? { ...old, rows: [...old.rows, ...page.rows], next: page.next } : old,
      );
    } finally {
      asking.current = false;
    }
  };
  return { ...(state.key === key ? state : { ...state, ready: false }), reach };
}

/** The new head before what was loaded already; if they do not meet, only the head is sure. */
function joined<T extends { id: number }>(old: Loaded<T> | undefined, page: Page<T>): Omit<Loaded<T>, 'key'> {
  const fresh = { rows: page.rows, next: page.next, ready: true };
  const meet = old?.rows.findIndex(({ id }) => id === page.rows.at(-1)?.id) ?? -1;
  if (!old || meet < 0) return fresh;
  return { rows: [...page.rows, ...old.rows.slice(meet + 1)], next: old.next, ready: true };
}
