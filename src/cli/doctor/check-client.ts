// Compares the version of the client on this machine with the versions that Pawl's registration and event table need.

import { devDependencies } from '../../../test/client/package.json';
import type { Env } from '../../system/env.ts';
import { runChild } from '../../user-policies/child-process.ts';
import { type Finding, finding } from './finding.ts';

/** The client version that Pawl was tested with. */
export const knownClient = devDependencies['@anthropic-ai/claude-code'];

const needs = [
  {
    version: '2.1.139',
    what: 'does not support `args`, so Pawl’s hooks do not start',
    severity: 'error' as const,
  },
  {
    version: '2.1.163',
    what: 'ignores context at a stop, so messages that wait for the end of a turn are lost',
    severity: 'warning' as const,
  },
  {
    version: '2.1.295',
    what: 'ignores `onFailure`, so tool calls pass if Pawl is broken',
    severity: 'warning' as const,
  },
];

/** The output of `claude --version`, which neither reads settings nor uses the network. */
export async function clientVersion(env: Env): Promise<string | undefined> {
  const program = Bun.which('claude', { PATH: env.PATH ?? '' });
  if (!program) return undefined;
  const { stdout } = await runChild([program, '--version'], '', 5_000, { ...env, DISABLE_AUTOUPDATER: '1' });
  return /\d+\.\d+\.\d+/.exec(stdout)?.[0];
}

export function checkClient(version: string | undefined): Finding[] {
  if (!version) return [];
  const lacks = needs.find((need) => Bun.semver.order(version, need.version) < 0);
  if (lacks)
    return [finding('client-old', `Claude Code ${version} ${lacks.what}`, { severity: lacks.severity })];
  if (Bun.semver.order(version, knownClient) <= 0) return [];
  return [finding('client-newer', `Claude Code is ${version}; Pawl was tested with ${knownClient}`)];
}
