// Checks every spec: its references exist, and its examples get the verdict they state.
import { describe, expect, test } from 'bun:test';
import { readGroups } from '../../../scripts/generate/programs.ts';
import { decisionOn } from '../../../test/support/objections.ts';
import { behaviours } from './behaviours/index.ts';
import type { CommandSpec } from './spec.ts';

const groups = await readGroups();
const programs = groups.flatMap((group) => group.programs);

const commandsOf = (spec: CommandSpec): CommandSpec[] => [
  spec,
  ...Object.values(spec.subcommands ?? {}).flatMap(commandsOf),
];

test('behaviours that a spec names exist', () => {
  const names = programs.flatMap(commandsOf).flatMap((spec) => spec.behaviours ?? []);
  expect(names.filter((name) => !Object.hasOwn(behaviours, name))).toEqual([]);
});

test('every behaviour is named by a spec', () => {
  const names = new Set(programs.flatMap(commandsOf).flatMap((spec) => spec.behaviours ?? []));
  expect(Object.keys(behaviours).filter((name) => !names.has(name))).toEqual([]);
});

test('patterns compile', () => {
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

describe('examples', () => {
  for (const spec of programs)
    for (const { command, expect: expected } of spec.examples ?? [])
      test(`${expected}: ${command}`, () => expect(decisionOn(command)).toBe(expected));
});
