// `pawl update`: is there a newer version, and taking it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSource, readUpdate, type UpdateState } from '../../store/files/update-state.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { updateMode } from '../daily/daily.ts';
import { update } from '../daily/update.ts';
import { refuseInsideAgent } from '../support/only-people.ts';
import { ago } from '../support/terminal.ts';

const command: Command = {
  summary: 'Look for a newer version, or take it',
  usage: '[check | apply]',
  details: `
Without a word it shows what the last check found. Once a day the start of a session sends a check off in the
background: \`update\` in your own config is "check" (the default), "apply" or "off"; PAWL_AUTO_UPDATE=false is off.

  check    asks the remote of the checkout that this program was built from
  apply    moves that checkout forward, by fast-forward only, never over changes of your own; nothing is built or run

Exit codes: 0 nothing newer or taken, 1 newer, diverged or could not be asked.`,
  options: jsonOption,
  run({ rest, json }) {
    const [word, ...more] = rest;
    if (more.length > 0 || (word && !['check', 'apply'].includes(word)))
      throw new UserError('`pawl update` takes check, apply or nothing.');
    const home = findHome();
    if (word === 'apply') refuseInsideAgent('update apply');
    const state = word ? update(home, word as 'check' | 'apply', Date.now()) : readUpdate(home);
    const source = readSource(home);
    if (json)
      console.log(
        JSON.stringify(
          { mode: updateMode(home, process.env), source: source ?? null, state: state ?? null },
          null,
          2,
        ),
      );
    else console.log(sentence(home, state));
    return state && ['newer', 'diverged', 'offline'].includes(state.result) ? 1 : 0;
  },
};
export default command;

function sentence(home: Home, state: UpdateState | undefined): string {
  const source = readSource(home);
  if (!source)
    return 'This Pawl was not built from a checkout that `pawl init` knows; there is nothing to ask.';
  if (!existsSync(join(source.path, '.git')))
    return `The checkout that this Pawl was built from is gone (${source.path}); there is nothing to ask.`;
  if (!state) return `Never checked. \`pawl update check\` asks the remote of ${source.path}.`;
  const next = `Then: cd ${source.path} && npm run build && dist/pawl init`;
  const words: Record<UpdateState['result'], string> = {
    same: 'This is the newest version.',
    ahead: 'The checkout has commits that its remote does not have.',
    newer: `A newer version is there: ${state.remote?.slice(0, 8)}, ${state.behind} ${state.behind === 1 ? 'commit' : 'commits'}. \`pawl update apply\` takes it.${state.kept ? ` It was not taken because ${state.kept}.` : ''}`,
    diverged: `The checkout and its remote have diverged; nothing was changed. Merge or rebase it in ${source.path}.`,
    offline: 'The remote could not be asked.',
    applied: `The checkout is at ${state.applied?.slice(0, 8)} now. ${next}`,
    no_upstream: `The branch that is checked out in ${source.path} has no remote to ask.`,
  };
  return `${words[state.result]} (${ago(state.checked_at)})`;
}
