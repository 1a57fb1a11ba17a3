// Requests to the server, and the live connection that says when to repeat them.
import { useEffect, useRef, useState } from 'preact/hooks';

/**
 * Returns the secret of this page. A page that was opened with a token contains it. For a reload it is kept in the
 * storage of this tab, which pages of other ports can't read. The token is used up, so it is removed from the address.
 */
function pageSecret(): string {
  const given = document.querySelector<HTMLMetaElement>('meta[name="pawl-token"]')?.content ?? '';
  if (given === '') return storedSecret() ?? '';
  sessionStorage.setItem('pawl', given);
  history.replaceState(null, '', `/${location.hash}`);
  return given;
}

/** Null in a report that was saved as a file: it has no storage in some browsers. */
function storedSecret(): string | null {
  try {
    return sessionStorage.getItem('pawl');
  } catch {
    return null;
  }
}

const secret = { 'x-pawl-token': pageSecret() };

export type Params = Record<string, string | number | undefined>;

function address(path: string, params: Params): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return `/api/${path}${given.length > 0 ? `?${query}` : ''}`;
}

export async function ask<T>(path: string, params: Params = {}, signal?: AbortSignal): Promise<T> {
  return answer<T>(await fetch(address(path, params), { headers: secret, ...(signal && { signal }) }));
}

export async function change<T>(path: string, input: Record<string, unknown>): Promise<T> {
  const headers = { 'content-type': 'application/json', ...secret };
  return answer<T>(await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(input) }));
}

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const text = await response.text();
  throw new Error(problemIn(text) ?? (text.trim() || `The server answered with status ${response.status}.`));
}

function problemIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { problem?: string }).problem;
  } catch {
    return undefined;
  }
}

type Listener = () => void;
const changeListeners = new Set<Listener>();
const connectionListeners = new Set<(live: boolean) => void>();

const reconnectAfter = 1_000;

/**
 * Keeps the one live connection of the page. It is a request like the others, because an EventSource sends no header.
 */
export async function startLive(): Promise<void> {
  for (;;) {
    await listen().catch(() => undefined);
    for (const listener of connectionListeners) listener(false);
    await new Promise((done) => setTimeout(done, reconnectAfter));
  }
}

async function listen(): Promise<void> {
  const { ok, body } = await fetch('/api/live', { headers: secret });
  if (!ok || !body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const messages = (text + part.value).split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) notifyListeners(message);
  }
}

/** The first message confirms the connection, later ones say that something has changed; comments are heartbeats. */
function notifyListeners(message: string): void {
  const event = /^event: (\w+)$/m.exec(message)?.[1];
  if (event === 'hello') for (const listener of connectionListeners) listener(true);
  if (event) for (const listener of changeListeners) listener();
}

export function useConnected(): boolean {
  const [live, setLive] = useState(true);
  useEffect(() => {
    connectionListeners.add(setLive);
    return () => void connectionListeners.delete(setLive);
  }, []);
  return live;
}

const minInterval = 700;

/** Calls `onChange` after changes: at most once per interval, and not while the page is hidden. */
export function useLive(onChange: Listener): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (!document.hidden) latest.current();
      }, minInterval);
    };
    changeListeners.add(later);
    document.addEventListener('visibilitychange', later);
    return () => {
      clearTimeout(timer);
      changeListeners.delete(later);
      document.removeEventListener('visibilitychange', later);
    };
  }, []);
}

export interface Answer<T> {
  data: T | undefined;
  problem: string | undefined;
  reload: () => void;
}

/** The answer of the server, requested again after every change. */
export function useAnswer<T>(path: string, params: Params = {}): Answer<T> {
  const key = address(path, params);
  const [state, setState] = useState<{ key: string; data?: T; problem?: string }>({ key });
  const [requests, setRequests] = useState(0);
  const reload = () => setRequests((n) => n + 1);
  useLive(reload);
  // `key` contains path and parameters; a new value of `requests` repeats the request.
  useEffect(() => {
    const stop = new AbortController();
    ask<T>(path, params, stop.signal).then(
      (data) => setState({ key, data }),
      (error: Error) =>
        error.name !== 'AbortError' && setState((old) => ({ ...old, key, problem: error.message })),
    );
    return () => stop.abort();
  }, [key, requests]);
  const kept = state.key.split('?')[0] === key.split('?')[0] ? state.data : undefined;
  return { data: kept, problem: state.problem, reload };
}
