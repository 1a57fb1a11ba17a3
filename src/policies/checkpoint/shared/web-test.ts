// Checks that an application was tested in a browser before the session stops.

import type { Files } from '../../../core/facts.ts';
import {
  applicationFile,
  infrastructurePaths,
  pageFile,
  webPackages,
} from '../../../domain/checkpoint/change-types.ts';
import { type Change, pathMatcher } from '../../../domain/checkpoint/work.ts';

interface Summary {
  passed?: unknown;
  screenshot_count?: unknown;
  tested_at_version?: unknown;
}

interface Tree {
  files: Files;
  root: string;
  changes: readonly Change[];
  version: string | undefined;
  /** Every version at which a test of these files may have run. */
  versions: readonly string[];
}

/**
 * Returns the problems of the recorded web test. A change to a web application needs one if no person is there to look
 * at it.
 */
export function webTestProblems(tree: Tree, unattended: boolean): string[] {
  const read = (name: string) => parseSummary(tree.files.read(`${tree.root}/.claude/${name}/summary.json`));
  const failed =
    read('validation-tests')?.passed === false
      ? ['.claude/validation-tests/summary.json says that tests failed.']
      : [];
  const smoke = read('web-smoke');
  if (smoke?.passed === false)
    return [...failed, '.claude/web-smoke/summary.json says that the web test failed.'];
  if (!unattended || !changesWebApplication(tree)) return failed;
  const problem = smokeProblem(smoke, tree);
  return problem ? [...failed, `${problem} ${instructions(tree)}`] : failed;
}

function instructions({ version }: Tree): string {
  const example = { passed: true, screenshot_count: 1, ...(version && { tested_at_version: version }) };
  return `Open the changed pages in a browser, save a screenshot of each in .claude/web-smoke/, and write .claude/web-smoke/summary.json: ${JSON.stringify(example)}.`;
}

function smokeProblem(
  smoke: Summary | undefined,
  { files, root, version, versions }: Tree,
): string | undefined {
  if (!smoke)
    return 'The application was not tested in a browser: .claude/web-smoke/summary.json is missing.';
  if (smoke.passed !== true) return '.claude/web-smoke/summary.json shows no passed test.';
  const images = files.find(`${root}/.claude/web-smoke`, '**/*.{png,jpg,jpeg,webp}');
  if (!images.some((path) => isImage(files.bytes(path, 12)))) return '.claude/web-smoke/ has no screenshot.';
  const tested = typeof smoke.tested_at_version === 'string' ? smoke.tested_at_version.slice(0, 7) : '';
  const counts = tested !== '' && [version ?? '', ...versions].some((valid) => valid.startsWith(tested));
  return version && !counts
    ? `.claude/web-smoke/summary.json is for ${tested || 'an unknown version'}, not for ${version}.`
    : undefined;
}

/** True for PNG, JPEG and WebP, by the first bytes. */
function isImage(bytes: Uint8Array | undefined): boolean {
  const start = String.fromCharCode(...(bytes ?? []));
  return start.startsWith('\x89PNG') || start.startsWith('\xff\xd8\xff') || /^RIFF....WEBP/s.test(start);
}

function changesWebApplication({ files, root, changes }: Tree): boolean {
  const isInfrastructure = pathMatcher(infrastructurePaths);
  const changed = changes.filter(({ path }) => !isInfrastructure(path)).map(({ path }) => path);
  if (changed.some((path) => pageFile.test(path))) return true;
  return changed.some((path) => applicationFile.test(path)) && isWebProject(files, root);
}

function isWebProject(files: Files, root: string): boolean {
  return webPackages.some(([file, name]) => name.test(files.read(`${root}/${file}`, 200_000) ?? ''));
}

function parseSummary(text: string | undefined): Summary | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Summary);
  } catch {
    return {};
  }
}
