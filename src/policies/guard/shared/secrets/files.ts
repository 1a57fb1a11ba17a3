// Judges the use of files that hold or may hold secrets. Uses that neither show nor lose anything pass.

import type { EventOf } from '../../../../core/event.ts';
import type { Facts } from '../../../../core/facts.ts';
import { ask, deny } from '../../../../index.ts';
import { resolve } from '../../../../shell/base/paths.ts';
import { displayText } from '../../../../shell/base/words.ts';
import { unknownReceiver } from '../effects.ts';
import type { PathAccess } from '../file-access.ts';
import { isProjectCode } from '../scripts.ts';
import { OFTEN_SECRET, sensitivity } from '../sensitive.ts';
import { showsVariableNames } from '../variable-names.ts';
import { isAppended, isLintedFolder, isLoaded, isNoFile, isPlaceholder } from './mentions.ts';
import { showsNoContent } from './searched.ts';

export type Context = Facts & { options: { patterns: readonly string[]; allow: readonly string[] } };

/** Judges files that hold or may hold secrets, and that the call reads, changes or gives to an unknown program. */
export function judgeFiles(accesses: readonly PathAccess[], event: EventOf<'PreToolUse'>, context: Context) {
  const { options, project, shell } = context;
  const settings = { ...options, projectRoot: project.root, home: context.home };
  const source = String(event.tool_input.command ?? '');
  const hits = accesses.filter(
    (access) =>
      /^(secret|doubtful)$/.test(sensitivityOf(access, settings) ?? '') &&
      !isHarmlessUse(access, settings) &&
      !isNoFile(access) &&
      !isPlaceholder(access, source, context) &&
      !isAppended(access, context) &&
      !showsVariableNames(access, shell.commands) &&
      !isFromExample(access, context) &&
      // A committed script may use the secrets of its project, but not those of the person.
      !(
        access.command &&
        access.path.startsWith(`${project.root}/`) &&
        isProjectCode(access.command, context)
      ),
  );
  const isSecret = (access: PathAccess) => sensitivityOf(access, settings) === 'secret';
  const hit =
    hits.find((access) => access.kind !== 'names' && isSecret(access)) ?? hits.find(isSecret) ?? hits[0];
  if (!hit) return undefined;
  const file = displayText(hit.text);
  if (hit.kind === 'names')
    return ask(`Gives ${file}, which holds secrets, to ${unknownReceiver(hit.command)}`, {
      code: 'secret-names',
      instead: saferThan(hit),
    });
  const verb = { read: 'Reads', write: 'Changes', delete: 'Deletes or moves' }[hit.kind];
  const [verdict, holds] = isSecret(hit) ? [deny, 'holds'] : [ask, 'may hold'];
  return verdict(`${verb} ${file}, which ${holds} secrets`, {
    code: `secret-${hit.kind}`,
    instead: saferThan(hit),
  });
}

/** Judges reads of files that often hold a password among other things, such as the history of a shell. */
export function judgeHistory(accesses: readonly PathAccess[]) {
  const history = accesses.find(
    (access) =>
      access.kind === 'read' &&
      OFTEN_SECRET.test(access.path) &&
      !access.command?.remote &&
      !isQueriedState(access),
  );
  if (!history) return undefined;
  return ask(`Reads ${history.text}, which often holds passwords`, {
    code: 'secret-history',
    instead: 'ask the person for the one line you need',
  });
}

/** The alternative to using the file: a project has an example of its `.env`, but a key has none. */
function saferThan({ path, kind }: PathAccess): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (kind === 'read' && /^id_\w+$/.test(name))
    return `ssh-keygen -lf ${name}.pub, which shows only the fingerprint`;
  return ENVIRONMENT_FILE.test(name)
    ? 'use the example file, or ask the person for the one value you need'
    : 'ask the person for the one value you need';
}

const ENVIRONMENT_FILE = /^\.env(\.[\w-]+)*$|^[\w-]+\.env$/i;

