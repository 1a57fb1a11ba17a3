// `pawl trust`: a person looks at what a project brings along and lets it count.

import { locateProblems } from '../../config/problem-location.ts';
import { type Reviewed, review, trustReviewed } from '../../config/review.ts';
import { readTrust, untrust } from '../../config/trust.ts';
import { findPlace, type ProjectPlace } from '../../facts/project.ts';
import { allPolicies } from '../../policies/registry.ts';
import { recordOverride } from '../../store/record-override.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, jsonOption, type Words } from '../command.ts';
import { changedLines } from '../support/line-diff.ts';
import { refuseInsideAgent } from '../support/only-people.ts';
import { clock } from '../support/open-log.ts';
import { paint, shortPath, table, visible } from '../support/terminal.ts';

const command: Command = {
  summary: 'Let this project’s config and policies count',
  details: `
A project can bring .pawl/config.jsonc, .pawl/config.local.jsonc and .pawl/policies. Until a person trusts them, only
what makes things stricter counts, and no code of theirs runs. What is trusted is their content, with the scripts a
config names: any change makes them strangers again. Worktrees of one repository share it. For people only.

  pawl trust            show it, ask, and trust it
  pawl trust --show     only show it; exit code 1 if something is not trusted
  pawl trust --revoke   take it back`,
  options: {
    show: { type: 'boolean', about: 'Only show what would count' },
    list: { type: 'boolean', about: 'Show what is trusted on this machine' },
    revoke: { type: 'boolean', about: 'Trust this repository no longer' },
    yes: { type: 'boolean', short: 'y', about: 'Do not ask (needed without a terminal)' },
    ...jsonOption,
  },
  run(words) {
    const home = findHome();
    const place = findPlace(process.cwd());
    if (words.options.list) return list(home, words.json);
    if (words.options.revoke) return revoke(home, place, words.json);
    const found = review(home, place, allPolicies());
    if (words.options.show) return show(found, place, words.json);
    return trustAll(home, place, found, words);
  },
};
export default command;

function list(home: Home, json: boolean): number {
  const entries = readTrust(home);
  if (json) console.log(JSON.stringify(entries, null, 2));
  else if (entries.length === 0) console.log('Nothing is trusted.');
  else
    console.log(
      table(
        entries.map(({ repository, unit, hash, at }) => [
          shortPath(repository),
          unit,
          hash.slice(0, 12),
          clock(at),
        ]),
      ),
    );
  return 0;
}

function revoke(home: Home, place: ProjectPlace, json: boolean): number {
  refuseInsideAgent('trust --revoke');
  const revoked = untrust(home, place.repository);
  if (revoked > 0)
    recordOverride(home, place, { event: 'pawl:trust', label: `revoked for ${place.repository}` });
  if (json) console.log(JSON.stringify({ repository: place.repository, revoked }));
  else
    console.log(revoked > 0 ? `${shortPath(place.repository)} is no longer trusted.` : 'It was not trusted.');
  return 0;
}

function show(found: Reviewed[], place: ProjectPlace, json: boolean): number {
  if (json) console.log(JSON.stringify(found.map(plain), null, 2));
  else if (found.length === 0) console.log(`${shortPath(place.root)} brings nothing along for Pawl.`);
  else for (const one of found) print(one);
  return found.every((one) => one.trusted) ? 0 : 1;
}

function plain({ unit, path, hash, trusted, files, before, effects, layer }: Reviewed) {
  const problems = layer ? locateProblems(layer) : [];
  return {
    unit,
    path,
    hash,
    trusted,
    files: files.map(({ name }) => name),
    effects,
    problems,
    changes: trusted ? [] : changedLines(before, files),
  };
}

function print(one: Reviewed): void {
  const { path, trusted, effects, problems, changes: changed } = plain(one);
  const mark = trusted ? paint('green', 'trusted') : paint('yellow', 'not trusted');
  console.log(`${paint('bold', shortPath(path))}  ${mark}`);
  for (const effect of effects) console.log(`  ${visible(effect)}`);
  for (const { line, column, key, message, severity } of problems)
    console.log(`  ${paint('red', severity)} ${line}:${column} ${visible(`${key} ${message}`)}`);
  for (const { file, lines } of changed) {
    console.log(
      paint('dim', `  --- ${visible(file)}${one.before.length > 0 ? ' (changes since it was trusted)' : ''}`),
    );
    for (const line of lines)
      console.log(`  ${paint(line.startsWith('+') ? 'green' : 'red', visible(line))}`);
  }
}

function trustAll(home: Home, place: ProjectPlace, found: Reviewed[], { options, json }: Words): number {
  refuseInsideAgent('trust');
  const fresh = found.filter((one) => !one.trusted);
  if (fresh.length === 0) {
    if (json) console.log('[]');
    else
      console.log(
        found.length > 0 ? 'Everything here is trusted already.' : 'There is nothing to trust here.',
      );
    return 0;
  }
  refuseBroken(fresh);
  if (!json) for (const one of fresh) print(one);
  if (!options.yes && !agreed(place)) return 1;
  trustReviewed(home, place, fresh, Date.now());
  const names = fresh.map(({ unit }) => unit).join(', ');
  recordOverride(home, place, {
    event: 'pawl:trust',
    label: `${names} of ${place.repository}`,
    notes: fresh.map(({ unit, hash }) => `${unit} ${hash.slice(0, 12)}`),
  });
  if (json) console.log(JSON.stringify(fresh.map(plain), null, 2));
  else console.log(`Trusted: ${names} of ${shortPath(place.repository)}, as they are now.`);
  return 0;
}

function refuseBroken(fresh: readonly Reviewed[]): void {
  const wrong = fresh.flatMap(({ layer }) => (layer?.state === 'broken' ? locateProblems(layer) : []));
  if (wrong.length === 0) return;
  const lines = wrong.map(({ file, line, column, key, message }) =>
    visible(`  ${file}:${line}:${column} ${key} ${message}`),
  );
  throw new UserError(`A broken config can’t be trusted:\n${lines.join('\n')}\nNothing was trusted.`, 1);
}

function agreed(place: ProjectPlace): boolean {
  if (!process.stdin.isTTY)
    throw new UserError('Nobody can be asked here. If you have read the above, say so with --yes.', 1);
  const answer = prompt(`Let this count in ${shortPath(place.repository)}? [y/N]`);
  const yes = /^y(es)?$/i.test(answer?.trim() ?? '');
  if (!yes) console.log('Nothing was trusted.');
  return yes;
}
