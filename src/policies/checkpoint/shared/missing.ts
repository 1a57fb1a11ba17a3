// Lists the missing steps of a session that changed code before its turn can end, in words that can be followed
// literally.
import { isObject } from '../../../core/json.ts';
import { changeTypesOf, nonCodePaths } from '../../../domain/checkpoint/change-types.ts';
import { checkCheckpoint, checkpointTemplate } from '../../../domain/checkpoint/checkpoint.ts';
import type { Check, CheckKind } from '../../../domain/checkpoint/checks.ts';
import { isPartialRun, sameCommand } from '../../../domain/checkpoint/evidence.ts';
import { sameFailures } from '../../../domain/checkpoint/failures.ts';
import {
  type Change,
  checkpointContext,
  type Evidence,
  type Work,
  whyStale,
} from '../../../domain/checkpoint/work.ts';

const file = '.claude/completion-checkpoint.json';

/** Lists the problems of the checkpoint, one line each. The form is shown in full only the first time. */
export function checkpointProblems({ work, changes, version }: Tree, wording: Wording): string[] {
  const { pawl, again, treeOption, mayWrite } = wording;
  const checkpoint = work.checkpoint(changes);
  if (checkpoint?.state === 'mine')
    return checkCheckpoint(checkpoint.body, checkpointContext(work, version, true)).map(
      ({ rule, message }) => `${file}: \`${rule}\` ${message}.`,
    );
  if (checkpoint?.state === 'old') return [outdated(checkpoint.body, version, wording)];
  const state = checkpoint ? 'is from another session' : again ? 'is still missing' : 'is missing';
  if (again)
    return [
      `${file} ${state}. Run \`${pawl} checkpoint${treeOption} '<JSON>'\`, with the form that \`${pawl} checkpoint${treeOption} --template\` prints.`,
    ];
  const form = JSON.stringify(checkpointTemplate({ version, changed: true }));
  return [
    `${file} ${state}. Run \`${pawl} checkpoint${treeOption} '<JSON>'\` with this form filled in${mayWrite ? ', or write it to the file' : ''}:\n${form}\n(what_was_done: more than 20 characters; key_insight: more than 50, a lesson for later sessions; search_terms: 2 to 7 words. If you can’t finish, set is_job_complete to false and add "blocked_by" to self_report.)`,
  ];
}

/** A longer checkpoint is not repeated in the message. */
const longBody = 4_000;

/** Repeats the earlier checkpoint with the current version, so that the session only has to review it. */
function outdated(body: unknown, version: string | undefined, { pawl, treeOption, again }: Wording): string {
  const text = JSON.stringify(forVersion(body, version));
  const shown =
    text && text.length < longBody && !again
      ? `it, brought up to date:\n${text}\n`
      : 'it, brought up to date. ';
  return `${file} was written before the last changes. Run \`${pawl} checkpoint${treeOption} '<JSON>'\` with ${shown}(what_was_done and key_insight are about all that this session did.)`;
}

function forVersion(body: unknown, version: string | undefined): unknown {
  if (!isObject(body) || !isObject(body.verification) || !version) return body;
  return { ...body, verification: { ...body.verification, tests_executed_at_version: version } };
}

export interface Wording {
  /** The path with which the agent calls Pawl. */
  pawl: string;
  /** `--in` with the path of the tree, if it is not the one in which the session is now. */
  treeOption: string;
  /** True if this turn was blocked before. */
  again: boolean;
  /** True if the client lets the agent write the file: in some modes it refuses files in `.claude` without asking a hook. */
  mayWrite: boolean;
}

export interface Tree {
  root: string;
  work: Work;
  /** Everything this session changed in the tree. */
  changes: readonly Change[];
  version: string | undefined;
}

/** Kinds of checks that must have passed on exactly this tree, if the project has them. */
const requiredKinds: readonly CheckKind[] = ['lint', 'types', 'test'];

export interface LackingEvidence {
  kind: CheckKind;
  why: string;
  /** It ran and failed on this tree. */
  failed: boolean;
  /** All its failures were there when the session began. */
  failedBefore: boolean;
}

/** Why each required check has no fresh result that passed. */
export function missingEvidence(work: Work, checks: readonly Check[]): LackingEvidence[] {
  const evidence = work.evidence();
  return requiredKinds.flatMap((kind) => {
    const check = checks.find((candidate) => candidate.kind === kind);
    if (!check) return [];
    const runs = evidence.filter((run) => run.kind === kind).sort((a, b) => b.at - a.at);
    const fresh = runs.filter((run) => !whyStale(run, work));
    const failed = fresh.find((run) => !run.ok);
    const isFull = (run: Evidence) => run.source === 'verify' || sameCommand(run.command, check.command);
    // After a failure, only a later full run counts.
    const counts = (run: Evidence) =>
      failed ? isFull(run) && run.at > failed.at : isFull(run) || !isPartialRun(run.command);
    if (fresh.some((run) => run.ok && counts(run))) return [];
    const why = failed
      ? `\`${failed.command}\` failed`
      : fresh[0]
        ? `\`${fresh[0].command}\` ran only a part of the checks`
        : runs[0]
          ? `\`${runs[0].command}\` ran, but ${whyStale(runs[0], work)}`
          : `\`${check.command}\` was not run`;
    const failedBefore = failedOnlyAsAtStart(runs.filter(isFull), work);
    return [{ kind, why, failed: failed !== undefined, failedBefore }];
  });
}

/** True if checks of this kind failed since the session's last change, and all of that was there when the session began. */
function failedOnlyAsAtStart(runs: readonly Evidence[], work: Work): boolean {
  const failures = runs.filter((run) => !run.ok && !whyStale({ ...run, ok: true }, work));
  if (failures.length === 0) return false;
  const atStart = work.failedAtStart(nonCodePaths);
  return failures.every((run) =>
    atStart.some((earlier) => earlier.kind === run.kind && sameFailures(run.tail, earlier.tail)),
  );
}

export const listed = (kinds: readonly CheckKind[]) => kinds.join(', ').replace(/, (?=\w+$)/, ' and ');

/** One item for all checks, because one command runs them. */
export function evidenceProblems(
  lacking: readonly LackingEvidence[],
  { pawl, treeOption }: Pick<Wording, 'pawl' | 'treeOption'>,
): string[] {
  if (lacking.length === 0) return [];
  const kinds = listed(lacking.map(({ kind }) => kind));
  const reasons = lacking.map(({ why }) => why).join('; ');
  const anyFailed = lacking.some(({ failed }) => failed);
  const next = anyFailed ? 'Fix it, then run' : 'Run';
  const hint = anyFailed
    ? ' What failed the same way before this session is recognised there and not asked for. If you can’t fix it, set is_job_complete to false in the checkpoint and name it in self_report.blocked_by.'
    : '';
  return [`No evidence for ${kinds}: ${reasons}. ${next} \`${pawl} verify${treeOption}\`.${hint}`];
}

export function testHints(work: Work, changes: readonly Change[]): string {
  const types = changeTypesOf(work.lines(changes));
  if (types.length === 0) return '';
  const lines = types.map(({ id, tests }) => `- ${id}: ${tests.join('; ')}`);
  return `\nTests that these changes need:\n${lines.join('\n')}\n`;
}
