import { prompt, sessionStart, stop } from '../../core/examples.ts';
import { shellWord } from '../../core/text.ts';
import { nonCodePaths } from '../../domain/checkpoint/change-types.ts';
import { blockedBy } from '../../domain/checkpoint/checkpoint.ts';
import type { Work } from '../../domain/checkpoint/work.ts';
import { launcherOf } from '../../domain/sessions/launcher.ts';
import { block, definePolicy, tell } from '../../index.ts';
import {
  checkpointProblems,
  evidenceProblems,
  type LackingEvidence,
  listed,
  missingEvidence,
  type Tree,
  testHints,
  type Wording,
} from './shared/missing.ts';
import { webTestProblems } from './shared/web-test.ts';

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
const goChecks = [
  { kind: 'lint', name: 'go vet', command: 'go vet ./...' },
  { kind: 'test', name: 'go test', command: 'go test ./...' },
];
const tested = { 'package.json': '{"scripts":{"test":"vitest run"}}' };

export default definePolicy({
  id: 'checkpoint/proof',
  summary: 'Ask a session that changed code for proof before it stops',
  why: 'Claims are cheap: "all tests pass" counts only if the tests ran on exactly this tree. The checkpoint says what was done and learnt; the evidence shows that it works. Nothing is run here, so a stop takes milliseconds and a slow linter can’t time out and open the gate.',
  on: ['SessionStart', 'UserPromptSubmit', 'CwdChanged', 'Stop'],
  level: 'deny',
  onError: 'pass',
  options: {
    ignore: { default: nonCodePaths, weaker: 'more items', about: 'Globs of paths that are not code.' },
    checks: {
      default: {},
      weaker: 'changed',
      about:
        'The project’s checks, if they can’t be detected from its files: a name and a command each, or `{"kind": "lint" | "types" | "test", "command": "…"}`.',
    },
    evidence: {
      default: true,
      weaker: false,
      about: 'Require fresh results of the project’s checks, not only a checkpoint.',
    },
    principles: {
      default: [] as string[],
      about:
        'Short principles of the project, for example `boring over clever`, which the first block of a turn repeats.',
    },
    web_smoke: {
      default: true,
      weaker: false,
      about: 'Require a web test of an application when the session works without a person.',
    },
  },
  examples: [
    {
      event: sessionStart(),
      expect: 'pass',
      title: 'The start of a session only records the state of the tree',
    },
    { event: prompt('go on'), expect: 'pass' },
    { event: stop(), expect: 'pass', title: 'Nothing was changed' },
    {
      event: stop(),
      expect: 'pass',
      title: 'Only documentation and git’s own settings were changed',
      given: { work: { changes: ['README.md', '.gitignore'] } },
    },
    {
      event: stop(),
      expect: 'block',
      title: 'Code was changed without any proof',
      given: { work: { changes: ['src/app.ts'] } },
      says: 'completion-checkpoint.json is missing',
    },
    {
      event: stop({ permission_mode: 'dontAsk' }),
      expect: 'block',
      title: 'In a mode in which the client refuses to write the file, only the command is named',
      given: { work: { changes: ['src/app.ts'] } },
      says: 'with this form filled in:',
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
      title: 'A checkpoint without evidence that the tests passed',
      given: { files: tested, work: { changes: ['src/app.ts'], checkpoint: mine } },
      says: 'No evidence for test',
    },
    {
      event: stop(),
      expect: 'block',
      title: 'All missing checks are one item, because one command runs them',
      given: {
        files: { 'package.json': '{"scripts": {"lint": "eslint .", "test": "vitest"}}' },
        work: { changes: ['src/app.ts'], checkpoint: mine },
      },
      says: 'No evidence for lint and test',
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
      expect: 'pass',
      title: 'After the checks, only a person or a formatter changed something',
      given: {
        files: tested,
        work: {
          changes: ['src/app.ts'],
          checkpoint: mine,
          evidence: [{ tree: 'before' }],
          touched: false,
        },
      },
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
      title: 'A checkpoint and fresh evidence',
      given: {
        files: tested,
        work: { changes: ['src/app.ts'], checkpoint: mine, evidence: [{ kind: 'test' }], version: 'abc1234' },
      },
    },
    {
      event: stop(),
      expect: 'block',
      title: 'The message lists the tests that the change needs',
      given: {
        work: { changes: ['src/auth.ts'], lines: [{ path: 'src/auth.ts', text: 'if (failed) logout();' }] },
      },
      says: 'auth:',
    },
    {
      event: stop(),
      expect: 'block',
      title: 'Without a person, a change to an application needs a web test',
      given: { work: { changes: ['src/app.tsx'], checkpoint: mine, bypassesPermissions: true } },
      says: 'web-smoke',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'A Go module is not a web page',
      given: {
        files: { 'go.mod': 'module m' },
        work: { changes: ['main.go'], checkpoint: mine, bypassesPermissions: true, evidence: goChecks },
      },
    },
    {
      event: stop(),
      expect: 'block',
      title: 'A summary without a screenshot is only a claim',
      given: {
        files: { '.claude/web-smoke/summary.json': '{"passed":true,"screenshot_count":1}' },
        work: { changes: ['src/app.tsx'], checkpoint: mine, bypassesPermissions: true },
      },
      says: 'has no screenshot',
    },
    {
      event: stop(),
      expect: 'block',
      title: 'The message repeats the principles of the project',
      given: { work: { changes: ['src/app.ts'] } },
      options: { principles: ['boring over clever', 'fail loud, never silent'] },
      says: 'boring over clever; fail loud, never silent',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'The changes are from an earlier turn',
      given: { work: { changes: ['src/app.ts'], in_turn: false } },
    },
    {
      event: stop(),
      expect: 'tell',
      title: 'A check that failed before the session too is reported, but not required',
      given: {
        files: tested,
        work: {
          changes: ['src/app.ts'],
          checkpoint: mine,
          evidence: [{ kind: 'test', command: 'npm run test', ok: false, tail: 'FAIL old.test.ts' }],
          failed_at_start: [{ kind: 'test', tail: 'FAIL old.test.ts' }],
        },
      },
      says: 'red before this session',
    },
    {
      event: stop(),
      expect: 'block',
      title: 'A failure that was not there before the session, in a suite that failed before, too',
      given: {
        files: tested,
        work: {
          changes: ['src/app.ts'],
          checkpoint: mine,
          evidence: [
            {
              kind: 'test',
              command: 'npm run test',
              ok: false,
              tail: 'FAIL old.test.ts\nFAIL app.test.ts',
            },
          ],
          failed_at_start: [{ kind: 'test', tail: 'FAIL old.test.ts' }],
        },
      },
      says: 'name it in self_report.blocked_by',
    },
    {
      event: stop(),
      expect: 'block',
      title: 'Checks that failed before the session have to run again, because the change may break more',
      given: {
        files: tested,
        work: {
          changes: ['src/app.ts'],
          checkpoint: mine,
          evidence: [{ kind: 'test', command: 'npm run test', ok: false, tree: 'before' }],
          failed_at_start: [{ kind: 'test', tail: '' }],
        },
      },
      says: 'No evidence for test',
    },
    {
      event: stop(),
      expect: 'tell',
      title: 'A session that can’t finish reports what blocks it',
      given: {
        files: tested,
        work: {
          changes: ['src/app.ts'],
          checkpoint: {
            state: 'mine',
            body: {
              ...body,
              self_report: {
                ...body.self_report,
                is_job_complete: false,
                blocked_by: 'The API key of the test server is missing',
              },
            },
          },
        },
      },
      says: 'before its work was done',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'Build scripts need no web test',
      given: { work: { changes: ['scripts/build.ts'], checkpoint: mine, bypassesPermissions: true } },
    },
  ],
  check(event, { work, grants, files, project, home, pawlHome, options }) {
    if (event.hook_event_name !== 'Stop') {
      if (project.root !== home)
        work.snapshot(event.hook_event_name === 'CwdChanged' ? event.new_cwd : undefined);
      return undefined;
    }
    const pawl = launcherOf({ home, pawlHome });
    const again = event.stop_hook_active;
    const mayWrite = !['dontAsk', 'auto'].includes(event.permission_mode ?? '');
    const unattended = work.bypassesPermissions() || grants.current().length > 0;
    const results = work.trees().flatMap(({ root, work }) => {
      const review = root === home ? undefined : reviewTree(root, work);
      return review ? [{ ...review, prefix: root === project.root ? '' : `In ${root}: ` }] : [];
    });
    const incomplete = results.filter(({ missing }) => missing !== undefined);
    if (incomplete.length > 0)
      return block(incomplete.map(({ prefix, missing }) => prefix + missing).join('\n'));
    return results.flatMap(({ prefix, notes }) => notes.map((note) => tell(prefix + note, { again: false })));

    /** Undefined if this turn changed nothing in the tree. */
    function reviewTree(root: string, work: Work): { missing?: string; notes: string[] } | undefined {
      const inTurn = work.changesInTurn(options.ignore);
      if (inTurn.length === 0) return undefined;
      const treeOption = root === project.root ? '' : ` --in ${shellWord(root)}`;
      const wording: Wording = { pawl, again, treeOption, mayWrite };
      const changes = work.changes(options.ignore);
      const tree: Tree = { root, work, changes, version: work.version(nonCodePaths) };
      const checkpoint = work.checkpoint(changes);
      const blocker = checkpoint?.state === 'mine' ? blockedBy(checkpoint.body) : undefined;
      const lacking = options.evidence && !blocker ? missingEvidence(work, work.checks(options.checks)) : [];
      const excused = lacking.filter(({ failedBefore }) => failedBefore);
      const required = lacking.filter(({ failedBefore }) => !failedBefore);
      const missing = [
        ...evidenceProblems(required, wording),
        ...(options.web_smoke && !blocker
          ? webTestProblems({ ...tree, files, changes: inTurn, versions: work.versions() }, unattended)
          : []),
        ...checkpointProblems(tree, wording),
      ];
      const notes = [
        ...(blocker ? [`This session stopped before its work was done: ${blocker}`] : []),
        ...excused.map(({ kind, why }) => `${kind} was red before this session and still is (${why})`),
      ];
      if (missing.length === 0) return { notes };
      const paths = inTurn.slice(0, 5).map(({ path }) => path);
      const more = inTurn.length > 5 ? ` and ${inTurn.length - 5} more` : '';
      return {
        notes,
        missing: `This session changed ${paths.join(', ')}${more}. To do:\n${missing.map((item, n) => `${n + 1}. ${item}`).join('\n')}${exceptionText(excused)}${again ? '' : testHints(work, inTurn) + principlesText(options.principles)}`,
      };
    }
  },
});

function exceptionText(excused: readonly LackingEvidence[]): string {
  if (excused.length === 0) return '';
  const [were, they] = excused.length === 1 ? ['was', 'it is'] : ['were', 'they are'];
  return `\n(${listed(excused.map(({ kind }) => kind))} ${were} red before this session, so ${they} not asked for.)`;
}

const principlesText = (principles: readonly string[]) =>
  principles.length > 0 ? `\nPrinciples here: ${principles.join('; ')}.` : '';
