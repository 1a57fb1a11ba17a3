// `pawl verify`: runs the project's checks and records the results, which count as evidence until files change.

import type { Check } from '../../domain/checkpoint/checks.ts';
import { changedDuringCheck } from '../../domain/checkpoint/work.ts';
import { type CheckProgress, type CheckResult, runChecks } from '../../facts/run-checks.ts';
import { UserError } from '../../system/errors.ts';
import { type Command, duration, jsonOption, type ParsedArgs } from '../command.ts';
import { sessionOption, sessionWork, treeOption } from '../support/session-option.ts';
import { escapeOutput, fitTable, paint } from '../support/terminal.ts';

export default {
  summary: 'Run the project’s checks and record the results',
  usage: '[check…]',
  details: `
Finds lint, type and test checks in package.json, tsconfig.json, pyproject.toml, Cargo.toml, go.mod, phpunit.xml,
.rspec, gradlew, mvnw, Makefile and justfile. The config can define others:

  {"policies": {"checkpoint/proof": {"checks": {"test": "make ci"}}}}

A result counts as evidence until files change or there is a deploy; a commit of exactly these files keeps it. If a
check fails, it runs again on the files as they were when the session began: a failure that existed then does not count
against the session. Called by an agent, the checks run with the variables that the person started the client with; a
check that needs others sets them in its command.

Exit codes: 0 all passed, 1 a check failed or there are none.
`,
  options: {
    list: { type: 'boolean', about: 'List the checks without running them' },
    timeout: { type: 'string', value: '10m', about: 'The time limit of each check (default: 10m)' },
    ...treeOption,
    ...sessionOption,
    ...jsonOption,
  },
  run: async (args) => {
    const timeout = duration((args.options.timeout as string | undefined) ?? '10m', 'timeout');
    const session = sessionWork(args);
    const checks = chooseChecks(session.work.checks(session.configured), args.rest);
    if (args.options.list && (args.json || checks.length > 0)) return printChecks(checks, args.json);
    if (checks.length === 0) throw new UserError(noChecks, 1);
    const results = await runChecks(session, checks, args.json ? noOutput : liveOutput(), timeout);
    return report(results, args);
  },
} satisfies Command;

const noChecks =
  'No checks were found. Define them in .pawl/config.jsonc: {"policies": {"checkpoint/proof": {"checks": {"test": "…"}}}}.';

function chooseChecks(checks: readonly Check[], names: readonly string[]): Check[] {
  if (names.length === 0) return [...checks];
  const unknown = names.find((word) => !checks.some(({ name, kind }) => name === word || kind === word));
  if (unknown !== undefined)
    throw new UserError(
      `There is no check "${unknown}". The checks are: ${checks.map(({ name }) => name).join(', ') || 'none'}.`,
    );
  return checks.filter(({ name, kind }) => names.includes(name) || names.includes(kind));
}

function printChecks(checks: readonly Check[], json: boolean): number {
  console.log(
    json
      ? JSON.stringify(checks, null, 2)
      : fitTable(checks.map(({ kind, name, command }) => [kind, name, paint('dim', command)])),
  );
  return checks.length > 0 ? 0 : 1;
}

const noOutput: CheckProgress = { dropped: () => {}, start: () => {}, line: () => {}, end: () => {} };

/** On a terminal the line of the running check is overwritten; elsewhere every line is printed. */
function liveOutput(): CheckProgress {
  const onTerminal = process.stdout.isTTY === true;
  const columns = () => (process.stdout.columns || 80) - 1;
  let started = 0;
  const overwrite = (text: string) =>
    process.stdout.write(`\r\x1b[2K${escapeOutput(text.slice(0, columns()))}`);
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  return {
    dropped: (names) => console.log(paint('dim', droppedText(names))),
    start: ({ kind, command }) => {
      started = performance.now();
      if (onTerminal) overwrite(`… ${kind}  ${command}`);
      else console.log(`… ${kind}  ${command}`);
    },
    line: ({ kind }, text) => onTerminal && overwrite(`… ${kind}  ${seconds()}  ${Bun.stripANSI(text)}`),
    end: (_check, result) => {
      if (onTerminal) overwrite('');
      console.log(resultLine(result));
      if (!result.ok)
        console.log(
          result.tail
            .split('\n')
            .slice(-30)
            .map((line) => `  ${line}`)
            .join('\n'),
        );
    },
  };
}

const namesShown = 8;

function droppedText(names: readonly string[]): string {
  const more = names.length > namesShown ? ` and ${names.length - namesShown} more` : '';
  return `The checks run with the variables that the client was started with, so without: ${names.slice(0, namesShown).join(', ')}${more}.`;
}

function resultLine({ ok, kind, command, ms, exit, red_before }: CheckResult): string {
  const mark = ok ? paint('green', '✓') : paint('red', '✗');
  const before = red_before ? ', as before this session' : '';
  return `${mark} ${kind}  ${command}  ${paint('dim', `${(ms / 1000).toFixed(1)} s`)}${ok ? '' : `  exit ${exit}${before}`}`;
}

function passedText(results: readonly CheckResult[]): string {
  const changed = results.filter(({ tree }) => tree === changedDuringCheck).map(({ name }) => name);
  return changed.length === 0
    ? 'All passed; the results count for the files as they are now.'
    : `All passed, but a session edited files while ${changed.join(', ')} ran, so that result does not count. Run it again.`;
}

function failedText(results: readonly CheckResult[]): string {
  const failed = results.filter(({ ok }) => !ok);
  const known = failed.filter(({ red_before }) => red_before).map(({ name }) => name);
  const text = `${failed.length} of ${results.length} failed: ${failed.map(({ name }) => name).join(', ')}.`;
  return known.length === 0
    ? text
    : `${text} ${known.join(', ')} failed the same way before this session, which is not asked for.`;
}

function report(results: readonly CheckResult[], { json }: ParsedArgs): number {
  const failed = results.filter((result) => !result.ok);
  if (json) console.log(JSON.stringify(results, null, 2));
  else console.log(failed.length === 0 ? passedText(results) : failedText(results));
  return failed.length === 0 ? 0 : 1;
}
