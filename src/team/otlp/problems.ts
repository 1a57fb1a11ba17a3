// Explains a failed request and the next step. No message contains a header or the content that was sent.
import { redact } from '../../core/redact.ts';
import { clip, oneLine } from '../../core/text.ts';
import { UserError } from '../../system/errors.ts';
import type { Answer } from './send.ts';

/** The end of every message. It is true because the position moves only after the collector has taken a batch. */
const kept = 'Nothing was lost: the next `pawl export otlp` continues where this one stopped.';

const problem = (text: string) => new UserError(`${text} ${kept}`, 1);

/** The message for `pawl doctor`, which adds how long the problem has lasted. */
export const shortProblem = (error: unknown) => (error as Error).message.replace(` ${kept}`, '');

const checkEndpoint = 'check `pawl config get export.otlp.endpoint`';

/** Explains the error codes of the runtime to a person. */
const networkTexts: Record<string, (url: string) => string> = {
  ECONNREFUSED: (url) => `Start the collector, or ${checkEndpoint}: nothing listens at ${url}.`,
  ENOTFOUND: (url) => `Check the name in export.otlp.endpoint and your network: there is no host for ${url}.`,
  UnexpectedRedirect: (url) =>
    `Set export.otlp.endpoint to the final address: ${url} redirects to another one, which is not followed because it would get your headers.`,
  EPROTO: (url) =>
    `Use http:// in export.otlp.endpoint if the collector has no TLS: ${url} does not speak it.`,
};

const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/;

export function networkProblem(url: string, error: Error): UserError {
  const code = String((error as { code?: unknown }).code ?? '');
  if (error.name === 'TimeoutError')
    return problem(`Look at the load of the collector: ${url} did not answer within 10 s.`);
  if (certificateCode.test(code))
    return problem(
      `Set export.otlp.certificate to the PEM file of the authority that signed the collector’s certificate: that of ${url} is not trusted (${code}).`,
    );
  const text =
    networkTexts[code]?.(url) ??
    `Check the collector and your network: ${url} failed with ${code || oneLine(error.message)}.`;
  return problem(text);
}

export const isTooLarge = (status: number) => status === 413;

export function statusProblem(url: string, answer: Answer): UserError {
  const { status } = answer;
  const detail = messageIn(answer);
  if (status === 401 || status === 403)
    return problem(
      `Check the token in export.otlp.headers, headersFile or headersCommand: ${url} refuses it (${status}${detail}).`,
    );
  if (status === 404 || status === 405)
    return problem(`${capital(checkEndpoint)}: there is no OTLP at ${url} (${status}${detail}).`);
  if (status === 400)
    return problem(
      `${url} refuses the data (400${detail}). If it is too old for the collector, skip it: \`pawl export otlp --since 1d\`.`,
    );
  if (status === 429 || status === 503)
    return problem(`Try again later: ${url} is overloaded (${status}${retryText(answer)}${detail}).`);
  return problem(`Look at the log of the collector: ${url} answered ${status}${detail}.`);
}

export function wrongAnswer(url: string, { status, type }: Answer): UserError {
  return problem(
    `${capital(checkEndpoint)}: ${url} answers ${status} with ${type.split(';')[0] || 'something'}, which is not an answer of a collector.`,
  );
}

export function tooLargeProblem(url: string): UserError {
  return problem(`Raise the size limit of the collector: ${url} refuses even a single record (413).`);
}

const retryText = ({ retryAfter }: Answer) => (retryAfter ? `, asks to wait ${clip(retryAfter, 40)} s` : '');

/** The message in an answer of JSON or plain text; a page of HTML is ignored. */
function messageIn({ text, type }: Answer): string {
  if (/html/.test(type) || text.trim() === '') return '';
  const message = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
  return `: ${clip(oneLine(redact(message)).trim(), 200)}`;
}

const capital = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`;
