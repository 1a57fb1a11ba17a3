import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modeOf, temporaryHome } from '../../../test/support/memory-store.ts';
import {
  addGrantRequest,
  requestedGrants,
  type StoredGrantRequest,
  settleGrantRequests,
} from './grant-requests.ts';
import { endGrant, listGrants } from './grants.ts';
import { spoolFiles } from './spool.ts';

let home: ReturnType<typeof temporaryHome>;
let transcript: string;
beforeEach(() => {
  home = temporaryHome();
  mkdirSync(home.dir, { recursive: true });
  transcript = join(home.dir, 'transcript.jsonl');
});
afterEach(() => home[Symbol.dispose]());

/** When the command was typed. */
const typed = Date.parse('2026-03-01T12:00:00Z');
/** So long after it that the transcript is not waited for. */
const later = typed + 30_000;
const minute = 60_000;

const request = (
  more: Partial<StoredGrantRequest['proof']> = {},
  grant: object = {},
): StoredGrantRequest => ({
  grant: {
    id: 'g1',
    at: typed,
    for_ms: 3_600_000,
    session_id: 's1',
    directory: '/r',
    repository: '/r/.git',
    worktrees: false,
    mode: 'build',
    allow: [],
    by: '/build',
    ...grant,
  },
  proof: { transcript_path: transcript, prompt_id: 'p1', command: '/build', origins: ['human'], ...more },
});

const line = (more: object = {}) =>
  `${JSON.stringify({
    type: 'user',
    promptId: 'p1',
    turnOrigin: 'human',
    timestamp: new Date(typed).toISOString(),
    message: { content: '<command-message>build</command-message><command-name>/build</command-name>' },
    ...more,
  })}\n`;

const given = () => listGrants(home).map(({ id }) => id);
const waits = () => requestedGrants(home).map(({ id }) => id);
const labels = () =>
  spoolFiles(home)
    .flatMap((name) => readFileSync(join(home.spool, name), 'utf8').split('\n'))
    .filter(Boolean)
    .map((text) => JSON.parse(text).label);

/** Returns the outcome of a request with this transcript. */
function settled(text: string, { now = later, asked = request() } = {}): 'given' | 'waits' | 'refused' {
  addGrantRequest(home, asked);
  writeFileSync(transcript, text);
  settleGrantRequests(home, 's1', now);
  return given().length > 0 ? 'given' : waits().length > 0 ? 'waits' : 'refused';
}

test('a command that a person typed gives the grant', () => {
  expect(settled(line())).toBe('given');
  expect(waits()).toEqual([]);
  expect(listGrants(home)[0]).toMatchObject({ id: 'g1', mode: 'build', by: '/build', directory: '/r' });
  expect(labels()).toEqual(['grant g1 (build), given by /build']);
});

test('a request waits up to ten minutes for the client to write its turn', () => {
  expect(settled('')).toBe('waits');
  expect(settled(line({ promptId: 'another' }))).toBe('waits');
  expect(settled('', { now: typed + 10 * minute - 1 })).toBe('waits');
  expect(settled('', { now: typed + 10 * minute })).toBe('refused');
  expect(labels()).toEqual(['grant g1 (build) not given: the client has no record of the turn']);
});

test('a missing transcript counts as not written yet', () => {
  addGrantRequest(home, request());
  settleGrantRequests(home, 's1', later);
  expect(waits()).toEqual(['g1']);
});

test('a turn that nobody typed gives no grant', () => {
  expect(settled(line({ turnOrigin: 'scheduled' }))).toBe('refused');
  expect(labels()).toEqual(['grant g1 (build) not given: the turn was not begun by a person (scheduled)']);
});

test('a turn without a recorded origin gives no grant, unless that is allowed', () => {
  expect(settled(line({ turnOrigin: undefined }))).toBe('refused');
  expect(
    settled(line({ turnOrigin: undefined }), { asked: request({ origins: ['human', 'unknown'] }) }),
  ).toBe('given');
});

test('another command in the turn gives no grant', () => {
  expect(settled(line({ message: { content: 'please /build' } }))).toBe('refused');
  expect(labels()[0]).toContain('(another turn)');
});

test('a command in content with several parts counts', () => {
  const content = [{ type: 'text', text: '<command-name>/build</command-name>' }];
  expect(settled(line({ message: { content } }))).toBe('given');
  expect(existsSync(join(home.run, 'grants', 's1.g1.request'))).toBe(false);
});

test('a turn without a message gives no grant', () => {
  expect(settled(line({ message: undefined }))).toBe('refused');
});

