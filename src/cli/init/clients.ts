// Registers Pawl with other coding agents (`pawl init --client codex`), with the same care as in Claude Code's
// settings: other entries stay, the bytes before are kept, and `pawl uninstall` brings them back.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Client } from '../../clients/client.ts';
import { hookEntry } from '../../clients/entry.ts';
import { clients, findClient } from '../../clients/index.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { readText } from '../../system/files.ts';
import { type Home, userHome } from '../../system/home.ts';
import { paint, shortPath } from '../support/terminal.ts';
import { backUp, hash, readInstalled, writeInstalled } from './backups.ts';
import { type Change, install, planInstall } from './install.ts';
import { registeredEvents, type Wanted } from './merge.ts';
import { printDiff, printDryRun } from './print.ts';
import type { Handler } from './register.ts';
import { readSettings, writeSettings } from './settings.ts';

/** Clients of `--client a,b`, or all that are installed for `all`. */
export function clientsNamed(list: string): Client[] {
  if (list === 'all') return foundClients();
  return list.split(',').map((name) => {
    const client = findClient(name.trim());
    if (client) return client;
    throw new UserError(
      `There is no client “${name.trim()}”; use ${Object.keys(clients).join(', ')} or all.`,
      2,
    );
  });
}

/** The clients whose command is on PATH. */
export function foundClients(): Client[] {
  const options = { PATH: process.env.PATH ?? '' };
  return Object.values(clients).filter(
    ({ registration }) => Bun.which(registration.program, options) !== null,
  );
}

/** The clients with which Pawl is registered. */
export function registeredClients(): Client[] {
  return Object.values(clients).filter(isRegistered);
}

function isRegistered(client: Client): boolean {
  // Some editors put a mark at the beginning of a file.
  const text = readText(clientFile(client))?.replace(/^\uFEFF/, '');
  if (text === undefined) return false;
  return client.registration.kind === 'own' || (attempt(() => registeredEvents(text)) ?? []).length > 0;
}

export const clientFile = ({ registration }: Client): string => registration.file(userHome(), process.env);

/** The clients that are installed here, and with which Pawl is not registered. */
export function unguardedClients(): Client[] {
  const registered = registeredClients();
  return foundClients().filter((client) => !registered.includes(client));
}

/** Only events that a policy needs are registered: every one costs a process. */
function eventsFor(client: Client, needed: ReadonlySet<string>): string[] {
  return Object.entries(client.events)
    .filter(([, event]) => needed.has(event))
    .map(([name]) => name);
}

function entriesFor(client: Client, home: Home, needed: ReadonlySet<string>): Wanted {
  const names = eventsFor(client, needed);
  // Entries of other clients have no arguments; a shell splits the command.
  return Object.fromEntries(
    names.map((name) => [name, hookEntry(client, home.launcher, name) as unknown as Handler]),
  );
}

export function planClient(home: Home, client: Client, needed: ReadonlySet<string>): Change {
  const file = clientFile(client);
  if (client.registration.kind === 'entries')
    return planInstall(home, file, entriesFor(client, home, needed), client.registration);
  const read = readSettings(file);
  const after = client.registration.content!(home.launcher, eventsFor(client, needed), home.dir);
  const mine = readInstalled(home)[read.target];
  if (read.exists && read.text !== after && mine?.left !== hash(read.text))
    throw new UserError(
      `Nothing was changed: ${file} exists, and Pawl did not write it or it was edited since. Move it away and try again.`,
      1,
    );
  return { file, before: read.text, after };
}

export function installClient(home: Home, client: Client, needed: ReadonlySet<string>): Change {
  if (client.registration.kind === 'entries')
    return install(home, 'user', clientFile(client), entriesFor(client, home, needed), client.registration);
  const change = planClient(home, client, needed);
  const read = readSettings(change.file);
  if (change.after === read.text) return change;
  const madeFolder = !existsSync(dirname(read.target));
  const old = readInstalled(home)[read.target];
  const backup = old?.backup ?? backUp(home, { ...read, text: '' });
  writeInstalled(home, read.target, {
    scope: 'user',
    existed: false,
    madeFolder: old?.madeFolder ?? madeFolder,
    backup,
    left: hash(change.after!),
  });
  writeSettings(read, change.after!, 'user');
  return change;
}

interface ClientDone {
  client: string;
  file: string;
  changed: boolean;
  next?: string;
}

export function printClients(done: readonly ClientDone[], changes: readonly Change[], dry: boolean): void {
  if (done.length === 0)
    console.log(
      `None of ${Object.keys(clients).join(', ')} is installed here. Name one to register it all the same.`,
    );
  for (const [at, { client, file, changed, next }] of done.entries()) {
    if (dry) printDiff(changes[at]!);
    else
      console.log(
        `${paint('green', '✓')} ${client}  ${shortPath(file)}  ${changed ? 'registered' : 'was registered already'}`,
      );
    if (next && !dry) console.log(`  ${next}`);
  }
  if (dry) printDryRun();
  else if (done.length > 0)
    console.log(paint('dim', 'What each client can and can’t do: `pawl help clients`'));
}
