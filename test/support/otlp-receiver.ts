// A collector on a free port of the loopback address that is stricter than real ones: a field that is not in the
// official protos, a value of the wrong type, an id of the wrong length is a problem, and every test expects none.
// The tables are the field names of opentelemetry-proto 1.5 (metrics, logs, trace, common, resource) in their JSON form.

type FieldType =
  | 'string'
  | 'bool'
  | 'double'
  /** 64-bit numbers, which JSON carries as text. */
  | 'int64'
  | 'uint32'
  | 'enum'
  | 'traceId'
  | 'spanId'
  /** The name of another message. */
  | `.${string}`;

/** A type in brackets is repeated. */
type Message = Record<string, FieldType | [FieldType]>;

const common: Record<string, Message> = {
  KeyValue: { key: 'string', value: '.AnyValue' },
  AnyValue: {
    stringValue: 'string',
    boolValue: 'bool',
    intValue: 'int64',
    doubleValue: 'double',
    arrayValue: '.ArrayValue',
    kvlistValue: '.KeyValueList',
    bytesValue: 'string',
  },
  ArrayValue: { values: ['.AnyValue'] },
  KeyValueList: { values: ['.KeyValue'] },
  Resource: { attributes: ['.KeyValue'], droppedAttributesCount: 'uint32' },
  InstrumentationScope: {
    name: 'string',
    version: 'string',
    attributes: ['.KeyValue'],
    droppedAttributesCount: 'uint32',
  },
};

const times: Message = { startTimeUnixNano: 'int64', timeUnixNano: 'int64' };

const metrics: Record<string, Message> = {
  ExportMetricsServiceRequest: { resourceMetrics: ['.ResourceMetrics'] },
  ResourceMetrics: { resource: '.Resource', scopeMetrics: ['.ScopeMetrics'], schemaUrl: 'string' },
  ScopeMetrics: { scope: '.InstrumentationScope', metrics: ['.Metric'], schemaUrl: 'string' },
  Metric: {
    name: 'string',
    description: 'string',
    unit: 'string',
    sum: '.Sum',
    histogram: '.Histogram',
    metadata: ['.KeyValue'],
  },
  Sum: { dataPoints: ['.NumberDataPoint'], aggregationTemporality: 'enum', isMonotonic: 'bool' },
  Histogram: { dataPoints: ['.HistogramDataPoint'], aggregationTemporality: 'enum' },
  NumberDataPoint: {
    ...times,
    attributes: ['.KeyValue'],
    asDouble: 'double',
    asInt: 'int64',
    flags: 'uint32',
  },
  HistogramDataPoint: {
    ...times,
    attributes: ['.KeyValue'],
    count: 'int64',
    sum: 'double',
    bucketCounts: ['int64'],
    explicitBounds: ['double'],
    flags: 'uint32',
    min: 'double',
    max: 'double',
  },
};

const logs: Record<string, Message> = {
  ExportLogsServiceRequest: { resourceLogs: ['.ResourceLogs'] },
  ResourceLogs: { resource: '.Resource', scopeLogs: ['.ScopeLogs'], schemaUrl: 'string' },
  ScopeLogs: { scope: '.InstrumentationScope', logRecords: ['.LogRecord'], schemaUrl: 'string' },
  LogRecord: {
    timeUnixNano: 'int64',
    observedTimeUnixNano: 'int64',
    severityNumber: 'enum',
    severityText: 'string',
    body: '.AnyValue',
    attributes: ['.KeyValue'],
    droppedAttributesCount: 'uint32',
    flags: 'uint32',
    traceId: 'traceId',
    spanId: 'spanId',
    eventName: 'string',
  },
};

const traces: Record<string, Message> = {
  ExportTraceServiceRequest: { resourceSpans: ['.ResourceSpans'] },
  ResourceSpans: { resource: '.Resource', scopeSpans: ['.ScopeSpans'], schemaUrl: 'string' },
  ScopeSpans: { scope: '.InstrumentationScope', spans: ['.Span'], schemaUrl: 'string' },
  Span: {
    traceId: 'traceId',
    spanId: 'spanId',
    traceState: 'string',
    parentSpanId: 'spanId',
    flags: 'uint32',
    name: 'string',
    kind: 'enum',
    startTimeUnixNano: 'int64',
    endTimeUnixNano: 'int64',
    attributes: ['.KeyValue'],
    droppedAttributesCount: 'uint32',
    droppedEventsCount: 'uint32',
    droppedLinksCount: 'uint32',
    status: '.Status',
  },
  Status: { message: 'string', code: 'enum' },
};

const messages: Record<string, Message> = { ...common, ...metrics, ...logs, ...traces };

const roots: Record<string, string> = {
  '/v1/metrics': 'ExportMetricsServiceRequest',
  '/v1/logs': 'ExportLogsServiceRequest',
  '/v1/traces': 'ExportTraceServiceRequest',
};

const isText = (value: unknown): value is string => typeof value === 'string';

const fits: Record<string, (value: unknown) => boolean> = {
  string: (value) => isText(value) && value.isWellFormed() && !value.includes('\0'),
  bool: (value) => typeof value === 'boolean',
  double: (value) => typeof value === 'number' && Number.isFinite(value),
  int64: (value) => isText(value) && /^-?\d{1,19}$/.test(value),
  uint32: (value) => Number.isInteger(value) && (value as number) >= 0,
  enum: Number.isInteger,
  traceId: (value) => isText(value) && /^(?!0+$)[0-9a-f]{32}$/.test(value),
  spanId: (value) => isText(value) && /^(?!0+$)[0-9a-f]{16}$/.test(value),
};

