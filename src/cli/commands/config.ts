// `pawl config`: the value of everything in force, where it comes from, and what is wrong with the files.

import { readOrEmpty, withValue, writeConfig } from '../../config/edit.ts';
import { checkPolicySettings, type EffectiveValue, effectiveValues } from '../../config/effective.ts';
import type { Layer, LayerName } from '../../config/load.ts';
import { type LocatedProblem, locateProblems } from '../../config/problem-location.ts';
import { readLayer } from '../../config/read.ts';
import { unitPath } from '../../config/trust.ts';
import type { Problem } from '../../config/validate.ts';
import { clip, nearest } from '../../core/text.ts';
import { readWorkflows } from '../../domain/workflow/read.ts';
import { recordOverride } from '../../store/record-override.ts';
import { UserError } from '../../system/errors.ts';
import { type InForce, policiesInForce } from '../../user-policies/in-force.ts';
import { type Command, jsonOption, type Words } from '../command.ts';
import { refuseInsideAgent } from '../support/only-people.ts';
import { paint, shortPath, table, visible, wrap } from '../support/terminal.ts';

const config: Command = {
  summary: 'Show the effective config and where it comes from',
  usage: '[get <key> | set <key> <value> | path]',
  details: `
  pawl config                              everything, by layer: default < user < project < local
  pawl config get retention.events_days    one value
  pawl config set packs.memory true        change the user layer; comments and formatting stay. For people only.
  pawl config path                         the files, in the order in which they count

Exit code 1 if a file is broken, an own policy included.`,
  options: { ...jsonOption },
  async run(words) {
    const [verb, ...rest] = words.rest;
    const inForce = await policiesInForce();
    switch (verb) {
      case undefined:
        return showAll(inForce, words.json);
      case 'get':
        return get(inForce, rest, words);
      case 'set':
        return set(inForce, rest);
      case 'path':
        return paths(inForce, words.json);
      default:
        throw new UserError(`\`pawl config\` knows get, set and path, not "${verb}".`);
    }
  },
};
export default config;

interface LayerView {
  layer: LayerName;
  file: string;
  state: Layer['state'] | 'missing';
  problems: LocatedProblem[];
}

/** Workflows are read as a whole; a mistake belongs to the file that wrote the workflow. */
function inWorkflows({ value }: Layer, all: readonly Problem[]): Problem[] {
  const mine = all.filter(({ path }) => Object.hasOwn(value.workflows ?? {}, path[0] ?? ''));
  return mine.map((one) => ({ ...one, path: ['workflows', ...one.path] }));
}

function layerViews({ home, place, config: { layers, workflows }, policies }: InForce): LayerView[] {
  const files: [LayerName, string][] = [
    ['user', home.config],
    ['project', unitPath(place.root, 'config')],
    ['local', unitPath(place.root, 'local')],
  ];
  const broken = readWorkflows(workflows).problems;
  return files.map(([name, file]) => {
    const layer = layers.find((one) => one.name === name);
    if (!layer) return { layer: name, file, state: 'missing', problems: [] };
    const found = [...layer.problems, ...checkPolicySettings(layer, policies), ...inWorkflows(layer, broken)];
    const problems = locateProblems({ ...layer, problems: found });
    return { layer: name, file, state: layer.state, problems };
  });
}

function showAll(inForce: InForce, json: boolean): number {
  const layers = layerViews(inForce);
  const values = effectiveValues(inForce.config, inForce.policies);
  const broken = inForce.files.broken;
  const failed = layers.some(({ problems }) => problems.some(({ severity }) => severity === 'error'));
  if (json) console.log(JSON.stringify({ layers, values, broken_policies: broken }, null, 2));
  else printAll(layers, broken, values);
  return failed || broken.length > 0 ? 1 : 0;
}

const stateWords: Record<LayerView['state'], string> = {
  ok: 'in force',
  'last good': 'broken; its last good version is in force',
  broken: 'broken; it does not count',
  untrusted: 'not trusted: only what makes things stricter counts (`pawl trust`)',
  missing: 'not there',
};

function printAll(layers: LayerView[], broken: InForce['files']['broken'], values: EffectiveValue[]): void {
  console.log(
    table(layers.map(({ layer, file, state }) => [paint('bold', layer), shortPath(file), stateWords[state]])),
  );
  for (const problem of layers.flatMap((one) => one.problems)) console.log(problemLine(problem));
  for (const { file, problem } of broken)
    console.log(wrap(`${paint('red', 'error')} ${shortPath(file)} is not in force: ${problem}`));
  const rows = values.map(({ key, value, from }) => [
    key,
    clipped(value),
    from === 'default' ? paint('dim', from) : from,
  ]);
  console.log(`\n${table(rows)}`);
}

function problemLine({ file, line, column, key, message, severity }: LocatedProblem): string {
  const colour = severity === 'error' ? 'red' : 'yellow';
  return wrap(
    `${paint(colour, severity)} ${shortPath(file)}:${line}:${column} ${visible(key && `${key}: `)}${visible(message)}`,
  );
}

function clipped(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return clip(text, 70);
}

function get(inForce: InForce, [key, ...more]: string[], { json }: Words): number {
  if (!key || more.length > 0)
    throw new UserError('`pawl config get` takes one key: `pawl config get context.limit`.');
  const values = effectiveValues(inForce.config, inForce.policies);
  const found = values.find((one) => one.key === key);
  const below = values.filter((one) => one.key.startsWith(`${key}.`));
  if (!found && below.length === 0) throw unknownKey(key, values);
  if (json) console.log(JSON.stringify(found ?? below, null, 2));
  else
    for (const one of found ? [found] : below)
      console.log(found ? clippedNot(one.value) : `${one.key} ${clippedNot(one.value)}`);
  return 0;
}

function clippedNot(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function unknownKey(key: string, values: EffectiveValue[]): UserError {
  const near = nearest(
    key,
    values.map((one) => one.key),
  );
  return new UserError(
    `There is no key "${key}".${near ? ` Did you mean ${near}?` : ''} \`pawl config\` lists them.`,
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
      `${home.config} is broken; \`pawl config\` says where. Mend it first; nothing was changed.`,
      1,
    );
  const after = withValue(before, key.split('.'), parsed(word));
  const layer = readLayer('user', home.config, after, policies);
  const problems = [...layer.problems, ...checkPolicySettings(layer, policies)];
  const wrong = problems.find(({ path }) => isWithin(key, path.join('.')) || isWithin(path.join('.'), key));
  if (wrong) {
    const end = wrong.message.endsWith('?') ? '' : '.';
    throw new UserError(`${key}: ${wrong.message}${end} Nothing was changed.`, 1);
  }
  writeConfig(home.config, after);
  recordOverride(home, place, { event: 'pawl:config', label: `${key} = ${word}` });
  console.log(`${key} is now ${word} (${shortPath(home.config)}).`);
  return 0;
}

const isWithin = (key: string, outer: string) => key === outer || key.startsWith(`${outer}.`);

/** `true`, `7`, `["a"]` as JSON; anything else is a text. */
function parsed(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}
