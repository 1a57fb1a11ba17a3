import { on } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import { nonCodePaths } from '../../domain/checkpoint/change-types.ts';
import {
  type ExecutedCommand,
  hasUnknownResult,
  type InvalidatingChange,
  readRun,
  recordEvidence,
} from '../../domain/checkpoint/executed-checks.ts';
import type { Evidence } from '../../domain/checkpoint/work.ts';
import { launcherOf } from '../../domain/sessions/launcher.ts';
import { definePolicy, inject } from '../../index.ts';

const ran = (command: string, more: object = {}) =>
  on('PostToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_example', ...more });

export default definePolicy({
  id: 'checkpoint/evidence',
  summary: 'Record the checks a session runs, and the changes that make them stale',
  why: 'A result is valid only for the tree it was produced on. Tests and linters that the agent runs itself count with their exit code; a later commit, merge or deploy makes them stale.',
  on: ['PostToolUse', 'PostToolUseFailure'],
  tools: ['Bash', 'PowerShell'],
  level: 'warn',
  onError: 'pass',
  examples: [
    { event: ran('ls'), expect: 'pass' },
    { event: ran('npm test'), expect: 'pass', title: 'A test run is recorded as evidence' },
    {
      event: ran('php artisan test'),
      expect: 'pass',
      title: 'A script that is read as a program of its own, too',
    },
    {
      event: ran('npm test | tail -3'),
      expect: 'inject',
      title: 'A pipe hides the exit code of the tests',
      says: 'pawl verify',
    },
    {
      event: ran('git commit -m "fix"'),
      expect: 'inject',
      title: 'A commit of other files than those that were checked',
      given: { work: { evidence: [{ name: 'test', tree: 'before' }] } },
      says: 'a commit',
    },
    {
      event: ran('git commit -m "fix"'),
      expect: 'pass',
      title: 'A commit of exactly the checked files keeps the evidence',
      given: { work: { evidence: [{ name: 'test', tree: 'now' }] } },
    },
    {
      event: ran('gh workflow run deploy.yml'),
      expect: 'inject',
      title: 'A deploy makes earlier evidence stale',
      given: { work: { evidence: [{ name: 'test', tree: 'now' }] } },
      says: 'a deploy',
    },
    { event: ran('git commit -m "fix"'), expect: 'pass', title: 'A commit without earlier evidence' },
    { event: ran('git status'), expect: 'pass', given: { work: { evidence: [{ name: 'test' }] } } },
    {
      event: ran('npm test && sed -i s/1/2/ src/app.js'),
      expect: 'inject',
      title: 'An edit after the tests, in the same command',
      says: 'may have changed the tree',
    },
    {
      event: ran('cd /elsewhere && npm test | tail -3'),
      expect: 'pass',
      title: 'The tests of another project are no evidence for this one',
    },
    { event: ran('true # npm test | tail -3'), expect: 'pass', title: 'A test command in a comment' },
    {
      event: ran('docker compose run --rm web pytest'),
      expect: 'inject',
      title: 'Tests in a container that has the files of its image',
      given: { files: { 'compose.yaml': 'services: {web: {build: .}}' } },
      says: 'the files of an image',
    },
    {
      event: ran('docker compose run --rm web pytest'),
      expect: 'pass',
      title: 'Tests in a container in which this tree is mounted',
      given: { files: { 'compose.yaml': 'services: {web: {build: ., volumes: [".:/app"]}}' } },
    },
  ],
  check(event, facts) {
    const { command } = event.tool_input;
    if (typeof command !== 'string' || hasUnknownResult(event)) return undefined;
    const { work } = facts;
    const verify = `\`${launcherOf(facts)} verify\``;
    const run = readRun(event, command, facts);
    const stale = run.invalidating && staleAfter(run.invalidating, run, work);
    recordEvidence(run.conclusive, event, work);
    if (run.invalidating)
      return stale
        ? inject(
            `Run ${verify} before you finish: after ${run.invalidating.because}, earlier results no longer count (${stale}).`,
          )
        : undefined;
    const problem = whyNoEvidence(run, verify);
    return problem === undefined ? undefined : inject(problem);
  },
});

/** Marks earlier evidence as stale, and names the results that no longer count; empty if there are none. */
function staleAfter({ git, because }: InvalidatingChange, run: ExecutedCommand, work: Facts['work']): string {
  const tree = work.tree(nonCodePaths);
  // A git command leaves a result valid if the files are still those that were checked.
  const staysValid = (result: Evidence) => git && result.tree === tree;
  const lost = work.evidence().filter((result) => result.ok && !result.stale && !staysValid(result));
  if (!git) work.invalidateEvidence(`there was ${because} since`);
  const checksOfRun = run.copiedBy
    ? []
    : run.here.filter((check) => check.exitCodeReliable && !run.conclusive.includes(check));
  return [...lost.map(({ name }) => name), ...checksOfRun.map(({ command }) => command)].join(', ');
}

/** Says why a check that ran does not count as evidence, and what to run instead. */
function whyNoEvidence({ here, copiedBy, conclusive }: ExecutedCommand, verify: string): string | undefined {
  const [first] = here;
  if (!first || conclusive.length > 0) return undefined;
  if (copiedBy)
    return `Run ${verify}, or \`${first.command}\` where this tree is mounted: ${copiedBy} ran it on the files of an image, which may be older than this tree, so the result does not count as evidence.`;
  return first.exitCodeReliable
    ? `Run \`${first.command}\` last, or ${verify}: a later command in the same line may have changed the tree, so the result does not count as evidence.`
    : `Run \`${first.command}\` alone, or ${verify}: a pipe, \`;\` or \`||\` hides its exit code here, so the result does not count as evidence.`;
}
