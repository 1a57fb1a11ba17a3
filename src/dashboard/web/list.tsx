// Long lists: only visible rows are rendered, and more are loaded when the end comes near.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask, type Params, useLive } from './api.ts';
import { useKeyDown } from './keys.ts';

interface ListProps<T> {
  rows: readonly (T | undefined)[];
  height: number;
  label: string;
  draw: (row: T, at: number) => ComponentChildren;
  /** Called with the range of visible rows when it changes. */
  onVisible?: (from: number, to: number) => void;
  selected?: number;
  pick?: (at: number) => void;
}

/** Rows that are rendered above and below the visible ones. */
const margin = 6;

export function List<T>({ rows, height, label, draw, onVisible, selected = -1, pick }: ListProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, visible: 800 });
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setView({ top: element.scrollTop, visible: element.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const from = Math.max(0, Math.floor(view.top / height) - margin);
  const to = Math.min(rows.length, Math.ceil((view.top + view.visible) / height) + margin);
  useEffect(() => onVisible?.(from, to), [from, to, rows.length]);
  useEffect(() => {
    if (selected < 0 || !box.current) return;
    const { scrollTop, clientHeight } = box.current;
    if (selected * height < scrollTop) box.current.scrollTop = selected * height;
    if ((selected + 1) * height > scrollTop + clientHeight)
      box.current.scrollTop = (selected + 1) * height - clientHeight;
  }, [selected, height]);
  useListKeys(rows.length, selected, pick);
  return (
    <div
      class="list"
      ref={box}
      style={{ height: `${rows.length * height + 2}px` }}
      onScroll={(event) =>
        setView({ top: event.currentTarget.scrollTop, visible: event.currentTarget.clientHeight })
      }
    >
      <ul aria-label={label} style={{ height: `${rows.length * height}px` }}>
        {rows.slice(from, to).map((row, at) => (
          <li
            key={from + at}
            class={from + at === selected ? 'row selected' : 'row'}
            aria-current={from + at === selected ? 'true' : undefined}
            style={{ height: `${height}px`, transform: `translateY(${(from + at) * height}px)` }}
          >
            {row === undefined ? <span class="waiting">…</span> : draw(row, from + at)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function useListKeys(count: number, selected: number, pick: ((at: number) => void) | undefined) {
  useKeyDown((event) => {
    if (!pick || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || count === 0) return;
    event.preventDefault();
    pick(Math.max(0, Math.min(count - 1, selected + step)));
  });
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

/** A list that is loaded page by page, newest first. New rows are added at its top after every change. */
export function usePages<T extends { id: number }>(path: string, params: Params) {
  const key = JSON.stringify([path, params]);
  const [state, setState] = useState<Loaded<T>>({ key, rows: [], next: undefined, ready: false });
  const loading = useRef(false);
  const first = async () => {
    try {
      const page = await ask<Page<T>>(path, params);
      setState((old) => ({ ...withNewest(old.key === key ? old : undefined, page), key }));
    } catch (error) {
      setState((old) => ({ ...old, key, ready: true, problem: (error as Error).message }));
    }
  };
  useEffect(() => void first(), [key]);
  useLive(first);
  const onVisible = async (_from: number, to: number) => {
    if (loading.current || !state.next || to < state.rows.length - 20) return;
    loading.current = true;
    try {
      const page = await ask<Page<T>>(path, { ...params, before: state.next });
      setState((old) =>
        old.key === key ? { ...old, rows: [...old.rows, ...page.rows], next: page.next } : old,
      );
    } finally {
      loading.current = false;
    }
  };
  return { ...(state.key === key ? state : { ...state, ready: false }), onVisible };
}

/** Puts the newest page before the loaded rows. If rows are missing between them, only the newest page is kept. */
function withNewest<T extends { id: number }>(
  old: Loaded<T> | undefined,
  page: Page<T>,
): Omit<Loaded<T>, 'key'> {
  const fresh = { rows: page.rows, next: page.next, ready: true };
  const overlap = old?.rows.findIndex(({ id }) => id === page.rows.at(-1)?.id) ?? -1;
  if (!old || overlap < 0) return fresh;
  return { rows: [...page.rows, ...old.rows.slice(overlap + 1)], next: old.next, ready: true };
}