test('a turn more than two minutes older or newer than the request gives no grant', () => {
  const at = (shift: number) => line({ timestamp: new Date(typed + shift).toISOString() });
  expect(settled(at(-2 * minute))).toBe('refused');
  expect(settled(at(2 * minute))).toBe('refused');
  expect(settled(line({ timestamp: undefined }))).toBe('refused');
  expect(settled(at(1 - 2 * minute))).toBe('given');
});

test('a turn that is nearly two minutes later counts', () => {
  expect(settled(line({ timestamp: new Date(typed + 2 * minute - 1).toISOString() }))).toBe('given');
});

test('only the prompt itself is read: no answers, meta lines or damaged lines', () => {
  const answer = line({ type: 'assistant', turnOrigin: 'human' });
  const meta = line({ isMeta: true, turnOrigin: 'scheduled' });
  const mention = line({ promptId: 'p9', message: { content: 'about p1' } });
  expect(settled(`${answer}${meta}${mention}{"promptId":"p1"\n`)).toBe('waits');
  expect(settled(`${answer}${meta}${mention}{"promptId":"p1"\n${line()}`)).toBe('given');
});

test('the first line of the prompt decides', () => {
  expect(settled(line({ turnOrigin: 'scheduled' }) + line())).toBe('refused');
});

test('a request without a prompt id can’t be proved', () => {
  const asked = request({ prompt_id: '' });
  expect(settled(line({ promptId: '' }), { asked })).toBe('waits');
});

test('the turn is searched for only at the end of a long transcript', () => {
  const filler = `${'x'.repeat(999)}\n`.repeat(2_001);
  expect(settled(line() + filler)).toBe('waits');
  expect(settled(filler + line())).toBe('given');
});

test('just after the request the transcript is waited for', async () => {
  addGrantRequest(home, request());
  const program = `await Bun.sleep(100); require('node:fs').writeFileSync(${JSON.stringify(transcript)}, ${JSON.stringify(line())});`;
  const child = Bun.spawn([process.execPath, '-e', program], { stdio: ['ignore', 'ignore', 'ignore'] });
  // On a busy machine the writer may start late: each try waits again.
  for (let tries = 0; tries < 100 && given().length === 0; tries++)
    settleGrantRequests(home, 's1', later - 1);
  expect(given()).toEqual(['g1']);
  await child.exited;
});

test('a young request waits a moment for the transcript, an old one not at all', () => {
  const waited = (now: number) => {
    const started = performance.now();
    settleGrantRequests(home, 's1', now);
    return performance.now() - started;
  };
  addGrantRequest(home, request());
  expect(waited(later - 1)).toBeGreaterThanOrEqual(290);
  expect(waited(later)).toBeLessThan(290);
});

test('only the requests of this session are settled', () => {
  addGrantRequest(home, request());
  addGrantRequest(home, request({}, { id: 'g2', session_id: 's2' }));
  writeFileSync(transcript, line());
  settleGrantRequests(home, 's2', later);
  expect(given()).toEqual(['g2']);
  expect(waits()).toEqual(['g1']);
  expect(requestedGrants(home, 's2')).toEqual([]);
  expect(requestedGrants(home, 's1')[0]).toMatchObject({ id: 'g1', until: typed + 10 * minute });
});

test('a revoked request is no longer given', () => {
  addGrantRequest(home, request());
  writeFileSync(transcript, line());
  expect(endGrant(home, requestedGrants(home)[0]!, 'revoked')).toBe(true);
  settleGrantRequests(home, 's1', later);
  expect(given()).toEqual([]);
  expect(labels()).toEqual(['grant g1 (build): revoked']);
});

test('a request is private; a damaged or forged one is ignored and does not hold up others', () => {
  addGrantRequest(home, request());
  const folder = join(home.run, 'grants');
  expect(modeOf(join(folder, 's1.g1.request'))).toBe('600');
  writeFileSync(join(folder, 's1.g0.request'), '{');
  writeFileSync(join(folder, 's1.g00.request'), '{"grant":{}}');
  writeFileSync(join(folder, 's1.g2.request'), 'null');
  writeFileSync(transcript, line());
  settleGrantRequests(home, 's1', later);
  expect(given()).toEqual(['g1']);
  expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toEqual(['s1.g1.json']);
});

test('a forged request in the folder is not listed', () => {
  mkdirSync(join(home.run, 'grants'), { recursive: true });
  for (const text of ['{', 'null', '{}', '5']) {
    writeFileSync(join(home.run, 'grants', 's1.g1.request'), text);
    expect(requestedGrants(home)).toEqual([]);
  }
});
