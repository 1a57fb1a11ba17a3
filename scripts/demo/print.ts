// Prints what happened in the demo session, and why.
import type { Run } from '../../test/support/client.ts';
import { whereIs } from '../../test/support/read.ts';
import { bold, cyan, dim, green, red, wrap, yellow } from './paint.ts';
import type { Outcome } from './story.ts';

/** One recorded event, as `pawl log --json` and `pawl explain --json` give it. */
export interface Recorded {
  at: number;
  event: string;
  tool?: string;
  decision: string;
  ms: number;
  label?: string;
  policies?: { policy: string; said: string; counted?: string; reason?: string; ms: number }[];
  skipped?: { policy: string; because: string }[];
}

export const heading = (text: string) => console.log(`\n${bold(text)}\n`);

const shades: Record<string, (text: string) => string> = {
  deny: red,
  block: red,
  ask: yellow,
  allow: green,
  inject: cyan,
};
const shade = (word: string, size = 0) => (shades[word] ?? dim)(word.padEnd(size));

export function printTimeline(events: Recorded[]): void {
  const start = events[0]?.at ?? 0;
  for (const event of events) {
    const clock = `+${((event.at - start) / 1000).toFixed(2)} s`.padStart(9);
    const name = [event.event, event.tool].filter(Boolean).join(' ').padEnd(18);
    console.log(
      `${dim(clock)}  ${name}${shade(event.decision, 6)} ${dim(`${event.ms.toFixed(1)} ms`.padStart(8))}`,
    );
    if (event.tool && event.label) console.log(wrap(`$ ${event.label}`, ' '.repeat(11)));
    for (const verdict of event.policies ?? []) printVerdict(verdict);
  }
}

function printVerdict({ policy, said, reason }: NonNullable<Recorded['policies']>[number]): void {
  if (said === 'pass') return;
  console.log(`           ${shade(said)} by ${bold(policy)}`);
  if (reason) console.log(wrap(reason, ' '.repeat(13)));
}

/** Prints every text of Pawl that reached the model, and where the client put it. */
export function printModelTexts(run: Run): void {
  for (const line of run.lines.filter((output) => output.subtype === 'hook_response' && output.stdout)) {
    const text = textOf(JSON.parse(line.stdout ?? '{}'));
    const [place] = whereIs(run, text);
    if (!place) continue;
    const [request, role] = place.slice(1).split(' ');
    console.log(dim(`  ${line.hook_event} → its request ${Number(request) + 1}, in a ${role} message`));
    console.log(`${wrap(text, '    ')}\n`);
  }
}

interface HookAnswer {
  reason?: string;
  hookSpecificOutput?: { additionalContext?: string; permissionDecisionReason?: string };
}

function textOf({ reason, hookSpecificOutput: specific = {} }: HookAnswer): string {
  return reason ?? specific.permissionDecisionReason ?? specific.additionalContext ?? '';
}

/** Prints policies with a verdict in full, then those without one, then those that did not run, grouped by reason. */
export function printExplanation({ policies = [], skipped = [] }: Recorded): void {
  for (const { policy, said, ms, reason } of policies.filter((policy) => policy.said !== 'pass')) {
    console.log(`  ${shade(said, 7)}${bold(policy)} ${dim(`${ms.toFixed(2)} ms`)}`);
    if (reason) console.log(wrap(reason, ' '.repeat(9)));
  }
  const passed = policies.filter((policy) => policy.said === 'pass').map((policy) => policy.policy);
  console.log(dim(`  pass   ${wrap(passed.join(', '), ' '.repeat(9)).trimStart()}`));
  const reasons = Map.groupBy(skipped, ({ because }) => because.replace(/ \(.*\)$/, ''));
  for (const [because, all] of reasons) console.log(dim(`  –      ${all.length} × ${because}`));
}

export function printOutcome({ colleagueSafe, mergeFinished }: Outcome): void {
  const mark = (good: boolean) => (good ? green('✓') : red('✗'));
  console.log(`  ${mark(colleagueSafe)} the colleague’s commit is still on the shared branch`);
  console.log(`  ${mark(mergeFinished)} the merge is resolved and committed`);
}
