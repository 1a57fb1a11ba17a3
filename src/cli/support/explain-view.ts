// How an explanation looks, and why policies stayed out of a recorded event.

import { notSelected, type Skipped, select, whyNoVerdict } from '../../core/engine.ts';
import type { Event } from '../../core/event.ts';
import type { EventRecord, VerdictRecord } from '../../store/record.ts';
import type { InForce } from '../../user-policies/in-force.ts';
import { clock, paintDecision } from './open-log.ts';
import { paint, table, visible, wrap } from './terminal.ts';

export interface Explained extends EventRecord {
  policies: VerdictRecord[];
  skipped: Skipped[];
  /** True: it has not happened. */
  dry: boolean;
  /** What followed on the same tool call. */
  after?: Explained[];
}

/** Paused was recorded; the rest follows from the event and the config, as it is now. */
export function whyNot(record: EventRecord, { policies, config }: InForce): Skipped[] {
  const event = { hook_event_name: record.event, ...(record.tool && { tool_name: record.tool }) };
  const ran = new Set((record.policies ?? []).map(({ policy }) => policy));
  const paused = record.skipped ?? [];
  const seen = [policies, event as unknown as Event, config.setting] as const;
  const skipped = notSelected(...seen);
  const run = select(...seen);
  const known = new Set([...ran, ...paused.map(({ policy }) => policy)]);
  // Those who look at every effect stay out only of what goes the short way, and then so does everybody.
  const short = run.some(({ policy }) => policy.effects === 'any' && !known.has(policy.id));
  const later = run.map(({ policy }) => ({
    policy: policy.id,
    because:
      policy.effects || !policy.check
        ? whyNoVerdict(policy, short)
        : 'did not run then; with the config of now it would',
  }));
  return [...paused, ...[...skipped, ...later].filter(({ policy }) => !known.has(policy))];
}

export function printExplained(explained: Explained): void {
  console.log(heading(explained));
  if (isUnread(explained)) {
    console.log('\nThe event could not be read, so no policy was asked, and the call was put to the person.');
    return;
  }
  for (const line of spoken(explained)) console.log(line);
  console.log(notRun(explained.skipped));
  console.log(sent(explained));
  for (const after of explained.after ?? []) {
    console.log('');
    printExplained(after);
  }
}

function heading(one: Explained): string {
  const when = one.dry ? 'a dry run, nothing was recorded' : clock(one.at);
  const what = visible([one.event, one.tool, one.label].filter(Boolean).join('  '));
  const ids = [
    one.session_id && `session ${one.session_id}`,
    one.agent_id && `agent ${one.agent_id}`,
    one.tool_use_id,
  ];
  return [
    `${paint('bold', what)}`,
    paint('dim', [when, ...ids, one.project].filter(Boolean).join(' · ')),
    `\n${paintDecision(one.decision)} in ${one.ms.toFixed(1)} ms${one.ok === undefined ? '' : `, the call ${one.ok ? 'succeeded' : 'failed'}`}`,
    ...(one.notes ?? []).map((note) => paint('yellow', visible(note))),
  ].join('\n');
}

function spoken({ policies }: Explained): string[] {
  if (policies.length === 0) return ['\nNo policy looked at it.'];
  // Those who spoke first; nobody should have to look for them.
  const silent = ({ said, error }: VerdictRecord) => (said === 'pass' && !error ? 1 : 0);
  const rows = policies
    .toSorted((a, b) => silent(a) - silent(b))
    .map((one) => [
      `  ${one.policy}`,
      paintDecision(one.said) + (one.counted === undefined ? '' : ` → ${paintDecision(one.counted)}`),
      `level ${one.level}`,
      `${one.ms.toFixed(2)} ms`,
      one.error ? paint('red', visible(`it ${one.error}`)) : visible(one.reason ?? ''),
    ]);
  return ['\nWhat policies said:', table(rows)];
}

/** By reason: most policies are about other events, and nobody wants to read that forty times. */
function notRun(skipped: readonly Skipped[]): string {
  const reasons = [...new Set(skipped.map(({ because }) => because))];
  if (reasons.length === 0) return '';
  const lines = reasons.map((because) => {
    const names = skipped.filter((one) => one.because === because).map(({ policy }) => policy);
    return wrap(`${because}: ${names.join(', ')}`, '  ');
  });
  return `\nWho did not run:\n${lines.join('\n')}`;
}

/** What could not be read has no policies to ask and no answer of theirs. */
export function isUnread({ decision, sent: bytes, policies, notes }: EventRecord): boolean {
  return decision !== 'pass' && !bytes && (policies ?? []).length === 0 && notes !== undefined;
}

function sent({ sent: bytes, injected, left_out, repeated }: Explained): string {
  const lines = [
    bytes ? wrap(visible(bytes), '  ') : '  nothing: no opinion, the client goes on by its own rules',
  ];
  if (injected) lines.push(`  ${injected} characters of context for the model`);
  if (left_out) lines.push(`  left out for length: ${left_out.join(', ')}`);
  if (repeated) lines.push(`  said to this session before, so not again: ${repeated.join(', ')}`);
  return `\nWhat was sent to the client:\n${lines.join('\n')}`;
}
