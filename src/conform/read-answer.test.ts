import { describe, expect, test } from 'bun:test';
import { eventNames } from '../core/channels.ts';
import { capturesOf, onePerKind } from './captures.ts';
import { conformClients } from './protocol.ts';
import { protocols } from './protocols/index.ts';
import { type MistakeKind, readAnswer } from './read-answer.ts';
import type { Ended } from './start.ts';

const ended = (output: Partial<Ended> | string): Ended => ({
  ...{ code: 0, signal: null, stdout: '', stderr: '', ms: 1, late: false, limit: 10_000 },
  ...(typeof output === 'string' ? { stdout: output } : output),
});

const specific = (hookEventName: string, more: object) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName, ...more } });
const deny = (reason?: string) =>
  specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: reason });

type Row = [what: string, event: string, Partial<Ended> | string, MistakeKind[], decision: string];

const rows: Row[] = [
  ['no answer', 'PreToolUse', '', [], 'pass'],
  ['a denial', 'PreToolUse', deny('no'), [], 'refuse'],
  ['a denial without a reason', 'PreToolUse', deny(), ['reasons'], 'refuse'],
  [
    'a question',
    'PreToolUse',
    specific('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'x' }),
    [],
    'ask',
  ],
  ['a denial after a line of text', 'PreToolUse', `debug\n${deny('no')}`, ['json'], 'pass'],
  ['JSON that does not parse', 'PreToolUse', '{"a":}', ['json'], 'pass'],
  ['text for the model', 'UserPromptSubmit', 'hello', [], 'pass'],
  ['text that the client ignores', 'Stop', 'hello', ['json'], 'pass'],
  ['a word that does not exist', 'Stop', '{"decision":"allow"}', ['values'], 'allow'],
  ['a block without a reason', 'Stop', '{"decision":"block"}', ['reasons'], 'refuse'],
  ['a key at the wrong event', 'SessionEnd', '{"systemMessage":"x"}', ['keys'], 'pass'],
  ['a key at the wrong place', 'PreToolUse', '{"permissionDecision":"deny"}', ['keys'], 'pass'],
  ['the name of another event', 'Stop', specific('PreToolUse', {}), ['values'], 'pass'],
  [
    'a text that is too long',
    'SessionStart',
    specific('SessionStart', { additionalContext: 'x'.repeat(10_001) }),
    ['length'],
    'pass',
  ],
  ['a number for a text', 'PostToolUse', '{"systemMessage":1}', ['values'], 'pass'],
  ['exit code 2', 'PreToolUse', { code: 2, stderr: 'no' }, [], 'refuse'],
  ['exit code 2 without a text', 'PreToolUse', { code: 2 }, ['reasons'], 'refuse'],
  ['exit code 2 without an effect', 'PermissionRequest', { code: 2, stderr: 'no' }, ['exit-2'], 'pass'],
  ['exit code 1', 'PreToolUse', { code: 1, stderr: 'Traceback\nKeyError' }, ['exit-code'], 'pass'],
  ['a signal', 'PreToolUse', { code: null, signal: 'SIGSEGV' }, ['ends'], 'pass'],
  ['no end', 'PreToolUse', { code: null, signal: 'SIGKILL', late: true }, ['ends'], 'pass'],
  [
    'a dialog answered',
    'PermissionRequest',
    specific('PermissionRequest', { decision: { behavior: 'deny', message: 'x' } }),
    [],
    'refuse',
  ],
  [
    'a dialog answered with a key that does not exist',
    'PermissionRequest',
    specific('PermissionRequest', { decision: { behaviour: 'deny' } }),
    ['keys'],
    'pass',
  ],
];

describe('Claude Code', () => {
  test.each(rows)('how the client reads %s at %s', (_, event, output, mistakes, decision) => {
    const read = readAnswer(protocols.claude, event, ended(output));
    expect(read.mistakes.map(({ kind }) => kind)).toEqual(mistakes);
    expect(read.decision).toBe(decision as typeof read.decision);
  });

  test('has a shape for each event', () => {
    expect(Object.keys(protocols.claude.shapes).sort()).toEqual([...eventNames].sort());
  });
});

describe('other clients', () => {
  const read = (client: keyof typeof protocols, event: string, output: Partial<Ended> | string) =>
    readAnswer(protocols[client], event, ended(output));
  const ask = specific('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'x' });

  test('Codex runs a call that a hook asks about, and drops an answer with an unknown key', () => {
    expect(read('codex', 'PreToolUse', ask)).toMatchObject({
      decision: 'pass',
      mistakes: [{ kind: 'values' }],
    });
    expect(read('codex', 'PreToolUse', '{"suppressOutput":true}').mistakes[0]!.problem).toContain('voids');
  });

  test('Gemini looks for the decision at the top only', () => {
    expect(
      read('gemini', 'BeforeTool', specific('BeforeTool', { permissionDecision: 'deny' })),
    ).toMatchObject({
      decision: 'pass',
    });
    expect(read('gemini', 'BeforeTool', '{"decision":"deny","reason":"no"}')).toEqual({
      decision: 'refuse',
      mistakes: [],
    });
  });

  test('exit code 2 without a text refuses nothing in Codex and Gemini, any other code denies in Copilot', () => {
    expect(read('codex', 'PreToolUse', { code: 2 }).decision).toBe('pass');
    expect(read('gemini', 'BeforeTool', { code: 2 }).decision).toBe('pass');
    expect(read('copilot', 'PreToolUse', { code: 1 }).decision).toBe('refuse');
  });
});

test.each(conformClients)(
  'every event captured from %s has an answer shape, and its paths are those of this run',
  (client) => {
    const { captures, version } = capturesOf(client, '/run/home');
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(
      [...new Set(captures.map(({ event }) => event))].filter((event) => !protocols[client].shapes[event]),
    ).toEqual([]);
    expect(JSON.stringify(captures)).not.toMatch(/\/home\/(user|me)\b/);
    expect(new Set(onePerKind(captures).map(({ event }) => event)).size).toBe(
      new Set(captures.map(({ event }) => event)).size,
    );
  },
);
