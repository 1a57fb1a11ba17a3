// The config that a team published, as it is in force on this machine.
import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryHome } from '../../test/support/memory-store.ts';
import { unproved } from '../system/seal.ts';
import {
  readTeamConfigInForce,
  readTeamLayer,
  removeTeamConfigInForce,
  writeTeamConfigInForce,
} from './team-layer.ts';

const inForce = { hash: 'a'.repeat(64), accepted: true, value: { packs: { docs: true } }, policies: true };

test('an accepted config is a layer, with its policies from the trusted copy', () => {
  using home = temporaryHome();
  expect(readTeamLayer(home)).toBeUndefined();
  writeTeamConfigInForce(home, inForce as never);
  expect(readTeamLayer(home)).toEqual({
    name: 'team',
    file: join(home.dir, 'team/published/config.jsonc'),
    text: '',
    value: { packs: { docs: true } },
    state: 'ok',
    problems: [],
    policies: join(home.trusted, 'a'.repeat(32), 'policies'),
  });
  writeTeamConfigInForce(home, { ...inForce, policies: false } as never);
  expect(readTeamLayer(home)).not.toHaveProperty('policies');
});

test('a config that no person has accepted is a layer that can only make things stricter', () => {
  using home = temporaryHome();
  writeTeamConfigInForce(home, { ...inForce, accepted: false } as never);
  expect(readTeamLayer(home)).toMatchObject({ state: 'untrusted' });
  expect(readTeamLayer(home)).not.toHaveProperty('policies');
});

test('after leaving the team its config is not in force, and leaving twice is not an error', () => {
  using home = temporaryHome();
  writeTeamConfigInForce(home, inForce as never);
  removeTeamConfigInForce(home);
  expect(readTeamConfigInForce(home)).toBeUndefined();
  removeTeamConfigInForce(home);
});

test('a changed file does not count, nor does a user’s file in a managed installation', () => {
  using home = temporaryHome();
  writeTeamConfigInForce(home, inForce as never);
  expect(readTeamConfigInForce({ ...home, managed: true })).toBeUndefined();
  const file = join(home.decisions, 'team.in-force');
  writeFileSync(file, readFileSync(file, 'utf8').replace('true', 'false'));
  expect(unproved.has(file)).toBe(false);
  expect(readTeamConfigInForce(home)).toBeUndefined();
  // So that `pawl doctor` can name it.
  expect(unproved.delete(file)).toBe(true);
});
