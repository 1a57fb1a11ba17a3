// Prints an explanation of an event, and finds out why policies did not run on a recorded event.

import { findClient, limitsOf } from '../../clients/index.ts';
import { isObjection } from '../../core/answer.ts';
import { notSelected, type Skipped, select, whyNoVerdict } from '../../core/engine.ts';
import type { Event } from '../../core/event.ts';
import type { Reason } from '../../core/merge.ts';
import { plural } from '../../core/text.ts';
import { readShell } from '../../shell/index.ts';
import { type EventRecord, recordedCommand, type VerdictRecord } from '../../store/record.ts';
import { userHome } from '../../system/home.ts';
import type { InForce } from '../../user-policies/in-force.ts';
import { type CheckWhy, explainCheck, printWhy } from './check-why.ts';
import { clock, paintDecision } from './open-log.ts';
import { fitTable, paint, prose, shortPath, visible, wrap } from './terminal.ts';

export interface Explanation extends EventRecord {
  policies: VerdictRecord[];
  skipped: Skipped[];
  /** For a refusal: how the command was read, what was found, and what would change the decision. */
  why?: CheckWhy;
  /** True for an event that was not recorded, but only tried. */
  dry: boolean;
  /** The later events of the same tool call. */
  after?: Explanation[];
  /** The coding agent that sent it, if that is not Claude Code, and the policies that do less with it than they say. */
  client?: { name: string; title: string; limits: { policy: string; why: string }[] };
}

/** Only policies that are switched on are named. */
export function clientOf({ via }: EventRecord, { policies, config }: InForce): Pick<Explanation, 'client'> {
  const client = findClient(via);
  if (!client) return {};
  const on = new Set(policies.filter((policy) => config.setting(policy).level !== 'off').map(({ id }) => id));
  const limits = limitsOf(client).filter(({ policy }) => on.has(policy));
  return { client: { name: client.name, title: client.title, limits } };
}

/** Pauses were recorded; the other reasons follow from the event and the current config. */
export function whyNotRun(record: EventRecord, { policies, config }: InForce): Skipped[] {
  const event = { hook_event_name: record.event, ...(record.tool && { tool_name: record.tool }) };
  const ran = new Set((record.policies ?? []).map(({ policy }) => policy));
  const paused = record.skipped ?? [];
  const query = [policies, event as unknown as Event, config.setting] as const;
  const skipped = notSelected(...query);
  const selected = select(...query);
  const known = new Set([...ran, ...paused.map(({ policy }) => policy)]);
  // A policy about all effects that did not run shows that the call was known to be harmless.
  const harmless = selected.some(({ policy }) => policy.effects === 'any' && !known.has(policy.id));
  const notRun = selected.map(({ policy }) => ({
    policy: policy.id,
    because:
      policy.effects || !policy.check
        ? whyNoVerdict(policy, harmless)
        : 'did not run then, but would with the current config',
  }));
  return [...paused, ...[...skipped, ...notRun].filter(({ policy }) => !known.has(policy))];
}

/** Explains a refusal in a person's terms; `all` adds which policies ran and which did not, and the bytes that
 * were sent. */
export function printExplanation(explained: Explanation, all: boolean): void {
  console.log(heading(explained));
  if (isMalformed(explained)) {
    console.log('\nThe event could not be read, so no policy ran, and the person was asked.');
    return;
  }
  const reasons = explained.reasons ?? [];
  if (isObjection(explained.decision)) for (const reason of reasons) console.log(reasonLines(reason));
  if (explained.why) printWhy(explained.why);
  if (all || !isObjection(explained.decision)) for (const line of verdictLines(explained)) console.log(line);
  if (explained.client && explained.client.limits.length > 0) console.log(limitText(explained.client));
  if (all) console.log(`${skippedText(explained.skipped)}\n${sentText(explained)}`);
  else console.log(paint('dim', `\n${prose(hiddenText(explained))}`));
  for (const after of explained.after ?? []) {
    console.log('');
    printExplanation(after, all);
  }
}

function reasonLines({ policy, code, text, instead }: Reason): string {
  const lines = [
    `\n  ${paint('bold', policy)}${code ? paint('dim', ` ${code}`) : ''}`,
    wrap(visible(text), '  '),
    ...(instead ? [wrap(visible(`Instead: ${instead}`), '  ')] : []),
  ];
  return lines.join('\n');
}

function limitText({ title, limits }: NonNullable<Explanation['client']>): string {
  const lines = limits.map(({ policy, why }) => wrap(`${policy}: ${why}`, '  '));
  return [`\nWith ${title} these policies do less than they say:`, ...lines].join('\n');
}

