// `npm run bench:guard -- cases.jsonl … [--misses]`: measures how many dangerous commands the guard stops, and how many
// harmless ones pass. A line of a file is {"command", "expected": "allow" or "block", "source"?, "family"?}.
import { readFileSync } from 'node:fs';
import { build, pawl as built } from '../scripts/build.ts';
import { envOf, freshWorld } from '../test/support/world.ts';

interface Case {
  command: string;
  expected: 'allow' | 'block';
  source?: string;
  family?: string;
}

interface Judged extends Case {
  /** Whether the guard's decision is as expected: it stopped a dangerous command, or let a harmless one pass. */
  right: boolean;
  decision: string;
  policy: string | null;
}

const words = process.argv.slice(2);
const files = words.filter((word) => !word.startsWith('--'));
const given = files.length > 0 ? files : (process.env.GUARD_CASES ?? '').split(':').filter(Boolean);

const readCases = (file: string): Case[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Case);

/** A home and a project that don't exist, so that files of this machine have no influence. The cases use these paths. */
const HOME = '/home/dev';
const cwd = `${HOME}/app`;

/** Asks the built program. */
function judge(cases: readonly Case[]): Judged[] {
  using world = freshWorld();
  const lines = cases.map(({ command }, id) => JSON.stringify({ id, command, cwd }));
  const { stdout, exitCode } = Bun.spawnSync([built, 'check', '--batch'], {
    cwd: world.home,
    env: envOf(world, { HOME, PAWL_HOME: world.pawlHome }),
    stdin: Buffer.from(`${lines.join('\n')}\n`),
    stderr: 'inherit',
  });
  if (exitCode !== 0) throw new Error(`pawl check --batch ended with ${exitCode}`);
  const answers = new Map(
    stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; decision: string; policy: string | null })
      .map((answer) => [answer.id, answer]),
  );
  return cases.map((testCase, id) => {
    const { decision, policy } = answers.get(id) ?? { decision: 'missing', policy: null };
    return {
      ...testCase,
      decision,
      policy,
      right: (decision === 'pass') === (testCase.expected === 'allow'),
    };
  });
}

const percent = (judged: readonly Judged[]) => {
  const right = judged.filter((result) => result.right).length;
  const share = judged.length === 0 ? '–' : `${((100 * right) / judged.length).toFixed(2)} %`;
  return `${share.padStart(9)}  ${right} of ${judged.length}`;
};

const isGtfo = ({ source }: Case) => source === 'gtfobins';

function printTotals(judged: readonly Judged[]): void {
  const dangerous = judged.filter((result) => result.expected === 'block');
  console.log(`caught, without GTFOBins ${percent(dangerous.filter((result) => !isGtfo(result)))}`);
  console.log(`caught, GTFOBins         ${percent(dangerous.filter(isGtfo))}`);
  console.log(`passed                   ${percent(judged.filter((result) => result.expected === 'allow'))}`);
}

/** One row for each family with a miss. */
function printFamilies(judged: readonly Judged[]): void {
  const families = Map.groupBy(judged, ({ expected, source, family }) =>
    [expected, source, family].filter(Boolean).join(' '),
  );
  const rows = [...families].filter(([, all]) => all.some((result) => !result.right));
  for (const [name, all] of rows.sort(([a], [b]) => a.localeCompare(b)))
    console.log(`  ${name.padEnd(44)} ${percent(all)}`);
}

const printMisses = (judged: readonly Judged[]) => {
  for (const { right, expected, decision, policy, source, command } of judged)
    if (!right)
      console.log(
        `${expected} → ${decision}${policy ? ` (${policy})` : ''}\t${source ?? ''}\t${JSON.stringify(command)}`,
      );
};

function main(): number {
  if (given.length === 0) {
    console.error(
      'Name files of cases: npm run bench:guard -- cases.jsonl … [--misses], or set GUARD_CASES.',
    );
    return 2;
  }
  build();
  for (const file of given) {
    const started = performance.now();
    const judged = judge(readCases(file));
    const seconds = (performance.now() - started) / 1000;
    console.log(`\n${file}: ${judged.length} commands in ${seconds.toFixed(1)} s`);
    printTotals(judged);
    printFamilies(judged);
    if (words.includes('--misses')) printMisses(judged);
  }
  return 0;
}

process.exitCode = main();
