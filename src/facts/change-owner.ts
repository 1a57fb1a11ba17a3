// Two sessions in one tree: which of them made a change. An edit names its file; a command is known by the time it
// ran. Asked only when somebody else worked in the same tree in the meantime.
import { join } from '../system/path.ts';
import type { Dated } from './changes.ts';

/** A finished tool call, as it was recorded. */
export interface Call {
  session_id: string;
  tool: string;
  label: string | undefined;
  at: number;
  duration: number;
}

const editors = ['Edit', 'Write', 'NotebookEdit', 'MultiEdit'];
/** A call is recorded a little after it ended, and file systems round their times. */
const slack = 1_500;

export function ofSession(
  changes: readonly Dated[],
  session: string,
  calls: readonly Call[],
  root: string,
): Dated[] {
  if (!calls.some((call) => call.session_id !== session)) return [...changes];
  return changes.filter((change) => isOf(change, session, calls, root));
}

function isOf(change: Dated, session: string, calls: readonly Call[], root: string): boolean {
  const path = join(root, change.path);
  const named = calls.filter(({ tool, label }) => editors.includes(tool) && label === path);
  const { at } = change;
  const covering =
    at === undefined
      ? []
      : calls.filter(
          (call) =>
            !editors.includes(call.tool) && call.at - call.duration - slack <= at && at <= call.at + slack,
        );
  const suspects = [...named, ...covering];
  // Nobody was seen: a session that ran commands may have done it, one that did not can't have.
  const pool = suspects.length > 0 ? suspects : calls.filter(({ tool }) => !editors.includes(tool));
  return pool.some((call) => call.session_id === session);
}
