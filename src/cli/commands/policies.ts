// `pawl policies`: lists policies with their levels, creates a policy file, and runs the examples of policies.

import { basename } from 'node:path';
import { packOf } from '../../core/pack.ts';
import { eventsOf, examplesOf, type Policy } from '../../core/policy.ts';
import { clip, plural } from '../../core/text.ts';
import { UserError } from '../../system/errors.ts';
import { type InForce, policiesInForce } from '../../user-policies/in-force.ts';
import { scaffold } from '../../user-policies/scaffold.ts';
import type { FilePolicy } from '../../user-policies/user-policies.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import library from '../init/package.files.json';
import { refuseInsideAgent } from '../person/only-people.ts';
import { paintDecision } from '../support/open-log.ts';
import { columns, fitTable, paint, prose, shortPath, visible, wrap } from '../support/terminal.ts';
import { testPolicies } from '../support/test-policies.ts';

const policies: Command = {
  summary: 'List, create and test policies',
  usage: '[new <id> | test [<id>]]',
  subcommands: { '': 0, new: 1, test: 1 },
  details: `
  pawl policies                 list the policies that are switched on, with their level and where it is set
  pawl policies new no-telnet   create a policy in Pawl’s home, or with --project in this project (then \`pawl trust\`)
  pawl policies test [<id>]     run the examples of one policy, of a pack, or of all

The level in the config is the most that a policy may do (the column “ceiling”). At the level ask, a policy that would
deny a call asks about it; at the level observe, what it says is only recorded.

To try a rule, a script or a policy without examples, ask it about an event or about calls that were made:

  pawl policies test rules/no-telnet --event call.json
  pawl policies test rules/no-telnet --last 100

Exit codes: 0 done, 1 an example failed, or the policy named has none; 2 wrong usage.`,
  options: {
    all: { type: 'boolean', of: [''], about: 'Also list policies that are switched off' },
    event: {
      type: 'string',
      value: 'file',
      of: ['test'],
      alone: [],
      about: 'Ask about the event in this file (- is stdin)',
    },
    last: {
      type: 'string',
      value: 'n',
      of: ['test'],
      about: 'Ask about the last n tool calls on this machine',
    },
    project: { type: 'boolean', of: ['new'], about: 'Create it in .pawl/policies of this project' },
    ...jsonOption,
  },
  async run(args) {
    const [verb, ...rest] = args.rest;
    if (verb === 'new') return createPolicy(rest, args);
    const inForce = await policiesInForce({ fresh: true });
    if (verb === 'test') return testPolicies(inForce, rest, args);
    return printPolicies(inForce, args);
  },
};
export default policies;

interface PolicyView {
  id: string;
  summary: string;
  /** What it can do: its verdicts in its examples, or the action of a rule. */
  actions: string[];
  /** The ceiling: a stronger action is lowered to it. */
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
  /** A policy file in Pawl’s home that no person has accepted: only what it refuses and asks counts. */
  refuses_only?: true;
}

function viewOf(policy: Policy, { config }: InForce): PolicyView {
  const { level, from } = config.setting(policy);
  return {
    id: policy.id,
    summary: policy.summary,
    actions: actionsOf(policy, config),
    level,
    from,
    default_level: policy.level,
    events: eventsOf(policy),
    tools: policy.tools ?? [],
    pack: packOf(policy.id),
    source: sourceOf(policy),
    ...('file' in policy && { file: (policy as FilePolicy).file }),
    ...('refusesOnly' in policy && { refuses_only: true as const }),
    ...(policy.options && { options: policy.options }),
  };
}

function sourceOf(policy: Policy): PolicyView['source'] {
  if ('file' in policy) return 'own';
  if ('external' in policy) return 'external';
  return policy.id.startsWith('rules/') ? 'rule' : 'built-in';
}

