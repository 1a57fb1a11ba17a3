// `pawl config`: shows the values in force, where they come from, and mistakes in the config files; changes a value.

import { readOrEmpty, withValue, writeConfig } from '../../config/edit.ts';
import { checkPolicySettings, type EffectiveValue, effectiveValues } from '../../config/effective.ts';
import type { Layer, LayerName } from '../../config/load.ts';
import { type LocatedProblem, locateProblems } from '../../config/problem-location.ts';
import { readLayer } from '../../config/read.ts';
import { unitPath } from '../../config/trust.ts';
import { acceptValue, wouldWait } from '../../config/user-layer.ts';
import type { Problem } from '../../config/validate.ts';
import { isObject } from '../../core/json.ts';
import { clip, nearest, plural } from '../../core/text.ts';
import { readWorkflows } from '../../domain/workflow/read.ts';
import { allPolicies } from '../../policies/registry.ts';
import { recordOverride } from '../../store/record-override.ts';
import { UserError } from '../../system/errors.ts';
import type { Home } from '../../system/home.ts';
import { type InForce, policiesInForce } from '../../user-policies/in-force.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { provePerson } from '../person/prove.ts';
import { fitTable, paint, prose, shortPath, table, visible, wrap } from '../support/terminal.ts';

const config: Command = {
  summary: 'Show or change the config, and where each value comes from',
  usage: '[get <key> | set <key> <value> | path]',
  details: `
  pawl config                              show the config files, their mistakes, the packs, and every value that is
                                           not the default; later layers win: default < user < project < local
  pawl config --all                        show every value
  pawl config get retention.events_days    print one value
  pawl config set packs.memory true        change your own config; keeps comments and formatting. Only for people;
                                           a change that weakens Pawl has to be confirmed at a terminal
  pawl config path                         print the config files, in the order in which they apply

The exit code is 1 if a config file or a policy file is broken.`,
  options: {
    all: { type: 'boolean', about: 'Also show the values that are the defaults; --json always has them' },
    ...jsonOption,
  },
  async run(args) {
    const [verb, ...rest] = args.rest;
    const inForce = await policiesInForce();
    switch (verb) {
      case undefined:
        return show(inForce, args);
      case 'get':
        return get(inForce, rest, args);
      case 'set':
        return set(inForce, rest);
      case 'path':
        return paths(inForce, args.json);
      default:
        throw new UserError(
          `Use \`pawl config\`, \`pawl config get\`, \`set\` or \`path\`; there is no "${verb}".`,
        );
    }
  },
};
export default config;

interface LayerView {
  layer: LayerName;
  file: string;
  state: Layer['state'] | 'missing';
  /** Parts that weaken Pawl and wait for `pawl trust`. */
  waiting: readonly string[];
  problems: LocatedProblem[];
}

/** Workflows of all layers are validated together; a problem belongs to the layer that defines the workflow. */
function workflowProblems({ value }: Layer, all: readonly Problem[]): Problem[] {
  const ofLayer = all.filter(({ path }) => Object.hasOwn(value.workflows ?? {}, path[0] ?? ''));
  return ofLayer.map((problem) => ({ ...problem, path: ['workflows', ...problem.path] }));
}

function layerViews({ home, place, config: { layers, workflows }, policies }: InForce): LayerView[] {
  const ofTeam = layers.find(({ name }) => name === 'team');
  const files: [LayerName, string][] = [
    ...(ofTeam ? [['team', ofTeam.file] as [LayerName, string]] : []),
    ['user', home.config],
    ['project', unitPath(place.root, 'config')],
    ['local', unitPath(place.root, 'local')],
  ];
  const broken = readWorkflows(workflows).problems;
  return files.map(([name, file]) => {
    const layer = layers.find((known) => known.name === name);
    if (!layer) return { layer: name, file, state: 'missing', waiting: [], problems: [] };
    const found = [
      ...layer.problems,
      ...checkPolicySettings(layer, policies),
      ...workflowProblems(layer, broken),
    ];
    const problems = locateProblems({ ...layer, problems: found });
    return { layer: name, file, state: layer.state, waiting: layer.waiting ?? [], problems };
  });
}

function show(inForce: InForce, { options, json }: ParsedArgs): number {
  const layers = layerViews(inForce);
  const values = effectiveValues(inForce.config, inForce.policies);
  const broken = inForce.files.broken;
  const failed = layers.some(({ problems }) => problems.some(({ severity }) => severity === 'error'));
  if (json) console.log(JSON.stringify({ layers, values, broken_policies: broken }, null, 2));
  else {
    printLayers(layers, broken);
    printValues(values, options.all === true);
  }
  return failed || broken.length > 0 ? 1 : 0;
}

const stateTexts: Record<LayerView['state'], string> = {
  ok: 'in force',
  'last good': 'broken; its last good version is in force',
  broken: 'broken and ignored',
  untrusted: 'not trusted; only its stricter settings apply (see `pawl trust`)',
  missing: 'does not exist',
};

function printLayers(layers: LayerView[], broken: InForce['files']['broken']): void {
  console.log(
    fitTable(
      layers.map(({ layer, file, state }) => [paint('bold', layer), shortPath(file), stateTexts[state]]),
      { shrink: [[2, 20], 1, 2] },
    ),
  );
  for (const { file, waiting } of layers)
    for (const part of waiting)
      console.log(
        wrap(`${paint('yellow', 'waiting')} ${shortPath(file)}: ${visible(part)} (see \`pawl trust\`)`),
      );
  for (const problem of layers.flatMap((layer) => layer.problems)) console.log(problemLine(problem));
  for (const { file, problem } of broken)
    console.log(prose(`${paint('red', 'error')} ${shortPath(file)} is not in force: ${problem}`));
}

