// Adopted scripts: the client's own matrix of exit code and output, and what goes wrong around it.

import { expect, test } from 'bun:test';
import type { EventName } from '../core/channels.ts';
import type { Finding } from '../core/engine.ts';
import { parseEvent } from '../core/event.ts';
import { bash } from '../core/examples.ts';
import type { Env } from '../system/env.ts';
import { externalPolicy, readAnswer, runExternal } from './external.ts';

const answer = (stdout: string, exit: number, name: EventName = 'PreToolUse', stderr = 'from stderr') => {
  const said = readAnswer({ stdout, stderr, exit }, name);
  return typeof said === 'string'
    ? said
    : said.map((one) => `${one.kind}: ${'reason' in one ? one.reason : one.text}`);
};
const permission = (permissionDecision: string, permissionDecisionReason = 'because') =>
  JSON.stringify({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
  });

test('valid JSON: exit 0 and other codes let it decide, exit 2 refuses whatever it says', () => {
  expect(answer(permission('deny'), 0)).toEqual(['deny: because']);
  expect(answer(permission('allow'), 0)).toEqual(['allow: because']);
  expect(answer(permission('ask'), 1)).toEqual(['ask: because']);
  expect(answer(permission('deny'), 2)).toEqual(['deny: because']);
  expect(answer(permission('allow'), 2)).toEqual(['deny: from stderr']);
  expect(answer('{}', 0)).toEqual([]);
});

test('broken JSON: a failure, with exit 2 a refusal by stderr', () => {
  expect(answer('{"a": }', 0)).toContain('answered with broken JSON');
  expect(answer('{"a": }', 1)).toContain('answered with broken JSON');
  expect(answer('{"a": }', 2)).toEqual(['deny: from stderr']);
  expect(answer('{"hookSpecificOutput": {"additionalContext": 7}}', 0)).toContain('not a verdict');
});

test('text or nothing: exit 0 has no opinion, exit 2 refuses, other codes are a failure', () => {
  expect(answer('fine', 0)).toEqual([]);
  expect(answer('', 0)).toEqual([]);
  expect(answer('{ not closed', 0)).toEqual([]);
  expect(answer('[1]', 0)).toEqual([]);
  expect(answer('', 2)).toEqual(['deny: from stderr']);
  expect(answer('', 2, 'PreToolUse', '')).toEqual(['deny: refused without a reason']);
  expect(answer('text', 1)).toBe('exited with 1: from stderr');
  expect(answer('', 127)).toBe('exited with 127: from stderr');
});

test('plain text is context on the events where the client takes it so', () => {
  for (const name of ['UserPromptSubmit', 'UserPromptExpansion', 'SessionStart', 'PostModelSwitch'] as const)
    expect(answer('hello', 0, name)).toEqual(['inject: hello']);
  expect(answer('hello', 0, 'Stop')).toEqual([]);
});

test('older words, and a turn that the script ends', () => {
  expect(answer('{"decision": "block", "reason": "old"}', 0)).toEqual(['deny: old']);
  expect(answer('{"decision": "approve", "reason": "old"}', 0)).toEqual(['allow: old']);
  expect(answer('{"continue": false, "stopReason": "enough"}', 0)).toEqual(['deny: enough']);
  expect(answer('{"continue": false, "stopReason": "enough"}', 0, 'Stop')).toEqual(['tell: enough']);
  expect(answer('{"systemMessage": "hi"}', 0)).toEqual(['tell: hi']);
});

async function runs(command: string[], more: object = {}, env: Env = process.env): Promise<Finding> {
  const parsed = parseEvent(JSON.stringify(bash('ls')));
  if (parsed.kind !== 'event') throw new Error('no event');
  const policy = externalPolicy({ id: 'x', on: 'PreToolUse', command, ...more });
  return runExternal({ policy, level: 'deny', options: {} }, parsed.event, 10_000, env);
}

test('the script gets the event and its answer counts', async () => {
  const script = 'read -r line; case "$line" in *\'"command":"ls"\'*) echo seen >&2; exit 2;; esac';
  expect(await runs(['sh', '-c', script])).toMatchObject({ verdicts: [{ kind: 'deny', reason: 'seen' }] });
});

test('a deadline is kept, also when what the script started holds on to its output', async () => {
  for (const script of [
    'sleep 30',
    'sleep 30 & wait',
    'trap "" TERM; sleep 30',
    'exec 3>&1; (sleep 30 >&3) & exit 0',
  ]) {
    const start = performance.now();
    const { error } = await runs(['sh', '-c', script], { timeout: 0.3 });
    if (!script.includes('exit 0')) expect(error).toBe('did not answer within 300 ms');
    // Half of what the script would have taken.
    expect(performance.now() - start).toBeLessThan(15_000);
  }
});

test('a missing program is a failure that onError decides on', async () => {
  const finding = await runs(['/no/such/program'], { onError: 'deny' });
  expect(finding.error).toContain('could not be started');
  expect(finding.effective.map(({ kind }) => kind)).toEqual(['deny', 'tell']);
  expect((await runs(['/no/such/program'])).effective.map(({ kind }) => kind)).toEqual(['tell']);
});

test('the project’s folder is filled in as the client does', async () => {
  const env = { ...process.env, CLAUDE_PROJECT_DIR: '/bin' };
  const script = ['$CLAUDE_PROJECT_DIR/sh', '-c', 'echo "$0" >&2; exit 2', `$\{CLAUDE_PROJECT_DIR}/x`];
  expect(await runs(script, {}, env)).toMatchObject({ verdicts: [{ reason: '/bin/x' }] });
});

test('much output does no harm', async () => {
  const finding = await runs(['sh', '-c', 'yes | head -c 5000000; exit 0']);
  expect(finding).toMatchObject({ verdicts: [] });
});
