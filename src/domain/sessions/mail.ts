// What a message between sessions looks like, and how one is known again. Pure.
import { clip, oneLine, plural, timeSpan } from '../../core/text.ts';

/** Every message carries its id: it is known by it wherever it turns up, never by its wording. */
export const tag = (id: string) => `[pawl:${id}]`;

/** Seconds for which a hook waits beside an idle session. */
export const wakerTimeout = 4 * 3_600;

export function tagsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\[pawl:([a-z0-9]{8,32})\]/g)].map((match) => match[1]!))];
}

/** Where a message is sent: to one session, or to whichever session has this conversation or role. */
export interface Address {
  kind: 'session' | 'conversation' | 'role';
  name: string;
}

export interface Letter {
  id: string;
  text: string;
}

export interface Done {
  id: string;
  state: 'running' | 'complete' | 'failed';
  title: string;
  summary: string | null;
  ended_at: number | null;
}

const shown = 5;

/** Five lines, each with its age, what failed first; the rest is counted. */
export function workersText(done: readonly Done[], stillRunning: number, now: number): string {
  const hasFailed = ({ state }: Done) => state === 'failed';
  const failed = done.filter(hasFailed).length;
  const head = `${plural(done.length, 'worker')} of this conversation ${done.length === 1 ? 'has' : 'have'} ended${failed > 0 ? `, ${failed} of them failed` : ''}.`;
  const sorted = [...done].sort((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)));
  const lines = sorted.slice(0, shown).map((one) => workerLine(one, now));
  const more = done.length > shown ? [`… and ${done.length - shown} more`] : [];
  const rest = stillRunning > 0 ? [`${plural(stillRunning, 'worker')} still running.`] : [];
  return [head, ...lines, ...more, ...rest, '`pawl worker list` has the whole reports.'].join('\n');
}

function workerLine({ id, state, title, summary, ended_at }: Done, now: number): string {
  const words = clip(oneLine(summary ?? 'no summary'), 60);
  const mark = state === 'failed' ? ' failed' : '';
  return `• ${id} (${clip(title, 40)})${mark} - ${words} [${age(now - (ended_at ?? now))}]`;
}

export function age(ms: number): string {
  return ms < 60_000 ? 'just now' : `${timeSpan(ms)} ago`;
}

/**
 * One line for a terminal: the whole text follows by the hook that knows the id. It is typed as if by the person, so
 * nothing in it may be a key.
 */
export function typedLine({ id, text }: Letter): string {
  const line = text
    .split(/[\r\n]/)[0]!
    .replace(/\p{C}/gu, ' ')
    .trim();
  return `${tag(id)} ${clip(line, 200)}`;
}