/** True for `echo PORT=3000 > .env` if the project has no such file yet: nothing is lost, and nothing is shown. */
export const isNewEnvironmentFile = (
  { kind, path, glob, command }: PathAccess,
  { project, look }: Facts,
): boolean =>
  kind === 'write' &&
  !glob &&
  !command?.remote &&
  path.startsWith(`${project.root}/`) &&
  ENVIRONMENT_FILE.test(path.slice(path.lastIndexOf('/') + 1)) &&
  look.exists(path) === false;

/** True for `cp .env.example .env && sed -i … .env`: the same command has made the file from an example. */
function isFromExample(access: PathAccess, { shell }: Facts): boolean {
  const from = shell.commands.findIndex(
    ({ name, words, cwd }) =>
      name === 'cp' && words.length === 3 && resolve(words[2]?.text ?? '', cwd) === access.path,
  );
  if (from < 0 || !access.command || shell.commands.indexOf(access.command) < from) return false;
  return /[._-](example|sample|template|dist)$/.test(shell.commands[from]?.words[1]?.text ?? '');
}

/** True for `jq .resources terraform.tfstate`: a command usually shows a part of the state, the tool Read all of it. */
const isQueriedState = ({ path, command }: PathAccess) => command !== undefined && path.includes('.tfstate');

type Settings = Parameters<typeof sensitivity>[2];

export const sensitivityOf = (access: PathAccess, settings: Settings) =>
  sensitivity(access.path, access.glob, settings);

/** True for `wc --files0-from=.env`, which shows the content in its error messages. */
const isListOfNames = ({ command }: PathAccess) =>
  command?.words.some((w) => w.text.startsWith('--files0-from')) === true;

/** Options that exist to be given a file of variables, or a key to log in or to serve with. */
const FOR_SECRETS = /^--?[\w-]*(env|secret|key|cert|identity|tls|ssl|pem|token|credential|password)[\w-]*$/i;

const KEY_FILE = /(^|\/)\.ssh\/|(^|\/)id_\w+$|\.(pem|key|ppk|p12)$/;

/** True for `uvicorn --ssl-keyfile key.pem`: the program needs the file and does not show it. */
function isPassedOn({ text, command }: PathAccess): boolean {
  const words = command?.words.map((w) => w.text) ?? [];
  const at = words.findIndex((word) => word.endsWith(text));
  const option = words[at]?.startsWith('--') ? words[at]?.replace(/=.*$/s, '') : words[at - 1];
  if (FOR_SECRETS.test(option ?? '') || /^\w*env\w*=/i.test(words[at] ?? '')) return true;
  // Short options for a key: `tool -i ~/.ssh/id_rsa`. A file of another kind behind them is just an input.
  if (/^-[kKi]$/.test(option ?? '') && KEY_FILE.test(text)) return true;
  return /(^|\/)\.env[\w.]*$/.test(text) && /^-[ef]$/.test(option ?? '');
}

/** True for creating an empty file or copying the example file, which reveals and loses nothing. */
function isHarmlessUse(access: PathAccess, settings: Settings): boolean {
  const name = access.command?.name ?? '';
  if ((access.kind === 'names' && isPassedOn(access)) || isLintedFolder(access) || isLoaded(access))
    return true;
  if (/^(touch|mkdir|fd|wc|md5sum|sha256sum)$/.test(name) && !isListOfNames(access)) return true;
  // A new key reveals nothing.
  if (/^(write|names)$/.test(access.kind) && /^(openssl|ssh-keygen|mkcert|step|certtool|keytool)$/.test(name))
    return true;
  // `install -d` creates a folder.
  if (name === 'install' && access.command?.words.some((w) => /^-\w*d/.test(w.text))) return true;
  if (access.kind === 'read' && access.command && showsNoContent(access.command, access.text)) return true;
  if (access.kind !== 'write' || !/^(cp|mv|install|ln|copy-item|envsubst|sops|op)$/.test(name)) return false;
  const sources = (access.command?.words ?? [])
    .slice(1, -1)
    .map((w) => w.text)
    .filter((text) => !text.startsWith('-'));
  return (
    sources.length > 0 &&
    sources.every(
      (text) =>
        sensitivity(`/${text}`, false, settings) === undefined &&
        /example|sample|template|dist|default/i.test(text),
    )
  );
}
