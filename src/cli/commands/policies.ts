// `pawl policies`: what there is, how far each counts and why; and how to begin one of your own.

import { basename } from 'node:path';
import { packOf } from '../../core/pack.ts';
import { eventsOf, type Policy } from '../../core/policy.ts';
import { clip } from '../../core/text.ts';
import { UserError } from '../../system/errors.ts';
import { type InForce, policiesInForce, requirePolicyName } from '../../user-policies/in-force.ts';
import { type ExampleResult, runExamples } from '../../user-policies/run-examples.ts';
import { scaffold } from '../../user-policies/scaffold.ts';
import { type FilePolicy, runPolicyFileExamples } from '../../user-policies/user-policies.ts';
import { type Command, jsonOption, type Words } from '../command.ts';
import library from '../init/package.files.json';
import { refuseInsideAgent } from '../support/only-people.ts';
import { paintDecision } from '../support/open-log.ts';
import { paint, shortPath, table, visible } from '../support/terminal.ts';

const policies: Command = {
  summary: 'List policies, or start one of your own',
  usage: '[new <id> | test [<id>]]',
  details: `
  pawl policies                 what is switched on, at which level, and why
  pawl policies new no-telnet   begin a policy in Pawl’s home; --project: in this project (then \`pawl trust\`)
  pawl policies test [<id>]     play the examples of one policy, or of all; exit code 1 if one fails`,
  options: {
    all: { type: 'boolean', about: 'Also what is switched off' },
    project: { type: 'boolean', about: 'With new: in .pawl/policies of this project' },
    ...jsonOption,
  },
  async run(words) {
    const [verb, ...rest] = words.rest;
    if (verb === 'new') return begin(rest, words);
    const inForce = await policiesInForce({ fresh: true });
    if (verb === 'test') return playAll(inForce, rest, words.json);
    if (verb !== undefined) throw new UserError(`\`pawl policies\` knows new and test, not "${verb}".`);
    return list(inForce, words);
  },
};
export default policies;

interface View {
  id: string;
  summary: string;
  level: string;
  from: string;
  default_level: string;
  events: readonly string[];
  tools: readonly string[];
  pack: string;
  source: 'built-in' | 'own' | 'rule' | 'external';
  file?: string;
  options?: Record<string, unknown>;
  /** Why it is not in force. */
  problem?: string;
}

function viewOf(policy: Policy, { config }: InForce): View {
  const { level, from } = config.setting(policy);
  return {
    id: policy.id,
    summary: policy.summary,
    level,
    from,
    default_level: policy.level,
    events: eventsOf(policy),
    tools: policy.tools ?? [],
    pack: packOf(policy.id),
    source: sourceOf(policy),
    ...('file' in policy && { file: (policy as FilePolicy).file }),
    ...(policy.options && { options: policy.options }),
  };
}

function sourceOf(policy: Policy): View['source'] {
  if ('file' in policy) return 'own';
  if ('external' in policy) return 'external';
  return policy.id.startsWith('rules/') ? 'rule' : 'built-in';
}

/** What should be a policy and is none. */
function brokenViews({ files }: InForce): View[] {
  const view = (file: string, problem: string): View => ({
    id: basename(file),
    summary: '',
    level: 'off',
    from: 'not in force',
    default_level: 'off',
    events: [],
    tools: [],
    pack: '',
    source: 'own',
    file,
    problem,
  });
  return [
    ...files.broken.map(({ file, problem }) => view(file, problem)),
    ...files.untrusted.map((file) => view(file, 'not trusted; read it, then run `pawl trust`')),
  ];
}

function list(inForce: InForce, { options, json }: Words): number {
  const views = [...inForce.policies.map((policy) => viewOf(policy, inForce)), ...brokenViews(inForce)];
  if (json) {
    console.log(JSON.stringify(views, null, 2));
    return 0;
  }
  const shown = views.filter((view) => options.all || view.level !== 'off' || view.problem);
  console.log(
    table([
      ['policy', 'level', 'why', 'on', 'source', ''].map((word) => paint('dim', word)),
      ...shown.map(row),
    ]),
  );
  const hidden = views.length - shown.length;
  if (hidden > 0) console.log(paint('dim', `\n${hidden} more are off; --all shows them.`));
  return 0;
}

