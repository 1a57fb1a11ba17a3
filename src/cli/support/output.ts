// Prints to stdout completely, or notices that it could not. Bun's own console ignores a full disk and a closed file, so
// that an export would be cut short and nobody told.
import { writeAll } from '../../system/fs/index.ts';

let problem: { code?: string; message: string } | undefined;

/** Replaces `console.log`, with which all commands print. */
export function printCompletely(): void {
  console.log = (...texts: unknown[]) => {
    if (problem) return;
    try {
      writeAll(1, `${texts.join(' ')}\n`);
    } catch (error) {
      problem = error as NonNullable<typeof problem>;
    }
  };
}

/** True after the reader of the output has gone, as `head` does; a command that prints for ever then ends. */
export const isReaderGone = (): boolean => problem?.code === 'EPIPE';

/** Says that output was lost; a reader that wanted no more of it is no problem. */
export function reportUnwritten(): boolean {
  if (!problem || isReaderGone()) return false;
  console.error(`pawl: The output could not be written completely: ${problem.message}.`);
  return true;
}
