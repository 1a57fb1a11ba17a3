// `pawl init` on a terminal: a few questions, what is now protected, one thing to try, and what Pawl would have said
// about the last thirty days. Without a terminal, and with --yes, nothing of this is asked.
import * as clack from '@clack/prompts';
import type { Client } from '../../clients/client.ts';
import { loadConfig } from '../../config/load.ts';
import { type PackName, packNames } from '../../core/pack.ts';
import { oneLine, plural } from '../../core/text.ts';
import { launcherOf, withLauncher } from '../../domain/sessions/launcher.ts';
import { findPlace } from '../../facts/project.ts';
import { allPolicies } from '../../policies/registry.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { type Home, userHome } from '../../system/home.ts';
import { isOnPath } from '../../system/on-path.ts';
import type { ParsedArgs } from '../command.ts';
import { findCallingAgent } from '../person/only-people.ts';
import { ConfigRun, replay } from '../support/replay.ts';
import { columns, fitTable, shortPath, visible, wrap } from '../support/terminal.ts';
import { clientFile, foundClients } from './clients.ts';
import { outsideProjects } from './needed.ts';
import { addToPath, offerPath, type PathOffer } from './path.ts';
import type { InitResult } from './print.ts';
import { packLine, packOrder, protectedText, trial } from './protected.ts';
import { readSettings, type Scope, scopeOf, settingsFile } from './settings.ts';
import { foreignStatusLine, type StatusLineChoice } from './statusline.ts';

export interface Answers {
  scope: Scope | 'managed';
  packs: Record<string, boolean>;
  statusLine?: StatusLineChoice;
  path?: PathOffer;
  /** Other coding agents on this machine to guard as well. */
  clients: Client[];
}

/** Options that answer the questions beforehand, or that only a program uses. */
const askingNothing = ['yes', 'json', 'dry-run', 'launcher-only', 'managed', 'packs', 'downgrade', 'client'];

export function wantsDialogue({ options }: ParsedArgs): boolean {
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  return isTerminal && !askingNothing.some((name) => options[name]) && findCallingAgent() === undefined;
}

export async function askForInit(home: Home, { options }: ParsedArgs): Promise<Answers> {
  clack.intro('Pawl: the one program that Claude Code’s hooks call');
  const scope = scopeOf(options) ?? (await askScope());
  if (scope === 'managed') return { scope, packs: {}, clients: [] };
  const chosen = await askPacks(home);
  const statusLine = scope === 'user' && chosen.includes('session') ? await askStatusLine() : undefined;
  const clients = scope === 'user' ? await askClients() : [];
  const path = await askPath(home);
  return {
    scope,
    clients,
    packs: Object.fromEntries(packNames.map((name) => [name, chosen.includes(name)])),
    ...(statusLine && { statusLine }),
    ...(path && { path }),
  };
}

type Ask<T> = (signal: AbortSignal) => Promise<T>;

/** Returns the answer. Ctrl-C, Esc and the end of the input end the command, before anything is changed. */
async function answered<T>(ask: Ask<T>): Promise<Exclude<T, symbol>> {
  const ended = new AbortController();
  const stop = () => ended.abort();
  const onKey = (_: unknown, key?: { sequence?: string }) => {
    if (endOfInput.includes(key?.sequence ?? '-')) stop();
  };
  process.stdin.once('end', stop).once('close', stop).on('keypress', onKey);
  const answer = await ask(ended.signal);
  process.stdin.off('end', stop).off('close', stop).off('keypress', onKey);
  if (!clack.isCancel(answer)) return answer as Exclude<T, symbol>;
  clack.cancel('Nothing was changed.');
  throw new UserError(
    ended.signal.aborted
      ? 'The terminal gave no more input, so nothing was changed. `pawl init --yes` asks nothing.'
      : 'Stopped by you; nothing was changed.',
    1,
  );
}

/** Ctrl-D, and the byte that remains of one that was pressed before the question was shown. */
const endOfInput = ['\x04', '\0'];

function askScope(): Promise<Scope | 'managed'> {
  const { root } = findPlace(process.cwd());
  const file = (scope: Scope) => shortPath(settingsFile(scope, root, process.env));
  return answered((signal) =>
    clack.select<Scope | 'managed'>({
      signal,
      message: 'Where should Pawl work?',
      options: [
        { value: 'user', label: 'In all my projects', hint: file('user') },
        { value: 'project', label: 'In this project, for the team', hint: file('project') },
        { value: 'local', label: 'In this project, only for me', hint: file('local') },
        {
          value: 'managed',
          label: 'For everybody on this machine',
          hint: 'needs root; no session can switch it off',
        },
      ],
    }),
  );
}

function askPacks(home: Home): Promise<PackName[]> {
  const { packs: now } = loadConfig(home, outsideProjects(home), allPolicies);
  clack.note(packOrder.map(packLine).join('\n'), 'Packs of policies');
  return answered((signal) =>
    clack.multiselect<PackName>({
      signal,
      message: 'Which packs? (space switches one on or off)',
      options: packOrder.map((name) => ({ value: name, label: name })),
      initialValues: packNames.filter((name) => now[name]),
      required: true,
    }),
  );
}

