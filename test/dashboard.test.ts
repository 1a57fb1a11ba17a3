// Access to the dashboard: who gets in, who may change something, and what is never shown.

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type StoredGrant, writeGrant } from '../src/store/files/grants.ts';
import { spool } from '../src/store/files/spool.ts';
import { homeAt } from '../src/system/home.ts';
import { bashEvent } from './support/answers.ts';
import { type Started, signIn, startDashboard } from './support/dashboard.ts';
import { program } from './support/fleet.ts';
import { pawl, pawlJson } from './support/pawl.ts';
import { somebody } from './support/person.ts';
import { describeUnless, underAgent } from './support/skip.ts';
import { envOf, freshWorld, type World } from './support/world.ts';

let world: World;
let dashboard: Started;
let secret: Record<string, string>;

const asPerson = describeUnless(underAgent());

beforeAll(async () => {
  if (underAgent()) return;
  world = freshWorld();
  dashboard = await startDashboard(world);
  secret = await signIn(dashboard);
});

afterAll(async () => {
  await dashboard?.stop();
  world?.[Symbol.dispose]();
});

const ask = (path: string, headers: Record<string, string> = {}, more: RequestInit = {}) =>
  fetch(`${dashboard.origin}${path}`, { redirect: 'manual', ...more, headers: { ...secret, ...headers } });

