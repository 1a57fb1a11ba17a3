import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryHome } from '../../test/support/memory-store.ts';
import {
  type AllowOnceRequest,
  addAllowOnceRequest,
  settleAllowOnceRequests,
} from './allow-once-requests.ts';
import { hasAllowOnceRequests, listAllowOnce, onceFolder, takeAllowOnce } from './files/overrides.ts';

let home: ReturnType<typeof temporaryHome>;
let transcript: string;
beforeEach(() => {
  home = temporaryHome();
  mkdirSync(home.dir, { recursive: true });
  transcript = join(home.dir, 'transcript.jsonl');
});
afterEach(() => home[Symbol.dispose]());

/** When the command was typed. */
const typed = Date.now() - 40_000;
/** So long after it that the transcript is not waited for. */
const later = typed + 31_000;

const request = (entry: object = {}): AllowOnceRequest => ({
  entry: {
    id: 'o1',
    at: typed,
    until: typed + 600_000,
    session_id: 's1',
    input_hash: 'h1',
    label: 'Bash x',
    ...entry,
  },
  proof: {
    transcript_path: transcript,
    prompt_id: 'p1',
    command: '/pawl',
    args: 'allow-once',
    origins: ['human'],
  },
  place: { root: '/r', repository: '/r/.git', worktree: false },
});

function record(args = 'allow-once', more: object = {}): void {
  const content = `<command-name>/pawl</command-name>\n<command-args>${args}</command-args>`;
  const line = { type: 'user', promptId: 'p1', turnOrigin: 'human', timestamp: new Date(typed), ...more };
  writeFileSync(transcript, `${JSON.stringify({ ...line, message: { content } })}\n`);
}

const logged = () => JSON.parse(readFileSync(join(home.spool, readdirSync(home.spool)[0]!), 'utf8'));
const given = () => listAllowOnce(home, later).map(({ id }) => id);
const call = { session_id: 's1', input_hash: 'h1', policies: ['guard/x'] };

test('a request that a person typed allows the refused call once', () => {
  addAllowOnceRequest(home, request());
  expect(hasAllowOnceRequests(home)).toBe(true);
  record();
  settleAllowOnceRequests(home, 's1', later);
  expect(given()).toEqual(['o1']);
  expect(takeAllowOnce(home, { ...call, input_hash: 'h2' }, later)).toBeUndefined();
  expect(takeAllowOnce(home, call, later)).toMatchObject({ id: 'o1' });
  expect(takeAllowOnce(home, call, later)).toBeUndefined();
});

test('the same event sent again gives no second permission', () => {
  addAllowOnceRequest(home, request());
  record();
  settleAllowOnceRequests(home, 's1', later);
  takeAllowOnce(home, call, later);
  addAllowOnceRequest(home, request({ input_hash: 'h2' }));
  settleAllowOnceRequests(home, 's1', later);
  expect(given()).toEqual([]);
});

test.each([
  ['a scheduled turn', 'allow-once', { turnOrigin: 'scheduled' }],
  ['a turn without an origin', 'allow-once', { turnOrigin: undefined }],
  ['another argument', 'explain', {}],
  ['an old turn', 'allow-once', { timestamp: new Date(typed - 200_000) }],
])('no permission is given for %s, and the log says so', (_, args, more) => {
  addAllowOnceRequest(home, request());
  record(args, more);
  settleAllowOnceRequests(home, 's1', later);
  expect(given()).toEqual([]);
  expect(hasAllowOnceRequests(home)).toBe(false);
  expect(logged()).toMatchObject({ label: expect.stringMatching(/^Bash x \(not given: .+\)$/) });
});

test('the log names the call that was allowed', () => {
  record();
  addAllowOnceRequest(home, request());
  settleAllowOnceRequests(home, 's1', later);
  expect(logged()).toMatchObject({ label: 'Bash x', session_id: 's1', notes: ['allow-once o1'] });
});

test('a request waits up to ten minutes for the client to record the turn', () => {
  addAllowOnceRequest(home, request());
  settleAllowOnceRequests(home, 's1', later);
  expect(hasAllowOnceRequests(home)).toBe(true);
  settleAllowOnceRequests(home, 's1', typed + 601_000);
  expect(hasAllowOnceRequests(home)).toBe(false);
  expect(given()).toEqual([]);
});

test('another session does not settle a request', () => {
  addAllowOnceRequest(home, request());
  record();
  settleAllowOnceRequests(home, 's2', later);
  expect(hasAllowOnceRequests(home)).toBe(true);
});

test('a request that Pawl did not write, or that was changed, gives no permission', () => {
  addAllowOnceRequest(home, request());
  record();
  const file = join(onceFolder(home), readdirSync(onceFolder(home))[0]!);
  writeFileSync(file, readFileSync(file, 'utf8').replace('h1', 'h2'));
  settleAllowOnceRequests(home, 's1', later);
  expect(given()).toEqual([]);
  writeFileSync(file.replace('p1', 'p2'), JSON.stringify({ text: JSON.stringify(request()) }));
  settleAllowOnceRequests(home, 's1', later);
  expect(given()).toEqual([]);
});
