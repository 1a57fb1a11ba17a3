// `pawl trust`: a person reviews the config and policies of a project and puts them in force.

import { locateProblems } from '../../config/problem-location.ts';
import { type Reviewed, review, reviewOwn, reviewOwnPolicies, trustReviewed } from '../../config/review.ts';
import { readTrust, untrust } from '../../config/trust.ts';
import { acceptConfig } from '../../config/user-layer.ts';
import { oneLine } from '../../core/text.ts';
import { findPlace, type ProjectPlace } from '../../facts/project.ts';
import { allPolicies } from '../../policies/registry.ts';
import { recordOverride } from '../../store/record-override.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import type { Person } from '../../system/person.ts';
import { policyFiles } from '../../user-policies/user-policies.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { provePerson } from '../person/prove.ts';
import { changedLines } from '../support/line-diff.ts';
import { clock } from '../support/open-log.ts';
import { paint, prose, shortPath, table, visible } from '../support/terminal.ts';
import { trustSettings } from '../support/trust-settings.ts';

const command: Command = {
  summary: 'Review and trust this project’s config and policies',
  details: `
A project can have .pawl/config.jsonc, .pawl/config.local.jsonc and .pawl/policies. Until a person trusts them, only
their stricter settings apply, and none of their code runs. Trust is bound to their content, including the scripts that
a config runs: after any change they are untrusted again. Worktrees of a repository share it.

An edit of your own config that weakens Pawl (a pack off, a lower level, a wider exception, a new script) waits for this
command too, wherever it is run. So does what a policy file in ~/.pawl/policies allows, rewrites or tells the model;
what it refuses counts at once. Only a person can run it.

  pawl trust              show the files, ask, and trust them
  pawl trust --show       only show them; the exit code is 1 if something is not trusted
  pawl trust --revoke     no longer trust them
  pawl trust --settings   accept what weakens Pawl in Claude Code’s own settings, as they are now`,
  options: {
    show: { type: 'boolean', alone: [], about: 'Only show what would be trusted' },
    list: { type: 'boolean', alone: [], about: 'List everything that is trusted on this machine' },
    revoke: { type: 'boolean', alone: ['yes'], about: 'No longer trust this repository' },
    settings: {
      type: 'boolean',
      alone: ['yes'],
      about: 'Accept the settings of Claude Code as they are now',
    },
    ...jsonOption,
  },
  run(args) {
    const home = findHome();
    const place = findPlace(process.cwd());
    if (args.options.list) return printTrusted(home, args.json);
    if (args.options.revoke) return revokeTrust(home, place, args.json);
    if (args.options.settings) return trustSettings(home, place, args.json);
    const found = [
      ...reviewOwn(home, allPolicies()),
      ...reviewOwnPolicies(home, policyFiles(home.policies)),
      ...review(home, place, allPolicies()),
    ];
    if (args.options.show) return showReview(found, place, args.json);
    return trustAll(home, place, found, args);
  },
};
export default command;

function printTrusted(home: Home, json: boolean): number {
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

function revokeTrust(home: Home, place: ProjectPlace, json: boolean): number {
  refuseInsideAgent('trust --revoke');
  const revoked = untrust(home, place.repository);
  if (revoked > 0)
    recordOverride(home, place, { event: 'pawl:trust', label: `revoked for ${place.repository}` });
  if (json) console.log(JSON.stringify({ repository: place.repository, revoked }));
  else
    console.log(
      revoked > 0
        ? `${shortPath(place.repository)} is no longer trusted.`
        : 'This repository was not trusted.',
    );
  return 0;
}

function showReview(found: Reviewed[], place: ProjectPlace, json: boolean): number {
  if (json) console.log(JSON.stringify(found.map(reviewJson), null, 2));
  else if (found.length === 0) console.log(`${shortPath(place.root)} has no config or policies for Pawl.`);
  else for (const reviewed of found) printReview(reviewed);
  return found.every((reviewed) => reviewed.trusted) ? 0 : 1;
}

function reviewJson({ unit, path, hash, trusted, files, before, effects, layer }: Reviewed) {
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

function printReview(reviewed: Reviewed): void {
  const { path, trusted, effects, problems, changes: changed } = reviewJson(reviewed);
  const mark = trusted ? paint('green', 'trusted') : paint('yellow', 'not trusted');
  console.log(`${paint('bold', shortPath(path))}  ${mark}`);
  for (const effect of effects) console.log(`  ${visible(effect)}`);
  for (const { line, column, key, message, severity } of problems)
    console.log(`  ${paint('red', severity)} ${line}:${column} ${visible(`${key} ${message}`)}`);
  for (const { file, lines } of changed) {
    console.log(
      paint(
        'dim',
        `  --- ${visible(file)}${reviewed.before.length > 0 ? ' (changes since it was trusted)' : ''}`,
      ),
    );
    for (const line of lines)
      console.log(`  ${paint(line.startsWith('+') ? 'green' : 'red', visible(line))}`);
  }
}

function trustAll(home: Home, place: ProjectPlace, found: Reviewed[], { json }: ParsedArgs): number {
  refuseInsideAgent('trust');
  const fresh = found.filter((reviewed) => !reviewed.trusted);
  if (fresh.length === 0) {
    if (json) console.log('[]');
    else
      console.log(
        found.length > 0
          ? 'Everything here is trusted already.'
          : 'There is nothing to trust: this project has no config or policies for Pawl.',
      );
    return 0;
  }
  refuseBroken(fresh);
  if (!json) for (const reviewed of fresh) printReview(reviewed);
  const person = provePerson('trust', home, effectsOf(fresh));
  trustReviewed(home, place, fresh, person);
  acceptOwn(home, fresh, person);
  const names = fresh.map(({ unit }) => unit).join(', ');
  recordOverride(home, place, {
    event: 'pawl:trust',
    label: `${names} of ${place.repository}`,
    notes: fresh.map(({ unit, hash }) => `${unit} ${hash.slice(0, 12)}`),
  });
  if (json) console.log(JSON.stringify(fresh.map(reviewJson), null, 2));
  else
    console.log(prose(`Trusted, as they are now: ${fresh.map(({ path }) => shortPath(path)).join(', ')}.`));
  return 0;
}

const effectsShown = 8;

/** What is agreed to, again in short: a long file has pushed its beginning off the screen. */
function effectsOf(fresh: readonly Reviewed[]): string {
  return fresh
    .map(({ path, effects }) => {
      const more = effects.length > effectsShown ? [`and ${effects.length - effectsShown} more`] : [];
      return `${shortPath(path)}: ${[...effects.slice(0, effectsShown).map(oneLine), ...more].join('; ')}`;
    })
    .join('\n');
}

function acceptOwn(home: Home, fresh: readonly Reviewed[], person: Person): void {
  const own = fresh.find(({ unit }) => unit === 'your config');
  if (own && !acceptConfig(home, own.files[0]!.text, allPolicies(), person))
    throw new UserError(
      `${home.config} has changed since it was shown here, so its edits still wait. Run \`pawl trust\` again.`,
      1,
    );
}

function refuseBroken(fresh: readonly Reviewed[]): void {
  const wrong = fresh.flatMap(({ layer }) => (layer?.state === 'broken' ? locateProblems(layer) : []));
  if (wrong.length === 0) return;
  const lines = wrong.map(({ file, line, column, key, message }) =>
    visible(`  ${file}:${line}:${column} ${key} ${message}`),
  );
  throw new UserError(`A broken config can’t be trusted:\n${lines.join('\n')}\nNothing was trusted.`, 1);
}
