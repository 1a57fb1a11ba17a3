// Shared by the policies of this pack: the description of a grant, and the state file of other autonomy systems.
import type { Facts, Grant } from '../../../core/facts.ts';

export function describeGrantAndGiver({ id, mode, by }: Grant): string {
  return `grant ${id} (${mode}, given by ${by})`;
}

export function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 5);
}

/**
 * A file that skills of other systems write when they start to work alone. It is only read for information and grants
 * nothing.
 */
interface ForeignState {
  mode?: string;
  iteration?: number;
  coordinator?: boolean;
}

const maxAge = 8 * 3_600_000;

export function readForeignState({
  files,
  project,
  now,
}: Pick<Facts, 'files' | 'project' | 'now'>): ForeignState {
  try {
    const text = files.read(`${project.root}/.claude/autonomous-state.json`, 100_000) ?? '{}';
    const { mode, iteration, coordinator, started_at, last_activity_at } = JSON.parse(text);
    const age = now - Date.parse(String(last_activity_at ?? started_at));
    if (!(age < maxAge)) return {};
    return {
      ...(typeof mode === 'string' && { mode: mode.replace(/[^\w-]/g, '').slice(0, 30) }),
      ...(typeof iteration === 'number' && { iteration }),
      ...(typeof coordinator === 'boolean' && { coordinator }),
    };
  } catch {
    return {};
  }
}
