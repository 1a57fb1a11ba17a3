// Behaviours of `find` and `fd`: which files they find, and what they do with them.
import { pattern } from '../../base/pattern.ts';
import { HOLE, word } from '../../base/words.ts';
import { fillPlaceholder, type Runner, runInner, stateInside } from '../../state/inner.ts';
import { atMost, flow, type Reader, recordCommand, runCommand, type State } from '../../state/state.ts';
import type { Flow, ShellCommand, Word } from '../../types.ts';
import { argsOf } from '../registry.ts';

/** More places or names than this are not followed, and the reading says so. */
const MAX_FOUND = 64;

/** Expressions of `find` that do not restrict which files it finds by name. */
const WIDE = pattern(String.raw`
  ^-(type|xtype|depth|d|maxdepth|mindepth|mount|xdev|follow|print0?|ls|prune|true|o|or|a|and|delete|
  exec(dir)?|ok(dir)?|not|warn|nowarn|noleaf|daystart|readable|writable|f?printf?0?|quit|
  [acm](time|min)|a?newer\w*|size)$
`);

const find: Runner = (command, state, reader) => {
  const words = command.words.slice(1);
  const { roots, tests } = splitFind(words);
  const narrow = isNarrow(tests);
  recordCommand(command, reader);
  const names = narrow ? atMost(namedIn(tests), MAX_FOUND, reader) : [];
  const found = atMost(roots, MAX_FOUND, reader).flatMap((root) =>
    narrow ? names.map((name) => fileBelow(root, name)) : root,
  );
  if (deletesFound(tests)) {
    const deletes = [word('rm'), word('-r'), ...(narrow ? found : found.map((root) => fileBelow(root, '*')))];
    runCommand({ ...command, name: 'rm', words: deletes, via: [...command.via, 'find'] }, state, reader);
  }
  const outs = runActions(command, tests, found, state, reader);
  // With `-exec` and without `-print`, the output is that of the command.
  const from = tests.findIndex((t) => /^-(exec|ok)/.test(t.text));
  const to = tests.findLastIndex((t) => t.text === ';' || t.text === '+');
  const prints = tests.some((t, i) => /^-f?print/.test(t.text) && (i < from || i > to));
  const only = prints ? undefined : outs[0];
  return only ?? flow(`${found.map((w) => w.text).join('\n')}\n`, []);
};

/** Whether `-delete` is given as an action, not as the value of `-name`. */
function deletesFound(all: readonly Word[]): boolean {
  const tests = withoutActions(all);
  return tests.some(
    (t, i) =>
      t.text === '-delete' &&
      !/^-(i?name|i?path|i?wholename|i?regex|gid|uid|inum|samefile|user|group)$/.test(
        tests[i - 1]?.text ?? '',
      ) &&
      tests[i - 2]?.text !== '-fprintf',
  );
}

function splitFind(words: readonly Word[]): { roots: Word[]; tests: readonly Word[] } {
  const roots: Word[] = [];
  let i = 0;
  for (; i < words.length; i++) {
    const text = words[i]?.text ?? '';
    if (/^-[HLPXEds]$|^-O\d?$/.test(text)) continue;
    if (text === '-D' || text === '-f') {
      if (text === '-f' && words[i + 1]) roots.push(words[i + 1] as Word);
      i++;
    } else if (/^[-(!)]/.test(text)) break;
    else roots.push(words[i] as Word);
  }
  return { roots: roots.length > 0 ? roots : [word('.')], tests: words.slice(i) };
}

/** The expression without the commands of `-exec`. */
function withoutActions(tests: readonly Word[]): Word[] {
  let skip = false;
  return tests.filter((t) => {
    const ends = t.text === ';' || t.text === '+';
    if (/^-(exec|ok)(dir)?$/.test(t.text)) skip = true;
    const keep = !skip;
    if (ends) skip = false;
    return keep;
  });
}

/** The expression without `-path x -prune -o`, which only excludes files. */
function withoutPruned(tests: readonly Word[]): readonly Word[] {
  const prune = tests.findLastIndex((t) => t.text === '-prune');
  const or = tests.findIndex((t, i) => i > prune && /^-o(r)?$/.test(t.text));
  return prune >= 0 && or > prune ? tests.slice(or + 1) : tests;
}

/** `-name x -prune -o …` and `! ( … -name x -prune )` leave x out; otherwise, x is what is found. */
const isPruned = (tests: readonly Word[], at: number) =>
  tests[at]?.text === '-prune' &&
  (tests.slice(at).some((t) => /^-o(r)?$/.test(t.text)) || isInNegatedGroup(tests, at));

function isInNegatedGroup(tests: readonly Word[], at: number): boolean {
  let closed = 0;
  for (let i = at - 1; i > 0; i--) {
    if (tests[i]?.text === ')') closed++;
    if (tests[i]?.text !== '(') continue;
    if (closed === 0 && /^(!|-not)$/.test(tests[i - 1]?.text ?? '')) return true;
    closed = Math.max(0, closed - 1);
  }
  return false;
}

