// Talking to the server: questions, changes, and the live line that says when to ask again.
import { useEffect, useRef, useState } from 'preact/hooks';

const writeToken = document.querySelector<HTMLMetaElement>('meta[name="pawl-token"]')?.content ?? '';

export type Params = Record<string, string | number | undefined>;

function address(path: string, params: Params): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return `/api/${path}${given.length > 0 ? `?${query}` : ''}`;
}

export async function ask<T>(path: string, params: Params = {}, signal?: AbortSignal): Promise<T> {
  return answer<T>(await fetch(address(path, params), signal ? { signal } : {}));
}

export async function change<T>(path: string, wish: Record<string, unknown>): Promise<T> {
  const headers = { 'content-type': 'application/json', 'x-pawl-token': writeToken };
  return answer<T>(await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(wish) }));
}

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const text = await response.text();
  throw new Error(problemIn(text) ?? (text.trim() || `The server said ${response.status}.`));
}

function problemIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { problem?: string }).problem;
  } catch {
    return undefined;
  }
}

type Hearer = () => void;
const hearers = new Set<Hearer>();
const watchers = new Set<(live: boolean) => void>();

/** One line for the whole page; the browser mends it by itself when it breaks. */
export function startLive(): void {
  const line = new EventSource('/api/live');
  const say = (live: boolean) => {
    for (const watch of watchers) watch(live);
  };
  line.addEventListener('hello', () => {
    say(true);
    for (const hear of hearers) hear();
  });
  line.addEventListener('change', () => {
    for (const hear of hearers) hear();
  });
  line.addEventListener('error', () => say(false));
}

export function useConnected(): boolean {
  const [live, setLive] = useState(true);
  useEffect(() => {
    watchers.add(setLive);
    return () => void watchers.delete(setLive);
  }, []);
  return live;
}

const pause = 700;

/** Calls back after changes, not more often than a person can follow, and not while nobody looks. */
export function useLive(hear: Hearer): void {
  const latest = useRef(hear);
  latest.current = hear;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (!document.hidden) latest.current();
      }, pause);
    };
    hearers.add(later);
    document.addEventListener('visibilitychange', later);
    return () => {
      clearTimeout(timer);
      hearers.delete(later);
      document.removeEventListener('visibilitychange', later);
    };
  }, []);
}

export interface Answer<T> {
  data: T | undefined;
  problem: string | undefined;
  again: () => void;
}

/** An answer that stays current. */
export function useAnswer<T>(path: string, params: Params = {}): Answer<T> {
  const key = address(path, params);
  const [state, setState] = useState<{ key: string; data?: T; problem?: string }>({ key });
  const [turn, setTurn] = useState(0);
  const again = () => setTurn((n) => n + 1);
  useLive(again);
  // the address says it all, and the turn asks again
  useEffect(() => {
    const stop = new AbortController();
    ask<T>(path, params, stop.signal).then(
      (data) => setState({ key, data }),
      (error: Error) =>
        error.name !== 'AbortError' && setState((old) => ({ ...old, key, problem: error.message })),
    );
    return () => stop.abort();
  }, [key, turn]);
  const kept = state.key.split('?')[0] === key.split('?')[0] ? state.data : undefined;
  return { data: kept, problem: state.problem, again };
}
