// Compares the output of two failed runs of a check, to tell a failure that was there before from a new one.

const failureLine =
  /fail|error|✗|✖|✕|×|●|not ok|panic|assert|expected|undefined|not found|no such|cannot|can['’]t/i;
/** Lines that depend on how the check was started, or that a package manager adds only now and then. */
const noise = /^(\(ran |Exit code |npm (notice|warn)\b)/i;

/** True if every failure in the output was there before, apart from times and numbers, and there are not more of them. */
export function sameFailures(now: string, before: string): boolean {
  const isCovered = (mine: Counts, theirs: Counts) =>
    [...mine].every(([name, count]) => count <= (theirs.get(name) ?? 0));
  return isCovered(failuresIn(now), failuresIn(before)) && isCovered(totalsIn(now), totalsIn(before));
}

type Counts = ReadonlyMap<string, number>;

/** The lines that tell of a failure, or all if none does, each with how often it occurs. */
function failuresIn(output: string): Counts {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !noise.test(line))
    .map((line) => line.replace(/0x[\da-f]+|\d+(\.\d+)?( ?(ms|s|min))?/gi, '#'));
  const failures = lines.filter((line) => failureLine.test(line));
  const counts = new Map<string, number>();
  for (const line of failures.length > 0 ? failures : lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

const total = /\b(\d+) (?:\w+ )?(fail|error|problem|offense|issue|violation)|\b(fail|error)\w*: +(\d+)/gi;

/** The numbers of a summary: `2 failed`, `Found 3 errors`, `Failures: 1`. Some tools have no such line for each failure. */
function totalsIn(output: string): Counts {
  const totals = new Map<string, number>();
  for (const [, first, noun, label, second] of output.matchAll(total)) {
    const name = (noun ?? label!).toLowerCase();
    totals.set(name, Math.max(Number(first ?? second), totals.get(name) ?? 0));
  }
  return totals;
}