function isNarrow(all: readonly Word[]): boolean {
  const tests = withoutPruned(withoutActions(all));
  return tests.some((t, i) => {
    if (!/^-[a-z]/i.test(t.text) || WIDE.test(t.text)) return false;
    // `-name .git -prune` names what is left out.
    const negated = /^(!|-not)$/.test(tests[i - 1]?.text ?? '') || isPruned(tests, i + 2);
    return !negated && !/^(\*|\.\*|\*\.\*|\.)$/.test(tests[i + 1]?.text ?? '');
  });
}

/** A file below `root`. */
const fileBelow = (root: Word, name: string): Word => ({
  ...root,
  text: `${root.text.replace(/\/+$/, '')}/${name}`,
  glob: /[*?[]/.test(name),
});

/** The names that `-name` and its like look for; a hole for any name. */
function namedIn(tests: readonly Word[]): string[] {
  const names = tests.flatMap(({ text }, i) => {
    const test = /^-i?(name|path|wholename|regex)$/.exec(tests[i - 1]?.text ?? '')?.[1];
    if (!test || /^(!|-not)$/.test(tests[i - 2]?.text ?? '') || isPruned(tests, i + 1)) return [];
    const name =
      test === 'regex'
        ? plainName(text.slice(text.lastIndexOf('/') + 1))
        : text.replace(/^(\.\/|\*+\/|\/)+/, '');
    return /^\**$/.test(name) ? [HOLE] : [`${HOLE}/${name}`];
  });
  return names.length > 0 ? [...new Set(names)] : [HOLE];
}

/** The name that a simple regular expression matches: `.env` for `^\.env$`. */
function plainName(pattern: string): string {
  const text = pattern.replace(/^\^|\$$|^\.\*/g, '').replace(/\\\./g, '.');
  return /^[\w.-]+$/.test(text) ? text : '';
}

function runActions(
  command: ShellCommand,
  tests: readonly Word[],
  found: readonly Word[],
  state: State,
  reader: Reader,
): Flow[] {
  const outs: Flow[] = [];
  for (let i = 0; i < tests.length; i++) {
    if (!/^-(exec|execdir|ok|okdir)$/.test(tests[i]?.text ?? '')) continue;
    const end = tests.findIndex((t, n) => n > i && (t.text === ';' || t.text === '+'));
    const action = tests.slice(i + 1, end < 0 ? undefined : end);
    i += action.length;
    if (action.length === 0) continue;
    // `find . -type f -exec {} ;` runs whatever it finds.
    if (action[0]?.text === '{}' && !isNarrow(tests))
      recordCommand(
        { ...command, code: flow(undefined, [{ kind: 'command', name: 'the files it finds' }]) },
        reader,
      );
    const words = action.flatMap((w) => fillPlaceholder(w, '{}', found, reader));
    outs.push(runInner(command, words, { ...stateInside(command, state), stdin: undefined }, reader));
  }
  return outs;
}

const fd: Runner = (command, state, reader) => {
  const at = command.words.findIndex((w) => /^(-x|-X|--exec|--exec-batch)$/.test(w.text));
  if (at < 0) return undefined;
  recordCommand(command, reader);
  const [pattern, ...roots] = argsOf({ ...command, words: command.words.slice(0, at) }).operands;
  const wide = !pattern || /^(\.|\*|\.\*|)$/.test(pattern.text);
  const name = wide ? '' : plainName(pattern.text);
  const found = (roots.length > 0 ? roots : [word('.')]).map((root) =>
    wide ? root : fileBelow(root, name ? `${HOLE}/${name}` : HOLE),
  );
  const action = command.words.slice(at + 1);
  const marked = action.some((w) => w.text.includes('{'));
  const words = marked
    ? action.flatMap((w) => fillPlaceholder(w, '{}', found, reader))
    : [...action, ...found];
  return runInner(command, words, stateInside(command, state), reader);
};

/** `locate id_rsa | xargs cat`: the paths that are printed end in the name that is looked for. */
const paths = (roots: readonly Word[], patterns: readonly Word[]): Flow | undefined => {
  const names = patterns.map(({ text }) => plainName(text)).filter(Boolean);
  if (names.length === 0) return undefined;
  const found = roots.flatMap((root) => names.map((name) => fileBelow(root, `${HOLE}/${name}`).text));
  return flow(`${found.join('\n')}\n`, []);
};

export const printsFound = {
  prints: (command: ShellCommand) => {
    const [pattern, ...roots] = argsOf(command).operands;
    return paths(roots.length > 0 ? roots : [word('.')], pattern ? [pattern] : []);
  },
};
export const printsLocated = {
  prints: (command: ShellCommand) => paths([word('/')], argsOf(command).operands),
};
export const runsFindActions = { runs: find };
export const runsFdActions = { runs: fd };
