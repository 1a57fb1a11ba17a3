// Finds which changes of a tree a session made: an edit names its file, and a command is matched by the time it ran. A
// change that no call of the session can have made was made by the person, another session or a formatter.
import { isReadOnly, mayChangeFiles } from '../domain/checkpoint/read-only.ts';
import { loadBundle } from '../hook/bundles/load.ts';
import { join } from '../system/path.ts';
import type { DatedChange } from './changes.ts';

/** A finished tool call, as it was recorded. */
export interface RecordedCall {
  session_id: string;
  /** The root of the tree that the session worked in at the time. */
  project: string;
  tool: string;
  label: string | undefined;
  /** The whole command, if the call was recorded before it ran too. */
  command: string | undefined;
  ok: boolean;
  /** When it began and ended, in milliseconds since 1970. */
  from: number;
  at: number;
  /** Still running when it was recorded. */
  background: boolean;
}

export const editTools = ['Edit', 'Write', 'NotebookEdit', 'MultiEdit'];
/** A hook records a call slightly before it begins and after it ends, and file systems round times. */
const timeTolerance = 100;

const readOnlyCommands = new Map<string, boolean>();

/** Reads a command once, because a session may have run it often. */
function runsReadOnly({ command, label = '' }: RecordedCall): boolean {
  const source = command ?? label;
  // A label is cut; the rest of the command may do anything.
  if (source === '' || (command === undefined && label.endsWith('…'))) return false;
  const key = `${command !== undefined} ${source}`;
  const cached = readOnlyCommands.get(key);
  if (cached !== undefined) return cached;
  const { commands, notes } = loadBundle('guard').readShell(source, { cwd: '/', home: '/' });
  // A call with a label only has no exact start time, so a test run may itself have changed the file.
  const found = notes.length === 0 && isReadOnly(commands, command !== undefined);
  readOnlyCommands.set(key, found);
  return found;
}

/** True if the call edited a file or ran something that may have. */
export function mayHaveChanged(call: RecordedCall): boolean {
  if (editTools.includes(call.tool)) return call.ok;
  return mayChangeFiles(call.tool, () => runsReadOnly(call));
}

/** The changes that these calls of one session made; `others` are the calls of other sessions in the same tree. */
export function changesByCalls(
  changes: readonly DatedChange[],
  calls: readonly RecordedCall[],
  others: readonly RecordedCall[],
  root: string,
): DatedChange[] {
  return changes.filter((change) => {
    if (calls.some((call) => edited(call, change, root))) return true;
    if (others.some((call) => edited(call, change, root))) return false;
    return calls.some((call) => ranDuring(call, change) && mayHaveChanged(call));
  });
}

/** The change may be a submodule in which the edited file is. */
function edited({ tool, label, ok }: RecordedCall, { path }: DatedChange, root: string): boolean {
  const changed = join(root, path);
  return ok && editTools.includes(tool) && (label === changed || label?.startsWith(`${changed}/`) === true);
}

/** A deleted file has no time, so any command may have deleted it. */
function ranDuring({ tool, label, from, at, background }: RecordedCall, change: DatedChange): boolean {
  if (editTools.includes(tool) && label !== undefined) return false;
  const times = change.times ?? [];
  if (times.length === 0) return true;
  return times.some(
    ([first, last]) => from - timeTolerance <= last && (background || first <= at + timeTolerance),
  );
}