asPerson('who gets in', () => {
  test('no data without the secret of a page, and no page with a wrong token', async () => {
    for (const path of ['/api/fleet', '/api/live', '/api/nothing', '/?token=', '/?token=wrong'])
      expect(`${path} ${(await ask(path, { 'x-pawl-token': '' })).status}`).toBe(`${path} 401`);
    expect((await ask('/api/pause', { 'x-pawl-token': 'x' }, { method: 'POST', body: '{}' })).status).toBe(
      401,
    );
    const shell = await (await ask('/', { 'x-pawl-token': '' })).text();
    expect(shell).toContain('name="pawl-token" content=""');
  });

  test('an address opens one page, once', async () => {
    const { url } = dashboard;
    const [first, second] = [await fetch(url), await fetch(url)];
    expect([first.status, second.status]).toEqual([200, 401]);
    expect(await first.text()).toMatch(/name="pawl-token" content="[\w-]{43}"/);
    expect(await second.text()).toContain('used before');
  });

  test('nothing is kept in cookies, which other ports of this machine would get', async () => {
    const { url } = dashboard;
    expect((await fetch(url)).headers.get('set-cookie')).toBeNull();
    expect((await ask('/api/fleet')).headers.get('set-cookie')).toBeNull();
  });

  test('the secret of one page is bound to the host and port by which it was opened', async () => {
    await using other = await startDashboard(world);
    const answer = await fetch(`${other.origin}/api/fleet`, { headers: secret });
    expect(answer.status).toBe(401);
    const host = `localhost:${dashboard.port}`;
    expect((await ask('/api/fleet', { host })).status).toBe(401);
    const opened = await fetch(dashboard.url, { headers: { host } });
    const token = /content="([\w-]{43})"/.exec(await opened.text())![1]!;
    expect((await ask('/api/fleet', { host, 'x-pawl-token': token })).status).toBe(200);
    expect((await ask('/api/fleet', { 'x-pawl-token': token })).status).toBe(401);
  });

  test('a host name that was made to point at this machine is rejected (DNS rebinding)', async () => {
    for (const host of [
      `evil.example:${dashboard.port}`,
      'evil.example',
      '127.0.0.1',
      `127.0.0.1.evil.example:${dashboard.port}`,
    ])
      expect(`${host} ${(await ask('/api/fleet', { host })).status}`).toBe(`${host} 421`);
  });

  test('requests from another site’s page are refused, whatever they carry', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'http://127.0.0.1:1' },
    ];
    for (const headers of foreign) expect((await ask('/api/fleet', headers)).status).toBe(403);
  });

  test('it listens on this machine only', async () => {
    const listening = Bun.spawnSync([
      'sh',
      '-c',
      'cat /proc/net/tcp /proc/net/tcp6 2>/dev/null',
    ]).stdout.toString();
    const port = dashboard.port.toString(16).toUpperCase().padStart(4, '0');
    const lines = listening.split('\n').filter((line) => line.includes(`:${port} `) && / 0A /.test(line));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toContain(`0100007F:${port}`);
  });

  test('every answer forbids foreign code, frames and sniffing', async () => {
    for (const path of ['/', '/app.js', '/app.css', '/api/fleet', '/nowhere']) {
      const { headers } = await ask(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('the page loads nothing from other hosts', async () => {
    const all = await Promise.all(['/', '/app.js', '/app.css'].map(async (path) => (await ask(path)).text()));
    const links = all.join('\n').match(/https?:\/\/[^\s"'`)]+/g) ?? [];
    expect(links.filter((link) => !link.startsWith('http://www.w3.org/'))).toEqual([]);
  });
});

asPerson('changes', () => {
  const pause = (headers: Record<string, string>, method = 'POST') =>
    ask('/api/pause', headers, {
      method,
      ...(method === 'POST' && { body: JSON.stringify({ minutes: 5, reason: 'a test' }) }),
    });

  test('need POST, our origin and the page’s secret, all three', async () => {
    const { origin } = dashboard;
    expect((await pause({})).status).toBe(403);
    expect((await pause({ origin, 'x-pawl-token': '' })).status).toBe(401);
    expect((await pause({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await pause({ origin: 'http://127.0.0.1:1' })).status).toBe(403);
    expect((await pause({ origin }, 'GET')).status).toBe(404);
    expect(pawlJson<{ pauses: unknown[] }>(world, ['pause', '--list']).pauses).toEqual([]);
  });

  test('are recorded like changes by the commands', async () => {
    const headers = { origin: dashboard.origin };
    expect((await pause(headers)).status).toBe(200);
    const { pauses } = pawlJson<{ pauses: { id: string }[] }>(world, ['pause', '--list']);
    expect(pauses).toMatchObject([{ reason: 'a test' }]);
    const end = { method: 'POST', body: JSON.stringify({ id: pauses[0]!.id }) };
    expect((await ask('/api/resume', headers, end)).status).toBe(200);
    expect(pawlJson<{ event: string }[]>(world, ['log']).map(({ event }) => event)).toEqual([
      'pawl:resume',
      'pawl:pause',
    ]);
    expect((await ask('/api/resume', headers, end)).status).toBe(400);
    expect((await ask('/api/pause', headers, { method: 'POST', body: '{"policy":"no/such"}' })).status).toBe(
      400,
    );
    expect((await ask('/api/toString', headers, { method: 'POST', body: '{}' })).status).toBe(404);
  });
});

asPerson('grants and lessons', () => {
  test('are revoked and forgotten from the page', async () => {
    const headers = { origin: dashboard.origin };
    const post = (path: string, wish: object) =>
      ask(path, headers, { method: 'POST', body: JSON.stringify(wish) });
    const place = { directory: world.project, repository: world.project, worktrees: false };
    const grant = {
      id: 'g1',
      session_id: 's',
      mode: 'go',
      allow: [],
      at: Date.now(),
      by: 'a test',
      for_ms: 60_000,
    };
    writeGrant(homeAt(world.pawlHome), { ...grant, ...place } as StoredGrant, somebody);
    expect((await post('/api/revoke', { id: 'other' })).status).toBe(400);
    expect((await post('/api/revoke', { id: 'g1' })).status).toBe(200);
    expect(pawlJson<unknown[]>(world, ['grants'])).toEqual([]);
    const { id } = pawlJson<{ id: number }>(world, ['memory', 'add', 'a lesson that is wrong']);
    expect(await (await post('/api/forget', { id })).json()).toEqual({ forgotten: [id] });
    expect(await (await post('/api/forget', { id })).json()).toEqual({ forgotten: [] });
    expect((await post('/api/forget', { id: '1; DROP TABLE memories' })).status).toBe(400);
  });
});

asPerson('what is shown', () => {
  test('holds no secret, not even one that an older version let into the store', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    pawl(
      world,
      ['hook'],
      JSON.stringify(bashEvent(world, `git push --force https://${secret}@github.com/a/b main`)),
    );
    const at = Date.now();
    const record = {
      uid: 'old',
      at,
      event: 'PreToolUse',
      session_id: 'old',
      cwd: '/',
      project: '/',
      repository: '/',
    };
    spool(homeAt(world.pawlHome), at, {
      ...record,
      tool: 'Bash',
      decision: 'deny',
      ms: 1,
      label: `echo ${secret}`,
      parameters: { command: `echo ${secret}` },
    });
    pawl(world, ['log']);
    const { rows } = (await (await ask('/api/decisions')).json()) as { rows: { id: number }[] };
    expect(rows.length).toBe(2);
    const details = await Promise.all(
      rows.map(async ({ id }) => (await ask(`/api/decision?id=${id}`)).text()),
    );
    const shown = [
      JSON.stringify(rows),
      ...details,
      await (await ask('/api/events?session=old')).text(),
      await (await ask('/api/timeline?from=0')).text(),
    ].join('\n');
    expect(shown).toContain('git push --force');
    expect(shown).not.toContain(secret);
  });

  test('malformed requests get an error and do no harm', async () => {
    for (const path of [
      '/api/session?id=none',
      '/api/decision?id=x',
      '/api/timeline?from=x&to=-1',
      '/api/decisions?before=x&text=%25_%5C',
      '/api/fleet?offset=-5&limit=x&text=%27',
      '/api/metrics?days=99999999',
      '/api/__proto__',
      '/api/memory?text=%22%29%28*',
    ])
      expect([200, 404, 500]).toContain((await ask(path)).status);
    expect((await ask('/api/fleet')).status).toBe(200);
  });
});

test('an agent can’t start it: the address would give it a person’s rights', () => {
  using other = freshWorld();
  const done = Bun.spawnSync([program, 'dashboard', '--port', '0'], {
    env: envOf(other, { CLAUDECODE: '1' }),
    cwd: other.project,
  });
  expect(done.exitCode).toBe(1);
  expect(done.stderr.toString()).toContain('Only a person can run');
});

test('wrong usage is reported', () => {
  using other = freshWorld();
  expect(pawl(other, ['dashboard', 'now']).code).toBe(2);
  expect(pawl(other, ['report']).code).toBe(2);
});
