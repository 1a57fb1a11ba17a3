// The config and policies that leads publish for the team. What makes things stricter counts at once; the rest, and all
// code, waits until each person has seen it (`pawl team pull`).

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigFile } from '../config/load.ts';
import { readLayer } from '../config/read.ts';
import {
  readTeamConfigInForce,
  removeTeamConfigInForce,
  teamTrustName,
  writeTeamConfigInForce,
} from '../config/team-layer.ts';
import {
  type FileText,
  hashFiles,
  isTrusted,
  keepCopy,
  readPolicyFolder,
  readTrust,
  trust,
  trustedFolder,
} from '../config/trust.ts';
import { redact } from '../core/redact.ts';
import { allPolicies } from '../policies/registry.ts';
import { addNotice } from '../store/files/notices.ts';
import { publishedFolder } from '../store/files/team-state.ts';
import { UserError } from '../system/errors.ts';
import type { Home } from '../system/home.ts';
import type { Person } from '../system/person.ts';
import { type Published, published } from './postgres/calls.ts';
import type { Team } from './postgres/connect.ts';
import { TeamProblem } from './postgres/problem.ts';

const configName = 'config.jsonc';
const isPublishable = ({ name }: FileText) => name === configName || /^policies\/[\w./-]+$/.test(name);

/**
 * Returns the files that `pawl team publish` would send. Throws if there are none, if one is broken, or if one seems to
 * hold a secret.
 */
export function readForPublishing(folder: string): FileText[] {
  const files = readPolicyFolder(folder).filter(isPublishable);
  if (files.length === 0)
    throw new UserError(
      `${folder} has neither ${configName} nor policies/. Put there what the whole team should have.`,
      1,
    );
  const secret = files.find(({ text }) => redact(text) !== text);
  if (secret)
    throw new UserError(
      `${join(folder, secret.name)} holds something that looks like a secret, and everybody in the team would get it. Nothing was published.`,
      1,
    );
  const problem = layerOf(files, folder).problems.find(({ severity }) => severity === 'error');
  if (problem)
    throw new UserError(
      `${join(folder, configName)} is broken (${problem.path.join('.')} ${problem.message}). Nothing was published.`,
      1,
    );
  return files;
}

function layerOf(files: readonly FileText[], folder: string) {
  const text = files.find(({ name }) => name === configName)?.text ?? '{}';
  return readLayer('team', join(folder, configName), text, allPolicies());
}

/** Leaves out the keys that only a person's own config may set. */
function sharedPart({ update: _, team: _t, export: _e, ...value }: ConfigFile): ConfigFile {
  return value;
}

/** Fetches the newest published config and puts in force what may be. Returns true if it is new here. */
export async function fetchPublished(home: Home, team: Team): Promise<boolean> {
  if (home.managed) return false;
  const known = readTeamConfigInForce(home);
  const found = await published(team, known?.hash);
  // The team has no published config any more.
  if (!found && known) removeTeamConfigInForce(home);
  // The store sends no files if this machine has them already.
  if (!found?.files || found.hash === known?.hash) return false;
  const files = found.files.filter(isPublishable);
  if (hashFiles(files) !== found.hash)
    throw new TeamProblem(
      'other',
      'The published config of the team does not match its hash, so it was not used. A lead can publish it again.',
    );
  writeFiles(home, files);
  putInForce(home, found, files);
  addNotice(home, noticeAbout(home, found), Date.now());
  return true;
}

function putInForce(home: Home, { hash, author, at, note }: Published, files: readonly FileText[]): void {
  const layer = layerOf(files, publishedFolder(home));
  const policies = files.some(({ name }) => name.startsWith('policies/'));
  const accepted = isTrusted(readTrust(home), teamTrustName, 'config', hash);
  writeTeamConfigInForce(home, {
    hash,
    author,
    at,
    note,
    accepted,
    value: sharedPart(layer.value),
    policies,
  });
}

function writeFiles(home: Home, files: readonly FileText[]): void {
  const folder = publishedFolder(home);
  rmSync(folder, { recursive: true, force: true });
  for (const { name, text } of files) {
    mkdirSync(join(folder, name, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  }
}

function noticeAbout(home: Home, { hash, author, note }: Published) {
  const why = note ? `: ${note}` : '';
  const accepted = readTeamConfigInForce(home)?.accepted;
  const state = accepted
    ? 'You accepted this content before, so all of it counts.'
    : 'What makes things stricter counts now; the rest waits until you have seen it: `pawl team pull`.';
  return { key: `team:${hash}`, text: `${author} published a config for the team${why}. ${state}` };
}

export interface ReceivedConfig {
  hash: string;
  author: string;
  at: number;
  note: string | null;
  accepted: boolean;
  files: FileText[];
  /** The files of the version that this person accepted last. */
  before: FileText[];
}

/** The published config as it was received; undefined if there is none. */
export function reviewPublished(home: Home): ReceivedConfig | undefined {
  const inForce = readTeamConfigInForce(home);
  if (!inForce) return undefined;
  const files = readPolicyFolder(publishedFolder(home)).filter(isPublishable);
  if (hashFiles(files) !== inForce.hash)
    throw new UserError(
      `The files in ${publishedFolder(home)} are not those that were received. Run \`pawl sync\`, then \`pawl team pull\` again.`,
      1,
    );
  const { hash, author, at, note, accepted } = inForce;
  return { hash, author, at, note, accepted, files, before: lastAccepted(home) };
}

function lastAccepted(home: Home): FileText[] {
  const entries = readTrust(home).filter(({ repository }) => repository === teamTrustName);
  const last = entries.sort((a, b) => b.at - a.at)[0];
  return last ? readPolicyFolder(trustedFolder(home, last.hash)) : [];
}

/** Puts all of the published config in force, as the person has seen it. */
export function acceptPublished(home: Home, { hash, files }: ReceivedConfig, person: Person): void {
  const inForce = readTeamConfigInForce(home);
  if (inForce?.hash !== hash)
    throw new UserError('The team published something else meanwhile. Run `pawl team pull` again.', 1);
  keepCopy(home, hash, files);
  trust(home, [{ repository: teamTrustName, unit: 'config', hash, at: person.at }], person);
  writeTeamConfigInForce(home, { ...inForce, accepted: true });
}
