// Finds the parts of an edited config that would weaken what is in force. Any program can edit a file, so these parts
// wait until a person accepts them (`pawl trust`, `pawl config set`); every other edit counts at once.
import { type PackName, packNames, packs } from '../core/pack.ts';
import { type Level, levels, type Option, optionValues, type Policy } from '../core/policy.ts';
import { otlpDefaults } from './export.ts';
import type { ConfigFile, Rule } from './load.ts';
import { strictPrograms } from './strict-programs.ts';

export interface CheckedEdit {
  /** The edited config, with the parts that weaken replaced by those in force. */
  value: ConfigFile;
  /** The parts that wait for a person, one phrase each. */
  waiting: string[];
}

/** Checks one part of the config, and returns that part as it is in force. */
type Part = (before: ConfigFile, after: ConfigFile, policies: readonly Policy[]) => CheckedEdit;

export function withoutWeakening(
  before: ConfigFile,
  after: ConfigFile,
  policies: readonly Policy[],
): CheckedEdit {
  const parts: Part[] = [packsInForce, policiesInForce, rulesInForce, scriptsInForce, programsInForce];
  const results = [...parts, workflowsInForce, exportInForce, teamInForce].map((part) =>
    part(before, after, policies),
  );
  return {
    value: Object.assign({}, after, ...results.map(({ value }) => value)),
    waiting: results.flatMap(({ waiting }) => waiting),
  };
}

const unchanged: CheckedEdit = { value: {}, waiting: [] };

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function packsInForce(before: ConfigFile, after: ConfigFile): CheckedEdit {
  const isOn = (file: ConfigFile, name: PackName) => file.packs?.[name] ?? packs[name].on;
  // A misspelt name switches nothing on, so correcting it switches nothing off.
  const switchedOff = packNames.filter((name) => isOn(before, name) && !isOn(after, name));
  if (switchedOff.length === 0) return unchanged;
  const kept = Object.fromEntries(switchedOff.map((name) => [name, true]));
  return {
    value: { packs: { ...after.packs, ...kept } },
    waiting: switchedOff.map((name) => `pack ${name} off`),
  };
}

type Settings = NonNullable<ConfigFile['policies']>[string];

function policiesInForce(before: ConfigFile, after: ConfigFile, policies: readonly Policy[]): CheckedEdit {
  const changed = Object.keys({ ...before.policies, ...after.policies }).filter(
    (id) => !isSame(before.policies?.[id], after.policies?.[id]),
  );
  const settings: Record<string, Settings> = { ...after.policies };
  const waiting: string[] = [];
  for (const id of changed) {
    const policy = policies.find((policy) => policy.id === id);
    const [was, is] = [before.policies?.[id] ?? {}, after.policies?.[id] ?? {}];
    const level = levelInForce(policy, was.level, is.level);
    const options = Object.entries(policy?.options ?? {}).flatMap(([name, option]) =>
      optionInForce(name, option, optionValues(policy!, was)[name], optionValues(policy!, is)[name]),
    );
    const kept = [...(level ? [level] : []), ...options];
    if (kept.length === 0) continue;
    settings[id] = { ...is, ...Object.fromEntries(kept.map(({ name, value }) => [name, value])) };
    waiting.push(...kept.map(({ name, change }) => `${id} ${name} ${change}`));
  }
  return waiting.length > 0 ? { value: { policies: settings }, waiting } : unchanged;
}

interface Kept {
  name: string;
  value: unknown;
  change: string;
}

const rank = (level: Level) => levels.indexOf(level);

/** For a policy that can answer for the person, every change of its level waits, except switching it off. */
function levelInForce(
  policy: Policy | undefined,
  before: Level | undefined,
  after: Level | undefined,
): Kept | undefined {
  const usual = policy?.level ?? 'deny';
  const [was, is] = [before ?? usual, after ?? usual];
  const isWeaker = policy?.loosens ? was !== is && is !== 'off' : rank(is) < rank(was);
  return isWeaker ? { name: 'level', value: was, change: `${is} instead of ${was}` } : undefined;
}

