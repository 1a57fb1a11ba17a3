// Checks that an application was tested in a browser before the session stops.

import type { Files } from '../../../core/facts.ts';
import { applicationFile, infrastructurePaths } from '../../../domain/checkpoint/change-types.ts';
import { type Change, pathMatcher } from '../../../domain/checkpoint/work.ts';

interface Summary {
  passed?: unknown;
  screenshot_count?: unknown;
  tested_at_version?: unknown;
}

/**
 * The problems with the recorded web test. A change to an application needs one if no person is there to look at it.
 */
export function webTestProblems(
  files: Files,
  root: string,
  changes: readonly Change[],
  version: string | undefined,
  alone: boolean,
): string[] {
  const read = (name: string) => parseSummary(files.read(`${root}/.claude/${name}/summary.json`));
  const validation = read('validation-tests');
  const failed =
    validation?.passed === false ? ['.claude/validation-tests/summary.json says that tests failed.'] : [];
  const smoke = read('web-smoke');
  if (smoke?.passed === false)
    return [...failed, '.claude/web-smoke/summary.json says that the web test failed.'];
  const tools = pathMatcher(infrastructurePaths);
  const changesApplication = changes.some(({ path }) => applicationFile.test(path) && !tools(path));
  if (!alone || !changesApplication) return failed;
  if (!smoke)
    return [
      ...failed,
      'The application was not tested in a browser: .claude/web-smoke/summary.json is missing.',
    ];
  const shots = typeof smoke.screenshot_count === 'number' ? smoke.screenshot_count : 0;
  if (smoke.passed !== true || shots < 1)
    return [...failed, '.claude/web-smoke/summary.json shows no passed test with a screenshot.'];
  const at = typeof smoke.tested_at_version === 'string' ? smoke.tested_at_version.slice(0, 7) : '';
  const old = version && at !== version.slice(0, 7);
  return old
    ? [...failed, `.claude/web-smoke/summary.json is for ${at || 'an unknown version'}, not for ${version}.`]
    : failed;
}

function parseSummary(text: string | undefined): Summary | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Summary);
  } catch {
    return {};
  }
}
