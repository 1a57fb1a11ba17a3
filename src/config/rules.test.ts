import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseEvent } from '../core/event.ts';
import { bash, prompt, stop, tool } from '../core/examples.ts';
import type { Facts } from '../core/facts.ts';
import type { JsonObject } from '../core/json.ts';
import { eventsOf } from '../core/policy.ts';
import { fakeFacts } from '../facts/fake/facts.ts';
import type { Rule } from './load.ts';
import { rulePolicy, wordsMatch } from './rules.ts';

/** Returns the verdict of the rule on an event. `links`: paths that are links, and their targets. */
function verdictOf(rule: Partial<Rule>, raw: JsonObject, links: Record<string, string> = {}): unknown {
  const policy = rulePolicy({ id: 'x', action: 'deny', message: 'no', ...rule });
  const parsed = parseEvent(JSON.stringify(raw));
  if (parsed.kind !== 'event') throw new Error('no event');
  const facts = fakeFacts(parsed.event);
  const real = (path: string) => links[path] ?? facts.files.real(path);
  const context = Object.create(facts, { files: { value: { ...facts.files, real } } }) as Facts;
  return policy.check?.(parsed.event, context as never);
}

const matches: [shape: string, command: string, expected: boolean][] = [
  ['rm', 'rm -rf x', true],
  ['rm', '/bin/rm x', true],
  ['rm', 'echo rm', false],
  ['npm publish', 'npm publish --tag next', true],
  ['npm publish', 'npm run publish', false],
  ['git push * --force', 'git push --force', true],
  ['git push * --force', 'git push origin main --force', true],
  ['git push * --force', 'git push origin --force main', true],
  ['git push * --force', 'git push origin --force-with-lease', false],
  ['git push * -f', 'git push origin branch-f', false],
  ['git push * --force*', 'git push origin --force-with-lease', true],
  ['git push', 'git pushx', false],
  ['kubectl * delete', 'kubectl -n prod delete pod x', true],
  ['*', 'ls', true],
  ['npm publish', 'cd a && sudo npm publish', true],
  ['npm publish', 'bash -c "npm publish"', true],
  ['npm publish', 'git commit -m "npm publish"', false],
];

