// Describes what an installation protects, for the person who ran it.
import { expect, test } from 'bun:test';
import { packNames, packs } from '../../core/pack.ts';
import { packLine, packOrder, protectedText } from './protected.ts';

test('packs that are on by default come first', () => {
  expect(packOrder.toSorted()).toEqual(packNames.toSorted());
  const on = packOrder.map((name) => packs[name].on);
  expect(on).toEqual([...on.filter(Boolean), ...on.filter((isOn) => !isOn)]);
  expect(packOrder[0]).toBe('guard');
});

test('a pack is a line with its name in a column', () => {
  expect(packLine('guard')).toStartWith(`guard      ${packs.guard.about.slice(0, 10)}`);
  expect(packLine('checkpoint')).toStartWith(`checkpoint ${packs.checkpoint.about.slice(0, 10)}`);
});

test('the text says where Pawl works, and lists only the packs that are on', () => {
  const text = (scope: string, ...protects: string[]) => protectedText({ scope, protects } as never);
  expect(text('user', 'docs', 'guard')).toBe(
    `Every tool call of Claude Code is checked in all your projects.\n${packLine('guard')}\n${packLine('docs')}`,
  );
  expect(text('project')).toBe(
    'Every tool call of Claude Code is checked in this project, for everybody who has Pawl.',
  );
  expect(text('local')).toBe('Every tool call of Claude Code is checked in this project.');
});
