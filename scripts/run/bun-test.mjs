// Runs one test file in a separate process and reads its results from Bun's JUnit report, which, unlike the text on the
// terminal, is the same in every environment.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { disposableHome } from './environment.mjs';
import { bunPath } from './install.mjs';
import { capture } from './process.mjs';

/**
 * Limit of one test in milliseconds, for all of them: a busy machine is slow, but only a test that hangs is so slow.
 */
const TEST_LIMIT = 600_000;
/** Limit of a whole file. */
const FILE_LIMIT = 20 * 60_000;

/** Returns the results of a file; `problem` says why it failed if no single test did. */
export async function runTestFile(file, signal) {
  const home = disposableHome();
  const report = join(home.path, 'report.xml');
  const args = ['test', '--timeout', `${TEST_LIMIT}`, '--reporter=junit', `--reporter-outfile=${report}`];
  const started = performance.now();
  try {
    const env = { ...process.env, ...home.env };
    const ended = await capture(bunPath(), [...args, `./${file}`], { env, signal, limit: FILE_LIMIT });
    const tests = existsSync(report) ? testCases(readFileSync(report, 'utf8')) : [];
    return judge(file, tests, ended, (performance.now() - started) / 1000);
  } finally {
    await home.remove();
  }
}

/** A process that crashed or hung, and a file without a single test, have failed like a test that failed. */
export function judge(file, tests, { code, output, stdout, timedOut }, seconds) {
  const of = (result) => tests.filter((test) => test.result === result);
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(of);
  const problem = timedOut
    ? `was still running after ${FILE_LIMIT / 60_000} minutes and was stopped`
    : code !== 0 && failed.length === 0
      ? `ended with ${code}, though no test failed`
      : tests.length === 0
        ? 'has no tests'
        : '';
  return {
    ok: failed.length === 0 && problem === '',
    passed: passed.length,
    failed: Math.max(failed.length, problem ? 1 : 0),
    skipped: skipped.map(({ name }) => ({ file, ...reasonIn(name) })),
    tests,
    problem,
    output,
    stdout,
    seconds,
  };
}

/** The reason is at the end of the name of a skipped test or of its group: see test/support/skip.ts. */
function reasonIn(name) {
  const reason = /\[skipped: ([^\]]*)\]/.exec(name)?.[1] ?? 'no reason given';
  return { name: name.replace(/ *\[skipped: [^\]]*\]/, ''), reason };
}

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const decoded = (text) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (all, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? all),
  );

export function testCases(xml) {
  return [...xml.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)].map(
    ([, head, body = '']) => {
      const attribute = (name) => decoded(new RegExp(`\\b${name}="([^"]*)"`).exec(head)?.[1] ?? '');
      const group = attribute('classname');
      const result = body.includes('<failure') ? 'failed' : body.includes('<skipped') ? 'skipped' : 'passed';
      const title = attribute('name');
      return {
        title,
        name: group ? `${group} > ${title}` : title,
        result,
        seconds: Number(attribute('time')),
      };
    },
  );
}
