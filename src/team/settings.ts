// The team store of this machine: the address from the person's own config, the password from a file of mode 0600 or
// from a program that the config names.
import type { ConfigFile, TeamConfig } from '../config/load.ts';
import { readUserLayer } from '../config/user-layer.ts';
import { allPolicies } from '../policies/registry.ts';
import { passwordFile } from '../store/files/team-state.ts';
import { trustedEnvironment } from '../system/detached.ts';
import { UserError } from '../system/errors.ts';
import { readText } from '../system/files.ts';
import type { Home } from '../system/home.ts';
import { parseUrl } from './address.ts';
import { connect, type Team } from './postgres/connect.ts';
import { TeamProblem } from './postgres/problem.ts';

/** The person's own config, without any project's. */
export const ownConfig = (home: Home): ConfigFile => readUserLayer(home, allPolicies)?.value ?? {};

/** The team settings of the person's own config; undefined if this machine is in no team. */
export const teamConfig = (home: Home): TeamConfig | undefined => ownConfig(home).team;

export function requireTeam(home: Home): TeamConfig {
  const config = teamConfig(home);
  if (config) return config;
  throw new UserError(
    'This machine is in no team. `pawl team join URL` joins one; the person who runs the team gets the address from `pawl team invite NAME`.',
    1,
  );
}

export async function openTeam(home: Home, config: TeamConfig): Promise<Team> {
  const { address } = parseUrl(config.url);
  return connect(address, await passwordOf(home, config.passwordCommand));
}

/** Opens the store, and closes it however the work ends. */
export async function withTeam<T>(
  home: Home,
  work: (team: Team, config: TeamConfig) => Promise<T>,
): Promise<T> {
  const config = requireTeam(home);
  const team = await openTeam(home, config);
  try {
    return await work(team, config);
  } finally {
    await team.close();
  }
}

export async function passwordOf(home: Home, command?: readonly string[]): Promise<string | undefined> {
  if (command && command.length > 0) return runPasswordCommand(command, home);
  return readText(passwordFile(home))?.replace(/\n$/, '');
}

const commandTimeout = 15_000;

/** Returns the first line that the program prints. No other output is shown, because it may hold secrets. */
async function runPasswordCommand(command: readonly string[], home: Home): Promise<string> {
  const failed = (why: string) =>
    new TeamProblem(
      'refused',
      `The program that prints the team store’s password (${command[0]}) ${why}. See \`team.passwordCommand\` in ${home.config}.`,
    );
  let child: Bun.Subprocess<'ignore', 'pipe', 'ignore'>;
  try {
    child = Bun.spawn([...command], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
      timeout: commandTimeout,
      cwd: home.dir,
      env: trustedEnvironment(home.dir),
    });
  } catch {
    throw failed('could not be started');
  }
  const text = await new Response(child.stdout).text();
  const code = await child.exited;
  const password = text.split('\n')[0]?.replace(/\r$/, '');
  if (code !== 0) throw failed(child.signalCode ? 'took longer than 15 s' : `ended with ${code}`);
  if (!password) throw failed('printed nothing');
  return password;
}
