// `pawl update`: looks for a newer version where this one came from, and installs it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CheckoutSource,
  type ProgramSource,
  readSource,
  readUpdate,
  type UpdateState,
} from '../../store/files/update-state.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { updateMode } from '../daily/daily.ts';
import { installUpdate } from '../daily/install-update.ts';
import { checkForUpdate } from '../daily/update.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { ago, prose } from '../support/terminal.ts';

const command: Command = {
  summary: 'Install a newer version, or check for one',
  usage: '[check | status | apply]',
  subcommands: { '': 0, check: 0, status: 0, apply: 0 },
  details: `
Looks for a newer version where this one came from, and installs it with the same program: npm, Homebrew or git and a
build. The launcher in Pawl’s home is replaced in one step, so hooks that are running are not disturbed.

  check    only look
  status   show the result of the last check
  apply    fast-forward the checkout that this program was built from, and build nothing

Once a day, the start of a session looks in the background and tells you: \`update\` in your own config is "check" (the
default), "apply" or "off". PAWL_AUTO_UPDATE=false switches it off too. Nothing is ever installed without you.

Exit codes: 1 a newer version exists, the branches have diverged, or the source can’t be reached; otherwise 0.`,
  options: jsonOption,
  run({ rest, json }) {
    const [word = 'install'] = rest;
    const home = findHome();
    const state = actions[word]!(home);
    const source = readSource(home);
    const mode = updateMode(home, process.env);
    if (json) console.log(JSON.stringify({ mode, source: source ?? null, state: state ?? null }, null, 2));
    else console.log(prose(describeUpdate(source, state)));
    return !state && word === 'install' ? 1 : exitCode(state);
  },
};
export default command;

const actions: Record<string, (home: Home) => UpdateState | undefined> = {
  check: (home) => checkForUpdate(home, 'check', Date.now()),
  status: readUpdate,
  apply(home) {
    refuseInsideAgent('update apply');
    return checkForUpdate(home, 'apply', Date.now());
  },
  install(home) {
    refuseInsideAgent('update');
    return installUpdate(home, Date.now());
  },
};

const exitCode = (state: UpdateState | undefined) =>
  state && (isUnbuilt(state) || ['newer', 'diverged', 'offline'].includes(state.result)) ? 1 : 0;

/** The checkout was fast-forwarded, but the program that runs is still the one from before. */
const isUnbuilt = ({ result, applied }: UpdateState) =>
  applied !== undefined && (result === 'same' || result === 'ahead');

function describeUpdate(source: ProgramSource | undefined, state: UpdateState | undefined): string {
  if (!source)
    return 'Updates can’t be checked, because it is not known where this program came from. Run `pawl init` with a program from npm, Homebrew, a checkout or a download, and Pawl remembers its origin.';
  if ('commit' in source) return describeCheckout(source, state);
  if (source.kind === 'brew' && !state)
    return 'This program came from Homebrew: `pawl update` runs `brew upgrade pawl`.';
  if (source.kind === 'file')
    return `This program (${source.version}) was downloaded as a file. To update it, download the new one and run \`pawl init\` with it.`;
  if (!state) return 'Updates were never checked. `pawl update check` asks the npm registry.';
  const texts: Partial<Record<UpdateState['result'], string>> = {
    same: `Pawl ${state.local} is up to date.`,
    newer: `There is a newer version: ${state.remote} (this is ${state.local}). Run \`pawl update\`.`,
    installed: `Pawl was updated to ${state.remote}.`,
    offline: 'The npm registry can’t be reached, or npm is not installed.',
  };
  return `${texts[state.result] ?? state.result} (checked ${ago(state.checked_at)})`;
}

function describeCheckout({ path }: CheckoutSource, state: UpdateState | undefined): string {
  if (!existsSync(join(path, '.git')))
    return `Updates can’t be checked, because the checkout of this program no longer exists (${path}). Run \`pawl init\` with another build or with the npm package.`;
  if (!state) return `Updates were never checked. \`pawl update check\` asks the remote of ${path}.`;
  const next = `To put it in force: cd ${path} && npm run build && dist/pawl init`;
  if (isUnbuilt(state))
    return `The checkout has a newer version (${state.applied!.slice(0, 8)}) than the program that runs. ${next}`;
  const texts: Record<UpdateState['result'], string> = {
    same: 'Pawl is up to date.',
    ahead: 'Pawl is up to date; the checkout has commits that its remote does not have.',
    newer: `There is a newer version: ${state.remote?.slice(0, 8)}, ${state.behind} ${state.behind === 1 ? 'commit' : 'commits'}. Run \`pawl update\`.${state.kept ? ` It was not applied because ${state.kept}.` : ''}`,
    diverged: `Merge or rebase in ${path}: the checkout and its remote have diverged. Nothing was changed.`,
    offline: 'The remote can’t be reached.',
    applied: `The checkout was updated to ${state.applied?.slice(0, 8)}. ${next}`,
    installed: 'Pawl was updated.',
    no_upstream: `The branch that is checked out in ${path} has no remote branch.`,
  };
  return `${texts[state.result]} (checked ${ago(state.checked_at)})`;
}
