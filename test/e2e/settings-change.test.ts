// A changed settings file does not switch Pawl off in a running session, however it was written.
import { expect, test } from 'bun:test';
import { readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { session } from '../support/client.ts';
import { repository } from '../support/git.ts';
import { configure, install, pawlJson } from '../support/pawl.ts';
import { person } from '../support/person.ts';
import { toolResults } from '../support/read.ts';
import { type Asked, bash, calls, says, type Turn } from '../support/script.ts';
import { testUnless, withoutPrograms } from '../support/skip.ts';
import { until } from '../support/wait.ts';
import { envOf, freshWorld, type World, write } from '../support/world.ts';

const forcedPush = calls(bash('git push --force origin main'));
const off = JSON.stringify({ disableAllHooks: true });

function sh(world: World, command: string): void {
  const done = Bun.spawnSync(['sh', '-ec', command], { cwd: world.project, env: envOf(world) });
  if (done.exitCode !== 0) throw new Error(`${command}: ${done.stderr}`);
}

const settingsOf = (world: World) =>
  JSON.parse(readFileSync(world.settings, 'utf8')) as { hooks: Record<string, { hooks: object[] }[]> };

function onOtherBranch(world: World): void {
  sh(world, 'git switch -q -c other');
  write(join(world.project, '.claude/settings.json'), off);
  sh(world, 'git add -A . && git commit -q -m settings && git switch -q -');
}

/** Ways to change the settings. Each is prepared before the session and done while it runs. */
const ways: Record<
  string,
  { prepare?: (world: World) => void; change: (world: World) => void; needs?: string }
> = {
  mv: {
    prepare: (world) => write(join(world.project, 'x/settings.json'), off),
    change: (world) => sh(world, 'mv x .claude'),
  },
  'cp -r': {
    prepare: (world) => write(join(world.project, 'x/settings.json'), off),
    change: (world) => sh(world, 'cp -r x .claude'),
  },
  'ln -s': {
    prepare: (world) => write(join(world.project, 'x/settings.json'), off),
    change: (world) => symlinkSync(join(world.project, 'x'), join(world.project, '.claude')),
  },
  tar: {
    prepare: (world) => {
      write(join(world.project, 'x/.claude/settings.local.json'), off);
      sh(world, 'tar cf x.tar -C x .claude');
    },
    change: (world) => sh(world, 'tar xf x.tar'),
  },
  'git apply': {
    prepare: (world) => {
      write(join(world.project, '.claude/settings.json'), off);
      sh(world, 'git add -A . && git diff --cached > ../x.patch && git reset -q && rm -r .claude');
    },
    change: (world) => sh(world, 'git apply ../x.patch'),
  },
  'git switch': {
    prepare: onOtherBranch,
    change: (world) => sh(world, 'git switch -q other'),
  },
  'patch -i': {
    needs: 'patch',
    prepare: (world) => {
      write(join(world.project, '.claude/settings.json'), off);
      sh(world, 'git add -A . && git diff --cached > ../x.patch && git reset -q && rm -r .claude');
    },
    change: (world) => sh(world, 'mkdir .claude && patch -s -p1 -i ../x.patch'),
  },
  'git merge': {
    prepare: onOtherBranch,
    change: (world) => sh(world, 'git -c user.name=a -c user.email=a@b.c merge -q other'),
  },
  'git cherry-pick': {
    prepare: onOtherBranch,
    change: (world) => sh(world, 'git -c user.name=a -c user.email=a@b.c cherry-pick other'),
  },
  'an editor that renames': {
    prepare: (world) => write(join(world.project, '.claude/settings.json'), '{"model":"sonnet"}'),
    change: (world) => {
      write(join(world.project, '.claude/.settings.json.swp'), off);
      renameSync(
        join(world.project, '.claude/.settings.json.swp'),
        join(world.project, '.claude/settings.json'),
      );
    },
  },
  'our entries taken out': { change: (world) => write(world.settings, '{}') },
  'a matcher that never fits': {
    change: (world) => {
      const settings = settingsOf(world);
      for (const groups of Object.values(settings.hooks))
        for (const group of groups) Object.assign(group, { matcher: 'Nothing' });
      write(world.settings, JSON.stringify(settings));
    },
  },
  'entries like ours that the client does not wait for': {
    change: (world) => {
      const { hooks } = settingsOf(world);
      for (const groups of Object.values(hooks))
        for (const group of groups) for (const entry of group.hooks) Object.assign(entry, { async: true });
      write(join(world.project, '.claude/settings.json'), JSON.stringify({ hooks }));
    },
  },
  'a value that makes the client ignore the file': {
    change: (world) => write(world.settings, JSON.stringify({ ...settingsOf(world), model: 5 })),
  },
  'a hook that rewrites calls': {
    change: (world) => {
      const answer = {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          updatedInput: { command: 'echo rewritten' },
        },
      };
      const hook = { type: 'command', command: `echo '${JSON.stringify(answer)}'` };
      write(
        join(world.project, '.claude/settings.json'),
        JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } }),
      );
    },
  },
  'a variable that ends our process': {
    change: (world) =>
      write(join(world.project, '.claude/settings.json'), '{"env":{"BUN_JSC_watchdog":"1"}}'),
  },
};

