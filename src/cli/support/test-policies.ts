// `pawl policies test`: runs the examples of policies, or asks them about an event or about calls that were made.
import { appliesTo, type Finding } from '../../core/engine.ts';
import type { Event } from '../../core/event.ts';
import { packOf } from '../../core/pack.ts';
import { eventsOf, type Policy } from '../../core/policy.ts';
import { oneLine, plural } from '../../core/text.ts';
import { isDecision, withSuggestion } from '../../core/verdict.ts';
import { UserError } from '../../system/errors.ts';
import { type InForce, requirePolicyName } from '../../user-policies/in-force.ts';
import { type ExampleResult, runExamples } from '../../user-policies/run-examples.ts';
import { type FilePolicy, runPolicyFileExamples } from '../../user-policies/user-policies.ts';
import { type ParsedArgs, wholeNumber } from '../command.ts';
import { paintDecision } from './open-log.ts';
import { fitTable, paint, shortPath, visible, wrap } from './terminal.ts';
import { labelOf, lastCalls, readEventFile, type Tried, tryPolicies } from './try-policies.ts';

export async function testPolicies(
  inForce: InForce,
  [id]: string[],
  { options, json }: ParsedArgs,
): Promise<number> {
  const name = id === undefined ? undefined : requireName(id, inForce);
  const chosen = inForce.policies.filter(
    (policy) => name === undefined || policy.id === name || packOf(policy.id) === name,
  );
  if (typeof options.event === 'string') return tryEvent(chosen, options.event, inForce, json);
  if (typeof options.last === 'string')
    return tryLastCalls(chosen, wholeNumber(options.last, 'last'), inForce, json);
  return testExamples(chosen, name, inForce, json);
}

async function testExamples(
  chosen: readonly Policy[],
  name: string | undefined,
  inForce: InForce,
  json: boolean,
): Promise<number> {
  const results = (await Promise.all(chosen.map((policy) => testPolicy(policy, inForce)))).flat();
  const broken = name === undefined ? inForce.files.broken : [];
  const failed = results.filter((result) => !result.ok);
  const untested = chosen.filter(({ id }) => !results.some(({ policy }) => policy === id));
  if (json) console.log(JSON.stringify(results, null, 2));
  else {
    for (const result of failed) console.log(failureLine(result));
    for (const { file, problem } of broken)
      console.log(`${paint('red', 'broken')} ${shortPath(file)}: ${problem}`);
    if (results.length > 0)
      console.log(`${results.length - failed.length} of ${plural(results.length, 'example')} passed.`);
    if (untested.length > 0) console.log(untestedText(untested));
  }
  const nothingTested = name !== undefined && results.length === 0;
  return failed.length + broken.length > 0 || nothingTested ? 1 : 0;
}

function untestedText(policies: readonly Policy[]): string {
  const ids = policies.map(({ id }) => visible(id));
  const [have, one] = ids.length === 1 ? ['has', 'it'] : ['have', 'one'];
  return wrap(
    `${paint('yellow', 'untested')} ${ids.join(', ')} ${have} no examples. To try ${one} on past calls: \`pawl policies test ${ids[0]} --last 100\`.`,
  );
}

async function tryEvent(
  chosen: readonly Policy[],
  file: string,
  inForce: InForce,
  json: boolean,
): Promise<number> {
  const tried = await tryPolicies(chosen, readEventFile(file), inForce);
  const rows = chosen.map((policy) => ({ policy: policy.id, ...answerOf(policy, tried, inForce) }));
  if (json) {
    console.log(JSON.stringify(rows, null, 2));
    return 0;
  }
  const shown = rows.filter(({ answer }) => chosen.length === 1 || answer !== 'not asked');
  console.log(
    fitTable(
      shown.map(({ policy, answer, text }) => [visible(policy), paintDecision(answer), visible(text)]),
    ),
  );
  const hidden = rows.length - shown.length;
  if (hidden > 0) console.log(paint('dim', `${plural(hidden, 'policy', 'policies')} not asked.`));
  return 0;
}

interface PolicyAnswer {
  answer: string;
  text: string;
}

function answerOf(policy: Policy, { event, findings }: Tried, inForce: InForce): PolicyAnswer {
  const found = findings.find((finding) => finding.policy === policy.id);
  if (found) return findingAnswer(found);
  const { level } = inForce.config.setting(policy);
  if (!appliesTo(policy, event)) return { answer: 'not asked', text: aboutOther(policy, event) };
  return level === 'off'
    ? { answer: 'not asked', text: 'it is switched off' }
    : {
        answer: 'pass',
        text: policy.check ? 'the call has none of the effects it is about' : 'it only records',
      };
}

