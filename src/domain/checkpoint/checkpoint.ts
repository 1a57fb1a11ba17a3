// The rules for a completion checkpoint, which a session that changed code writes before it stops. One rule per row;
// a message says what is wrong with the value, or what the value must be.
import { isObject, type JsonObject } from '../../core/json.ts';

export interface CheckpointContext {
  /** `git rev-parse --short HEAD`, with `-dirty`; undefined outside git. */
  version: string | undefined;
  /** Did the session change code? */
  changed: boolean;
  /** Commits that were checked out in this session: tests at one of them count, if the files are still the same. */
  versions?: readonly string[];
  /** The linter failed when the session began, so that it need not pass now. */
  lintFailedBefore?: boolean;
}

export interface CheckpointProblem {
  /** The path of the field, for example `reflection.key_insight`. */
  rule: string;
  message: string;
}

interface Rule {
  path: string;
  /** Describes the mistake in the value; undefined if there is none. */
  problem(value: unknown, whole: JsonObject, context: CheckpointContext): string | undefined;
}

export const limits = { done: 20, insight: 50, sameStart: 40, terms: [2, 7] } as const;

/** Values of `what_remains` that mean nothing is left. */
const nothingLeft = /^(none|nothing|n\/?a|-|no)?[.\s]*$/i;

const longerThan = (limit: number) => (value: unknown) => {
  if (typeof value !== 'string') return `must be a text of more than ${limit} characters`;
  const length = value.trim().length;
  return length > limit ? undefined : `must be longer than ${limit} characters (it has ${length})`;
};

const rules: readonly Rule[] = [
  {
    path: 'self_report.is_job_complete',
    problem: (value, whole) =>
      value === true || isBlocked(whole)
        ? undefined
        : 'must be true; if you can’t finish, set it to false and say in self_report.blocked_by what stops you (more than 20 characters)',
  },
  {
    path: 'self_report.code_changes_made',
    problem: (value, _whole, { changed }) => {
      if (typeof value !== 'boolean') return 'must be true or false';
      return changed && !value ? 'is false, but this session changed code' : undefined;
    },
  },
  {
    path: 'self_report.linters_pass',
    problem: (value, whole, { changed, lintFailedBefore }) =>
      value === true ||
      (value === false && lintFailedBefore) ||
      isBlocked(whole) ||
      (!changed && valueAt(whole, 'self_report.code_changes_made') !== true)
        ? undefined
        : 'must be true when code was changed',
  },
  {
    path: 'self_report.category',
    problem: (value) =>
      typeof value === 'string' && value.trim()
        ? undefined
        : 'must name a category (bugfix, feature, refactor …)',
  },
  { path: 'reflection.what_was_done', problem: longerThan(limits.done) },
  {
    path: 'reflection.what_remains',
    problem: (value, whole) =>
      (typeof value === 'string' && nothingLeft.test(value)) || isBlocked(whole)
        ? undefined
        : `must be "none"${value === undefined ? '' : `; it says ${JSON.stringify(value).slice(0, 120)}, so work remains`}`,
  },
  {
    path: 'reflection.key_insight',
    problem: (value, whole) => longerThan(limits.insight)(value) ?? repetitionProblem(value as string, whole),
  },
  {
    path: 'reflection.search_terms',
    problem: (value) => {
      const [min, max] = limits.terms;
      const terms = Array.isArray(value)
        ? value.filter((term) => typeof term === 'string' && term.trim())
        : [];
      if (!Array.isArray(value) || terms.length !== value.length) return 'must be a list of words';
      if (terms.some(isBlank)) return 'still has the placeholder dots of the template';
      const { size } = new Set(terms.map((term) => String(term).trim().toLowerCase()));
      if (size < min) return `must have at least ${min} different words (it has ${size})`;
      return terms.length > max ? `must have at most ${max} words (it has ${terms.length})` : undefined;
    },
  },
  {
    path: 'verification.tests',
    problem: (value, whole, { changed }) => (changed && !isBlocked(whole) ? testsProblem(value) : undefined),
  },
  {
    path: 'verification.tests_executed_at_version',
    problem: (value, whole, { version, changed, versions = [] }) => {
      if (!version || !changed || isBlocked(whole)) return undefined;
      const [hash = ''] = version.split('-');
      const givenVersion = typeof value === 'string' ? value.trim().replace(/-dirty$/, '') : '';
      const isGiven = (known: string) => givenVersion.startsWith(known) || known.startsWith(givenVersion);
      return givenVersion.length >= 7 && [hash, ...versions].some(isGiven)
        ? undefined
        : `must be the version the tests ran at, now ${JSON.stringify(version)} (it is ${JSON.stringify(value ?? null)})`;
    },
  },
];

