import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Home, homeAt } from '../../system/home.ts';
import { signatureOf } from '../../system/seal.ts';
import { entriesFor, outsideProjects, switchedOn } from './needed.ts';
import { handlerFor, neededEvents, needsWaker, registration, wakerFor } from './register.ts';

let home: Home;
beforeEach(() => {
  home = homeAt(mkdtempSync(join(tmpdir(), 'needed-')));
});
afterEach(() => rmSync(home.dir, { recursive: true }));

const switched = () => switchedOn(home, outsideProjects(home), {});
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test('what is switched on: policies of the packs that are on and rules, and the events they need', async () => {
  const rules = [{ id: 'no-sudo', command: 'sudo *', action: 'ask', message: 'This needs root.' }];
  writeFileSync(home.config, JSON.stringify({ rules }));
  const { all, policies, events, files } = await switched();
  expect(files).toEqual({ policies: [], broken: [], untrusted: [] });
  expect(ids(policies)).toEqual(expect.arrayContaining(['guard/force-push', 'rules/no-sudo']));
  // Packs that are off by default.
  const off = ids(all).filter((id) => !ids(policies).includes(id));
  expect(off).toEqual(expect.arrayContaining(['workflow/start']));
  expect(off.every((id) => !id.startsWith('guard/'))).toBe(true);
  expect(events).toEqual(neededEvents(policies));
  expect(events).toEqual(expect.arrayContaining(['PreToolUse', 'Stop']));
});

test('outside of projects only the user’s own config counts', () => {
  expect(outsideProjects(home)).toEqual({ root: home.dir, repository: home.dir, worktree: false });
});

test('events are in the order of the channel table, each once', () => {
  const on = (...names: string[]) => ({ on: names }) as never;
  expect(neededEvents([on('Stop', 'PreToolUse'), on('Stop')])).toEqual(
    neededEvents([on('PreToolUse'), on('Stop')]),
  );
  expect(neededEvents([on('Stop', 'PreToolUse'), on('Stop')])).toHaveLength(2);
  expect(neededEvents([])).toEqual([]);
});

test('an entry has the launcher with its words; only a tool call is refused where Pawl fails', () => {
  expect(handlerFor('PreToolUse', ['/bin/pawl', '--x'], ['--shared'])).toMatchObject({
    type: 'command',
    command: '/bin/pawl',
    args: ['--x', 'hook', 'PreToolUse', '--shared'],
    onFailure: 'block',
  });
  const stop = handlerFor('Stop', ['/bin/pawl']);
  expect(stop.args).toEqual(['hook', 'Stop']);
  expect(stop.timeout).toBeGreaterThan(0);
  expect(stop).not.toHaveProperty('onFailure');
  expect(registration(['Stop'], ['/bin/pawl'])).toEqual({ Stop: [{ hooks: [stop] }] });
});

test('the second entry for Stop waits in the background', () => {
  expect(wakerFor(['/bin/pawl', '--x'], ['--managed'])).toMatchObject({
    type: 'command',
    command: '/bin/pawl',
    args: ['--x', 'hook', 'Stop', '--rewake', '--managed'],
    asyncRewake: true,
  });
  expect(needsWaker([{ id: 'guard/self' }, { id: 'session/messages' }])).toBe(true);
  expect(needsWaker([{ id: 'guard/self' }])).toBe(false);
});

test('a person’s entries name the launcher; those of a project name its script and give way to the person’s', () => {
  expect(entriesFor(['Stop'], 'user', home)).toEqual({ Stop: handlerFor('Stop', [home.launcher]) });
  const shared = entriesFor(['Stop'], 'project', home, { waker: true });
  expect(Object.keys(shared)).toEqual(['Stop', 'Stop --rewake']);
  for (const { command, args } of Object.values(shared)) {
    expect(command).not.toBe(home.launcher);
    expect(args.at(-1)).toBe('--shared');
  }
  expect(shared['Stop --rewake']!.args).toContain('--rewake');
});

test('the user’s own entries have an argument that no repository can know, once there is a key', () => {
  const words = () => entriesFor(['Stop'], 'user', home).Stop!.args;
  expect(words()).toEqual(['hook', 'Stop']);
  signatureOf(home, 'anything', { makeKey: true });
  expect(words()).toEqual(['hook', 'Stop', `--id=${signatureOf(home, 'entries')!.slice(0, 12)}`]);
  expect(words().at(-1)).toHaveLength('--id='.length + 12);
  expect(entriesFor(['Stop'], 'project', home).Stop!.args).not.toContain(words().at(-1)!);
});
