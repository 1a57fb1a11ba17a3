// A person at a terminal: runs the built program in a real pseudo-terminal that no agent has made, and types the word
// that it asks for. The host (person-host.ts) is a separate process, so that a test can wait for it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reviewOwnPolicies, trustReviewed } from '../../src/config/review.ts';
import type { Project } from '../../src/core/facts.ts';
import { homeAt } from '../../src/system/home.ts';
import type { Person } from '../../src/system/person.ts';
import { policyFiles } from '../../src/user-policies/user-policies.ts';
import { program } from './pawl.ts';
import { envOf, type World } from './world.ts';

/** For tests that call the code behind a person's command directly. */
export const somebody: Person = { provedBy: 'terminal', at: 0 };

/** As `pawl trust` does after a person was proved: policy files in Pawl’s home may then do more than refuse. */
export function acceptPolicies(world: World): World {
  const home = homeAt(world.pawlHome);
  const own = reviewOwnPolicies(home, policyFiles(home.policies));
  trustReviewed(home, {} as Project, own, { ...somebody, at: Date.now() });
  return world;
}

export interface Typed {
  code: number;
  stdout: string;
  stderr: string;
  /** The text on the terminal: the question, and everything that stdout and stderr did not take. */
  screen: string;
}

export interface PersonOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Answers to questions other than the word, in order: typed when the screen matches. */
  answers?: [when: string, type: string][];
  /** The program, if it is not the one from dist/. */
  program?: string;
  /** Types nothing at all. */
  silent?: boolean;
  /** Types another word than the one that is asked for. */
  wrongWord?: boolean;
  /** Leaves stdout and stderr on the terminal. */
  onScreen?: boolean;
}

/** Runs a command as a person. stdout and stderr are files, so that JSON stays clean; questions are on the terminal. */
export function person(world: World, args: string[], options: PersonOptions = {}): Typed {
  const folder = mkdtempSync(join(world.tmp, 'person-'));
  const host = [process.execPath, join(import.meta.dir, 'person-host.ts')];
  const task = { command: [options.program ?? program, ...args], folder, ...options };
  const done = Bun.spawnSync([...host, JSON.stringify(task)], {
    cwd: options.cwd ?? world.project,
    env: envOf(world, options.env),
  });
  if (done.exitCode !== 0) throw new Error(`person-host: ${done.stderr.toString()}`);
  const { code, screen } = JSON.parse(done.stdout.toString()) as Pick<Typed, 'code' | 'screen'>;
  const read = (name: string) => (options.onScreen ? '' : readFileSync(join(folder, name), 'utf8'));
  const typed = { code, screen, stdout: read('stdout'), stderr: read('stderr') };
  rmSync(folder, { recursive: true });
  return typed;
}

/** Runs a command that must succeed; returns what it printed as JSON. */
export function personJson<T>(world: World, args: string[], options: PersonOptions = {}): T {
  const { code, stdout, stderr, screen } = person(world, [...args, '--json'], options);
  if (code !== 0) throw new Error(`pawl ${args.join(' ')}: exit ${code}\n${stdout}${stderr}${screen}`);
  return JSON.parse(stdout) as T;
}