describe('command', () => {
  for (const [shape, command, expected] of matches)
    test(`${shape} ${expected ? 'matches' : 'does not match'} ${command}`, () => {
      expect(verdictOf({ command: shape }, bash(command)) !== undefined).toBe(expected);
    });

  test('a pattern with many stars is matched quickly', () => {
    const words = Array.from({ length: 2_000 }, () => 'a');
    const stars = Array.from({ length: 40 }, () => ['*', 'a']).flat();
    expect(wordsMatch([...stars, '*', 'b'], words)).toBe(false);
    expect(wordsMatch([...stars, '*', '*'], words)).toBe(true);
  });
  test('matching without backtracking gives the same result as trying every place', () => {
    const tryAll = ([first, ...rest]: string[], words: string[]): boolean => {
      if (first === undefined) return true;
      if (first !== '*') return words[0] === first && tryAll(rest, words.slice(1));
      return [...words, ''].some((_, at) => tryAll(rest, words.slice(at)));
    };
    const list = (...of: string[]) => fc.array(fc.constantFrom(...of), { maxLength: 7 });
    fc.assert(
      fc.property(list('a', 'b', '*'), list('a', 'b'), (pattern, words) => {
        expect(wordsMatch(pattern, words)).toBe(tryAll(pattern, words));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('path', () => {
  const root = '/home/me/project';
  const edit = (file_path: string) => tool('Edit', { file_path });
  test('a glob may be relative to the project’s root, absolute, or start at home', () => {
    expect(verdictOf({ path: '**/migrations/**' }, edit(`${root}/db/migrations/1.sql`))).toBeDefined();
    expect(verdictOf({ path: '**/migrations/**' }, edit('db/migrations/1.sql'))).toBeDefined();
    expect(verdictOf({ path: 'src/**' }, edit(`${root}/test/a.ts`))).toBeUndefined();
    expect(verdictOf({ path: '/etc/**' }, edit('/etc/hosts'))).toBeDefined();
    expect(verdictOf({ path: '~/notes/**' }, edit('/home/me/notes/a.md'))).toBeDefined();
    expect(verdictOf({ path: 'notes~/**' }, edit('notes~/a.md'))).toBeDefined();
  });
  test('a glob matches the path as written and the path that a link leads to', () => {
    const links = {
      [`${root}/link.txt`]: `${root}/secret/a.txt`,
      [`${root}/secret/b.txt`]: '/elsewhere/b.txt',
    };
    expect(verdictOf({ path: 'secret/**' }, edit('link.txt'), links)).toBeDefined();
    expect(verdictOf({ path: 'secret/**' }, edit('secret/b.txt'), links)).toBeDefined();
  });
  test('a path that a shell command writes is matched too', () => {
    expect(verdictOf({ path: 'dist/**' }, bash('echo x > dist/a.js'))).toBeDefined();
  });
});

describe('prompt', () => {
  test('words are matched as whole words, ignoring case and punctuation', () => {
    expect(verdictOf({ on: 'UserPromptSubmit', prompt: 'test' }, prompt('Please Test, now'))).toBeDefined();
    expect(verdictOf({ on: 'UserPromptSubmit', prompt: 'test' }, prompt('the latest'))).toBeUndefined();
    expect(
      verdictOf({ on: 'UserPromptSubmit', prompt: ['ship it', 'deploy'] }, prompt('ship  it!')),
    ).toBeDefined();
  });
});

test('all conditions must hold, and a rule without conditions always matches', () => {
  const both = { command: 'rm', path: 'a/**' };
  expect(verdictOf(both, bash('rm a/x'))).toBeDefined();
  expect(verdictOf(both, bash('rm b/x'))).toBeUndefined();
  expect(verdictOf({}, bash('ls'))).toBeDefined();
});

test('a rule on a stop blocks only once', () => {
  const rule: Partial<Rule> = { on: 'Stop', action: 'block' };
  expect(verdictOf(rule, stop())).toBeDefined();
  expect(verdictOf(rule, stop({ stop_hook_active: true }))).toBeUndefined();
});

test('a warning is a full sentence with the alternative', () => {
  const rule: Partial<Rule> = { action: 'warn', message: 'That is nc', instead: 'use curl' };
  expect(verdictOf(rule, bash('nc x 1'))).toMatchObject([
    { kind: 'inject', text: 'Warning: That is nc. Instead: use curl' },
    { kind: 'tell', text: 'That is nc. Instead: use curl' },
  ]);
});

test('actions become verdicts, and the default event is PreToolUse', () => {
  const kinds = (action: Rule['action']) =>
    [verdictOf({ action }, bash('ls'))].flat().map((verdict) => (verdict as { kind: string }).kind);
  expect(kinds('deny')).toEqual(['deny']);
  expect(kinds('warn')).toEqual(['inject', 'tell']);
  expect(kinds('inject')).toEqual(['inject']);
  expect(eventsOf(rulePolicy({ id: 'x', action: 'deny', message: 'm' }))).toEqual(['PreToolUse']);
  expect(eventsOf(rulePolicy({ id: 'x', prompt: 'a', action: 'tell', message: 'm' }))).toEqual([
    'UserPromptSubmit',
  ]);
});

test('a rule that fails asks if it refuses or asks, and passes otherwise', () => {
  const onError = (action: string) =>
    rulePolicy({ id: 'x', command: 'sudo *', action, message: 'm' } as Rule).onError;
  expect(['deny', 'ask', 'warn', 'allow'].map(onError)).toEqual(['ask', 'ask', 'pass', 'pass']);
});

test('one of several commands, paths or prompts is enough', () => {
  expect(verdictOf({ command: ['rm', 'mv'] }, bash('mv a b'))).toBeDefined();
  expect(verdictOf({ command: ['rm', 'mv'] }, bash('cp a b'))).toBeUndefined();
  expect(verdictOf({ path: ['*.md', '*.ts'] }, tool('Write', { file_path: 'a.ts' }))).toBeDefined();
  expect(verdictOf({ prompt: ['deploy', 'ship it'] }, prompt('Please ship it!'))).toBeDefined();
  expect(verdictOf({ prompt: ['deploy', 'ship it'] }, prompt('Please ship that'))).toBeUndefined();
  expect(verdictOf({ prompt: 'deploy' }, bash('deploy'))).toBeUndefined();
});

test.each(['file_path', 'notebook_path', 'path', 'directory'])('a path may be called %s', (key) => {
  expect(verdictOf({ path: 'secrets/**' }, tool('Tool', { [key]: 'secrets/a' }))).toBeDefined();
  expect(verdictOf({ path: 'secrets/**' }, tool('Tool', { [key]: 'other/a' }))).toBeUndefined();
});

test('a rule has the level it names, and its failure becomes a question only if it refuses or asks', () => {
  const policy = (more: Partial<Rule>) => rulePolicy({ id: 'x', action: 'deny', message: 'no', ...more });
  expect(policy({})).toMatchObject({ id: 'rules/x', level: 'deny', onError: 'ask', summary: 'no' });
  expect(policy({ level: 'warn', action: 'ask' })).toMatchObject({ level: 'warn', onError: 'ask' });
  for (const action of ['inject', 'tell', 'warn', 'allow'] as never[])
    expect(policy({ action }).onError).toBe('pass');
  expect(policy({ tool: 'Bash' }).tools).toEqual(['Bash']);
  expect(policy({ tool: ['Bash', 'Read'] }).tools).toEqual(['Bash', 'Read']);
});
