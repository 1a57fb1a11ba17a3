// Sends one request to the collector: JSON over HTTP, compressed, with a time limit. It is retried only where the protocol
// says that this is safe: https://opentelemetry.io/docs/specs/otlp/#otlphttp
import { version } from '../../../package.json';
import type { Signal } from '../../store/db/exports.ts';
import { isTooLarge, networkProblem, statusProblem, wrongAnswer } from './problems.ts';
import type { OtlpSettings } from './settings.ts';

const encoding = { 'content-type': 'application/json', 'content-encoding': 'gzip' };

/** Milliseconds for a request with its answer. */
const requestTimeout = 10_000;

/** Answers after which the same request may be sent again. */
const retryable = [429, 502, 503, 504];
const maxRetries = 3;

/** Milliseconds. If a collector asks for a longer wait, the rest is sent with the next run. */
const maxWait = 30_000;
const firstWait = 500;

export interface Delivery {
  /** Records that the collector did not take, and will not take when they are sent again. */
  rejected: number;
  /** The collector's message about them. */
  message?: string;
  /** Bytes of the compressed request. */
  bytes: number;
}

/** The collector wants smaller requests. */
export const tooLarge = Symbol('too large');

export async function send(
  settings: OtlpSettings,
  signal: Signal,
  payload: unknown,
  stop?: AbortSignal,
): Promise<Delivery | typeof tooLarge> {
  const body = Bun.gzipSync(JSON.stringify(payload));
  const url = `${settings.endpoint}/v1/${signal}`;
  for (let tries = 0; ; tries++) {
    const answer = await request(settings, url, body);
    if (answer instanceof Error && !(isRefused(answer) && tries < maxRetries))
      throw networkProblem(url, answer);
    if (!(answer instanceof Error)) {
      if (answer.ok) return { ...delivered(url, answer), bytes: body.length };
      if (isTooLarge(answer.status)) return tooLarge;
      const wait = waitFor(answer, tries);
      if (wait === undefined || stop?.aborted) throw statusProblem(url, answer);
    }
    await pause(answer instanceof Error ? backoff(tries) : waitFor(answer, tries)!, stop);
  }
}

export interface Answer {
  ok: boolean;
  status: number;
  type: string;
  retryAfter: string | null;
  text: string;
}

async function request(settings: OtlpSettings, url: string, body: Uint8Array): Promise<Answer | Error> {
  const { headers, certificate, proxy } = settings;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'user-agent': `pawl/${version}`, ...headers, ...encoding },
      body: body as Uint8Array<ArrayBuffer>,
      signal: AbortSignal.timeout(requestTimeout),
      // The headers hold a token that another address must not get.
      redirect: 'error',
      // Set explicitly: otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 would switch verification off.
      tls: { rejectUnauthorized: true, ...(certificate !== undefined && { ca: certificate }) },
      ...(proxy !== undefined && { proxy }),
    });
    return {
      ok: response.ok,
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      retryAfter: response.headers.get('retry-after'),
      text: await firstPart(response),
    };
  } catch (error) {
    return error as Error;
  }
}

/** Characters of an answer that are read; a real answer is far shorter. */
const maxAnswer = 64_000;

async function firstPart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  if (response.body)
    for await (const chunk of response.body) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.length > maxAnswer) break;
    }
  return text;
}

/** True if no server listened, so the batch can be sent again. After a timeout the server may have taken it. */
const isRefused = (error: Error) => (error as { code?: string }).code === 'ECONNREFUSED';

/** Another service may answer everything with status 200, so only an answer of the protocol counts. */
function delivered(url: string, answer: Answer): Omit<Delivery, 'bytes'> {
  if (answer.text.trim() === '' || /protobuf/.test(answer.type)) return { rejected: 0 };
  const response = parse(answer.text);
  if (response === undefined) throw wrongAnswer(url, answer);
  const { partialSuccess } = response;
  const counts = [
    partialSuccess?.rejectedDataPoints,
    partialSuccess?.rejectedLogRecords,
    partialSuccess?.rejectedSpans,
  ];
  const rejected = Number(counts.find((count) => count !== undefined) ?? 0) || 0;
  const message = typeof partialSuccess?.errorMessage === 'string' ? partialSuccess.errorMessage : '';
  return { rejected, ...(message && { message }) };
}

interface ExportResponse {
  partialSuccess?: Record<string, unknown>;
}

function parse(text: string): ExportResponse | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if the request must not, or need not, be sent again in this run. */
function waitFor({ status, retryAfter }: Answer, tries: number): number | undefined {
  if (!retryable.includes(status) || tries >= maxRetries) return undefined;
  const wait = retryAfter === null ? backoff(tries) : retryTime(retryAfter);
  return wait <= maxWait ? wait : undefined;
}

/** The wait doubles with each try, and is random, so that many machines do not come back at once. */
const backoff = (tries: number) => firstWait * 2 ** tries * (0.5 + Math.random() / 2);

/** Milliseconds to wait, from a `retry-after` header: seconds or a date. */
function retryTime(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== '' && Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? firstWait : Math.max(0, date - Date.now());
}

async function pause(ms: number, stop?: AbortSignal): Promise<void> {
  const stopped = new Promise<void>((done) => stop?.addEventListener('abort', () => done(), { once: true }));
  await Promise.race([Bun.sleep(ms), stopped]);
}
