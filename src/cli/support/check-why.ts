// `pawl check --why`: what a decision is based on, and what would change it.
import type { Reason } from '../../core/merge.ts';
import { allPolicies } from '../../policies/registry.ts';
import { displayWords } from '../../shell/base/words.ts';
import { knowledgeOf } from '../../shell/programs/registry.ts';
import type { Effect } from '../../shell/types.ts';
import type { CheckResult } from './check-command.ts';
import { paint, visible, wrap } from './terminal.ts';

export interface CheckWhy {
  /** Everything the command would do that a policy may object to. */
  effects: { command: string; program: string; spec: string; kind: string; weight: string; code: string }[];
  /** The facts that were found on the machine. */
  facts: { policy: string; text: string }[];
  /** Changes that would make the command pass; empty if it passes. */
  changes: string[];
  /** Pages about the policies and codes, in the documentation. */
  pages: string[];
}

/** The part of a check that its explanation needs; `pawl explain` takes it from the record of an event. */
export type Explainable = Pick<CheckResult, 'shell' | 'evidence' | 'programs' | 'policies'> & {
  outcome: Pick<CheckResult['outcome'], 'reasons'>;
  /** Absent for a tool call. */
  event?: string;
};

export function explainCheck(checked: Explainable): CheckWhy {
  const { outcome, shell, evidence } = checked;
  const effects = shell.effects
    .filter(({ weight }) => weight !== 'plain')
    .map((effect) => effectOf(effect, checked));
  return {
    effects: effects.filter((effect, at) => effects.findIndex((other) => isSame(effect, other)) === at),
    facts: evidence,
    changes: outcome.reasons.flatMap((reason) => changesFor(reason, checked)),
    pages: [...new Set(outcome.reasons.flatMap(pagesOf))],
  };
}

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

function effectOf({ kind, weight, code, command }: Effect, { programs }: Explainable) {
  const { from, group } = knowledgeOf(command.name, programs);
  const spec = { config: 'your config', grammar: 'only its options are known', nowhere: 'not known' };
  return {
    command: displayWords(command.words) || 'the command line itself',
    program: command.name,
    spec: from === 'built-in' ? `pawl help programs/${group}` : spec[from],
    kind,
    weight,
    code,
  };
}

/** The changes that would lead to another decision: other facts, another command, a setting, an override by a person. */
function changesFor({ policy: id, code, instead }: Reason, { policies, event }: Explainable): string[] {
  const policy = policies.find((policy) => policy.id === id);
  const accepts = code !== undefined && policy?.options !== undefined && 'accept' in policy.options;
  const setting = accepts ? { accept: [code] } : { level: 'observe' };
  const means = accepts
    ? `To let every such ${event ? 'event' : 'command'} pass`
    : 'To have this policy only record what it finds';
  return [
    ...(policy?.passesIf ? [`${id} passes if ${policy.passesIf}.`] : []),
    ...(instead ? [`Another way: ${instead}`] : []),
    `${means}, in the config: {"policies": {"${id}": ${JSON.stringify(setting)}}}`,
    overrideHint(id, event),
  ];
}

/** How a person overrides the decision. `allow-once` is only for tool calls. */
function overrideHint(policy: string, event: string | undefined): string {
  if (!event)
    return 'To allow this call once: type `/pawl allow-once` in Claude Code, or run `pawl allow-once` in another terminal, then have the agent try again.';
  return event === 'ConfigChange'
    ? 'To accept these settings as they are now: `pawl trust --settings`.'
    : `To switch the policy off for a while: \`pawl pause --policy ${policy} --for 30m\`.`;
}

/** Rules, scripts and policy files of users have no pages. */
const pagesOf = ({ policy, code }: Reason) =>
  allPolicies().some(({ id }) => id === policy)
    ? [`pawl help ${policy}`, ...(code ? [`pawl help ${code}`] : [])]
    : [];

export function printWhy({ effects, facts, changes, pages }: CheckWhy): void {
  section(
    'What it would do:',
    effects.map(({ command, kind, weight, code, program, spec }) => {
      const known = program && ` (${program}: ${asCommand(spec)})`;
      return `${command}: effect ${code} (${weight}), of the kind ${kind}${known}`;
    }),
  );
  section(
    'What was found on this machine:',
    facts.map(({ policy, text }) => `${policy}: ${text}`),
  );
  section('What would change the decision:', [...new Set(changes)]);
  section('More:', pages.map(asCommand));
}

/** In backquotes a command stays in one line, and gets the launcher's path where that is needed. */
const asCommand = (text: string) => (text.startsWith('pawl ') ? `\`${text}\`` : text);

function section(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  console.log(paint('dim', `\n${title}`));
  for (const line of lines) console.log(wrap(visible(line), '  '));
}