function optionInForce(name: string, { weaker }: Option, was: unknown, is: unknown): Kept[] {
  if (weaker === undefined || isSame(was, is)) return [];
  const [before, after] = [asList(was), asList(is)];
  if (weaker === 'more items') {
    const added = after.filter((item) => !before.includes(item));
    return added.length > 0
      ? keep(
          after.filter((item) => before.includes(item)),
          `with ${show(added)}`,
        )
      : [];
  }
  if (weaker === 'fewer items') {
    const removed = before.filter((item) => !after.includes(item));
    return removed.length > 0 ? keep([...after, ...removed], `without ${show(removed)}`) : [];
  }
  if (weaker === 'higher' && Number(is) < Number(was)) return [];
  if (weaker !== 'changed' && weaker !== 'higher' && is !== weaker) return [];
  return keep(was, JSON.stringify(is));

  function keep(value: unknown, change: string): Kept[] {
    return [{ name, value, change }];
  }
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const show = (items: readonly unknown[]) => items.map(String).join(', ');

/** Identifies a rule by its conditions and action, without its name and texts. */
const matcherOf = ({ id: _, message: _m, instead: _i, level: _l, ...rest }: Rule) => JSON.stringify(rest);

const refuses = ({ action }: Rule) => !['inject', 'tell'].includes(action);

/** A rule that is gone or matches something else stays in force beside the new ones. */
function rulesInForce({ rules: before = [] }: ConfigFile, { rules: after = [] }: ConfigFile): CheckedEdit {
  const lost = before.filter((old) => refuses(old) && !after.some((rule) => isAsStrict(rule, old)));
  if (lost.length === 0) return unchanged;
  return {
    value: { rules: [...after, ...lost] },
    waiting: [...new Set(lost.map(({ id }) => `rule ${id} changed or gone`))],
  };
}

function isAsStrict(rule: Rule, old: Rule): boolean {
  return matcherOf(rule) === matcherOf(old) && rank(rule.level ?? 'deny') >= rank(old.level ?? 'deny');
}

/** A new script could answer for the person, and a removed one no longer refuses anything. */
function scriptsInForce(
  { external: before = [] }: ConfigFile,
  { external: after = [] }: ConfigFile,
): CheckedEdit {
  const has = (list: readonly unknown[], script: unknown) => list.some((other) => isSame(other, script));
  const added = after.filter((script) => !has(before, script)).map(({ id }) => `script ${id} new or changed`);
  const gone = before.filter(({ id }) => !after.some((script) => script.id === id));
  const waiting = [...added, ...gone.map(({ id }) => `script ${id} gone`)];
  return waiting.length > 0 ? { value: { external: before }, waiting } : unchanged;
}

/** A new description of a program counts as far as it makes the guard stricter. */
function programsInForce(
  { programs: before = [] }: ConfigFile,
  { programs: after = [] }: ConfigFile,
): CheckedEdit {
  const added = after.filter((program) => !before.some((other) => isSame(program, other)));
  const gone = before.filter((program) => !after.some((other) => isSame(program, other)));
  const waiting = [
    ...new Set([...added, ...gone].map(({ names }) => `program ${show([names].flat())} described`)),
  ];
  if (waiting.length === 0) return unchanged;
  return { value: { programs: [...before, ...strictPrograms(added)] }, waiting };
}

/** Workflows that come with Pawl: a config that has one of these names changes it. */
export const shippedWorkflows = ['explore', 'research', 'plan', 'code', 'code-review', 'implement'];

/** A new workflow counts at once. An edit of one that is in force waits, because it may then require less. */
function workflowsInForce(
  { workflows: before = {} }: ConfigFile,
  { workflows: after = {} }: ConfigFile,
): CheckedEdit {
  const isKnown = (name: string) => name in before || shippedWorkflows.includes(name) || name.startsWith('$');
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => isKnown(name) && !isSame(before[name], after[name]),
  );
  if (names.length === 0) return unchanged;
  const rest = Object.entries(after).filter(([name]) => !names.includes(name));
  const kept = Object.entries(before).filter(([name]) => names.includes(name));
  return {
    value: { workflows: Object.fromEntries([...rest, ...kept]) },
    waiting: names.map((name) => `workflow ${name} changed`),
  };
}

/**
 * A person has to accept where data is sent and which program is run for it; switching the export off counts at once.
 */
function exportInForce({ export: before }: ConfigFile, { export: after }: ConfigFile): CheckedEdit {
  if (after?.otlp === undefined || isSame(before?.otlp, after.otlp)) return unchanged;
  const { endpoint, signals = otlpDefaults.signals, content, headersCommand } = after.otlp;
  const scope = `${signals.join(' and ')}${content ? ' with commands and reasons' : ''} to ${endpoint}`;
  // The rest of the command may hold a token.
  const [program] = [headersCommand ?? ''].flat().join(' ').trim().split(/\s/);
  const runs = program ? `, headers from ${program}` : '';
  return { value: { export: before }, waiting: [`export.otlp (${scope}${runs})`] };
}

/** A person has to accept where records are sent, with what content, and which program prints the password. */
function teamInForce({ team: before }: ConfigFile, { team: after }: ConfigFile): CheckedEdit {
  if (isSame(before, after)) return unchanged;
  const change = after === undefined ? 'left' : before === undefined ? `joined (${after.url})` : 'changed';
  return { value: { team: before } as ConfigFile, waiting: [`team ${change}`] };
}
