// Tells code from tests by the path of a file, and whether a failing test run was about a new test.
import { isPartialRun } from '../checkpoint/evidence.ts';

const codeEnding =
  /\.([cm]?[jt]sx?|vue|svelte|astro|py|pyx|ipynb|rb|php|go|rs|java|kts?|scala|groovy|clj[cs]?|cs|fs|vb|c|cc|cpp|cxx|h|hh|hpp|m|mm|swift|dart|ex|exs|erl|hs|ml|lua|pl|pm|r|jl|zig|nim|sql|sh|bash|ps1|sol)$/i;
const testFolder =
  /(^|\/)(tests?|specs?|__tests__|__mocks__|__snapshots__|fixtures?|testdata|test[-_]?utils?|test[-_]?helpers?|e2e|cypress)\//i;
const testName =
  /(^|\/)(test_[^/]+|conftest\.py|[^/]+[._-](tests?|specs?)\.[^/]+|[^/]*(Tests?|Specs?|TestCase)\.(java|kts?|scala|groovy|php|cs|fs|vb|swift|m|mm|dart))$/;
/** Settings of tools, which a first test may need. */
const toolSettings = /(^|\/)(\.[^/]+|[^/]+\.(config|setup)\.[^/]+)$/;

export function isTestFile(path: string): boolean {
  return testName.test(path) || testFolder.test(path);
}

/** True if the ending is one of code, and the file is neither a test nor the settings of a tool. */
export function isCodeFile(path: string): boolean {
  return codeEnding.test(path) && !isTestFile(path) && !toolSettings.test(path);
}

/** Recognises tests that are in the same file as the code they test. */
const inlineTests: Record<string, RegExp> = {
  rs: /#\[(\w+::)*test\b|#\[cfg\(test\)\]/,
  zig: /^\s*test\s+"/m,
};

/** True if this text of a code file contains a test. */
export function hasInlineTest(path: string, text: string): boolean {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(inlineTests, ending) && inlineTests[ending]!.test(text);
}

const failedLine = /\bFAIL(ED|URE)?\b|✗|✖|×|^not ok\b|^rspec /;
const testPath = /[\w./@-]*[\w@-]\.\w+/g;

/**
 * Whether a failing run can have been about one of these test files. False only if it names test files (those that
 * failed, or those to run), and none of these is among them.
 */
export function mayConcern(tests: readonly string[], command: string, output: string): boolean {
  const lines = output.split('\n').filter((line) => failedLine.test(line));
  const namedTests = [lines.join('\n'), isPartialRun(command) ? command : '']
    .flatMap((text) => text.match(testPath) ?? [])
    .map((path) => path.replace(/^\.\//, ''))
    .filter(isTestFile);
  return namedTests.length === 0 || namedTests.some((file) => tests.some((test) => isSameFile(test, file)));
}

const isSameFile = (a: string, b: string) => a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