function aboutOther(policy: Policy, event: Event): string {
  const tool = 'tool_name' in event ? `, ${event.tool_name}` : '';
  const about = [eventsOf(policy).join(' '), policy.tools?.join(' ')].filter(Boolean).join(': ');
  return `it is about ${about}; this event is ${event.hook_event_name}${tool}`;
}

function findingAnswer({ verdicts, effective, level, error }: Finding): PolicyAnswer {
  const verdict = effective.find(isDecision) ?? effective[0] ?? verdicts.find(isDecision);
  if (error) return { answer: verdict?.kind ?? 'failed', text: `failed: it ${error}` };
  if (!verdict) return { answer: 'pass', text: '' };
  const text = 'reason' in verdict ? withSuggestion(verdict.reason, insteadOf(verdict)) : verdict.text;
  return effective.length > 0
    ? { answer: verdict.kind, text: oneLine(text) }
    : { answer: 'pass', text: oneLine(`${verdict.kind}, but its level is ${level}: ${text}`) };
}

const insteadOf = (verdict: object) => ('instead' in verdict ? String(verdict.instead) : undefined);

async function tryLastCalls(
  chosen: readonly Policy[],
  count: number,
  inForce: InForce,
  json: boolean,
): Promise<number> {
  const calls = lastCalls(inForce.home, count);
  const rows: (PolicyAnswer & { policy: string; tool: string; call: string })[] = [];
  let asked = 0;
  for (const { event } of calls) {
    const { findings } = await tryPolicies(chosen, event, inForce, { past: true });
    if (chosen.some((policy) => appliesTo(policy, event))) asked++;
    const tool = 'tool_name' in event ? event.tool_name : event.hook_event_name;
    for (const finding of findings) {
      const answer = findingAnswer(finding);
      if (answer.answer !== 'pass' || answer.text)
        rows.push({ policy: finding.policy, tool, call: oneLine(labelOf(event)), ...answer });
    }
  }
  if (json) console.log(JSON.stringify({ calls: calls.length, asked, answers: rows }, null, 2));
  else printTriedCalls(calls.length, asked, rows);
  return 0;
}

function printTriedCalls(
  calls: number,
  asked: number,
  rows: readonly { policy: string; answer: string; tool: string; call: string }[],
): void {
  if (calls === 0) {
    console.log('There are no calls yet: neither transcripts of Claude Code nor recorded calls were found.');
    return;
  }
  const about = asked === calls ? '' : `, of which the policies check ${asked}`;
  console.log(wrap(`${plural(calls, 'call')}${about}: ${plural(rows.length, 'answer')} other than pass.`));
  if (rows.length === 0) return;
  console.log(
    fitTable(
      rows.map(({ policy, answer, tool, call }) => [
        visible(policy),
        paintDecision(answer),
        visible(tool),
        visible(call),
      ]),
      { lines: 2 },
    ),
  );
}

/** For an unknown name, the error lists the files that are not in force, because it may be one of them. */
function requireName(id: string, inForce: InForce): string {
  const { broken, untrusted } = inForce.files;
  try {
    return requirePolicyName(id, inForce);
  } catch (error) {
    const config = inForce.config.layers.find(({ state }) => state === 'broken' || state === 'last good');
    if (config && /^(rules|external)\//.test(id))
      throw new UserError(
        `${shortPath(config.file)} is broken, so ${id} is not in force. \`pawl config\` shows the line.`,
        1,
      );
    if (broken.length + untrusted.length === 0) throw error;
    const problems = [
      ...broken.map(({ file, problem }) => `  ${shortPath(file)}: ${problem}`),
      ...untrusted.map((file) => `  ${shortPath(file)}: not trusted; read it and run \`pawl trust\``),
    ];
    throw new UserError(
      `${(error as Error).message}\nFiles that are not in force:\n${problems.join('\n')}`,
      1,
    );
  }
}

async function testPolicy(policy: Policy, { home }: InForce): Promise<ExampleResult[]> {
  if (!('file' in policy)) return runExamples(policy);
  const results = await runPolicyFileExamples((policy as FilePolicy).file, home);
  if (typeof results !== 'string') return results;
  return [{ policy: policy.id, example: 'all', expected: '', got: 'failure', ok: false, problem: results }];
}

function failureLine({ policy, example, expected, got, problem }: ExampleResult): string {
  return `${paint('red', 'failed')} ${policy}: ${example}: expected ${expected}, got ${got}${problem ? ` (${problem})` : ''}`;
}
