import { describe, expect, test } from 'bun:test';
import type { StoredEvent } from '../../store/db/events.ts';
import type { TotalMetric } from '../../store/db/metrics.ts';
import { attributes, nanoseconds, resourceOf } from './encode.ts';
import { parseHeaders } from './headers.ts';
import { logsPayload } from './logs.ts';
import { metricsPayload } from './metrics.ts';
import { spansPayload } from './spans.ts';

const resource = resourceOf('i1', { 'team.name': 'payments' });
const event = (more: Partial<StoredEvent> = {}): StoredEvent => ({
  ...{ id: 1, uid: 'u1', at: 1_000, event: 'PreToolUse', session_id: 's1', decision: 'pass', ms: 2 },
  ...{ project: '/p', repository: '/r', cwd: '/p' },
  ...more,
});

test('values get their protocol type, and empty or wrong ones are left out', () => {
  const values = {
    a: 'x',
    b: 1,
    c: 1.5,
    d: true,
    e: ['y'],
    f: '',
    g: undefined,
    h: null,
    i: [],
    j: {},
    k: NaN,
  };
  expect(attributes(values)).toEqual([
    { key: 'a', value: { stringValue: 'x' } },
    { key: 'b', value: { intValue: '1' } },
    { key: 'c', value: { doubleValue: 1.5 } },
    { key: 'd', value: { boolValue: true } },
    { key: 'e', value: { arrayValue: { values: [{ stringValue: 'y' }] } } },
  ]);
  expect(nanoseconds(1_794_974_724_266.4)).toBe('1794974724266000000');
  expect(nanoseconds(-1)).toBe('0000000');
});

test('the config adds resource attributes, but can’t replace the instance', () => {
  const named = resourceOf('i1', { 'service.name': 'mine', 'service.instance.id': 'other' }).attributes;
  expect(named.find(({ key }) => key === 'service.name')!.value).toEqual({ stringValue: 'mine' });
  expect(named.find(({ key }) => key === 'service.instance.id')!.value).toEqual({ stringValue: 'i1' });
});

describe('metrics', () => {
  const total = (figure: string, n: number): TotalMetric => ({ kind: 'event', name: 'Stop', figure, n });
  const payload = (totals: TotalMetric[]) =>
    metricsPayload(totals, resource, { since: 1, now: 2 }).resourceMetrics[0]!.scopeMetrics[0]!.metrics;

  test('without counts nothing is sent', () => {
    expect(payload([])).toEqual([]);
    expect(payload([{ kind: 'session', name: 's1', figure: 'events', n: 3 }])).toEqual([]);
  });

  test('durations fall into the bucket that ends with the next bound', () => {
    // The buckets of the store: 2^(n/4) milliseconds.
    const [duration] = payload([
      total('cost:0', 1),
      total('cost:4', 2),
      total('cost:14', 4),
      total('cost:99', 8),
      total('cost_us', 12_345),
    ]);
    const [point] = (duration as { histogram: { dataPoints: Record<string, unknown>[] } }).histogram
      .dataPoints;
    expect(point).toMatchObject({ count: '15', sum: 12.345 });
    expect(point!.bucketCounts).toEqual([
      '1',
      '2',
      '0',
      '0',
      '4',
      '0',
      '0',
      '0',
      '0',
      '0',
      '0',
      '0',
      '0',
      '8',
    ]);
    expect((point!.explicitBounds as number[]).slice(0, 5)).toEqual([1, 2, 5, 10, 15]);
  });
});

test('a decision that refuses or asks is a warning, and names each policy once', () => {
  const reasons = ['guard/a', 'guard/b', 'guard/a'].map((policy) => ({ policy, text: 't' })) as never;
  const payload = logsPayload([event({ decision: 'ask', reasons }), event()], resource, {
    content: false,
    now: 5,
  });
  const [asked, passed] = payload.resourceLogs[0]!.scopeLogs[0]!.logRecords;
  expect([asked!.severityText, passed!.severityText]).toEqual(['WARN', 'INFO']);
  expect(asked!.body).toEqual({ stringValue: 'PreToolUse: ask' });
  const values = Object.fromEntries(asked!.attributes.map(({ key, value }) => [key, value]));
  expect(values['pawl.policy']).toEqual({ stringValue: 'guard/a' });
  expect(values['pawl.policies']).toEqual({
    arrayValue: { values: [{ stringValue: 'guard/a' }, { stringValue: 'guard/b' }] },
  });
  expect(values['pawl.reason']).toBeUndefined();
});

test('a call that has not ended, or whose request is unknown, is not a span', () => {
  const find = (_: string, id: string) => (id === 't1' ? event({ tool_use_id: 't1', at: 900 }) : undefined);
  const count = (end: StoredEvent) => spansPayload([end], resource, find).count;
  expect(count(event({ tool_use_id: 't1' }))).toBe(0);
  expect(count(event({ tool_use_id: 't1', event: 'PostToolUse' }))).toBe(1);
  expect(count(event({ tool_use_id: 't2', event: 'PostToolUse' }))).toBe(0);
  expect(count(event({ event: 'PostToolUse' }))).toBe(0);
  expect(count(event({ tool_use_id: 't1', decision: 'deny' }))).toBe(1);
});

test('headers are a line each, and a mistake names the line and not the value', () => {
  expect(parseHeaders('# token\n\nauthorization: Bearer a:b\r\n x-org : 7 \n', 'f')).toEqual({
    authorization: 'Bearer a:b',
    'x-org': '7',
  });
  const problemOf = (text: string) => {
    try {
      return JSON.stringify(parseHeaders(text, 'f'));
    } catch (error) {
      return (error as Error).message;
    }
  };
  const wrong: [text: string, problem: string][] = [
    ['a: 1\nhunter2', 'Correct f, line 2: the header is not of the form `name: value`'],
    [': hunter2', 'is not a valid header name'],
    ['host: hunter2', 'is set by Pawl itself'],
    ['a: hunter2\u0007', 'has a value with characters'],
  ];
  for (const [text, problem] of wrong) {
    expect(problemOf(text)).toContain(problem);
    expect(problemOf(text)).not.toContain('hunter2');
  }
});
