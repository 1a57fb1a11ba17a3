// Reads the headers of the requests: from the config, from a private file, and from a program that prints them. No message
// contains a value.
import { statSync } from 'node:fs';
import { headerProblem, type OtlpConfig } from '../../config/export.ts';
import { redact } from '../../core/redact.ts';
import { clip } from '../../core/text.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { readText } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { trustedPath } from '../../system/trusted-path.ts';
import { expandHome } from './paths.ts';

export function readHeaders(home: Home, config: OtlpConfig): Record<string, string> {
  const { headers = {}, headersFile, headersCommand } = config;
  return {
    ...headers,
    ...(headersFile !== undefined && fromFile(expandHome(headersFile))),
    ...(headersCommand !== undefined && fromCommand(home, headersCommand)),
  };
}

function fromFile(path: string): Record<string, string> {
  const stat = attempt(() => statSync(path));
  const text = stat?.isFile() ? readText(path) : undefined;
  if (!stat || text === undefined)
    throw new UserError(`Set export.otlp.headersFile to a file that exists: ${path} can’t be read.`, 1);
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
    throw new UserError(
      `Run \`chmod 600 ${path}\`: other users can read the headers in it. Nothing was sent.`,
      1,
    );
  return parseHeaders(text, path);
}

const commandTimeout = 10_000;

function fromCommand(home: Home, command: string | readonly string[]): Record<string, string> {
  const words = typeof command === 'string' ? ['/bin/sh', '-c', command] : [...command];
  const done = attempt(() =>
    Bun.spawnSync(words, {
      cwd: home.dir,
      env: { ...process.env, PATH: trustedPath(process.cwd()) },
      stdin: 'ignore',
      timeout: commandTimeout,
    }),
  );
  if (!done) throw commandProblem(words, 'could not be started');
  if (done.exitCode === 0) return parseHeaders(done.stdout.toString(), 'export.otlp.headersCommand');
  const output = clip(redact(done.stderr.toString().trim().split('\n')[0] ?? ''), 200);
  const problem =
    done.exitCode === null ? `took longer than ${commandTimeout / 1000} s` : `ended with ${done.exitCode}`;
  throw commandProblem(words, `${problem}${output ? `: ${output}` : ''}`);
}

const commandProblem = ([program]: readonly string[], problem: string) =>
  new UserError(`Check export.otlp.headersCommand: ${program} ${problem}. Nothing was sent.`, 1);

/** Reads one header per line, `name: value`; empty lines and those that begin with # are skipped. */
export function parseHeaders(text: string, source: string): Record<string, string> {
  const lines = text.split(/\r?\n/).map((line, at) => [line.trim(), at + 1] as const);
  const found = lines.filter(([line]) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(found.map(([line, at]) => parseHeader(line, `${source}, line ${at}`)));
}

function parseHeader(line: string, where: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  const [name, value] = [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim()];
  const problem = colon < 0 ? 'is not of the form `name: value`' : headerProblem(name, value);
  if (problem) throw new UserError(`Correct ${where}: the header ${problem}. Nothing was sent.`, 1);
  return [name, value];
}
