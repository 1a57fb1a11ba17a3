import { describe, expect, test } from 'bun:test';
import { matchesTool } from './engine.ts';
import { readAll, readEventNames, readToolMatcher } from './matcher.ts';

const read: [written: string, patterns: string[]][] = [
  ['Bash', ['Bash']],
  ['bash', ['Bash']],
  ['EDIT', ['Edit']],
  ['Edit|Write', ['Edit', 'Write']],
  ['edit, write', ['Edit', 'Write']],
  ['^(Edit|Write)$', ['Edit', 'Write']],
  ['(?:Edit|Write)', ['*Edit*', '*Write*']],
  ['^Bash$', ['Bash']],
  ['^Ba', ['Ba*']],
  ['Notebook.*', ['*Notebook*']],
  ['*', ['*']],
  ['', ['*']],
  ['.*', ['*']],
  ['Task', ['Agent']],
  ['killshell', ['TaskStop']],
  ['mcp__github__create_issue', ['mcp__github__create_issue']],
  ['mcp__github__*', ['mcp__github__*']],
  ['mcp__.*__write.*', ['*mcp__*__write*']],
];

describe('a tool', () => {
  for (const [written, patterns] of read)
    test(`written as "${written}" is ${patterns.join(' or ')}`, () =>
      expect(readToolMatcher(written)).toEqual(patterns));

  test('that does not exist is a problem with a suggestion', () => {
    expect(readToolMatcher('Bsh')).toEqual({ problem: 'there is no tool "Bsh"; did you mean "Bash"?' });
    expect(readToolMatcher('Edit|Wirte')).toMatchObject({ problem: expect.stringContaining('"Write"') });
    expect(readToolMatcher('Shell*')).toMatchObject({ problem: expect.stringContaining('no tool "Shell*"') });
    expect(readToolMatcher('mcp__github')).toMatchObject({
      problem: expect.stringContaining('"mcp__github__*"'),
    });
  });
  test('written as a permission rule or a regular expression that is not read is a problem', () => {
    expect(readToolMatcher('Bash(git push *)')).toMatchObject({
      problem: expect.stringContaining('"command": "git push *"'),
    });
    expect(readToolMatcher(' Bash(ls) ')).toMatchObject({
      problem: expect.stringContaining('permission rule'),
    });
    expect(readToolMatcher('Bash(ls)|x')).toMatchObject({ problem: expect.stringContaining('expression') });
    expect(readToolMatcher('-Bash(ls)')).toMatchObject({ problem: expect.stringContaining('expression') });
    expect(readToolMatcher('(Edit|Write){1,2}')).toMatchObject({ problem: expect.stringContaining('names') });
    expect(readToolMatcher('[BE].*')).toMatchObject({ problem: expect.stringContaining('names') });
  });
  test('is quoted in a problem only in part if it is long', () => {
    const x = (length: number) => 'x'.repeat(length);
    const problem = (text: string) => (readToolMatcher(text) as { problem: string }).problem;
    expect(problem(`Bash(${x(54)})`)).toBe(
      `"Bash(${x(54)})" is a permission rule; write "tool": "Bash" and "command": "${x(39)}…"`,
    );
    expect(problem(`Bash(${x(55)})`)).toStartWith(`"Bash(${x(54)}…" is a permission rule`);
    expect(problem(`Bash(${x(40)})`)).toEndWith(`"command": "${x(40)}"`);
    expect(problem(`[${x(59)}`)).toStartWith(`"[${x(59)}" is a regular expression`);
    expect(problem(`[${x(60)}`)).toStartWith(`"[${x(58)}…" is a regular expression`);
    expect(problem(x(80))).toStartWith(`there is no tool "${x(80)}";`);
    expect(problem(x(81))).toStartWith(`there is no tool "${x(79)}…";`);
  });
  test('is matched in any case', () => {
    expect(matchesTool(['MCP__GitHub__*'], 'mcp__github__push')).toBe(true);
    expect(matchesTool(['mcp__GitHub__push'], 'mcp__github__push')).toBe(true);
    expect(matchesTool(['Bas'], 'Bash')).toBe(false);
  });
  test('with a name of a megabyte is refused quickly', () => {
    expect(readToolMatcher('x'.repeat(1_000_000))).toMatchObject({ problem: expect.any(String) });
  });
});

test('events are read in any case, and several in one text', () => {
  expect(readEventNames('pretooluse|PostToolUse')).toEqual(['PreToolUse', 'PostToolUse']);
  expect(readEventNames('PreToolUs')).toEqual({
    problem: 'there is no event "PreToolUs"; did you mean "PreToolUse"?',
  });
  expect(readEventNames('')).toHaveProperty('problem');
  const shown = (text: string) =>
    /^there is no event "([^"]*)";/.exec((readEventNames(text) as { problem: string }).problem)![1];
  expect(shown('Stop, Nothing')).toBe('Nothing');
  expect(shown(' | ')).toBe(' | ');
  expect(shown('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
});

test('the first problem of several texts counts', () => {
  expect(readAll(['Bash', 'bash|Edit'], readToolMatcher)).toEqual(['Bash', 'Edit']);
  expect(readAll(['Bash', 'Bsh'], readToolMatcher)).toHaveProperty('problem');
});
