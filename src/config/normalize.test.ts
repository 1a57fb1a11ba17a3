import { describe, expect, test } from 'bun:test';
import { normalizeUserPolicies } from './normalize.ts';
import { readLayer } from './read.ts';

const rule = (more: object) => ({ id: 'x', action: 'deny', message: 'no', ...more });
const normalized = (config: object) => normalizeUserPolicies(config).value as Record<string, unknown[]>;

describe('rules', () => {
  test('names get the client’s spelling', () => {
    expect(normalized({ rules: [rule({ tool: 'edit|Write', on: 'pretooluse' })] }).rules).toEqual([
      rule({ tool: ['Edit', 'Write'], on: ['PreToolUse'] }),
    ]);
    expect(normalized({ rules: [rule({ matcher: 'Bash', event: 'PostToolUse' })] }).rules).toEqual([
      rule({ tool: ['Bash'], on: ['PostToolUse'] }),
    ]);
  });
  test('a command may be written as in a permission rule', () => {
    const { rules } = normalized({
      rules: [rule({ command: 'Bash(git push:*)' }), rule({ command: ['rm *', 'npm publish:*'] })],
    });
    expect(rules).toMatchObject([{ command: 'git push' }, { command: ['rm *', 'npm publish'] }]);
    const inside = rule({ command: ['docker run web:*-slim', 'echo Bash(x)', 'Bash(x) -y'] });
    expect(normalized({ rules: [inside] }).rules).toEqual([inside]);
  });
  test('a tool that does not exist makes the file invalid, with its key and a suggestion', () => {
    const text = JSON.stringify({ rules: [rule({}), rule({ matcher: 'Bsh' })] });
    const layer = readLayer('user', 'config.jsonc', text, []);
    expect(layer.state).toBe('broken');
    expect(layer.problems).toContainEqual({
      path: ['rules', 1, 'matcher'],
      message: 'there is no tool "Bsh"; did you mean "Bash"?',
      severity: 'error',
    });
  });
  test('values of another type are left to validation', () => {
    for (const rules of [null, [null, 3, 'x'], [rule({ tool: 3 })], [rule({ tool: ['Bash', 3] })], { a: 1 }])
      expect(() => readLayer('user', 'f', JSON.stringify({ rules }), [])).not.toThrow();
  });
});

const commands: [written: string, words: string[]][] = [
  ['./check.sh', ['./check.sh']],
  ['python3 ~/hooks/check.py --strict', ['python3', '~/hooks/check.py', '--strict']],
  ['"/a b/check.sh" \'two words\'', ['/a b/check.sh', 'two words']],
  ['node --file="a b"', ['node', '--file=a b']],
  ['$CLAUDE_PROJECT_DIR/.claude/check.sh', ['$CLAUDE_PROJECT_DIR/.claude/check.sh']],
  ['"$CLAUDE_PROJECT_DIR"/check.sh', ['/bin/sh', '-c', '"$CLAUDE_PROJECT_DIR"/check.sh']],
  ['cd x && ./check.sh', ['/bin/sh', '-c', 'cd x && ./check.sh']],
  ['jq .tool_name | grep Bash', ['/bin/sh', '-c', 'jq .tool_name | grep Bash']],
];

describe('the command of a script', () => {
  for (const [written, words] of commands)
    test(`${written} is run as ${words.join(' ')}`, () => {
      const { external } = normalized({ external: [{ id: 'x', on: 'Stop', command: written }] });
      expect(external).toMatchObject([{ command: words }]);
    });
});
