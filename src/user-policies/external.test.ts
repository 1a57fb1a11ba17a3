// External scripts: how exit code and output become verdicts, as the client reads them, and what can go wrong.

import { expect, test } from 'bun:test';
import type { EventName } from '../core/channels.ts';
import type { Finding } from '../core/engine.ts';
import { parseEvent } from '../core/event.ts';
import { bash } from '../core/examples.ts';
import type { Env } from '../system/env.ts';
import { externalPolicy, readAnswer, runExternal } from './external.ts';

const answer = (stdout: string, exit: number, name: EventName = 'PreToolUse', stderr = 'from stderr') => {
  const verdicts = readAnswer({ stdout, stderr, exit }, name);
  return typeof verdicts === 'string'
    ? verdicts
    : verdicts.map((verdict) => `${verdict.kind}: ${'reason' in verdict ? verdict.reason : verdict.text}`);
};
const permission = (permissionDecision: string, permissionDecisionReason = 'because') =>
  JSON.stringify({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
  });

test('valid JSON decides, except that exit code 2 always refuses', () => {
  expect(answer(permission('deny'), 0)).toEqual(['deny: because']);
  expect(answer(permission('allow'), 0)).toEqual(['allow: because']);
  expect(answer(permission('ask'), 1)).toEqual(['ask: because']);
  expect(answer(permission('deny'), 2)).toEqual(['deny: because']);
  expect(answer(permission('allow'), 2)).toEqual(['deny: from stderr']);
  expect(answer('{}', 0)).toEqual([]);
});

test('a refusal keeps what the script says besides to the model and to the person', () => {
  const specific = { hookEventName: 'PreToolUse', additionalContext: 'see the log', updatedInput: { a: 1 } };
  const output = JSON.stringify({ hookSpecificOutput: specific, systemMessage: 'hi' });
  expect(answer(output, 0)).toEqual(['inject: see the log', 'rewrite: ', 'tell: hi']);
  expect(answer(output, 2)).toEqual(['deny: from stderr', 'inject: see the log', 'tell: hi']);
});

test('broken JSON is a failure; with exit code 2 it is a refusal with stderr as the reason', () => {
  expect(answer('{"a": }', 0)).toContain('answered with broken JSON');
  expect(answer('{"a": }', 1)).toContain('answered with broken JSON');
  expect(answer('{"a": }', 2)).toEqual(['deny: from stderr']);
  expect(answer('{"hookSpecificOutput": {"additionalContext": 7}}', 0)).toContain('not a verdict');
});

test('without JSON, exit code 0 passes, 2 refuses and others are a failure', () => {
  expect(answer('fine', 0)).toEqual([]);
  expect(answer('', 0)).toEqual([]);
  expect(answer('{ not closed', 0)).toEqual([]);
  expect(answer('[1]', 0)).toEqual([]);
  expect(answer('', 2)).toEqual(['deny: from stderr']);
  expect(answer('', 2, 'PreToolUse', '')).toEqual(['deny: refused without a reason']);
  expect(answer('text', 1)).toBe('exited with 1: from stderr');
  expect(answer('', 127)).toBe('exited with 127: from stderr');
});

test('plain text is injected on the events where the client injects it', () => {
  for (const name of ['UserPromptSubmit', 'UserPromptExpansion', 'SessionStart', 'PostModelSwitch'] as const)
    expect(answer('hello', 0, name)).toEqual(['inject: hello']);
  expect(answer('hello', 0, 'Stop')).toEqual([]);
});

test('older field names are understood, and `continue: false` ends the turn', () => {
  expect(answer('{"decision": "block", "reason": "old"}', 0)).toEqual(['deny: old']);
  expect(answer('{"decision": "approve", "reason": "old"}', 0)).toEqual(['allow: old']);
  expect(answer('{"continue": false, "stopReason": "enough"}', 0)).toEqual(['deny: enough']);
  expect(answer('{"continue": false, "stopReason": "enough"}', 0, 'Stop')).toEqual(['tell: enough']);
  expect(answer('{"systemMessage": "hi"}', 0)).toEqual(['tell: hi']);
});

async function runScript(command: string[], more: object = {}, env: Env = process.env): Promise<Finding> {
  const parsed = parseEvent(JSON.stringify(bash('ls')));
  if (parsed.kind !== 'event') throw new Error('no event');
  const policy = externalPolicy({ id: 'x', on: 'PreToolUse', command, ...more });
  return runExternal({ policy, level: 'deny', options: {} }, parsed.event, 10_000, env);
}

