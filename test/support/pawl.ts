// Runs the built program in a test world.
import { join } from 'node:path';
import { acceptConfig } from '../../src/config/user-layer.ts';
import { allPolicies } from '../../src/policies/registry.ts';
import { homeAt } from '../../src/system/home.ts';
import { envOf, type World, write } from './world.ts';

export const program = join(import.meta.dir, '..', '..', 'dist', 'pawl');

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

let spent = 0;

/**
 * Milliseconds of processor time that the programs started by this work took: unlike the time on the clock, the same on
 * a busy machine.
 */
export function processorTime(work: () => void): number {
  const before = spent;
  work();
  return spent - before;
}

export function pawl(world: World, args: string[], stdin = '', env: Record<string, string> = {}): Ended {
  const done = Bun.spawnSync([program, ...args], {
    cwd: world.project,
    env: envOf(world, env),
    stdin: Buffer.from(stdin),
  });
  spent += Number(done.resourceUsage?.cpuTime.total ?? 0) / 1000;
  return { code: done.exitCode, stdout: done.stdout.toString(), stderr: done.stderr.toString() };
}

/** Runs a command that must succeed; returns what it printed. */
export function pawlJson<T>(world: World, args: string[]): T {
  const { code, stdout, stderr } = pawl(world, [...args, '--json']);
  if (code !== 0) throw new Error(`pawl ${args.join(' ')}: exit ${code}\n${stdout}${stderr}`);
  return JSON.parse(stdout) as T;
}

export function install(world: World): void {
  const { code, stdout, stderr } = pawl(world, ['init']);
  if (code !== 0) throw new Error(`pawl init: exit ${code}\n${stdout}${stderr}`);
}

export const launcher = (world: World): string => join(world.pawlHome, 'bin', 'pawl');

/** Writes the user's config and puts all of it in force, as if a person had run `pawl trust`. */
export function configure(world: World, config: unknown): void {
  const text = JSON.stringify(config);
  write(join(world.pawlHome, 'config.jsonc'), text);
  acceptAsPerson(world, text);
}

/** Tests have the key of their own world, so they can make what only a person's command writes. */
export function acceptAsPerson(world: World, text: string): void {
  acceptConfig(homeAt(world.pawlHome), text, allPolicies(), { provedBy: 'terminal', at: Date.now() });
}
