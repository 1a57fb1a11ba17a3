import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { modeOf, temporaryHome } from '../../../test/support/memory-store.ts';
import { somebody } from '../../../test/support/person.ts';
import {
  activeGrants,
  coversPlace,
  describeGrant,
  endGrant,
  grantId,
  listGrants,
  maxGrantMs,
  renewGrant,
  type StoredGrant,
  writeGrant,
} from './grants.ts';
import { spoolFiles } from './spool.ts';

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const hour = 3_600_000;
const grant = (more: Partial<StoredGrant> = {}): StoredGrant => ({
  id: 'g1',
  at: 1_000_000,
  for_ms: hour,
  session_id: 's1',
  directory: '/r',
  repository: '/r/.git',
  worktrees: false,
  mode: 'build',
  allow: [],
  by: 'pawl grant',
  ...more,
});
const fileOf = (id = 'g1', session = 's1') => join(home.run, 'grants', `${session}.${id}.json`);
const place = (root: string, more: object = {}) => ({
  root,
  repository: '/r/.git',
  worktree: false,
  gitDir: '/g',
  ...more,
});

/** Writes a grant whose session last worked at this time. */
function give(more: Partial<StoredGrant> = {}, worked = 1_000_000): StoredGrant {
  const made = grant(more);
  writeGrant(home, made, somebody);
  utimesSync(fileOf(made.id, made.session_id), worked / 1000, worked / 1000);
  return made;
}

const spooled = () =>
  spoolFiles(home)
    .flatMap((name) => readFileSync(join(home.spool, name), 'utf8').split('\n'))
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('a grant ends its time after the session last worked', () => {
  const { for_ms: _, ...given } = give();
  expect(listGrants(home, 's1')).toEqual([{ ...given, until: 1_000_000 + hour }]);
  utimesSync(fileOf(), 5_000, 5_000);
  expect(listGrants(home)[0]!.until).toBe(5_000_000 + hour);
});

test('a grant ends after seven days, however busy the session is', () => {
  expect(maxGrantMs).toBe(7 * 24 * hour);
  give({}, 1_000_000 + maxGrantMs);
  expect(listGrants(home)[0]!.until).toBe(1_000_000 + maxGrantMs);
});

test('grants are listed newest first, of one session or of all', () => {
  give({ id: 'ga', at: 1 });
  give({ id: 'gb', at: 3 });
  give({ id: 'gc', at: 2, session_id: 's2' });
  give({ id: 'gd', at: 4, session_id: 's1x' });
  expect(listGrants(home).map(({ id }) => id)).toEqual(['gd', 'gb', 'gc', 'ga']);
  expect(listGrants(home, 's1').map(({ id }) => id)).toEqual(['gb', 'ga']);
  expect(listGrants(home, 'none')).toEqual([]);
});

test('a file without an end, a session or a directory is not a grant', () => {
  mkdirSync(join(home.run, 'grants'), { recursive: true });
  const write = (text: string) => writeFileSync(fileOf(), text);
  for (const missing of ['for_ms', 'at', 'session_id', 'directory'])
    for (const value of [undefined, ...(missing === 'for_ms' || missing === 'at' ? [] : [''])]) {
      write(JSON.stringify({ ...grant(), [missing]: value }));
      expect(listGrants(home)).toEqual([]);
    }
  for (const text of ['', '{', 'null', '5', '[]']) {
    write(text);
    expect(listGrants(home)).toEqual([]);
  }
});

test('a file under the name of another session is not that session’s grant', () => {
  mkdirSync(join(home.run, 'grants'), { recursive: true });
  writeFileSync(fileOf('g1', 's2'), JSON.stringify(grant()));
  expect(listGrants(home, 's2')).toEqual([]);
  expect(listGrants(home, 's1')).toEqual([]);
});

test('other files in the folder are not grants', () => {
  give();
  writeFileSync(`${fileOf('g2')}.tmp`, JSON.stringify(grant({ id: 'g2' })));
  writeFileSync(fileOf('g3').replace('.json', '.request'), JSON.stringify(grant({ id: 'g3' })));
  expect(listGrants(home).map(({ id }) => id)).toEqual(['g1']);
});

test('a grant is valid only in its directory', () => {
  const given = { ...grant(), until: 0 };
  expect(coversPlace(given, place('/r'))).toBe(true);
  expect(coversPlace(given, place('/r/below'))).toBe(false);
  expect(coversPlace(given, place('/other'))).toBe(false);
  expect(coversPlace(given, place('/rx'))).toBe(false);
});

test('a grant with worktrees is valid in every worktree of its repository', () => {
  const given = { ...grant({ worktrees: true }), until: 0 };
  expect(coversPlace(given, place('/r'))).toBe(true);
  expect(coversPlace(given, place('/tree'))).toBe(true);
  expect(coversPlace(given, place('/tree', { repository: '/other/.git' }))).toBe(false);
  expect(coversPlace(given, place('/r/below', { repository: '/other', gitDir: undefined }))).toBe(false);
});