test('the script gets the event on stdin, and its answer becomes the verdict', async () => {
  const script = 'read -r line; case "$line" in *\'"command":"ls"\'*) echo seen >&2; exit 2;; esac';
  expect(await runScript(['sh', '-c', script])).toMatchObject({
    verdicts: [{ kind: 'deny', reason: 'seen' }],
  });
});

test('the deadline applies even if a grandchild keeps the output open', async () => {
  for (const script of [
    'sleep 30',
    'sleep 30 & wait',
    'trap "" TERM; sleep 30',
    'exec 3>&1; (sleep 30 >&3) & exit 0',
  ]) {
    const start = performance.now();
    const { error } = await runScript(['sh', '-c', script], { timeout: 0.3 });
    if (!script.includes('exit 0')) expect(error).toBe('did not answer within 300 ms');
    // Half of the time that the script would have taken.
    expect(performance.now() - start).toBeLessThan(15_000);
  }
});

test('onError decides the verdict if the program does not exist', async () => {
  const finding = await runScript(['/no/such/program'], { onError: 'deny' });
  expect(finding.error).toContain('could not be started');
  expect(finding.effective.map(({ kind }) => kind)).toEqual(['deny', 'tell']);
  expect((await runScript(['/no/such/program'])).effective.map(({ kind }) => kind)).toEqual(['tell']);
});

test('CLAUDE_PROJECT_DIR is expanded in the command, as the client does', async () => {
  const env = { ...process.env, CLAUDE_PROJECT_DIR: '/bin' };
  const script = ['$CLAUDE_PROJECT_DIR/sh', '-c', 'echo "$0" >&2; exit 2', `$\{CLAUDE_PROJECT_DIR}/x`];
  expect(await runScript(script, {}, env)).toMatchObject({ verdicts: [{ reason: '/bin/x' }] });
});

test('`~` at the beginning of a word is the home, and a script’s own timeout is used', async () => {
  const start = performance.now();
  const finding = await runScript(
    ['sh', '-c', 'echo "$0 $1" >&2; exit 2', '~/x', 'a~/y'],
    {},
    {
      ...process.env,
      HOME: '/home/dev',
    },
  );
  expect(finding).toMatchObject({ verdicts: [{ reason: '/home/dev/x a~/y' }] });
  expect(finding.ms).toBeWithin(0, performance.now() - start);
});

test('plain text is given to the model only on events where the client does so', () => {
  const said = (name: string) => readAnswer({ stdout: 'note\n', stderr: '', exit: 0 }, name as never);
  for (const name of ['UserPromptSubmit', 'UserPromptExpansion', 'SessionStart', 'PostModelSwitch'])
    expect(said(name)).toEqual([{ kind: 'inject', text: 'note' }]);
  for (const name of ['PreToolUse', 'PostToolUse', 'Stop']) expect(said(name)).toEqual([]);
});

test('a script may print megabytes', async () => {
  const finding = await runScript(['sh', '-c', 'yes | head -c 5000000; exit 0']);
  expect(finding).toMatchObject({ verdicts: [] });
});

test('a decision without a reason gets one, and unknown words decide nothing', () => {
  expect(answer('{"decision": "deny"}', 0)).toEqual(['deny: refused without a reason']);
  expect(answer('{"decision": "fail", "reason": "r"}', 0)).toEqual(['deny: r']);
  expect(answer('{"decision": "ask"}', 0)).toEqual(['ask: wants confirmation, without a reason']);
  expect(answer('{"decision": "allow"}', 0)).toEqual(['allow: ']);
  expect(answer('{"decision": "warn", "reason": "careful"}', 0)).toEqual(['inject: careful']);
  expect(answer('{"decision": "warn"}', 0)).toEqual([]);
  expect(answer('{"decision": "whatever", "reason": "r"}', 0)).toEqual([]);
  expect(answer('{"continue": false}', 0)).toEqual(['deny: the script ended the turn']);
});

test('a script is a policy with careful defaults', () => {
  const script = externalPolicy({ id: 'x', on: 'PreToolUse', command: ['a', 'b'] });
  expect(script).toMatchObject({
    id: 'external/x',
    summary: 'a b',
    level: 'deny',
    onError: 'pass',
    loosens: true,
  });
  expect(script.tools).toBeUndefined();
  const two = externalPolicy({
    id: 'y',
    on: ['Stop', 'Nothing'] as never,
    command: ['a'],
    tool: 'Bash',
    level: 'warn',
    onError: 'ask',
  });
  expect(two).toMatchObject({ on: ['Stop'], tools: ['Bash'], level: 'warn', onError: 'ask' });
});