function hiddenText({ skipped }: Explanation): string {
  return `${plural(skipped.length, 'other policy', 'other policies')} did not run; --all shows why, and what was sent.`;
}

/** How the command of a refused call was read, and what would change the decision. */
export function whyRefused(record: EventRecord, { policies, config }: InForce): CheckWhy | undefined {
  const { reasons, cwd, policies: verdicts = [] } = record;
  if (!isObjection(record.decision) || !reasons) return undefined;
  const shell = readShell(recordedCommand(record), {
    cwd: cwd || '/',
    home: userHome(),
    programs: config.programs,
  });
  const evidence = verdicts.flatMap(({ policy, evidence: texts = [] }) =>
    texts.map((text) => ({ policy, text })),
  );
  const outcome = { reasons };
  const event = record.tool_use_id ? undefined : record.event;
  return explainCheck({
    shell,
    evidence,
    programs: config.programs,
    policies,
    outcome,
    ...(event && { event }),
  });
}

function heading(explained: Explanation): string {
  const when = explained.dry ? 'dry run, nothing was recorded' : clock(explained.at);
  const title = visible([explained.event, explained.tool, explained.label].filter(Boolean).join('  '));
  const ids = [
    explained.session_id && `session ${explained.session_id}`,
    explained.agent_id && `agent ${explained.agent_id}`,
    explained.client?.title,
    explained.tool_use_id,
  ];
  return [
    paint('bold', prose(title)),
    paint('dim', prose([when, ...ids, shortPath(explained.project)].filter(Boolean).join(' · '))),
    `\n${decisionText(explained.decision)} in ${explained.ms.toFixed(1)} ms${explained.ok === undefined ? '' : `, the call ${explained.ok ? 'succeeded' : 'failed'}`}`,
    ...(explained.notes ?? []).map((note) => paint('yellow', visible(note))),
  ].join('\n');
}

const decisionTexts: Record<string, string> = {
  deny: 'Refused',
  block: 'Blocked',
  ask: 'Put to the person',
  allow: 'Allowed without asking',
  pass: 'Passed',
};

const decisionText = (decision: string) => paintDecision(decision, decisionTexts[decision] ?? decision);

function verdictLines({ policies, why }: Explanation): string[] {
  if (policies.length === 0) return ['\nNo policy ran.'];
  // Policies with a verdict are listed first.
  const hasNoVerdict = ({ said, error }: VerdictRecord) => (said === 'pass' && !error ? 1 : 0);
  const rows = policies
    .toSorted((a, b) => hasNoVerdict(a) - hasNoVerdict(b))
    .map((verdict) => [
      `  ${verdict.policy}`,
      paintDecision(verdict.said) +
        (verdict.counted === undefined ? '' : ` → ${paintDecision(verdict.counted)}`),
      `ceiling ${verdict.level}`,
      `${verdict.ms.toFixed(2)} ms`,
      verdict.error ? paint('red', visible(`it ${verdict.error}`)) : visible(verdict.reason ?? ''),
    ]);
  const evidence = why
    ? []
    : policies.flatMap((verdict) =>
        (verdict.evidence ?? []).map((text) => wrap(`${verdict.policy}: ${visible(text)}`, '  ')),
      );
  return [
    '\nPolicies that ran:',
    fitTable(rows),
    ...(evidence.length > 0 ? ['\nWhat they found on this machine:', ...evidence] : []),
  ];
}

/** Grouped by reason, because most policies do not run for the same reason: they are about other events. */
function skippedText(skipped: readonly Skipped[]): string {
  const reasons = [...new Set(skipped.map(({ because }) => because))];
  if (reasons.length === 0) return '';
  const lines = reasons.map((because) => {
    const names = skipped.filter((entry) => entry.because === because).map(({ policy }) => policy);
    return wrap(`${because}: ${names.join(', ')}`, '  ');
  });
  return `\nPolicies that did not run:\n${lines.join('\n')}`;
}

/** Whether this is the record of an event that could not be parsed. */
export function isMalformed({ decision, sent: bytes, policies, notes }: EventRecord): boolean {
  return decision !== 'pass' && !bytes && (policies ?? []).length === 0 && notes !== undefined;
}

function sentText({ sent: bytes, injected, left_out, repeated }: Explanation): string {
  const lines = [
    bytes ? wrap(visible(bytes), '  ') : '  nothing, so the client applies its own permission rules',
  ];
  if (injected) lines.push(`  ${injected} characters of context for the model`);
  if (left_out) lines.push(`  left out for length: ${left_out.join(', ')}`);
  if (repeated) lines.push(`  left out because this session has seen it: ${repeated.join(', ')}`);
  return `\nSent to the client:\n${lines.join('\n')}`;
}