/** Lists the mistakes in a value, by the tables above. */
function problemsOf(value: unknown, type: FieldType, at: string): string[] {
  if (!type.startsWith('.'))
    return fits[type]!(value) ? [] : [`${at}: ${JSON.stringify(value)} is not a ${type}`];
  const message = messages[type.slice(1)]!;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at}: not a ${type}`];
  const own = type === '.AnyValue' && Object.keys(value).length !== 1 ? [`${at}: not one value`] : [];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, one]) => fieldProblems(one, message[key], `${at}.${key}`)),
    ...(invariants[type]?.(value as Record<string, never>, at) ?? []),
  ];
}

function fieldProblems(value: unknown, type: Message[string] | undefined, at: string): string[] {
  if (type === undefined) return [`${at}: no such field`];
  if (!Array.isArray(type)) return problemsOf(value, type, at);
  if (!Array.isArray(value)) return [`${at}: not a list`];
  return value.flatMap((one, n) => problemsOf(one, type[0], `${at}[${n}]`));
}

// biome-ignore lint/suspicious/noExplicitAny: their types were checked field by field
type Fields = Record<string, any>;

/** Rules that the protos state in words. */
const invariants: Record<string, (value: Fields, at: string) => string[]> = {
  '.HistogramDataPoint': ({ bucketCounts, explicitBounds, count }, at) => {
    const counts = (bucketCounts as string[]).map(Number);
    const all = counts.reduce((sum, n) => sum + n, 0);
    return [
      ...(counts.length === (explicitBounds as number[]).length + 1 ? [] : [`${at}: buckets and bounds`]),
      ...(all === Number(count) ? [] : [`${at}: ${all} in buckets, count ${count}`]),
    ];
  },
  '.Span': ({ startTimeUnixNano, endTimeUnixNano }, at) =>
    BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano) ? [] : [`${at}: ends before it starts`],
  '.Sum': ({ aggregationTemporality, isMonotonic }, at) =>
    aggregationTemporality === 2 && isMonotonic ? [] : [`${at}: not a cumulative counter`],
  '.LogRecord': ({ attributes }, at) => repeatedKeys(attributes, at),
};

function repeatedKeys(attributes: readonly { key: string }[], at: string): string[] {
  const keys = attributes.map(({ key }) => key);
  return new Set(keys).size === keys.length ? [] : [`${at}: a key twice`];
}

export interface Point {
  attributes: Record<string, unknown>;
  startTimeUnixNano: string;
  timeUnixNano: string;
  asInt?: string;
  count?: string;
  sum?: number;
}

export interface Received {
  path: string;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: checked field by field above
  body: any;
}

type Answer = (request: Received) => Response | undefined | Promise<Response | undefined>;

export interface Receiver extends Disposable {
  url: string;
  /** Requests that were answered with success. */
  received: Received[];
  /** All requests, refused ones too. */
  requests: Received[];
  problems: string[];
  /** Replaces the answer of the next requests, or of all of them. */
  answer: Answer | undefined;
  /** Attributes of all log records that were accepted. */
  decisions(): Record<string, unknown>[];
  spans(): Fields[];
  /** The data points of a metric, from the last request. */
  points(name: string): Point[];
}

// biome-ignore lint/suspicious/noExplicitAny: a value of any kind
const plain = (value: any): unknown =>
  value.arrayValue ? value.arrayValue.values.map(plain) : Object.values(value)[0];
const attributesOf = (list: { key: string; value: unknown }[]) =>
  Object.fromEntries(list.map(({ key, value }) => [key, plain(value)]));

export function otlpReceiver(tls?: { key: string; cert: string }): Receiver {
  const receiver = { received: [] as Received[], requests: [] as Received[], problems: [] as string[] };
  const of = (path: string) => receiver.received.filter((one) => one.path === path);
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    ...(tls && { tls }),
    async fetch(request) {
      const { pathname: path } = new URL(request.url);
      const headers = Object.fromEntries(request.headers);
      const bytes = new Uint8Array(await request.arrayBuffer());
      const body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Bun.gunzipSync(bytes)));
      const one = { path, headers, body };
      receiver.requests.push(one);
      const root = roots[path];
      receiver.problems.push(
        ...(request.method === 'POST' ? [] : [`${request.method}`]),
        ...(headers['content-type'] === 'application/json' ? [] : [`${headers['content-type']}`]),
        ...(headers['content-encoding'] === 'gzip' ? [] : ['not compressed']),
        ...(root ? problemsOf(body, `.${root}`, path) : [`${path}: no such path`]),
      );
      const other = await result.answer?.(one);
      if (other && !other.ok) return other;
      receiver.received.push(one);
      return other ?? Response.json({});
    },
  });
  const result: Receiver = {
    ...receiver,
    answer: undefined,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${server.port}`,
    decisions: () =>
      of('/v1/logs').flatMap(({ body }) =>
        body.resourceLogs[0].scopeLogs[0].logRecords.map((one: { attributes: never }) =>
          attributesOf(one.attributes),
        ),
      ),
    spans: () => of('/v1/traces').flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans),
    points(name) {
      const all = of('/v1/metrics').at(-1)?.body.resourceMetrics[0].scopeMetrics[0].metrics ?? [];
      const metric = all.find((one: { name: string }) => one.name === name);
      const points = (metric?.sum ?? metric?.histogram)?.dataPoints ?? [];
      return points.map((one: Point & { attributes: never }) => ({
        ...one,
        attributes: attributesOf(one.attributes),
      }));
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
  return result;
}
