import { prompt, sessionStart, stop } from '../../core/examples.ts';
import { changeTypesOf, nonCodePaths } from '../../domain/checkpoint/change-types.ts';
import { checkCheckpoint, checkpointTemplate } from '../../domain/checkpoint/checkpoint.ts';
import type { Check, CheckKind } from '../../domain/checkpoint/checks.ts';
import { isPartialRun, sameCommand } from '../../domain/checkpoint/evidence.ts';
import { type Change, type Evidence, type Work, whyStale } from '../../domain/checkpoint/work.ts';
import { launcherOf } from '../../domain/sessions/launcher.ts';
import { block, definePolicy } from '../../index.ts';
import { webTestProblems } from './shared/web-test.ts';

const file = '.claude/completion-checkpoint.json';

/** What is missing in the checkpoint, one line each. The template is shown in full only the first time. */
function checkpointProblems(
  work: Work,
  changes: readonly Change[],
  version: string | undefined,
  say: Wording,
): string[] {
  const found = work.checkpoint(changes);
  const template = `\`${say.pawl} checkpoint --template\` prints the template`;
  if (!found && say.again) return [`${file} is still missing; ${template}.`];
  if (!found)
    return [
      `${file} is missing. Write it, or give it to \`${say.pawl} checkpoint\`, in this form:\n${JSON.stringify(checkpointTemplate({ version, changed: true }))}\n(what_was_done: more than 20 characters; key_insight: more than 50, a lesson for later sessions; search_terms: 2 to 7)`,
    ];
  if (found.state === 'foreign') return [`${file} is from another session. Write your own; ${template}.`];
  if (found.state === 'old')
    return [`${file} was written before the last changes. Review it and write it again.`];
  return checkCheckpoint(found.body, { version, changed: true }).map(
    ({ rule, message }) => `${file}: \`${rule}\` ${message}.`,
  );
}

interface Wording {
  /** The path with which the agent calls Pawl. */
  pawl: string;
  /** True if this turn was blocked before. */
  again: boolean;
}

/** Kinds of checks that must have passed on exactly this tree, if the project has them. */
const requiredKinds: readonly CheckKind[] = ['lint', 'types', 'test'];

function missingEvidence(work: Work, checks: readonly Check[], pawl: string): string[] {
  const tree = work.tree(nonCodePaths);
  const evidence = work.evidence();
  return requiredKinds.flatMap((kind) => {
    const check = checks.find((one) => one.kind === kind);
    if (!check) return [];
    const runs = evidence.filter((one) => one.kind === kind).sort((a, b) => b.at - a.at);
    const fresh = runs.filter((one) => !whyStale(one, tree));
    const failed = fresh.find((one) => !one.ok);
    // A partial run does not outweigh a failure of the whole.
    const whole = (one: Evidence) => one.source === 'verify' || sameCommand(one.command, check.command);
    const counts = (one: Evidence) =>
      failed ? whole(one) && one.at > failed.at : whole(one) || !isPartialRun(one.command);
    if (fresh.some((one) => one.ok && counts(one))) return [];
    const why = failed
      ? `\`${failed.command}\` failed`
      : fresh[0]
        ? `\`${fresh[0].command}\` ran only a part of the checks`
        : runs[0]
          ? `\`${runs[0].command}\` ran, but ${whyStale(runs[0], tree)}`
          : `\`${check.command}\` was not run`;
    return [`No evidence for ${kind}: ${why}. Run \`${pawl} verify\`.`];
  });
}

function testHints(work: Work, changes: readonly Change[]): string {
  const types = changeTypesOf(work.lines(changes));
  if (types.length === 0) return '';
  const lines = types.map(({ id, tests }) => `- ${id}: ${tests.join('; ')}`);
  return `\nTests that these changes need:\n${lines.join('\n')}\n`;
}

const body = {
  self_report: { is_job_complete: true, code_changes_made: true, linters_pass: true, category: 'bugfix' },
  reflection: {
    what_was_done: 'Made the parser accept empty input and added cases for it',
    what_remains: 'none',
    key_insight:
      'The tokenizer returns one empty token for empty input, so every loop over tokens runs once.',
    search_terms: ['parser', 'empty input'],
  },
  verification: {
    tests_executed_at_version: 'abc1234',
    tests: [{ id: '1', type: 'unit', expected: 'no error', actual: 'no error', passed: true }],
  },
};
const mine = { body, state: 'mine' };
const tested = { 'package.json': '{"scripts":{"test":"vitest run"}}' };

