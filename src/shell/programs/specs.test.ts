// Checks every spec: its references exist, and its examples get the verdict they state.
import { describe, expect, test } from 'bun:test';
import { readGroups } from '../../../scripts/generate/programs.ts';
import { decisionOn } from '../../../test/support/objections.ts';
import { behaviours } from './behaviours/index.ts';
import { meanings } from './behaviours-of.ts';
import type { CommandSpec, ProgramSpec } from './spec.ts';

const groups = await readGroups();
const programs = groups.flatMap((group) => group.programs);

const nameOf = ({ names }: ProgramSpec) => names.split(' ')[0] as string;

const commandsOf = (spec: CommandSpec): CommandSpec[] => [
  spec,
  ...Object.values(spec.subcommands ?? {}).flatMap(commandsOf),
];

test('every behaviour that a spec names exists', () => {
  const names = programs.flatMap(commandsOf).flatMap((spec) => spec.behaviours ?? []);
  expect(names.filter((name) => !Object.hasOwn(behaviours, name))).toEqual([]);
});

test('every behaviour is named by a spec, or is what a kind means', () => {
  const names = new Set<string>([
    ...programs.flatMap(commandsOf).flatMap((spec) => spec.behaviours ?? []),
    ...Object.values(meanings.operands),
    ...Object.values(meanings.options),
  ]);
  expect(Object.keys(behaviours).filter((name) => !names.has(name))).toEqual([]);
});

test('every pattern in a spec is a valid regular expression', () => {
  const patterns = programs
    .flatMap(commandsOf)
    .flatMap((spec) => [
      ...Object.values(spec.options ?? {}).flatMap((option) =>
        typeof option === 'string' ? [] : [option.only, option.strip],
      ),
      spec.plainPattern,
    ]);
  for (const pattern of patterns) if (pattern) expect(() => new RegExp(pattern)).not.toThrow();
});

test('every group says in its first line what it holds', () => {
  expect(groups.filter(({ about }) => about.length < 10).map(({ name }) => name)).toEqual([]);
});

test('every program says what it is', () => {
  expect(programs.filter(({ about }) => !/^[A-Z].{8,}\.$/.test(about)).map(nameOf)).toEqual([]);
});

test('no spec lists an option twice', () => {
  const twice = programs.flatMap((program) =>
    commandsOf(program).flatMap((spec) => {
      const names = Object.keys(spec.options ?? {}).flatMap((key) => key.split(' '));
      return names.filter((name, i) => names.indexOf(name) !== i).map((name) => `${nameOf(program)} ${name}`);
    }),
  );
  expect(twice).toEqual([]);
});

test('a program that may be refused has an example that is, and one that passes', () => {
  const mayRefuse = (spec: ProgramSpec) =>
    commandsOf(spec).some((command) => command.effects?.some((rule) => rule.weight !== 'plain'));
  const hasExample = (spec: ProgramSpec, passes: boolean) =>
    spec.examples?.some(({ expect }) => (expect === 'pass') === passes) === true;
  const without = programs.filter(
    (spec) => mayRefuse(spec) && !(hasExample(spec, true) && hasExample(spec, false)),
  );
  expect(without.map(nameOf)).toEqual([]);
});

test('the words of a rule have no empty alternative, and no two stars in a row but for `**`', () => {
  const whens = programs
    .flatMap(commandsOf)
    .flatMap((spec) => (spec.effects ?? []).map(({ when }) => when ?? ''));
  const odd = whens.filter((when) =>
    when
      .split(' ')
      .some((token) =>
        token.split('|').some((option) => (option === '' ? when !== '' : /.\*\*|\*\*./.test(option))),
      ),
  );
  expect(odd).toEqual([]);
});

describe('the guard decides on an example as its spec says', () => {
  for (const spec of programs)
    for (const { command, expect: expected } of spec.examples ?? [])
      test(`${expected}: ${command}`, () => expect(decisionOn(command)).toBe(expected));
});
