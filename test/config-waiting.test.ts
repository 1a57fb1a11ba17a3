// Edits of the user's own config that weaken Pawl: whoever made them, they wait for a person.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainEvent, run, send } from './support/answers.ts';
import { configure, pawl, pawlJson } from './support/pawl.ts';
import { person } from './support/person.ts';
import { testUnless, underAgent } from './support/skip.ts';
import { freshWorld, type World, write } from './support/world.ts';

const byPerson = testUnless(underAgent());
const evil = 'git push --force origin main';
const file = (world: World) => join(world.pawlHome, 'config.jsonc');
const inForce = (world: World) => join(world.pawlHome, 'run', 'config.in-force');
const rule = { id: 'no-rm', command: 'rm', action: 'deny', message: 'nothing is removed here' };
const edit = (world: World, config: object) => write(file(world), JSON.stringify(config));

test('a hand edit that weakens Pawl waits and is reported once a session; the rest of the edit counts at once', () => {
  using world = freshWorld();
  run(world, 'ls');
  edit(world, { packs: { guard: false }, rules: [rule] });
  const first = run(world, evil);
  expect(first.decision).toBe('deny');
  expect(first.message).toContain('pack guard off');
  expect(first.message).toContain('`pawl trust`');
  const second = run(world, 'rm x');
  expect(second.decision).toBe('deny');
  expect(second.message).not.toContain('pack guard off');
  expect(run(world, evil, { session_id: 'another' }).message).toContain('pack guard off');
});

test('the status line, config, doctor and `trust --show` say what waits', () => {
  using world = freshWorld();
  run(world, 'ls');
  edit(world, { policies: { 'guard/force-push': { level: 'warn' } } });
  run(world, 'ls');
  const status = pawl(world, ['statusline'], JSON.stringify({ session_id: 's', cwd: world.project }));
  expect(status.stdout).toContain('config waits for `pawl trust`');
  const says = 'guard/force-push level warn instead of deny';
  expect(pawl(world, ['config']).stdout).toContain(says);
  const { layers } = pawlJson<{ layers: { waiting: string[] }[] }>(world, ['config']);
  expect(layers[0]?.waiting).toEqual([says]);
  expect(pawl(world, ['trust', '--show'])).toMatchObject({ code: 1, stdout: expect.stringContaining(says) });
  expect(pawl(world, ['doctor', '--json']).stdout).toContain('config-waiting');
  edit(world, {});
  run(world, 'ls');
  expect(pawl(world, ['statusline'], '{}').stdout).not.toContain('config waits');
});

byPerson('`pawl trust` puts the edit in force, bound to what was shown', () => {
  using world = freshWorld();
  run(world, 'ls');
  edit(world, { packs: { guard: false } });
  expect(run(world, evil).decision).toBe('deny');
  expect(person(world, ['trust'], { wrongWord: true }).code).toBe(1);
  expect(run(world, evil).decision).toBe('deny');
  const { code, stdout } = person(world, ['trust']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('WEAKENS: pack guard off') });
  expect(run(world, evil)).toMatchObject({ decision: 'pass', message: '' });
  edit(world, { packs: { guard: false }, policies: { 'session/messages': { level: 'off' } } });
  expect(run(world, evil).message).toContain('session/messages');
  expect(run(world, evil).decision).toBe('pass');
});

byPerson('`pawl config set` needs a person for what weakens, and accepts only that', () => {
  using world = freshWorld();
  run(world, 'ls');
  edit(world, { packs: { session: false } });
  const set = ['config', 'set', 'policies.guard/force-push.level', 'warn'];
  expect(pawl(world, set).code).toBe(1);
  expect(run(world, evil).decision).toBe('deny');
  expect(person(world, set).code).toBe(0);
  const { decision, message } = run(world, evil, { session_id: 'later' });
  expect(decision).toBe('pass');
  expect(message).toContain('pack session off');
  // Nothing is asked for what makes Pawl stricter, although it can only be taken back by a person.
  expect(pawl(world, ['config', 'set', 'policies.guard/force-push.level', 'deny']).code).toBe(0);
  expect(run(world, evil).decision).toBe('deny');
});

test('a stricter config that is deleted, emptied or broken stays in force', () => {
  using world = freshWorld();
  edit(world, { rules: [rule] });
  expect(run(world, 'rm x').decision).toBe('deny');
  edit(world, {});
  expect(run(world, 'rm x').message).toContain('rule no-rm changed or gone');
  for (const spoil of [
    () => rmSync(file(world)),
    () => write(file(world), '{'),
    () => write(file(world), ''),
  ]) {
    spoil();
    expect(run(world, 'rm x').decision).toBe('deny');
  }
});

test('what is in force can’t be replaced by a file', () => {
  using world = freshWorld();
  edit(world, {});
  run(world, 'ls');
  const genuine = readFileSync(inForce(world), 'utf8');
  const [signature, content] = genuine.split('\n') as [string, string];
  const forged = JSON.stringify({ ...JSON.parse(content), value: { packs: { guard: false } } });
  for (const text of [`${signature}\n${forged}`, `\n${forged}`, forged, '', '\n']) {
    writeFileSync(inForce(world), text);
    const { decision, message } = run(world, evil, { session_id: `s-${text.length}` });
    expect(decision).toBe('deny');
    expect(message).toContain('config.in-force has no effect');
  }
  // Without any reference the defaults are the reference.
  rmSync(inForce(world));
  edit(world, { packs: { guard: false } });
  expect(run(world, evil).decision).toBe('deny');
  // One that another home signed is not ours.
  using other = freshWorld();
  configure(other, { packs: { guard: false } });
  writeFileSync(inForce(world), readFileSync(inForce(other)));
  expect(run(world, evil).decision).toBe('deny');
});

test('nothing is written for a home without a config', () => {
  using world = freshWorld();
  run(world, 'ls');
  send(world, plainEvent(world, 'SessionStart', { source: 'startup' }));
  expect([inForce(world), join(world.pawlHome, 'key')].filter((path) => existsSync(path))).toEqual([]);
});

byPerson('`init --packs` needs a person for a pack that goes off, and accepts it', () => {
  using world = freshWorld();
  expect(pawl(world, ['init', '--yes']).code).toBe(0);
  expect(pawl(world, ['init', '--packs=-guard']).code).toBe(1);
  expect(pawl(world, ['init', '--packs=+docs']).code).toBe(0);
  expect(person(world, ['init', '--packs=-guard']).code).toBe(0);
  expect(run(world, evil)).toMatchObject({ decision: 'pass', message: '' });
});
