// Does the client on this machine still mean the events that our table means? It is asked itself: its own check of
// plugins names every event it does not know. And events that came and that we did not know are in the records.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventNames, isEventName } from '../../core/channels.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { writeFileAtomic } from '../../system/files.ts';
import { runChild } from '../../user-policies/child-process.ts';
import { registration } from '../init/register.ts';
import { type Finding, finding } from './finding.ts';

interface Report {
  contents?: { errors?: Told[]; warnings?: Told[] }[];
}
interface Told {
  message?: string;
}

/** What the client has against a registration of all events; undefined if it can't be asked. */
export async function clientObjections(env: Env): Promise<string[] | undefined> {
  const program = Bun.which('claude', { PATH: env.PATH ?? '' });
  if (!program) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'pawl-drift-'));
  try {
    const manifest = { name: 'drift', version: '1.0.0', description: 'All events', author: { name: 'pawl' } };
    writeFileAtomic(join(folder, '.claude-plugin', 'plugin.json'), JSON.stringify(manifest));
    writeFileAtomic(
      join(folder, 'hooks', 'hooks.json'),
      JSON.stringify({ hooks: registration(eventNames, ['true']) }),
    );
    const clean = { PATH: env.PATH, HOME: folder, DISABLE_AUTOUPDATER: '1' };
    const { stdout } = await runChild([program, 'plugin', 'validate', '--json', folder], '', 10_000, clean);
    const report = attempt(() => JSON.parse(stdout) as Report);
    return report?.contents
      ?.flatMap(({ errors = [], warnings = [] }) => [...errors, ...warnings])
      .flatMap(({ message }) => (message ? [message] : []));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function checkDrift(
  objections: readonly string[] | undefined,
  seen: readonly { event: string }[],
): Finding[] {
  const lost = (objections ?? []).map((text) => finding('client-objects', `The client says: ${text}`));
  const strange = seen.filter(({ event }) => !isEventName(event) && !/^(pawl:|unreadable$)/.test(event));
  return [
    ...lost,
    ...strange.map(({ event }) => finding('event-new', `The client sends ${event}`, { event })),
  ];
}
