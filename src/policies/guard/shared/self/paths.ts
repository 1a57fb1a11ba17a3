// The files that Pawl depends on: its home, its entries in the clients' settings, its key, the client's transcripts.

import type { Facts } from '../../../../core/facts.ts';
import { pattern } from '../../../../shell/base/pattern.ts';
import type { ShellCommand } from '../../../../shell/types.ts';
import type { PathAccess } from '../file-access.ts';
import { plainSpelling } from './disguised-paths.ts';

/** The settings of Claude Code and of its plugins, where hooks are registered. */
const SETTINGS = pattern(String.raw`
  # Settings of a user, a project and an organisation.
  \/\.claude\/settings(\.\w+)*\.json$|\/managed-settings(\.d\/[^/]+)?\.json$|
  # Plugins, and the state of the client.
  \/\.claude\/plugins\/(.*(hooks\.json|plugin\.json)|[^/]+\.json)$|\/\.claude\.json$|
  \/hooks\/hooks\.json$
`);

/** Where Pawl is registered with other clients, and where the client keeps its plugins; below the home or a project. */
const REGISTERED = pattern(String.raw`
  \/\.(codex(\/(hooks\.json|config\.toml))?|(gemini|qwen)(\/settings\.json)?|
  copilot(\/hooks(\/pawl\.json)?)?|config\/opencode(\/plugins?(\/pawl\.\w+)?)?|
  github\/hooks\/pawl\.json|claude\/plugins(\/(cache|marketplaces)(\/pawl(\/.*)?)?)?)$
`);

/** The client's transcripts, which prove what a person typed. */
const TRANSCRIPT = /\/\.claude\/projects\/[^/]+\/.*\.jsonl$/;

/** The key that seals what only a person may write (whoever reads it can forge a seal), and passwords of the team store. */
const KEYS = ['key', 'team/password', 'team/owner.json'];
const KEY = /\/\.pawl\/(key|team\/(password|owner\.json))$/;

export function isKey(path: string, { pawlHome, files }: Facts): boolean {
  const isOurs = (name: string) =>
    path === `${pawlHome}/${name}` || files.real(path) === `${files.real(pawlHome)}/${name}`;
  return KEY.test(plainSpelling(path)) || KEYS.some(isOurs);
}

/** True for an access that changes a file or a folder which Pawl depends on. */
export function changesOwnFile({ kind, path, unclear, command }: PathAccess, facts: Facts): boolean {
  if (kind === 'names' || (kind === 'read' && !unclear)) return false;
  if (command && makesClientFolder(command, path, facts)) return false;
  if (isProtected(path, facts) || TRANSCRIPT.test(asDefaultPath(path, facts))) return true;
  return kind === 'delete' && containsHooks(path, facts);
}

/** True for `mkdir -p ~/.claude`, usually before a file is put into one of its folders. */
export const makesClientFolder = ({ name }: ShellCommand, path: string, { home }: Facts): boolean =>
  name === 'mkdir' && path === `${home}/.claude`;

/** True for Pawl's own files and for the settings of the client. */
export function isProtected(path: string, facts: Facts): boolean {
  const { pawlHome, home, files } = facts;
  const plain = plainSpelling(path);
  const isOurs = [pawlHome, files.real(pawlHome)].some((folder) => isIn(plainSpelling(folder), plain));
  if (isOurs || /\/\.pawl(\/|$)/.test(plain)) return true;
  const usual = plainSpelling(asDefaultPath(path, facts));
  return usual === plainSpelling(`${home}/.claude`) || SETTINGS.test(usual);
}

/** True for the project's `.claude`, which has the hook registration, and for a folder that contains Pawl's home. */
function containsHooks(path: string, { project, pawlHome, home, files }: Facts): boolean {
  const folder = path.replace(/\/\*$/, '');
  const above = [home, project.root].find((parent) => folder.startsWith(`${parent}/.`));
  if (above && REGISTERED.test(folder.slice(above.length))) return true;
  return folder === `${project.root}/.claude` || isIn(folder, files.real(pawlHome));
}

const isIn = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`);

/** Maps a path in CLAUDE_CONFIG_DIR to the same path in `~/.claude`. */
function asDefaultPath(path: string, { home, env, files }: Facts): string {
  const client = env('CLAUDE_CONFIG_DIR');
  const folder = client && [client, files.real(client)].find((clientFolder) => isIn(clientFolder, path));
  return folder ? `${home}/.claude${path.slice(folder.length)}` : path;
}
