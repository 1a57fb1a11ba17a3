// Describes a synchronisation in one line.
import { timeSpan } from '../../core/text.ts';
import type { SyncResult } from '../../team/sync.ts';

const count = (n: number, word: string) => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;

/** Milliseconds; a smaller difference of the clocks is not mentioned. */
const clockLimit = 120_000;

export function resultText(result: SyncResult): string {
  const sent = [
    [result.events, 'event'],
    [result.sessions, 'session'],
    [result.days, 'day'],
    [result.memories_sent, 'lesson'],
  ].flatMap(([n, word]) => (n ? [count(n as number, word as string)] : []));
  const received = [
    ...(result.memories_received > 0 ? [`Received ${count(result.memories_received, 'lesson')}.`] : []),
    ...(result.retracted > 0 ? [`Removed ${count(result.retracted, 'lesson')} that were taken back.`] : []),
  ];
  const lines = [
    [sent.length > 0 ? `Sent ${sent.join(', ')}.` : 'Everything was sent already.', ...received].join(' '),
    ...(result.config_received
      ? [
          'The team has published a config. What makes things stricter counts now; `pawl team pull` shows the rest.',
        ]
      : []),
    ...(result.refused > 0
      ? [`The team store refused ${count(result.refused, 'row')}, which only this machine has.`]
      : []),
    ...clockLines(result.clock_ms),
  ];
  return lines.join('\n');
}

export function clockLines(ms: number): string[] {
  if (Math.abs(ms) < clockLimit) return [];
  const direction = ms > 0 ? 'behind' : 'ahead of';
  return [
    `This machine’s clock is ${timeSpan(Math.abs(ms))} ${direction} the team store’s. Set it (\`timedatectl\`): its events appear at the wrong time, though none is lost.`,
  ];
}
