// `pawl export otlp`, through the built program, against a collector on loopback that accepts only what the official
// protos allow.
import { afterEach, describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertEvents } from '../src/store/db/insert-event.ts';
import { openStore } from '../src/store/db/open.ts';
import type { EventRecord } from '../src/store/record.ts';
import { homeAt } from '../src/system/home.ts';
import { bashEvent, plainEvent, send, session } from './support/answers.ts';
import { record } from './support/memory-store.ts';
import { otlpReceiver, type Received, type Receiver } from './support/otlp-receiver.ts';
import { configure, pawl, program } from './support/pawl.ts';
import { until } from './support/wait.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Without blocking this process, in which the collector runs. */
async function exporting(
  world: World,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Ended> {
  const child = Bun.spawn([program, 'export', 'otlp', ...args], {
    cwd: world.project,
    env: envOf(world, env),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}

const exportTo = (world: World, otlp: Record<string, unknown>) => configure(world, { export: { otlp } });

/** Events straight into the store, much faster than through hooks. */
function storeEvents(world: World, records: Partial<EventRecord>[]): void {
  const db = openStore(homeAt(world.pawlHome));
  insertEvents(
    db,
    records.map((one) => record({ at: Date.now() - 60_000, ...one })),
  );
  db.close();
}
const many = (n: number, more: Partial<EventRecord> = {}) =>
  Array.from({ length: n }, () => ({ tool: 'Bash', ...more }));

/** Begun before the other tests, because it takes ten seconds in which nothing happens. */
const slow = async () => {
  using world = freshWorld();
  using collector = otlpReceiver();
  exportTo(world, { endpoint: collector.url, signals: ['logs'] });
  storeEvents(world, many(3));
  collector.answer = async () => void (await Bun.sleep(60_000));
  return { ...(await exporting(world)), requests: collector.requests.length };
};
const slowExport = slow();

const opened: Disposable[] = [];
afterEach(() => {
  for (const one of opened.splice(0).reverse()) one[Symbol.dispose]();
});

function setUp(more: Record<string, unknown> = {}): { world: World; collector: Receiver } {
  const world = freshWorld();
  const collector = otlpReceiver();
  opened.push(world, collector);
  exportTo(world, { endpoint: collector.url, ...more });
  return { world, collector };
}

const refusedCommand = 'git push --force origin main';

test('what hooks decided arrives as counters and log records, with the ids of the client', async () => {
  const { world, collector } = setUp();
  send(world, bashEvent(world, 'ls', { tool_use_id: 'toolu_1', prompt_id: 'prompt_1' }));
  send(
    world,
    bashEvent(world, refusedCommand, {
      tool_use_id: 'toolu_2',
      prompt_id: 'prompt_1',
      permission_mode: 'default',
    }),
  );
  send(world, plainEvent(world, 'UserPromptSubmit', { prompt: 'go' }));
  expect(await exporting(world)).toMatchObject({ code: 0, stderr: '' });

  const refused = collector.decisions().find((one) => one.tool_use_id === 'toolu_2')!;
  expect(refused).toMatchObject({
    'event.name': 'pawl.decision',
    'session.id': session,
    'prompt.id': 'prompt_1',
    tool_name: 'Bash',
    permission_mode: 'default',
    'pawl.event': 'PreToolUse',
    'pawl.decision': 'deny',
    'pawl.policy': 'guard/force-push',
  });
  expect(refused['pawl.event.uid']).toBeString();
  expect(
    collector
      .decisions()
      .map((one) => one['pawl.decision'])
      .sort(),
  ).toEqual(['deny', 'pass', 'pass']);
  const value = (name: string) =>
    collector.points(name).map(({ attributes, asInt }) => [...Object.values(attributes), asInt]);
  expect(value('pawl.tool.calls')).toEqual([['Bash', '2']]);
  expect(value('pawl.tool.refused')).toEqual([['Bash', '1']]);
  expect(value('pawl.policy.refused')).toEqual([['guard/force-push', '1']]);
  expect(value('pawl.events').sort()).toEqual([
    ['PreToolUse', '2'],
    ['UserPromptSubmit', '1'],
  ]);
  expect(collector.points('pawl.hook.duration').map(({ count }) => count)).toContain('2');
  expect(collector.problems).toEqual([]);
});

test('nothing of commands, reasons, paths or sessions leaves the machine unless content is switched on', async () => {
  const { world, collector } = setUp();
  send(world, bashEvent(world, refusedCommand, { tool_use_id: 'toolu_2' }));
  await exporting(world);
  const sent = JSON.stringify(collector.received);
  for (const secret of ['git push', '--force', 'origin', world.project, world.home])
    expect(sent).not.toContain(secret);
  expect(JSON.stringify(collector.received.filter(({ path }) => path === '/v1/metrics'))).not.toContain(
    session,
  );

  exportTo(world, { endpoint: collector.url, content: true });
  await exporting(world, ['--since', '1d']);
  const last = collector.decisions().at(-1)!;
  expect(last['pawl.label']).toBe(refusedCommand);
  expect(last['pawl.reason']).toContain('Overwrites the history');
  expect(last['pawl.project']).toBe(world.project);
  expect(collector.problems).toEqual([]);
});

test('sending twice changes no counter and sends no decision twice', async () => {
  const { world, collector } = setUp({ attributes: { 'team.name': 'payments' } });
  storeEvents(world, many(30));
  await exporting(world);
  const first = collector.points('pawl.tool.calls')[0]!;
  storeEvents(world, many(5));
  await exporting(world);
  const second = collector.points('pawl.tool.calls')[0]!;
  await exporting(world);
  const third = collector.points('pawl.tool.calls')[0]!;
  expect([first.asInt, second.asInt, third.asInt]).toEqual(['30', '35', '35']);
  expect(second.startTimeUnixNano).toBe(first.startTimeUnixNano);
  expect(third.startTimeUnixNano).toBe(first.startTimeUnixNano);
  const uids = collector.decisions().map((one) => one['pawl.event.uid']);
  expect(uids).toHaveLength(35);
  expect(new Set(uids).size).toBe(35);
  const resources = collector.received.map(({ body }) => {
    const [one] = Object.values(body)[0] as { resource: unknown }[];
    return JSON.stringify(one!.resource);
  });
  expect(new Set(resources).size).toBe(1);
  expect(resources[0]).toContain('payments');
});

test('counters go on when the days they were counted on expire', async () => {
  const { world, collector } = setUp();
  const long = Date.now() - 500 * 86_400_000;
  storeEvents(world, [...many(7, { at: long }), ...many(2)]);
  await exporting(world);
  expect(pawl(world, ['gc']).code).toBe(0);
  storeEvents(world, many(1));
  const { stdout } = await exporting(world);
  expect(stdout).toContain('1 decision');
  const [point] = collector.points('pawl.tool.calls');
  expect(point!.asInt).toBe('10');
  // gc deleted rows whose numbers SQLite gives again; no event was missed.
  expect(collector.decisions()).toHaveLength(10);
});

test('large stores go in batches, smaller ones if the collector wants that, and progress survives a failure', async () => {
  const { world, collector } = setUp({ signals: ['logs'] });
  storeEvents(world, many(2_500));
  const sizeOf = ({ body }: Received) => body.resourceLogs[0].scopeLogs[0].logRecords.length;
  let answered = 0;
  collector.answer = (request) => {
    if (sizeOf(request) > 700) return new Response('too large', { status: 413 });
    return ++answered === 3 ? new Response('no', { status: 500 }) : undefined;
  };
  const failed = await exporting(world, ['--json']);
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({
    decisions: 1_000,
    problem: expect.stringContaining('500'),
  });
  collector.answer = undefined;
  const rest = await exporting(world, ['--json']);
  expect(JSON.parse(rest.stdout)).toMatchObject({ decisions: 1_500, rejected: 0, requests: 2 });
  const uids = collector.decisions().map((one) => one['pawl.event.uid']);
  expect(uids).toHaveLength(2_500);
  expect(new Set(uids).size).toBe(2_500);
});

describe('when the collector does not accept a batch, nothing is lost, and the message says what to do', () => {
  const answers: [name: string, answer: () => Response, message: RegExp, moreRequests?: number][] = [
    ['401', () => new Response('', { status: 401 }), /Check the token in export\.otlp\.headers/],
    ['404', () => new Response('', { status: 404 }), /pawl config get export\.otlp\.endpoint/],
    [
      '400',
      () => Response.json({ code: 3, message: 'timestamp too old' }, { status: 400 }),
      /timestamp too old.*--since 1d/,
    ],
    [
      'a page instead of an answer',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      /not an answer of a collector/,
    ],
    [
      'a redirect',
      () => new Response('', { status: 302, headers: { location: 'http://127.0.0.1:9/v1/logs' } }),
      /final address/,
    ],
    [
      'a collector that wants an hour of rest',
      () => new Response('', { status: 429, headers: { 'retry-after': '3600' } }),
      /Try again later.*3600/,
    ],
  ];
  for (const [name, answer, message] of answers)
    test(name, async () => {
      const { world, collector } = setUp({
        signals: ['logs'],
        headers: { authorization: 'Bearer hunter2secret' },
      });
      storeEvents(world, many(3));
      collector.answer = answer;
      const failed = await exporting(world);
      expect(failed).toMatchObject({ code: 1, stdout: '' });
      expect(failed.stderr).toMatch(message);
      expect(failed.stderr).toContain('Nothing was lost');
      expect(failed.stderr).not.toContain('hunter2secret');
      expect(collector.requests).toHaveLength(1);
      collector.answer = undefined;
      const taken = collector.decisions().length;
      expect((await exporting(world)).code).toBe(0);
      expect(collector.decisions().length - taken).toBe(3);
      expect(collector.requests.at(-1)!.headers.authorization).toBe('Bearer hunter2secret');
    });

  test('no collector listens', async () => {
    const { world, collector } = setUp();
    const { url } = collector;
    storeEvents(world, many(3));
    opened.splice(1)[0]![Symbol.dispose]();
    const { code, stderr } = await exporting(world);
    expect(code).toBe(1);
    expect(stderr).toContain(`nothing listens at ${url}/v1/metrics`);
    const { stdout } = pawl(world, ['doctor']);
    expect(stdout).toMatch(/has failed since \d\d:\d\d:\d\d/);
    expect(stdout).toContain('nothing listens');
  });
});

test('a request is tried again after 503 and 429, when the collector says', async () => {
  const { world, collector } = setUp({ signals: ['logs'] });
  storeEvents(world, many(3));
  const answers = [
    () => new Response('', { status: 503 }),
    () => new Response('', { status: 429, headers: { 'retry-after': '1' } }),
    () => new Response('', { status: 502, headers: { 'retry-after': new Date().toUTCString() } }),
  ];
  const times: number[] = [];
  collector.answer = () => {
    times.push(performance.now());
    return answers.shift()?.();
  };
  expect(await exporting(world)).toMatchObject({ code: 0, stderr: '' });
  expect(times).toHaveLength(4);
  expect(times[2]! - times[1]!).toBeGreaterThan(990);
  expect(collector.decisions()).toHaveLength(3);
});

test('what the collector rejects is reported and not sent again', async () => {
  const { world, collector } = setUp({ signals: ['logs'] });
  storeEvents(world, many(3));
  collector.answer = () =>
    Response.json({ partialSuccess: { rejectedLogRecords: '2', errorMessage: 'attributes too long' } });
  const { code, stdout, stderr } = await exporting(world);
  expect(code).toBe(1);
  expect(stdout).toContain('Sent 0 data points, 3 decisions');
  expect(stderr).toContain('did not take 2 of the logs it was sent: attributes too long');
  collector.answer = undefined;
  expect(JSON.parse((await exporting(world, ['--json'])).stdout)).toMatchObject({
    decisions: 0,
    rejected: 0,
  });
});

test('spans are off by default, and the same call is always the same span', async () => {
  const { world, collector } = setUp({ signals: ['traces'] });
  const call = { session_id: 's1', prompt_id: 'p1', tool: 'Bash', tool_use_id: 'toolu_1' };
  storeEvents(world, [
    { ...call, at: 1_000_000, reasons: [] },
    { ...call, event: 'PostToolUse', at: 1_002_000, ok: true },
    { ...call, tool_use_id: 'toolu_2', decision: 'deny', at: 1_003_000, ms: 7 },
    { ...call, tool_use_id: 'toolu_3', at: 1_004_000 },
    { ...call, tool_use_id: 'toolu_4', event: 'PostToolUseFailure', ok: false },
  ]);
  await exporting(world);
  await exporting(world, ['--since', '30000d']);
  const spans = collector.spans();
  expect(spans.map(({ status }) => status.code)).toEqual([1, 2, 1, 2]);
  expect(spans[0]).toEqual(spans[2]!);
  expect(spans[0]!.traceId).toBe(spans[1]!.traceId);
  expect(spans[0]!.spanId).not.toBe(spans[1]!.spanId);
  expect([spans[0]!.startTimeUnixNano, spans[0]!.endTimeUnixNano]).toEqual([
    '1000000000000',
    '1002000000000',
  ]);
  expect(collector.problems).toEqual([]);
});

test('texts that no database takes do not hold up a batch', async () => {
  const { world, collector } = setUp({ signals: ['logs', 'traces'], content: true });
  storeEvents(world, [
    { label: 'half \ud800 a pair\0', tool: 'mcp__\ud800x', tool_use_id: 't\0', decision: 'deny' },
  ]);
  expect((await exporting(world)).code).toBe(0);
  expect(collector.decisions()[0]!['pawl.label']).toBe('half \ufffd a pair');
  expect(collector.problems).toEqual([]);
});

test('only refusals and questions are sent, if the config says so', async () => {
  const { world, collector } = setUp({ decisions: 'refused', signals: ['logs'] });
  storeEvents(world, [
    ...many(5),
    { decision: 'deny' },
    { decision: 'ask' },
    { event: 'Stop', decision: 'block' },
  ]);
  await exporting(world);
  expect(collector.decisions().map((one) => one['pawl.decision'])).toEqual(['deny', 'ask', 'block']);
});

describe('headers', () => {
  test('come from a private file or from a program, and no message or record shows them', async () => {
    const { world, collector } = setUp();
    const file = join(world.home, 'headers');
    write(file, '# token\nauthorization: Bearer from-the-file\n');
    chmodSync(file, 0o644);
    exportTo(world, { endpoint: collector.url, headersFile: '~/headers' });
    const open = await exporting(world);
    expect(open.code).toBe(1);
    expect(open.stderr).toContain(`chmod 600 ${file}`);
    expect(collector.requests).toHaveLength(0);

    chmodSync(file, 0o600);
    storeEvents(world, many(1));
    await exporting(world);
    expect(collector.requests[0]!.headers.authorization).toBe('Bearer from-the-file');

    exportTo(world, {
      endpoint: collector.url,
      headersCommand: 'echo "x-token: from-a-program"; echo noise >&2',
    });
    const { stdout, stderr } = await exporting(world);
    expect(collector.requests.at(-1)!.headers['x-token']).toBe('from-a-program');
    expect(stdout + stderr).not.toContain('from-a-program');

    exportTo(world, { endpoint: collector.url, headersCommand: ['sh', '-c', 'echo locked >&2; exit 3'] });
    expect((await exporting(world)).stderr).toContain('headersCommand: sh ended with 3: locked');
  });

  test('`pawl config` and mistakes in the config do not show them', () => {
    using world = freshWorld();
    exportTo(world, {
      endpoint: 'https://c.example',
      headers: { authorization: 'Bearer hunter2' },
      proxy: 'http://me:hunter2@p:1',
    });
    const { stdout } = pawl(world, ['config', '--json']);
    expect(stdout).not.toContain('hunter2');
    expect(pawl(world, ['config']).stdout).not.toContain('hunter2');
    expect(JSON.parse(pawl(world, ['config', 'get', 'export.otlp.headers', '--json']).stdout)).toMatchObject({
      value: { authorization: '[redacted]' },
      from: 'user',
    });
    write(
      join(world.pawlHome, 'config.jsonc'),
      '{"export": {"otlp": {"endpoint": "https://c.example", "headers": "Bearer hunter2"}}}',
    );
    const wrong = pawl(world, ['config']);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain('export.otlp.headers: expected an object');
    expect(wrong.stdout + wrong.stderr).not.toContain('hunter2');
  });
});

describe('addresses', () => {
  const wrong: [config: Record<string, unknown>, message: string][] = [
    [{ endpoint: 'collector:4318' }, 'expected an address such as https://'],
    [{ endpoint: 'https://me:secret@c.example' }, 'must not contain a user or password'],
    [{ endpoint: 'http://localhost:4318/v1/logs' }, 'leave out /v1/'],
    [{ headers: {} }, 'needs the key "endpoint"'],
    [{ endpoint: 'https://c.example', signals: ['trace'] }, 'expected one of metrics, logs, traces'],
    [{ endpoint: 'https://c.example', headers: { 'content-type': 'x' } }, 'is set by Pawl itself'],
  ];
  test('that could never work are reported with their line', () => {
    using world = freshWorld();
    for (const [otlp, message] of wrong) {
      write(join(world.pawlHome, 'config.jsonc'), JSON.stringify({ export: { otlp } }));
      const { code, stdout } = pawl(world, ['config', '--json']);
      const { problems } = JSON.parse(stdout).layers[0];
      expect([message, code, problems[0].message]).toEqual([message, 1, expect.stringContaining(message)]);
    }
  });

  test('over plain http to another machine get no token and no content', async () => {
    using world = freshWorld();
    for (const more of [{ headers: { authorization: 'Bearer x' } }, { content: true }]) {
      exportTo(world, { endpoint: 'http://collector.invalid:4318', ...more });
      const { code, stderr } = await exporting(world);
      expect(code).toBe(1);
      expect(stderr).toContain('Use https in export.otlp.endpoint');
    }
    exportTo(world, { endpoint: 'http://collector.invalid:4318' });
    const { stderr } = await exporting(world);
    expect(stderr).toContain('not encrypted');
  });

  test('a config that no person has accepted sends nothing', async () => {
    using world = freshWorld();
    using collector = otlpReceiver();
    const otlp = { endpoint: collector.url, headersCommand: 'echo "authorization: hunter2secret"' };
    const text = JSON.stringify({ export: { otlp } });
    write(join(world.pawlHome, 'config.jsonc'), text);
    const { code, stderr } = await exporting(world);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `pawl trust\` first: export.otlp (metrics and logs to ${collector.url}, headers from echo) waits`,
    );
    expect(collector.requests).toEqual([]);
  });

  test('a project can’t set the address, trusted or not', async () => {
    const { world, collector } = setUp();
    using other = otlpReceiver();
    write(
      join(world.project, '.pawl', 'config.jsonc'),
      JSON.stringify({ export: { otlp: { endpoint: other.url } } }),
    );
    const { problems } = JSON.parse(pawl(world, ['config', '--json']).stdout).layers[1];
    expect(problems).toMatchObject([{ key: 'export', message: expect.stringContaining('is ignored here') }]);
    storeEvents(world, many(1));
    await exporting(world);
    expect(other.requests).toEqual([]);
    expect(collector.decisions()).toHaveLength(1);
  });
});

test('variables of a repository change neither the address nor whom it trusts, and print nothing', async () => {
  const { world, collector } = setUp({ headers: { authorization: 'Bearer hunter2secret' } });
  using other = otlpReceiver();
  storeEvents(world, many(1));
  const hostile = {
    OTEL_EXPORTER_OTLP_ENDPOINT: other.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x=y',
    HTTP_PROXY: other.url,
    http_proxy: other.url,
    ALL_PROXY: other.url,
    BUN_CONFIG_VERBOSE_FETCH: 'curl',
  };
  const { code, stdout, stderr } = await exporting(world, [], hostile);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout + stderr).not.toContain('hunter2secret');
  expect(other.requests).toEqual([]);
  expect(collector.decisions()).toHaveLength(1);
});

test('a certificate is checked, against the authority of the config and no other', async () => {
  using world = freshWorld();
  const [key, cert] = [join(world.tmp, 'key.pem'), join(world.tmp, 'cert.pem')];
  const made = Bun.spawnSync(
    [
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
    ],
    { stderr: 'ignore' },
  );
  expect(made.exitCode).toBe(0);
  using collector = otlpReceiver({ key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') });
  storeEvents(world, many(1));
  exportTo(world, { endpoint: collector.url });
  const hostile = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_EXTRA_CA_CERTS: cert, SSL_CERT_FILE: cert };
  const { code, stderr } = await exporting(world, [], hostile);
  expect(code).toBe(1);
  expect(stderr).toContain('Set export.otlp.certificate to the PEM file');
  exportTo(world, { endpoint: collector.url, certificate: cert });
  expect((await exporting(world)).code).toBe(0);
  expect(collector.decisions()).toHaveLength(1);
});

test('--watch sends new events, says when that fails, and ends after the batch that is being sent', async () => {
  const { world, collector } = setUp();
  const child = Bun.spawn([program, 'export', 'otlp', '--watch', '--every', '1s', '--json'], {
    cwd: world.project,
    env: envOf(world),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  storeEvents(world, many(2));
  await until('two decisions', () => collector.decisions().length === 2);
  collector.answer = () => new Response('', { status: 500 });
  storeEvents(world, many(1));
  const before = collector.requests.length;
  await until('a failure', () => collector.requests.length > before);
  collector.answer = undefined;
  await until('the third decision', () => collector.decisions().length === 3);
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
  const lines = (await new Response(child.stdout).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.some(({ problem }) => problem?.includes('500'))).toBe(true);
});

test('two exports at once send everything once', async () => {
  const { world, collector } = setUp({ signals: ['logs'] });
  storeEvents(world, many(1_500));
  collector.answer = async () => void (await Bun.sleep(50));
  const both = await Promise.all([exporting(world), exporting(world)]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(new Set(collector.decisions().map((one) => one['pawl.event.uid'])).size).toBe(1_500);
  expect(collector.decisions()).toHaveLength(1_500);
});

test('after the first export, the end of a turn exports too, at most every five minutes', async () => {
  const { world, collector } = setUp();
  const stop = () => send(world, plainEvent(world, 'Stop', { stop_hook_active: false }));
  stop();
  expect(collector.requests).toEqual([]);
  await exporting(world);
  stop();
  await until('the background export', () => collector.decisions().length >= 2);
  const before = collector.requests.length;
  stop();
  await exporting(world);
  // The command itself sent the third stop; no other process was started.
  expect(collector.decisions()).toHaveLength(3);
  expect(collector.requests.length).toBe(before + 2);

  exportTo(world, { endpoint: collector.url, background: false });
  await exporting(world);
  expect(existsSync(join(world.pawlHome, 'run', 'export.on'))).toBe(false);
});

test('events that a collector does not take are kept longer', async () => {
  const { world, collector } = setUp({ signals: ['logs'] });
  storeEvents(world, [
    ...many(2, { at: Date.now() - 60 * 86_400_000 }),
    ...many(1, { at: Date.now() - 120 * 86_400_000 }),
  ]);
  collector.answer = () => new Response('', { status: 500 });
  await exporting(world);
  pawl(world, ['gc']);
  collector.answer = undefined;
  await exporting(world);
  expect(collector.decisions()).toHaveLength(2);
});

test('wrong usage is reported', async () => {
  using world = freshWorld();
  const ends = (args: string[]) => {
    const { code, stderr } = pawl(world, ['export', ...args]);
    return [code, stderr.trim()];
  };
  expect(ends([])).toEqual([2, 'pawl: `pawl export` needs a word: otlp.']);
  expect(ends(['csv'])).toEqual([2, 'pawl: There is no `pawl export csv`. Use otlp.']);
  expect(ends(['otlp', '--once', '--watch'])[0]).toBe(2);
  expect(ends(['otlp', '--every', '5s'])[0]).toBe(2);
  expect(ends(['otlp'])).toEqual([1, expect.stringContaining('pawl config set export.otlp.endpoint')]);
});

test('a slow collector is given 10 s', async () => {
  const { code, stderr, requests } = await slowExport;
  expect({ code, requests }).toEqual({ code: 1, requests: 1 });
  expect(stderr).toContain('did not answer within 10 s');
}, 60_000);

test('docs/otel.md and the Grafana dashboard name exactly what is sent', async () => {
  const { world, collector } = setUp({ signals: ['metrics', 'logs', 'traces'], content: true });
  const verdict = (said: string, more = {}) =>
    ({ policy: `guard/${said}`, level: 'deny', said, ms: 1, ...more }) as never;
  storeEvents(world, [
    {
      ...{
        tool: 'Bash',
        tool_use_id: 't',
        prompt_id: 'p',
        agent_id: 'a',
        agent_type: 'x',
        permission_mode: 'default',
      },
      ...{
        decision: 'deny',
        label: 'ls',
        reasons: [
          { policy: 'guard/a', text: 'b' },
          { policy: 'guard/b', text: 'c' },
        ] as never,
      },
      policies: [verdict('deny', { error: 'x' }), verdict('ask'), verdict('block', { counted: 'pass' })],
    },
    { tool: 'Bash', decision: 'ask' },
    { event: 'pawl:pause' },
  ]);
  await exporting(world);
  const page = readFileSync(join(import.meta.dir, '..', 'docs', 'otel.md'), 'utf8');
  const documented = [...page.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  );
  const { metrics } = collector.received[0]!.body.resourceMetrics[0].scopeMetrics[0];
  const metricNames: string[] = metrics.map(({ name }: { name: string }) => name);
  const attributes = new Set(collector.decisions().flatMap((one) => Object.keys(one)));
  attributes.delete('event.name');
  expect([...metricNames, ...attributes].sort()).toEqual(documented.sort());
  for (const name of Object.keys(collector.spans()[0]!.attributes as object)) expect(page).toContain(name);

  const dashboard = readFileSync(join(import.meta.dir, '..', 'docs', 'otel-dashboard.json'), 'utf8');
  const queried = JSON.parse(dashboard).panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.flatMap(({ expr }) => [...expr.matchAll(/\b(pawl_\w+)\{/g)].map(([, name]) => name!)),
  );
  const inPrometheus = (name: string) =>
    name === 'pawl.hook.duration'
      ? 'pawl_hook_duration_milliseconds_bucket'
      : `${name.replaceAll('.', '_')}_total`;
  expect([...new Set(queried)].sort()).toEqual(metricNames.map(inPrometheus).sort());
  expect(collector.problems).toEqual([]);
});
