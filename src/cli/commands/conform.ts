// `pawl conform`: runs any hook program with captured events and hostile input, and reports which checks it passes.
import { existsSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { checks, groupOf, groups } from '../../conform/checks/index.ts';
import { type CheckResult, type ConformReport, conform } from '../../conform/conform.ts';
import { type ConformClient, conformClients } from '../../conform/protocol.ts';
import { protocols } from '../../conform/protocols/index.ts';
import { CannotStart } from '../../conform/start.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { writeAll } from '../../system/fs/index.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption, type ParsedArgs, suggested } from '../command.ts';
import { progressLine } from '../support/progress.ts';
import { fitTable, paint, wrap } from '../support/terminal.ts';

const command: Command = {
  summary: 'Check any hook program against the protocol of its client',
  usage: '-- <command …>',
  details: `
Runs the command for each captured event of a client, and with input that is malformed, huge, deep, slow or newer than
the program; checks the exit code, the answer, the time, and what is left behind. What follows -- is started as it is,
without a shell, in a new home and project that are removed afterwards. {event} in it becomes the event’s name. Paths
in it are relative to the current folder.

A hook that is registered only for some events is asked only about those: --events PreToolUse,Stop.

It starts the program some 300 times, and takes at most five minutes. The exit code is 0 if every check passes, 1
otherwise, 2 if the program can’t be started. \`pawl help conformance\` explains each check.

  pawl conform -- pawl hook
  pawl conform --events PreToolUse -- ./guard.sh
  pawl conform --only guard,input.deep -- python3 hooks/guard.py
  pawl conform --list`,
  options: {
    client: {
      type: 'string',
      value: 'name',
      about: `The client to stand in for: ${conformClients.join(', ')} (claude)`,
    },
    events: { type: 'string', value: 'names', about: 'The events that the hook is registered for (all)' },
    only: { type: 'string', value: 'ids', about: 'Only these checks or groups, separated by commas' },
    quick: { type: 'boolean', about: 'One captured event of each kind instead of all' },
    project: { type: 'string', value: 'dir', about: 'Copy the files of this folder into the project' },
    list: { type: 'boolean', about: 'List the checks with their reasons' },
    ...jsonOption,
  },
  async run(args) {
    const chosen = chooseChecks(args.options.only as string | undefined);
    if (args.options.list) return list(chosen, args.json);
    const report = await runChecks(args, chosen);
    if (args.json) writeAll(1, `${JSON.stringify(report, null, 2)}\n`);
    else print(report);
    return report.score.passed === report.score.of ? 0 : 1;
  },
};
export default command;

function chooseChecks(only: string | undefined): typeof checks {
  if (only === undefined) return checks;
  const wanted = only.split(',').map((word) => word.trim());
  const known = [...Object.keys(groups), ...checks.map(({ id }) => id)];
  for (const word of wanted)
    if (!known.includes(word)) {
      throw new UserError(
        `There is no check "${word}". ${suggested(word, known) ?? '`pawl conform --list` lists them.'}`,
      );
    }
  return checks.filter((check) => wanted.includes(check.id) || wanted.includes(groupOf(check)));
}

function list(chosen: typeof checks, json: boolean): number {
  const rows = chosen.map((check) => ({ id: check.id, title: check.title, why: check.why, fix: check.fix }));
  if (json) writeAll(1, `${JSON.stringify(rows, null, 2)}\n`);
  else
    for (const { id, title, why, fix } of rows)
      console.log(`${paint('bold', id)}  ${title}\n${wrap(why, '  ')}\n${wrap(`Fix: ${fix}`, '  ')}\n`);
  return 0;
}

