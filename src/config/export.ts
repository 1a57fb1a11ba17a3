// The key `export`: where `pawl export` sends figures and decisions. Only a person's own config may set it, because it
// names an address to which data goes and a program that is run.
import { isObject } from '../core/json.ts';
import { redact } from '../core/redact.ts';
import type { Shape } from './shape.ts';
import type { Problem } from './validate.ts';

export interface OtlpConfig {
  endpoint: string;
  headers?: Record<string, string>;
  headersFile?: string;
  headersCommand?: string | string[];
  signals?: ('metrics' | 'logs' | 'traces')[];
  decisions?: 'all' | 'refused';
  content?: boolean;
  attributes?: Record<string, string>;
  certificate?: string;
  proxy?: string;
  insecure?: boolean;
  background?: boolean;
}

export const otlpDefaults = {
  signals: ['metrics', 'logs'],
  decisions: 'all',
  content: false,
  insecure: false,
  background: true,
} as const satisfies Partial<OtlpConfig>;

const text = (about: string): Shape => ({ type: 'string', about });

const otlpShape: Shape = {
  type: 'object',
  about: 'A collector that takes OTLP over HTTP, with JSON ([otel.md](otel.md)).',
  required: ['endpoint'],
  keys: {
    endpoint: text('The address before `/v1/metrics`, `/v1/logs` and `/v1/traces`: `http://localhost:4318`.'),
    headers: {
      type: 'record',
      of: { type: 'string', secret: true },
      secret: true,
      about: 'Headers of every request. For a token, `headersFile` or `headersCommand` is the better place.',
    },
    headersFile: text('A file with a header per line, `name: value`, that only you can read (mode 0600).'),
    headersCommand: {
      type: 'either',
      of: [{ type: 'string' }, { type: 'list', of: { type: 'string' } }],
      secret: true,
      about: 'A program that prints such lines. A list is run without a shell, a text by /bin/sh.',
    },
    signals: {
      type: 'list',
      of: { type: 'string', values: ['metrics', 'logs', 'traces'] },
      about: 'What is sent: counters, decisions as log records, tool calls as spans.',
      default: otlpDefaults.signals,
    },
    decisions: {
      type: 'string',
      values: ['all', 'refused'],
      about: 'Which decisions are sent: all, or only those that refused or asked.',
      default: otlpDefaults.decisions,
    },
    content: {
      type: 'boolean',
      about:
        'Also send labels, reasons and the project’s folder: commands, paths and words from prompts (redacted).',
      default: otlpDefaults.content,
    },
    attributes: {
      type: 'record',
      of: { type: 'string' },
      about: 'Resource attributes of everything that is sent: `{ "team.name": "payments" }`.',
    },
    certificate: text('A PEM file with the authority that signed the collector’s certificate.'),
    proxy: {
      type: 'string',
      secret: true,
      about:
        'A proxy for the requests: `http://proxy.example:3128`. Variables such as `HTTPS_PROXY` are ignored.',
    },
    insecure: {
      type: 'boolean',
      about: 'Allow headers and content to be sent over plain http to another machine.',
      default: otlpDefaults.insecure,
    },
    background: {
      type: 'boolean',
      about:
        'Also send automatically when a session starts or a turn ends, in the background, at most every five minutes.',
      default: otlpDefaults.background,
    },
  },
};

export const exportShape: Shape = {
  type: 'object',
  about: 'Where `pawl export` sends metrics and decisions. Only your own config may set it.',
  keys: { otlp: otlpShape },
};

/** Finds addresses and headers that could never work. The schema can't express these checks. */
export function exportProblems(value: unknown): Problem[] {
  const otlp = isObject(value) && isObject(value.otlp) ? value.otlp : {};
  const problem = (key: string, message: string | undefined): Problem[] =>
    message ? [{ path: ['export', 'otlp', ...key.split('/')], message, severity: 'error' }] : [];
  const headers = isObject(otlp.headers) ? Object.entries(otlp.headers) : [];
  return [
    ...problem('endpoint', addressProblem(otlp.endpoint)),
    ...problem('proxy', addressProblem(otlp.proxy, { credentials: true })),
    ...headers.flatMap(([name, header]) =>
      problem(`headers/${name}`, typeof header === 'string' ? headerProblem(name, header) : undefined),
    ),
  ];
}

function addressProblem(value: unknown, { credentials = false } = {}): string | undefined {
  if (typeof value !== 'string') return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return 'expected an address such as https://collector.example:4318';
  if (!credentials && (url.username || url.password))
    return 'an address must not contain a user or password; put them into `headersFile` or `headersCommand`';
  if (url.search || url.hash) return 'an address must not contain `?` or `#`';
  return /\/v1\/(metrics|logs|traces)\/?$/.test(url.pathname)
    ? 'leave out /v1/…; it is added for each signal'
    : undefined;
}

/** Headers that the protocol itself sets. */
const ownHeaders = /^(content-type|content-encoding|content-length|host|connection|transfer-encoding)$/i;

export function headerProblem(name: string, value: string): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'is not a valid header name';
  if (ownHeaders.test(name)) return 'is set by Pawl itself';
  return /[^\t\x20-\x7e\x80-\xff]/.test(value)
    ? 'has a value with characters that a header can’t contain'
    : undefined;
}

/** The value as commands show it: without tokens. */
export function redactExport(key: string, value: unknown): unknown {
  if (value === null) return null;
  if (key === 'headers' && isObject(value))
    return Object.fromEntries(Object.keys(value).map((name) => [name, '[redacted]']));
  if (key === 'headersCommand')
    return [value]
      .flat()
      .map((word) => redact(String(word)))
      .join(' ');
  return key === 'proxy' && typeof value === 'string' ? redactAddress(value) : value;
}

function redactAddress(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//[redacted]@');
}
