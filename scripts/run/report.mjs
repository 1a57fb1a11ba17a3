// Prints the results of `npm test` and `npm run check`: one line for a job that passed, the whole output of one that
// failed, and at the end the skipped tests with reasons, the failures, and the counts on a separate line.

const seconds = (n) => `${n.toFixed(1)} s`;
const indented = (text) => text.trimEnd().replace(/^(?=.)/gm, '    ');

/** Prints the outcome of one job in one piece. */
export function printOutcome({ name }, outcome) {
  if (outcome.blockedBy) return console.log(`✗ ${name}: not run, because “${outcome.blockedBy}” failed`);
  if (!outcome.ok) console.log(`\n── ${name}\n${outcome.output.trimEnd()}\n`);
  const counts = outcome.tests ? `  ${countsOf(outcome)}` : '';
  const problem = outcome.problem ? `: ${outcome.problem}` : '';
  console.log(`${outcome.ok ? '✓' : '✗'} ${name}${problem}${counts}  ${seconds(outcome.seconds)}`);
  const figures = outcome.ok && outcome.tests ? outcome.stdout.replace(/^bun test v.*\n/, '') : '';
  if (figures.trim()) console.log(indented(figures));
}

function countsOf({ passed, failed, skipped }) {
  const parts = [
    [passed, 'passed'],
    [failed, 'failed'],
    [skipped.length, 'skipped'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

/** The summary at the end of a test run; programs read its last line. */
export function closing(outcomes, interrupted = false) {
  const all = [...outcomes];
  const skipped = all.flatMap(([, { skipped = [] }]) => skipped);
  const failures = all.filter(([, { ok }]) => !ok).flatMap(([name, outcome]) => failuresOf(name, outcome));
  const passed = all.reduce((sum, [, outcome]) => sum + (outcome.passed ?? 0), 0);
  const failed = all.reduce((sum, [, outcome]) => sum + (outcome.ok ? 0 : (outcome.failed ?? 1)), 0);
  const total = Math.max(failed, interrupted ? 1 : 0);
  return [
    ...section('Skipped', skippedLines(skipped)),
    ...section('Failed', interrupted ? [...failures, 'interrupted before everything had run'] : failures),
    `${passed} passed, ${total} failed, ${skipped.length} skipped`,
  ].join('\n');
}

const section = (title, lines) =>
  lines.length > 0 ? [`${title}:`, ...lines.map((line) => `  ${line}`), ''] : [];

function skippedLines(skipped) {
  const byReason = new Map();
  for (const test of skipped) byReason.set(test.reason, [...(byReason.get(test.reason) ?? []), test]);
  return [...byReason].flatMap(([reason, tests]) => [
    `because ${reason}:`,
    ...tests.map(({ file, name }) => `  ${file}: ${name}`),
  ]);
}

function failuresOf(name, { tests = [], problem, blockedBy }) {
  if (blockedBy) return [`${name}: not run, because “${blockedBy}” failed`];
  const failed = tests.filter(({ result }) => result === 'failed').map((test) => `${name}: ${test.name}`);
  return failed.length > 0 ? failed : [problem ? `${name}: ${problem}` : name];
}

/** The tests that took longest, as a starting point for making the suite faster. */
export function slowest(outcomes, count = 30) {
  const tests = [...outcomes].flatMap(([file, { tests = [] }]) => tests.map((test) => ({ file, ...test })));
  const top = tests.sort((a, b) => b.seconds - a.seconds).slice(0, count);
  return [
    'Slowest tests:',
    ...top.map((test) => `  ${seconds(test.seconds)}  ${test.file}: ${test.name}`),
  ].join('\n');
}
