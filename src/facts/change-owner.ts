// Finds which of several sessions in one tree made a change: an edit names its file, and a command is matched by the
// time it ran. Needed only when another session worked in the same tree.
import { join } from '../system/path.ts';
import type { DatedChange } from './changes.ts';

/** A finished tool call, as it was recorded. */
export interface RecordedCall {
  session_id: string;
  tool: string;
  label: string | undefined;
  at: number;
  duration: number;
}

const editTools = ['Edit', 'Write', 'NotebookEdit', 'MultiEdit'];
/** A call is recorded slightly after it ended, and file systems round times. */
const timeTolerance = 1_500;

export function changesOfSession(
  changes: readonly DatedChange[],
  session: string,
  calls: readonly RecordedCall[],
  root: string,
): DatedChange[] {
  if (!calls.some((call) => call.session_id !== session)) return [...changes];
  return changes.filter((change) => madeBySession(change, session, calls, root));
}

function madeBySession(
  change: DatedChange,
  session: string,
  calls: readonly RecordedCall[],
  root: string,
): boolean {
  const path = join(root, change.path);
  const named = calls.filter(({ tool, label }) => editTools.includes(tool) && label === path);
  const { at } = change;
  const running =
    at === undefined
      ? []
      : calls.filter(
          (call) =>
            !editTools.includes(call.tool) &&
            call.at - call.duration - timeTolerance <= at &&
            at <= call.at + timeTolerance,
        );
  const suspects = [...named, ...running];
  // No call matches: any session that ran commands may have made the change, others can't have.
  const candidates = suspects.length > 0 ? suspects : calls.filter(({ tool }) => !editTools.includes(tool));
  return candidates.some((call) => call.session_id === session);
}