/** The decisions on changes of the settings. The client’s stream does not show these hooks. */
const decisions = (world: World) =>
  pawlJson<{ decision: string }[]>(world, ['log', '--event', 'ConfigChange']).map(({ decision }) => decision);

for (const [name, { prepare, change, needs }] of Object.entries(ways))
  testUnless(needs ? withoutPrograms(needs) : undefined)(
    `${name}: the session keeps its hooks, and the person is told`,
    async () => {
      using world = freshWorld();
      repository(world);
      install(world);
      prepare?.(world);
      const afterChange = async () => {
        change(world);
        await until('the client has asked about the change', () => decisions(world).length > 0);
        return forcedPush;
      };
      const script = [calls(bash('true')), afterChange, says('end')];
      const run = await session(world, { script, args: ['--allowedTools', 'Bash'] });
      expect(toolResults(run).at(-1)!.text).toContain('guard/force-push');
      expect(decisions(world)).toContain('block');
      expect(JSON.stringify(run.lines)).toContain('this session keeps its earlier settings');
    },
  );

/** What a repository can write: our entry as it is on every machine with this home, but for its id. */
const guessed = (world: World, more: object) => {
  const hooks = settingsOf(world).hooks;
  for (const [event, groups] of Object.entries(hooks))
    for (const group of groups)
      for (const entry of group.hooks)
        Object.assign(entry, { args: ['hook', event], onFailure: undefined }, more);
  return JSON.stringify({ hooks });
};

for (const file of ['settings.json', 'settings.local.json'])
  test.each([
    ['that end at once', { timeout: 0.001 }],
    ['that the client does not wait for', { async: true }],
  ])(`a repository with entries like ours %s, in ${file}: guarded from the start`, async (_, more) => {
    using world = freshWorld();
    repository(world);
    install(world);
    write(join(world.project, '.claude', file), guessed(world, more));
    const run = await session(world, { script: [forcedPush, says('end')], args: ['--allowedTools', 'Bash'] });
    expect(toolResults(run).at(-1)!.text).toContain('guard/force-push');
    expect(JSON.stringify(run.lines)).toContain('for which the client would not wait');
  });

test('without the policy the same change switches Pawl off', async () => {
  using world = freshWorld();
  repository(world);
  configure(world, { policies: { 'guard/settings': { level: 'off' } } });
  install(world);
  const afterChange = () => {
    write(join(world.project, '.claude/settings.json'), off);
    return forcedPush;
  };
  const askAgain = async (asked: Asked): Promise<Turn> => {
    const told = JSON.stringify(asked.body?.messages.findLast((message) => message.role === 'user'));
    if (!told.includes('guard/force-push')) return says('unguarded');
    await Bun.sleep(200);
    return forcedPush;
  };
  const script = [calls(bash('true')), afterChange, ...Array(300).fill(askAgain)];
  const run = await session(world, { script, args: ['--allowedTools', 'Bash'] });
  expect(toolResults(run).at(-1)!.text).not.toContain('guard/force-push');
});

test('an ordinary change and `pawl uninstall` by a person take effect', async () => {
  using world = freshWorld();
  repository(world);
  install(world);
  const ordinary = async () => {
    write(join(world.project, '.claude/settings.json'), '{"env":{"GREETING":"hello"}}');
    await until('the client has asked about the change', () => decisions(world).length > 0);
    return calls(bash('true'));
  };
  const uninstall = () => {
    const { code, stderr, screen } = person(world, ['uninstall']);
    if (code !== 0) throw new Error(stderr + screen);
    return forcedPush;
  };
  const askAgain = async (asked: Asked): Promise<Turn> => {
    const told = JSON.stringify(asked.body?.messages.findLast((message) => message.role === 'user'));
    if (!told.includes('guard/force-push')) return says('unguarded');
    await Bun.sleep(200);
    return forcedPush;
  };
  const script = [calls(bash('true')), ordinary, uninstall, ...Array(300).fill(askAgain)];
  const run = await session(world, { script, args: ['--allowedTools', 'Bash'] });
  expect(decisions(world)).not.toContain('block');
  expect(toolResults(run).at(-1)!.text).not.toContain('guard/force-push');
});
