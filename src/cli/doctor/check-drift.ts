// Checks whether the client on this machine still has the events of Pawl's table (core/channels.ts). The client's own
// plugin validation names every event that it does not know, and the log has the events that Pawl did not know.

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
  contents?: { errors?: ReportLine[]; warnings?: ReportLine[] }[];
}
interface ReportLine {
  message?: string;
}

/** The client's objections to a registration of all events; undefined if there is no client to ask. */
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
  const rejected = (objections ?? []).map((text) => finding('client-objects', `The client says: ${text}`));
  const unknown = seen.filter(({ event }) => !isEventName(event) && !/^(pawl:|unreadable$)/.test(event));
  return [
    ...rejected,
    ...unknown.map(({ event }) => finding('event-new', `The client sends ${event}`, { event })),
  ];
}
