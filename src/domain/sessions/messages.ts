// Messages between sessions: their text, and the tag by which one is recognised. Pure.
import { clip, oneLine, plural, timeSpan } from '../../core/text.ts';

/** Every message carries its id, so that it is recognised wherever it appears, whatever its wording. */
export const messageTag = (id: string) => `[pawl:${id}]`;

/** Removes tags from the text of a session, so that no part of it passes for another message. */
export const withoutTags = (text: string) => text.replace(/\[(?=pawl:)/gi, '(');

/** Seconds that a waker hook waits beside an idle session. */
export const wakerTimeout = 4 * 3_600;

export function messageTagsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\[pawl:([a-z0-9]{8,32})\]/g)].map((match) => match[1]!))];
}

/** Where a message is sent: to one session, or to whichever session has this conversation or role. */
export interface Address {
  kind: 'session' | 'conversation' | 'role';
  name: string;
}

export interface SessionMessage {
  id: string;
  text: string;
}

export interface WorkerReport {
  id: string;
  state: 'running' | 'complete' | 'failed';
  title: string;
  summary: string | null;
  ended_at: number | null;
}

const maxShown = 5;

/** At most five lines, failed workers first, each with its age; the rest is only counted. */
export function workersText(ended: readonly WorkerReport[], stillRunning: number, now: number): string {
  const hasFailed = ({ state }: WorkerReport) => state === 'failed';
  const failed = ended.filter(hasFailed).length;
  const head = `${plural(ended.length, 'worker')} of this conversation ${ended.length === 1 ? 'has' : 'have'} ended${failed > 0 ? `, ${failed} of them failed` : ''}.`;
  const sorted = [...ended].sort((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)));
  const lines = sorted.slice(0, maxShown).map((worker) => workerLine(worker, now));
  const more = ended.length > maxShown ? [`… and ${ended.length - maxShown} more`] : [];
  const rest = stillRunning > 0 ? [`${plural(stillRunning, 'worker')} still running.`] : [];
  return [head, ...lines, ...more, ...rest, '`pawl worker list` shows the full reports.'].join('\n');
}

function workerLine({ id, state, title, summary, ended_at }: WorkerReport, now: number): string {
  const words = clip(oneLine(summary ?? 'no summary'), 60);
  const mark = state === 'failed' ? ' failed' : '';
  return `• ${clip(oneLine(id), 40)} (${clip(oneLine(withoutTags(title)), 40)})${mark} - ${withoutTags(words)} [${ageText(now - (ended_at ?? now))}]`;
}

export function ageText(ms: number): string {
  return ms < 60_000 ? 'just now' : `${timeSpan(ms)} ago`;
}

/**
 * One line to type into a terminal; the hook that sees the id adds the full text. The line arrives as keyboard input,
 * so control characters are removed.
 */
export function terminalLine({ id, text }: SessionMessage): string {
  const line = text
    .split(/[\r\n]/)[0]!
    .replace(/\p{C}/gu, ' ')
    .trim();
  return `${messageTag(id)} ${clip(line, 200)}`;
}