/** Policy files that are not in force. */
function brokenViews({ files }: InForce): PolicyView[] {
  const view = (file: string, problem: string): PolicyView => ({
    id: basename(file),
    summary: '',
    actions: [],
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
    ...files.untrusted.map((file) => view(file, 'not trusted; read it and run `pawl trust`')),
  ];
}

function printPolicies(inForce: InForce, { options, json }: ParsedArgs): number {
  const views = [...inForce.policies.map((policy) => viewOf(policy, inForce)), ...brokenViews(inForce)];
  if (json) {
    console.log(JSON.stringify(views, null, 2));
    return 0;
  }
  const shown = views.filter((view) => options.all || view.level !== 'off' || view.problem);
  const wide = columns() >= 130;
  const title = ['policy', 'action', 'ceiling', ...(wide ? ['on'] : []), 'about'].map((word) =>
    paint('dim', word),
  );
  console.log(fitTable([title, ...shown.map((view) => row(view, wide))]));
  const hidden = views.length - shown.length;
  if (hidden > 0)
    console.log(
      paint(
        'dim',
        `\n${prose(`${plural(hidden, 'more policy', 'more policies')} switched off; use --all to list them.`)}`,
      ),
    );
  return 0;
}

function row(view: PolicyView, wide: boolean) {
  const { id, actions, level, from, events, tools, summary, problem, file } = view;
  const on = [events.join(' '), tools.join(' ')].filter(Boolean).join(': ');
  const about = problem
    ? `${paint('red', visible(problem))} (${shortPath(file ?? '')})`
    : `${visible(summary)}${view.refuses_only ? paint('dim', ' (may only refuse until `pawl trust`)') : ''}`;
  const decisions = actions.filter((action) => !['inject', 'tell', 'rewrite'].includes(action));
  const shown = (decisions.length > 0 ? decisions : actions.slice(0, 1)).map((action) =>
    paintDecision(action),
  );
  const ceiling = from === 'default' || level === 'off' ? level : `${level} (${from})`;
  return [visible(id), shown.join(', ') || '–', ceiling, ...(wide ? [clip(on, 40)] : []), about];
}

const actionOrder = ['block', 'deny', 'ask', 'warn', 'allow', 'rewrite', 'inject', 'tell'];

/** Takes the actions of a policy from its examples; a rule says its own, and a script decides when it runs. */
function actionsOf(policy: Policy, { rules }: InForce['config']): string[] {
  const rule = rules.find(({ id }) => policy.id === `rules/${id}`);
  if (rule) return [rule.action];
  if ('external' in policy) return ['script'];
  const expected = examplesOf(policy).map(({ expect }) => expect as string);
  return actionOrder.filter((action) => expected.includes(action));
}

async function createPolicy([name, ...more]: string[], { options, json }: ParsedArgs): Promise<number> {
  const project = options.project === true;
  const id = name?.includes('/') ? name : `${project ? 'team' : 'mine'}/${name}`;
  if (!name || more.length > 0 || !/^[a-z0-9-]+\/[a-z0-9-]+$/.test(id))
    throw new UserError('`pawl policies new` takes a name like no-telnet or mine/no-telnet.');
  // A project's policy is not in force until a person trusts it, so an agent may create one.
  if (!project) refuseInsideAgent('policies new');
  const inForce = await policiesInForce();
  const taken = inForce.policies.find((policy) => policy.id === id);
  if (taken)
    throw new UserError(`Choose another name; the policy ${id} exists already (${sourceOf(taken)}).`, 1);
  const made = scaffold(id, project ? { project: inForce.place.root } : { home: inForce.home }, library);
  if (!made) throw new UserError('Choose another name; a policy file of that name exists already.', 1);
  if (json) console.log(JSON.stringify({ id, ...made }, null, 2));
  else {
    const state = project
      ? 'It is not in force until a person runs `pawl trust`.'
      : 'It refuses and asks at once. If you make it allow or rewrite calls or speak to the model, run `pawl trust`.';
    console.log(
      wrap(
        `Created ${shortPath(made.file)}, an example that works. Edit it, then run \`pawl policies test ${id}\`.`,
      ),
    );
    console.log(wrap(state));
  }
  return 0;
}
