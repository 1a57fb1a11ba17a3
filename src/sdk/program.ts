// Finds the program: the launcher that `pawl init` made, else the one in the package of this platform.
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { version } from '../../package.json';
import type { HookContext } from './run.ts';

const programName = process.platform === 'win32' ? 'pawl.exe' : 'pawl';

/** Looked for on every event, so that an application that is already running finds a new installation. */
export function findProgram({ program, home, env = process.env }: HookContext): string | undefined {
  // Made absolute, because it is started in the folder of the session.
  if (program !== undefined) return runs(program) ? resolve(program) : undefined;
  const folder = home || env.PAWL_HOME || join(env.HOME || env.USERPROFILE || homedir(), '.pawl');
  const launcher = resolve(folder, 'bin', programName);
  return runs(launcher) ? launcher : fromPackage();
}

/** Names the missing program, and the command that installs it. */
export function whyMissing({ program }: HookContext): string {
  if (program !== undefined)
    return `the program ${program} is not there or can’t be run. Correct \`program\` in pawlHooks({ program })`;
  return `Pawl is not installed. Run: npm install ${platformPackage()}@${version}`;
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function fromPackage(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${platformPackage()}/bin/${programName}`);
  } catch {
    return undefined;
  }
}

/** The same rule as in the shim of the npm package (scripts/package/shim.mjs). */
function platformPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const report = process.platform === 'linux' ? process.report?.getReport() : undefined;
  const { glibcVersionRuntime } = (report as { header?: { glibcVersionRuntime?: string } })?.header ?? {};
  const musl = report !== undefined && !glibcVersionRuntime;
  return `@pawl/${system}-${process.arch}${musl ? '-musl' : ''}`;
}