/** The obstacle that keeps the session from finishing, if its checkpoint names one. */
export function blockedBy(body: unknown): string | undefined {
  if (!isObject(body) || valueAt(body, 'self_report.is_job_complete') !== false) return undefined;
  const text = valueAt(body, 'self_report.blocked_by');
  return typeof text === 'string' && text.trim().length > limits.done ? text.trim() : undefined;
}

const isBlocked = (body: JsonObject) => blockedBy(body) !== undefined;

function repetitionProblem(insight: string, whole: JsonObject): string | undefined {
  const whatWasDone = valueAt(whole, 'reflection.what_was_done');
  const start = (text: string) => text.trim().slice(0, limits.sameStart).toLowerCase();
  return typeof whatWasDone === 'string' && start(whatWasDone) === start(insight)
    ? 'repeats what_was_done; write what a later session should know'
    : undefined;
}

/** True for a field that is absent, empty, or still has the placeholder dots of the template. */
function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && /^[\s.…]*$/.test(value));
}

const testFields = ['id', 'type', 'expected', 'actual', 'passed'] as const;

function testsProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0)
    return `must list at least one test that was run, each with ${testFields.join(', ')}`;
  for (const [index, test] of value.entries()) {
    const fields = isObject(test) ? test : {};
    const missing = testFields.filter((field) => isBlank(fields[field]));
    const name = `test ${fields.id ?? index + 1}`;
    if (missing.length > 0) return `${name} has no ${missing.join(', ')}`;
    if (fields.passed !== true) return `${name} did not pass`;
  }
  return undefined;
}

export function checkCheckpoint(body: unknown, context: CheckpointContext): CheckpointProblem[] {
  if (!isObject(body)) return [{ rule: 'file', message: 'is not a JSON object' }];
  return rules.flatMap(({ path, problem }) => {
    const message = problem(valueAt(body, path), body, context);
    return message ? [{ rule: path, message }] : [];
  });
}

export function checkpointTemplate({ version, changed }: CheckpointContext): JsonObject {
  return {
    self_report: {
      is_job_complete: true,
      code_changes_made: changed,
      linters_pass: true,
      category: 'bugfix',
    },
    reflection: {
      what_was_done: '…',
      what_remains: 'none',
      key_insight: '…',
      search_terms: ['…', '…'],
      memory_that_helped: [],
    },
    ...(changed && {
      verification: {
        ...(version && { tests_executed_at_version: version }),
        tests: [{ id: '1', type: 'unit', expected: '…', actual: '…', passed: true }],
      },
    }),
  };
}

/** The part of a checkpoint that is kept as a memory for later sessions. */
export interface Reflection {
  insight: string;
  done: string;
  terms: string[];
  category: string;
  problem: string | undefined;
  /** Ids of memories that helped. */
  helped: number[];
}

/** Undefined if the insight is too short to be worth keeping. */
export function readReflection(body: unknown): Reflection | undefined {
  if (!isObject(body)) return undefined;
  const text = (path: string) => {
    const value = valueAt(body, path);
    return typeof value === 'string' ? value.trim() : '';
  };
  const words = (path: string) => {
    const value = valueAt(body, path);
    return Array.isArray(value) ? value.filter((word): word is string => typeof word === 'string') : [];
  };
  const insight = text('reflection.key_insight');
  if (insight.length <= limits.insight) return undefined;
  const helped = [...words('reflection.memory_that_helped'), ...words('memory_that_helped')];
  return {
    insight,
    done: text('reflection.what_was_done'),
    terms: words('reflection.search_terms').map((term) => term.toLowerCase().trim()),
    category: text('self_report.category') || 'lesson',
    problem: text('reflection.problem_type') || undefined,
    helped: helped.flatMap((ref) => Number(/^m?(\d+)$/.exec(ref)?.[1] ?? Number.NaN) || []),
  };
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((parent, key) => (isObject(parent) ? parent[key] : undefined), value);
}