export default definePolicy({
  id: 'checkpoint/proof',
  summary: 'Ask a session that changed code for proof before it stops',
  why: 'Claims are cheap: "all tests pass" counts only if the tests ran on exactly this tree. The checkpoint says what was done and learnt; the evidence shows that it works. Nothing is run here, so a stop takes milliseconds and a slow linter can’t time out and open the gate.',
  on: ['SessionStart', 'UserPromptSubmit', 'CwdChanged', 'Stop'],
  level: 'deny',
  onError: 'pass',
  options: {
    ignore: { default: nonCodePaths, about: 'Globs of paths that are not code.' },
    checks: {
      default: {},
      about:
        'The project’s checks, if they can’t be detected from its files: a name and a command each, or `{"kind": "lint" | "types" | "test", "command": "…"}`.',
    },
    evidence: {
      default: true,
      about: 'Require fresh results of the project’s checks, not only a checkpoint.',
    },
    web_smoke: {
      default: true,
      about: 'Require a web test of an application when the session works without a person.',
    },
  },
  examples: [
    { event: sessionStart(), expect: 'pass', title: 'Records the state of the tree' },
    { event: prompt('go on'), expect: 'pass' },
    { event: stop(), expect: 'pass', title: 'Nothing was changed' },
    {
      event: stop(),
      expect: 'pass',
      title: 'Only documentation was changed',
      given: { work: { changes: ['README.md'] } },
    },
    {
      event: stop(),
      expect: 'block',
      title: 'Code was changed without any proof',
      given: { work: { changes: ['src/app.ts'] } },
      says: 'completion-checkpoint.json is missing',
    },
    {
      event: stop({ stop_hook_active: true }),
      expect: 'block',
      title: 'The template is not repeated when the stop is blocked again',
      given: { work: { changes: ['src/app.ts'] } },
      says: 'is still missing',
    },
    {
      event: stop(),
      expect: 'block',
      title: 'Each failed rule is named',
      given: {
        work: {
          changes: ['src/app.ts'],
          checkpoint: {
            state: 'mine',
            body: { ...body, reflection: { ...body.reflection, key_insight: 'short' } },
          },
          version: 'abc1234-dirty',
        },
      },
      says: 'reflection.key_insight` must be longer than 50 characters (it has 5)',
    },
    {
      event: stop(),
      expect: 'block',
      title: 'A claim without evidence',
      given: { files: tested, work: { changes: ['src/app.ts'], checkpoint: mine } },
      says: 'No evidence for test',
    },
    {
      event: stop(),
      expect: 'block',
      title: 'Evidence for an older tree',
      given: {
        files: tested,
        work: { changes: ['src/app.ts'], checkpoint: mine, evidence: [{ kind: 'test', tree: 'before' }] },
      },
      says: 'the tree has changed since',
    },
    {
      event: stop(),
      expect: 'block',
      title: 'A partial run passed after the full run had failed',
      given: {
        files: tested,
        work: {
          changes: ['src/app.ts'],
          checkpoint: mine,
          evidence: [
            { name: 'all', kind: 'test', command: 'npm run test', ok: false, at: 1 },
            { name: 'one', kind: 'test', command: 'vitest run one.test.ts', source: 'bash', at: 2 },
          ],
        },
      },
      says: '`npm run test` failed',
    },
    {
      event: stop(),
      expect: 'block',
      title: 'One test file is not all tests',
      given: {
        files: tested,
        work: {
          changes: ['src/app.ts'],
          checkpoint: mine,
          evidence: [{ kind: 'test', command: 'npm test -- one.test.ts', source: 'bash' }],
        },
      },
      says: 'only a part of the checks',
    },
    {
      event: stop(),
      expect: 'block',
      title: 'A checkpoint of another session',
      given: { work: { changes: ['src/app.ts'], checkpoint: { body, state: 'foreign' } } },
      says: 'another session',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'Checkpoint and fresh evidence',
      given: {
        files: tested,
        work: { changes: ['src/app.ts'], checkpoint: mine, evidence: [{ kind: 'test' }], version: 'abc1234' },
      },
    },
    {
      event: stop(),
      expect: 'block',
      title: 'The tests that a change needs',
      given: {
        work: { changes: ['src/auth.ts'], lines: [{ path: 'src/auth.ts', text: 'if (failed) logout();' }] },
      },
      says: 'auth:',
    },
    {
      event: stop(),
      expect: 'block',
      title: 'Without a person, a change to an application needs a web test',
      given: { work: { changes: ['src/app.tsx'], checkpoint: mine, autonomous: true } },
      says: 'web-smoke',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'Build scripts need no web test',
      given: { work: { changes: ['scripts/build.ts'], checkpoint: mine, autonomous: true } },
    },
  ],
  check(event, { work, grants, files, project, home, pawlHome, options }) {
    if (event.hook_event_name !== 'Stop') {
      if (project.root !== home)
        work.snapshot(event.hook_event_name === 'CwdChanged' ? event.new_cwd : undefined);
      return undefined;
    }
    const say: Wording = { pawl: launcherOf({ home, pawlHome }), again: event.stop_hook_active };
    const alone = work.autonomous() || grants.current().length > 0;
    const lacking = work.trees().flatMap((place) => {
      const text = place.root === home ? undefined : missingIn(place.root, place.work);
      return text === undefined ? [] : [place.root === project.root ? text : `In ${place.root}: ${text}`];
    });
    return lacking.length > 0 ? block(lacking.join('\n')) : undefined;

    function missingIn(root: string, work: Work): string | undefined {
      const changes = work.changes(options.ignore);
      if (changes.length === 0) return undefined;
      const version = work.version(nonCodePaths);
      const missing = [
        ...checkpointProblems(work, changes, version, say),
        ...(options.evidence ? missingEvidence(work, work.checks(options.checks), say.pawl) : []),
        ...(options.web_smoke ? webTestProblems(files, root, changes, version, alone) : []),
      ];
      if (missing.length === 0) return undefined;
      const paths = changes.slice(0, 5).map(({ path }) => path);
      const more = changes.length > 5 ? ` and ${changes.length - 5} more` : '';
      return `This session changed ${paths.join(', ')}${more}. Before it stops, this is missing:\n${missing.map((one, n) => `${n + 1}. ${one}`).join('\n')}${say.again ? '' : testHints(work, changes)}`;
    }
  },
});