/** Nothing is asked where no other agent is installed. */
async function askClients(): Promise<Client[]> {
  const found = foundClients();
  if (found.length === 0) return [];
  const names = await answered((signal) =>
    clack.multiselect<string>({
      signal,
      message: 'These coding agents are installed too. Guard them as well?',
      options: found.map((client) => ({
        value: client.name,
        label: client.title,
        hint: shortPath(clientFile(client)),
      })),
      initialValues: found.map(({ name }) => name),
      required: false,
    }),
  );
  return found.filter(({ name }) => names.includes(name));
}

async function askStatusLine(): Promise<StatusLineChoice> {
  const { text } = readSettings(settingsFile('user', process.cwd(), process.env));
  const existing = attempt(() => foreignStatusLine(text));
  if (existing === undefined) {
    const wanted = await answered((signal) =>
      clack.confirm({
        signal,
        message: 'Show Pawl’s status line in Claude Code (pauses, refusals, context, phase)?',
      }),
    );
    return wanted ? 'both' : 'yours';
  }
  clack.log.info(`You have a status line:\n${visible(existing)}`);
  return answered((signal) =>
    clack.select<StatusLineChoice>({
      signal,
      message: 'Which status line?',
      options: [
        { value: 'both', label: 'Both', hint: 'Pawl runs yours and adds a line below it' },
        { value: 'yours', label: 'Only mine', hint: 'nothing is changed' },
        { value: 'pawl', label: 'Only Pawl’s', hint: '`pawl uninstall` brings yours back' },
      ],
    }),
  );
}

async function askPath(home: Home): Promise<PathOffer | undefined> {
  const offer = offerPath(home);
  if (!offer) return undefined;
  const change =
    offer.kind === 'link'
      ? `link ${shortPath(offer.file)} to it`
      : `add this line to ${shortPath(offer.file)}:\n${offer.text}`;
  const wanted = await answered((signal) =>
    clack.confirm({
      signal,
      message: fitted(`\`pawl\` is not a command of your shell yet. Make it one? I would ${change}`),
    }),
  );
  return wanted ? offer : undefined;
}

/** Prints the end of the dialogue, after the installation. */
export async function closeDialogue(home: Home, done: InitResult, { path }: Answers): Promise<void> {
  if (path) addToPath(path);
  const named = launcherNamed(home);
  if (done.problems.length > 0) {
    for (const { what, file, line } of done.problems)
      clack.log.error(fitted(`${shortPath(file ?? '')}:${line}: ${what}, and with it Pawl’s entries.`));
    end(named('Nothing is protected yet. Fix that line, then run `pawl doctor`.'));
    return;
  }
  clack.note(protectedText(done), 'What is now protected');
  await lookBack(home);
  clack.log.step(fitted(named(trial)));
  const shell = path?.kind === 'line' ? 'Open a new terminal to use `pawl`. ' : '';
  end(named(`${shell}\`pawl doctor\` shows whether the hooks fire; \`pawl uninstall\` undoes all of this.`));
}

/** The width of the frame in front of a line. */
const frame = '   ';

/** Wrapped so that it fits beside the frame, which is put in front of each line. */
const fitted = (text: string) => wrap(text, frame).replace(/^ {3}/gm, '');

/** `clack.outro` puts the frame only in front of the first line, so the others are indented here. */
const end = (text: string) => clack.outro(wrap(text, frame).trimStart());

/** Where `pawl` is not on PATH, texts name the launcher, so that commands work as printed. */
function launcherNamed(home: Home): (text: string) => string {
  if (isOnPath(home, process.env)) return (text) => text;
  const launcher = launcherOf({ home: userHome(), pawlHome: home.control });
  return (text) => withLauncher(text, launcher);
}

/** The person waits for this, so after this many milliseconds the rest is left to `pawl backtest`. */
const timeLimit = 20_000;
const month = 30 * 86_400_000;

async function lookBack(home: Home): Promise<void> {
  const spinner = clack.spinner();
  spinner.start('Reading your last 30 days of Claude Code');
  const run = new ConfigRun(home);
  const options = {
    since: Date.now() - month,
    progress: (text: string) => spinner.message(`Reading your last 30 days: ${text}`),
    limit: timeLimit,
  };
  const { calls, files, found } = await replay([run], home, options);
  if (calls === 0) {
    spinner.stop('There are no earlier sessions of Claude Code to compare with.');
    return;
  }
  const { denied, asked, policies } = run.report();
  const part = files < found ? ` (the first ${files} of ${found} transcripts)` : '';
  const passed = calls - denied - asked;
  spinner.stop(
    fitted(
      `In your last 30 days${part} Pawl would have refused ${denied}, asked about ${asked} and passed ${passed} of ${plural(calls, 'call')}.`,
    ).replaceAll('\n', '\n│  '),
  );
  const examples = policies.slice(0, 3).map(({ policy, decision, count, example }) => {
    const times = count > 1 ? ` (${count} times)` : '';
    return [decision === 'deny' ? 'refused' : 'asked', `${policy}${times}`, oneLine(visible(example))];
  });
  if (examples.length > 0)
    clack.log.message(fitTable(examples, { room: columns() - frame.length, lines: 2 }));
}