function row({ id, level, from, events, tools, source, summary, problem, file }: View): string[] {
  const on = [events.join(' '), tools.join(' ')].filter(Boolean).join(': ');
  const about = problem ? `${paint('red', visible(problem))} (${shortPath(file ?? '')})` : summary;
  return [visible(id), paintDecision(level), from, clip(on, 40), source, about];
}

async function begin([name, ...more]: string[], { options, json }: Words): Promise<number> {
  const project = options.project === true;
  const id = name?.includes('/') ? name : `${project ? 'team' : 'mine'}/${name}`;
  if (!name || more.length > 0 || !/^[a-z0-9-]+\/[a-z0-9-]+$/.test(id))
    throw new UserError('`pawl policies new` takes a name like no-telnet or mine/no-telnet.');
  // In a project it counts only after a person trusted it, so an agent may write one there.
  if (!project) refuseInsideAgent('policies new');
  const inForce = await policiesInForce();
  const taken = inForce.policies.find((one) => one.id === id);
  if (taken)
    throw new UserError(`There is a policy ${id} already (${sourceOf(taken)}). Choose another name.`, 1);
  const made = scaffold(id, project ? { project: inForce.place.root } : { home: inForce.home }, library);
  if (!made) throw new UserError('A policy file of that name is already there. Choose another name.', 1);
  if (json) console.log(JSON.stringify({ id, ...made }, null, 2));
  else {
    console.log(`${shortPath(made.file)} is a policy that runs. Edit it, then: pawl policies test ${id}`);
    if (project) console.log('It counts after a person has run `pawl trust`.');
  }
  return 0;
}

async function playAll(inForce: InForce, [id, ...more]: string[], json: boolean): Promise<number> {
  if (more.length > 0) throw new UserError('`pawl policies test` takes one policy, or none for all.');
  const name = id === undefined ? undefined : nameOf(id, inForce);
  const chosen = inForce.policies.filter(
    (one) => name === undefined || one.id === name || packOf(one.id) === name,
  );
  const played = (await Promise.all(chosen.map((policy) => play(policy, inForce)))).flat();
  const broken = name === undefined ? inForce.files.broken : [];
  const failed = played.filter((one) => !one.ok);
  if (json) console.log(JSON.stringify(played, null, 2));
  else {
    for (const one of failed) console.log(failureLine(one));
    for (const { file, problem } of broken)
      console.log(`${paint('red', 'broken')} ${shortPath(file)}: ${problem}`);
    console.log(`${played.length - failed.length} of ${played.length} examples hold.`);
  }
  return failed.length + broken.length > 0 ? 1 : 0;
}

/** An untrusted project's policy is not known by id; say why instead of "no such policy". */
function nameOf(id: string, inForce: InForce): string {
  if (
    inForce.policies.some((one) => one.id === id) ||
    inForce.files.untrusted.length + inForce.files.broken.length === 0
  )
    return requirePolicyName(id, inForce);
  try {
    return requirePolicyName(id, inForce);
  } catch (error) {
    const problems = brokenViews(inForce).map(({ file, problem }) => `  ${shortPath(file!)}: ${problem}`);
    throw new UserError(
      `${(error as Error).message}\nFiles that are not in force:\n${problems.join('\n')}`,
      1,
    );
  }
}

async function play(policy: Policy, { home }: InForce): Promise<ExampleResult[]> {
  if (!('file' in policy)) return runExamples(policy);
  const played = await runPolicyFileExamples((policy as FilePolicy).file, home);
  if (typeof played !== 'string') return played;
  return [{ policy: policy.id, example: 'all', expected: '', got: 'failure', ok: false, problem: played }];
}

function failureLine({ policy, example, expected, got, problem }: ExampleResult): string {
  return `${paint('red', 'wrong')} ${policy}: ${example}: expected ${expected}, got ${got}${problem ? ` (${problem})` : ''}`;
}
