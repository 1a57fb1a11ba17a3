// `npm run bench:conform`: checks other people's unchanged hook programs with `pawl conform`. Writes
// bench/conformance.json, from which `npm run generate` makes the table of docs/conformance.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../package.json';
import type { ConformReport } from '../src/conform/conform.ts';
import { dependencies as versions } from './peers.json';
import { commandOf, peers } from './peers.ts';

const root = join(import.meta.dir, '..');
const program = join(root, 'dist', 'pawl');

interface Contestant {
  name: string;
  command: string[];
  /** The events that it registers for; all if absent. */
  events?: string[];
  /** Files it needs in a project before it works there. */
  files?: Record<string, string>;
}

const script = (name: string, events: string[]): Contestant => ({
  events,
  name: `test/conform/programs/${name}`,
  command: [join(root, 'test', 'conform', 'programs', name)],
});

const contestants: Contestant[] = [
  { name: `pawl ${version}`, command: [program, 'hook'] },
  ...peers.map((peer) => ({
    name: `${peer.name} ${versions[peer.name]}`,
    command: commandOf(peer),
    events: peer.events,
    files: peer.files,
  })),
  script('guard.sh', ['PreToolUse']),
  script('todo_gate.py', ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop']),
  script('session_tracker.sh', ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd']),
];

function measure({ name, command, events, files = {} }: Contestant): object {
  const project = mkdtempSync(join(tmpdir(), 'conform-project-'));
  try {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
    const registered = events ? ['--events', events.join(',')] : [];
    const words = ['conform', '--json', ...registered, '--project', project, '--', ...command];
    const done = Bun.spawnSync([program, ...words], { cwd: root, stderr: 'inherit' });
    if (done.exitCode === 2) throw new Error(`${name} could not be checked`);
    return row(name, JSON.parse(done.stdout.toString()) as ConformReport);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

function row(name: string, { score, median_ms, events, guard, checks }: ConformReport) {
  const failed = checks.filter(({ result }) => result === 'fail').map(({ id }) => id);
  console.log(`${name.padEnd(40)} ${score.passed} of ${score.of}  ${median_ms} ms  ${failed.join(' ')}`);
  return { name, events, guard: guard !== null, passed: score.passed, of: score.of, failed };
}

const rows = contestants.map(measure);
writeFileSync(join(import.meta.dir, 'conformance.json'), `${JSON.stringify(rows, null, 2)}\n`);