async function runChecks({ options, rest, json }: ParsedArgs, chosen: typeof checks): Promise<ConformReport> {
  if (rest.length === 0 || !process.argv.includes('--'))
    throw new UserError('Put the command of the hook after --: pawl conform -- ./my-hook.sh');
  const client = clientOf(options.client as string | undefined);
  const progress = progressLine({ json, every: 100 });
  try {
    return await conform({
      client,
      registered: registeredFor(client, options.events as string | undefined),
      command: rest.map(absoluteIfFile),
      linked: ownLauncher(rest[0]!),
      checks: chosen,
      quick: options.quick === true,
      project: projectOf(options.project as string | undefined),
      onProgress: (done) => progress.show(`Checking: ${done} …`),
    });
  } catch (error) {
    if (error instanceof CannotStart) throw new UserError(`${rest[0]} can’t be started: ${error.message}.`);
    throw error;
  } finally {
    progress.clear();
  }
}

function clientOf(name = 'claude'): ConformClient {
  const found = conformClients.find((client) => client === name);
  if (name === 'opencode')
    throw new UserError('OpenCode runs plugins inside its own process, so there is no command to check.');
  if (!found) throw new UserError(`There is no client "${name}": use ${conformClients.join(', ')}.`);
  return found;
}

function registeredFor(client: ConformClient, names: string | undefined): string[] | undefined {
  const known = Object.keys(protocols[client].shapes);
  const wanted = names?.split(',').map((name) => name.trim());
  for (const name of wanted ?? [])
    if (!known.includes(name))
      throw new UserError(
        `${protocols[client].title} has no event "${name}". ${suggested(name, known) ?? `Use ${known.join(', ')}.`}`,
      );
  return wanted;
}

/** Makes paths of existing files absolute, because the program runs in another folder. */
function absoluteIfFile(word: string): string {
  return /[./]/.test(word) && existsSync(word) && statSync(word).isFile() ? resolve(word) : word;
}

/**
 * Where the word is an installed launcher of Pawl: that uses the home that contains it, whatever HOME says, and would
 * record the events among the person's own.
 */
function ownLauncher(word: string): string | undefined {
  const found = Bun.which(word);
  const program = found ? attempt(() => realpathSync(found)) : undefined;
  return program !== undefined && findHome({ HOME: '/' }, program).launcher === program ? program : undefined;
}

function projectOf(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UserError(`${folder} is not a folder.`);
  return resolve(folder);
}

const marks = { pass: paint('green', '✓'), fail: paint('red', '✗'), 'not applicable': paint('dim', '–') };

function print(report: ConformReport): void {
  const { command, client, client_version, score, median_ms, seconds } = report;
  const events = report.events ? ` on ${report.events.join(', ')}` : '';
  console.log(`${command.join(' ')}\nas a hook of ${protocols[client].title} ${client_version}${events}\n`);
  for (const [group, title] of Object.entries(groups)) {
    const rows = report.checks.filter((check) => check.group === group);
    if (rows.length > 0) console.log(`${title}\n${fitTable(rows.map(rowOf))}\n`);
  }
  for (const check of report.checks.filter(({ result }) => result === 'fail')) printFailure(check);
  console.log(
    `${paint('bold', `${score.passed} of ${score.of} checks (${score.percent} %)`)}, ${median_ms} ms for one event; took ${seconds} s.`,
  );
}

const rowOf = ({ id, result, title, cases, failures }: CheckResult): string[] => [
  `  ${marks[result]}`,
  id,
  result === 'fail' && cases > 1 ? `${title} (failed in ${failures.length} of ${cases})` : title,
];

function printFailure({ id, failures, why, fix }: CheckResult): void {
  const shown = failures.slice(0, 3).map((failure) => `${failure.case}: ${failure.seen}`);
  const more = failures.length > 3 ? [`and ${failures.length - 3} more`] : [];
  console.log(`${paint('red', '✗')} ${paint('bold', id)}`);
  for (const line of [...shown, ...more]) console.log(wrap(line, '  '));
  console.log(`${wrap(`Why: ${why}`, '  ')}\n${wrap(`Fix: ${fix}`, '  ')}\n`);
}
