// Checks the other coding agents on this machine: whether Pawl is registered with each, whether they run its hooks, and
// what they can't give its policies.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../clients/client.ts';
import { clients, limitsOf } from '../../clients/index.ts';
import { isObject } from '../../core/json.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { readText } from '../../system/files.ts';
import { type Home, userHome } from '../../system/home.ts';
import { clientFile, foundClients, planClient, registeredClients } from '../init/clients.ts';
import { registeredEvents } from '../init/merge.ts';
import { outsideProjects, type SwitchedOn, switchedOn } from '../init/needed.ts';
import { askCodexAboutTrust } from './codex-trust.ts';
import { type Finding, finding } from './finding.ts';

export async function checkClients(home: Home, root: string, on: SwitchedOn, env: Env): Promise<Finding[]> {
  const found = foundClients();
  const registered = registeredClients();
  const needed = new Set<string>((await switchedOn(home, outsideProjects(home), env)).events);
  const unguarded = found.filter((client) => !registered.includes(client));
  return [
    ...unguarded.map(({ name, title }) =>
      finding('client-unguarded', `${title} is installed, and Pawl is not registered with it`, {
        fix: `Run \`pawl init --client ${name}\`.`,
      }),
    ),
    ...registered.flatMap((client) => [
      ...checkEntries(home, client, needed),
      ...checkSwitch(client, root, env),
      ...checkPlugin(home, client, env),
    ]),
    ...checkLacks(registered, on),
    ...found.flatMap((client) => checkShared(client, registered.includes(client), root, env)),
    ...(registered.includes(clients.codex) && found.includes(clients.codex)
      ? await checkTrust(clients.codex, root, env)
      : []),
  ];
}

function checkEntries(home: Home, client: Client, needed: ReadonlySet<string>): Finding[] {
  const file = clientFile(client);
  const plan = attempt(() => planClient(home, client, needed));
  if (plan && plan.after === plan.before) return [];
  const problem = plan ? 'are not those of this version' : 'can’t be read, or were changed';
  const fix = `Run \`pawl init --client ${client.name}\`.`;
  return [finding('client-outdated', `${client.title}: Pawl’s entries ${problem}`, { file, fix })];
}

/** Also reads the project's settings: where they switch hooks off, no hook runs that could report it. */
function checkSwitch({ title, registration: { off } }: Client, root: string, env: Env): Finding[] {
  if (!off) return [];
  const inHome = off.inHome?.(userHome(env), env);
  const files = [...(inHome ? [inHome] : []), ...off.inProject.map((name) => join(root, name))];
  const valueIn = (file: string) =>
    off.path.reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), settingsIn(file));
  const problem = `${title}: ${off.path.join('.')} is ${off.value}`;
  return files
    .filter((file) => valueIn(file) === off.value)
    .map((file) => finding('client-hooks-off', problem, { file }));
}

const settingsIn = (file: string): unknown =>
  attempt(() => (file.endsWith('.toml') ? Bun.TOML : Bun.JSONC).parse(readText(file) ?? ''));

const changedAt = (file: string): number => attempt(() => statSync(file).mtimeMs) ?? 0;

/** Compares the client's last start with the age of the plugin, because an earlier start could not load it. */
function checkPlugin(home: Home, client: Client, env: Env): Finding[] {
  const { loaded } = client.registration;
  if (!loaded) return [];
  const written = changedAt(clientFile(client));
  const used = changedAt(loaded.log(userHome(env), env));
  if (used <= written || changedAt(loaded.mark(home.dir)) >= written) return [];
  const problem = `${client.title} was used at ${new Date(used).toLocaleString('en-GB')}, and Pawl’s plugin was not started`;
  return [finding('client-not-loaded', problem, { file: clientFile(client) })];
}

/** One finding for each reason, with all agents that it concerns. */
function checkLacks(registered: readonly Client[], on: SwitchedOn): Finding[] {
  const limits = registered.flatMap((client) =>
    limitsOf(client)
      .filter(({ policy }) => on.policies.some(({ id }) => id === policy))
      .map((limit) => ({ ...limit, client: client.title })),
  );
  const list = (names: string[]) => [...new Set(names)].join(', ');
  return [...new Set(limits.map(({ why }) => why))].map((reason) => {
    const same = limits.filter(({ why }) => why === reason);
    const policies = list(same.map(({ policy }) => policy));
    return finding('client-lacks', `${list(same.map(({ client }) => client))}: ${policies}: ${reason}`);
  });
}

/** The entries of `pawl init --project` in a file that this client reads too. */
function checkShared(
  { title, registration: { readsClaudeSettings: shared } }: Client,
  guarded: boolean,
  root: string,
  env: Env,
): Finding[] {
  const file = join(root, '.claude', 'settings.json');
  const text = shared && readText(file);
  if (!text || (attempt(() => registeredEvents(text)) ?? []).length === 0) return [];
  const settings = settingsIn(shared.file(userHome(env), env));
  const folders = isObject(settings) ? settings[shared.trusted] : undefined;
  const trusted =
    Array.isArray(folders) && folders.some((folder) => root === folder || root.startsWith(`${folder}/`));
  const runs = trusted
    ? 'runs them, because this folder is trusted'
    : 'runs them once this folder is trusted';
  return [
    finding('client-shared-settings', `${title} ${runs}`, {
      file,
      ...(guarded && { severity: 'info', fix: 'Nothing to do: Pawl is registered with it as well.' }),
    }),
  ];
}

async function checkTrust(client: Client, root: string, env: Env): Promise<Finding[]> {
  const file = clientFile(client);
  const hooks = await askCodexAboutTrust(client.registration.program, file, root, env);
  if (!hooks)
    return [finding('client-unasked', `${client.title} did not say which hooks are trusted`, { file })];
  const skipped = hooks.filter(({ status }) => status !== 'trusted' && status !== 'managed');
  if (skipped.length === 0) return [];
  const states = [...new Set(skipped.map(({ status }) => status))].join(', ');
  const problem = `${client.title} skips ${skipped.length} of ${hooks.length} hooks of Pawl (${states})`;
  return [finding('client-untrusted', problem, { file })];
}