test('outside git a grant is also valid below its directory', () => {
  const given = { ...grant(), until: 0 };
  const outside = { gitDir: undefined };
  expect(coversPlace(given, place('/r/below', outside))).toBe(true);
  expect(coversPlace(given, place('/rx', outside))).toBe(false);
  expect(coversPlace(given, place('/', outside))).toBe(false);
});

test('the active grants of a session are those valid here and now', () => {
  give({ id: 'ga' });
  give({ id: 'gb', directory: '/other' });
  const active = (session: string, now: number, root = '/r') =>
    activeGrants(home, session, place(root), now).map(({ id }) => id);
  const end = 1_000_000 + hour;
  expect(active('s1', end - 1)).toEqual(['ga']);
  expect(active('s1', end)).toEqual([]);
  expect(active('s1', 0, '/other')).toEqual(['gb']);
  expect(active('s2', 0)).toEqual([]);
  expect(active('', 0)).toEqual([]);
});

test('a session that works renews its grant, once a minute', () => {
  give();
  const [listed] = listGrants(home);
  renewGrant(home, listed!, 1_060_000);
  expect(statSync(fileOf()).mtimeMs).toBe(1_000_000);
  renewGrant(home, listed!, 1_060_001);
  expect(statSync(fileOf()).mtimeMs).toBeCloseTo(1_060_001, 0);
  renewGrant(home, { ...listed!, id: 'gone' }, 5_000_000);
  expect(existsSync(fileOf('gone'))).toBe(false);
});

test('a grant for a minute is renewed after a quarter of it', () => {
  give({ for_ms: 60_000 });
  const [listed] = listGrants(home);
  renewGrant(home, listed!, 1_014_000);
  expect(statSync(fileOf()).mtimeMs).toBe(1_000_000);
  renewGrant(home, listed!, 1_016_000);
  expect(statSync(fileOf()).mtimeMs).toBeCloseTo(1_016_000, 0);
});

test('a grant is private, and recorded when it is given', () => {
  const given = give({ allow: ['production-deploy'] });
  expect(modeOf(fileOf())).toBe('600');
  expect(modeOf(join(home.run, 'grants'))).toBe('700');
  const [line] = spooled();
  expect(line).toMatchObject({
    uid: `pawl:grant-g1-${given.at.toString(36)}`,
    event: 'pawl:grant',
    session_id: 's1',
    cwd: '/r',
    project: '/r',
    repository: '/r/.git',
    label: 'grant g1 (build, production-deploy), given by pawl grant',
    decision: 'pass',
    ms: 0,
    notes: ['grant g1'],
  });
  expect(Math.abs(line.at - Date.now())).toBeLessThan(60_000);
});

test('only the first process ends a grant, and the end is recorded', () => {
  give();
  const [listed] = listGrants(home);
  expect(endGrant(home, listed!, 'its time was up')).toBe(true);
  expect(endGrant(home, listed!, 'its time was up')).toBe(false);
  expect(readdirSync(join(home.run, 'grants'))).toEqual(['s1.g1.ended']);
  expect(spooled().map(({ event, label }) => [event, label])).toEqual([
    ['pawl:grant', 'grant g1 (build), given by pawl grant'],
    ['pawl:revoke', 'grant g1 (build): its time was up'],
  ]);
});

test('a grant counts only with its seal, and a copy does not bring an ended one back', () => {
  give();
  const kept = readFileSync(fileOf(), 'utf8');
  endGrant(home, listGrants(home)[0]!, 'revoked');
  writeFileSync(fileOf(), kept);
  expect(listGrants(home)).toEqual([]);
  give({ id: 'g2' });
  writeFileSync(fileOf('g2'), JSON.stringify(grant({ id: 'g2' })));
  expect(listGrants(home)).toEqual([]);
});

test('ending a grant also ends the request for it', () => {
  give();
  writeFileSync(fileOf().replace('.json', '.request'), '{}');
  give({ id: 'g2' });
  expect(endGrant(home, listGrants(home).find(({ id }) => id === 'g1')!, 'revoked')).toBe(true);
  expect(readdirSync(join(home.run, 'grants'))).toEqual(['s1.g1.ended', 's1.g2.json']);
  expect(spooled().filter(({ event }) => event === 'pawl:revoke')).toHaveLength(1);
});

test('a grant is described in words with its id', () => {
  expect(describeGrant({ id: 'g1', mode: 'build', allow: [] })).toBe('grant g1 (build)');
  expect(describeGrant({ id: 'g1', mode: 'build', allow: ['a', 'b'] })).toBe('grant g1 (build, a, b)');
  for (let n = 0; n < 100; n++) expect(grantId()).toMatch(/^g[0-9a-z]{5}$/);
  expect(grantId()).not.toBe(grantId());
});