function printValues(values: readonly EffectiveValue[], all: boolean): void {
  const shown = values.filter((setting) => all || setting.key.startsWith('packs.') || !isDefault(setting));
  const rows = shown.map(({ key, value, from }) => [
    key,
    from === 'default' ? paint('dim', from) : from.replace(/^pack \S+ is off$/, 'pack is off'),
    shortValue(value),
  ]);
  console.log(`\n${fitTable(rows, { shrink: [[2, 20], 0, 2], lines: 3 })}\n`);
  const hidden = values.length - shown.length;
  const more =
    hidden > 0 ? `${plural(hidden, 'other value is', 'other values are')} the defaults: --all. ` : '';
  const level = 'A level is the most that a policy may do; `pawl policies` shows what each one does.';
  console.log(paint('dim', wrap(`${more}\`pawl help config\` explains every key. ${level}`)));
}

/** True if no layer sets the value, or if it is an empty list or object. */
function isDefault({ from, value }: EffectiveValue): boolean {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return from === 'default' || from.endsWith(' is off') || isEmpty;
}

function problemLine({ file, line, column, key, message, severity }: LocatedProblem): string {
  const colour = severity === 'error' ? 'red' : 'yellow';
  return prose(
    `${paint(colour, severity)} ${shortPath(file)}:${line}:${column} ${visible(key && `${key}: `)}${visible(message)}`,
  );
}

/** Rules and scripts are shortened to their ids; `pawl config get rules` prints them in full. */
function shortValue(value: unknown): string {
  const ids = Array.isArray(value) ? value.map((item) => (isObject(item) ? item.id : undefined)) : [];
  if (ids.length > 0 && ids.every((id) => typeof id === 'string')) return visible(ids.join(', '));
  return clip(visible(inOneLine(value)), 200);
}

/** JSON on one line, with blanks at which it may be wrapped. */
function inOneLine(value: unknown): string {
  const text = JSON.stringify(value, null, 1) ?? 'nothing';
  return text.replace(/([[{])\n\s*|\n\s*([\]}])/g, '$1$2').replace(/\n\s*/g, ' ');
}

function get(inForce: InForce, [key, ...more]: string[], { json }: ParsedArgs): number {
  if (!key || more.length > 0)
    throw new UserError('`pawl config get` takes one key: `pawl config get context.limit`.');
  const values = effectiveValues(inForce.config, inForce.policies);
  const found = values.find((setting) => setting.key === key);
  const below = values.filter((setting) => setting.key.startsWith(`${key}.`));
  if (!found && below.length === 0) throw unknownKey(key, values);
  if (json) console.log(JSON.stringify(found ?? below, null, 2));
  else
    for (const setting of found ? [found] : below)
      console.log(found ? fullValue(setting.value) : `${setting.key} ${fullValue(setting.value)}`);
  return 0;
}

function fullValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function unknownKey(key: string, values: EffectiveValue[]): UserError {
  const near = nearest(
    key,
    values.map((setting) => setting.key),
  );
  return new UserError(
    `There is no key "${key}".${near ? ` Did you mean ${near}?` : ''} \`pawl config --all\` lists them.`,
    1,
  );
}

function paths({ home, place }: InForce, json: boolean): number {
  const files = {
    user: home.config,
    project: unitPath(place.root, 'config'),
    local: unitPath(place.root, 'local'),
  };
  if (json) console.log(JSON.stringify(files, null, 2));
  else console.log(table(Object.entries(files)));
  return 0;
}

function set({ home, place, policies }: InForce, [key, word, ...more]: string[]): number {
  refuseInsideAgent('config set');
  if (!key || word === undefined || more.length > 0)
    throw new UserError('`pawl config set` takes a key and a value: `pawl config set packs.memory true`.');
  const before = readOrEmpty(home.config);
  if (readLayer('user', home.config, before, policies).state === 'broken')
    throw new UserError(
      `Fix ${home.config} first: it is broken (\`pawl config\` shows where). Nothing was changed.`,
      1,
    );
  const after = withValue(before, key.split('.'), parseValue(word));
  const layer = readLayer('user', home.config, after, policies);
  const problems = [...layer.problems, ...checkPolicySettings(layer, policies)];
  const wrong = problems.find(({ path }) => isWithin(key, path.join('.')) || isWithin(path.join('.'), key));
  if (wrong) {
    const end = wrong.message.endsWith('?') ? '' : '.';
    throw new UserError(`${key}: ${wrong.message}${end} Nothing was changed.`, 1);
  }
  const weakens = wouldWait(home, layer.value, allPolicies());
  const waits = waitingNow(home, before);
  const proof = weakens.some((change) => !waits.includes(change))
    ? provePerson('config set', home)
    : undefined;
  writeConfig(home.config, after);
  if (proof) acceptValue(home, key.split('.'), allPolicies(), proof);
  const shown = key.startsWith('export.') ? '[not shown]' : word;
  recordOverride(home, place, { event: 'pawl:config', label: `${key} = ${shown}` });
  console.log(`${key} is now ${shown} (${shortPath(home.config)}).`);
  return 0;
}

/** The edits made by hand that already wait for `pawl trust`: this command neither accepts them nor asks about them. */
function waitingNow(home: Home, text: string): string[] {
  return wouldWait(home, readLayer('user', home.config, text, allPolicies()).value, allPolicies());
}

const isWithin = (key: string, outer: string) => key === outer || key.startsWith(`${outer}.`);

/** Parses `true`, `7` or `["a"]` as JSON; anything else is a string. */
function parseValue(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}
