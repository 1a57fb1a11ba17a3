// Replaces names in a piece of code by the strings they hold, as far as that is possible without parsing it.
import { HOLE } from '../base/words.ts';

/** The code with imported aliases replaced by their full names, and constants by their values. */
export function withKnownNames(code: string): string {
  const text = withFullNames(code);
  return substituteConstants(PUT_TOGETHER.test(text) ? joinPaths(substituteConstants(text, true)) : text);
}

const PUT_TOGETHER = /['"]\s*[+.]|[+.]\s*['"]|\bjoin|\/\s*['"]|expanduser|\bPath\b/;

/** Expressions for the home directory in most languages, outside of strings. */
const HOME =
  /(?<!\{\s*)(?:(?:os\.path\.)?expanduser\(\s*(['"]~[^'"\n]*['"])\s*\)|\b(?:os\.)?homedir\(\)|require\(\s*['"](?:node:)?os['"]\s*\)\.homedir\(\)|\bprocess\.env\.HOME\b|\b(?:os\.environ|ENV)\[\s*['"]HOME['"]\s*\]|\b(?:os\.)?(?:environ\.get|getenv)\(\s*['"]HOME['"]\s*\)|\bDir\.home\b|\$ENV\{['"]?HOME['"]?\}(?=\s*\.\s))/g;

/** Two literals that are added. Each match takes whole literals, so the `', '` in `'-rf', '.'` is not taken for one. */
const ADDED = /((?:'[^'\\\n]*'|"[^"\\\n]*"))(?:\s*[+.]\s*((?:'[^'\\\n]*'|"[^"\\\n]*")))?/g;
const ADDED_TO =
  /(?<![=!<>+])=\s*\$?[A-Za-z_][\w.]*(?:\([^()\n]*\))?\s*[+.]\s*((?:'[^'\\\n]*'|"[^"\\\n]*"))/g;
const JOIN =
  /\b(?:os\.)?(?:path|posixpath|File|require\(\s*['"](?:node:)?path['"]\s*\))\.join\(([^()\n]*)\)/g;
const BELOW = /\bPath\(([^()\n]*)\)\s*(?:\/\s*((?:'[^'\\\n]*'|"[^"\\\n]*"))|\.joinpath\(([^()\n]*)\))/g;

/** Replaces expressions such as `d + '/x'`, `path.join(a, 'x')` and `Path.home() / 'x'` by one string. */
function joinPaths(code: string): string {
  let text = code
    .replace(/(?<!\{\s*)\b(?:pathlib\.)?Path\.home\(\)/g, "Path('~')")
    .replace(HOME, (_all, below?: string) => below ?? "'~'");
  for (let before = '', round = 0; text !== before && round < 6; round++) {
    before = text;
    text = text
      .replace(ADDED, (all, a: string, b?: string) => (b && joinLiterals([a, b], '')) || all)
      .replace(JOIN, (all, parts: string) => joinLiterals(parts.split(','), '/') ?? all)
      .replace(BELOW, (all, above: string, name?: string, names?: string) => {
        const path = joinLiterals([above, ...(name ?? names ?? '').split(',')], '/');
        return path ? `Path(${path})` : all;
      })
      .replace(/(Path\((?:'[^'\n]*'|"[^"\n]*")\))\.(?:expanduser|resolve|absolute)\(\)/g, '$1')
      .replace(/(?<![\w\])])\(\s*(Path\((?:'[^'\n]*'|"[^"\n]*")\))\s*\)(?=\.)/g, '$1');
  }
  return text.replace(ADDED_TO, (all, end: string) => `= ${joinLiterals(["''", end], HOLE) ?? all.slice(1)}`);
}

/** Joins expressions into one literal; those that are no literal become holes. */
function joinLiterals(parts: readonly string[], between: string): string | undefined {
  const text = parts
    .map((part) => part.trim())
    .map((part) => (/^(['"]).*\1$/.test(part) ? part.slice(1, -1) : part === '' ? '.' : HOLE))
    .join(between);
  return /['"]/.test(text) ? undefined : `'${text}'`;
}

/** Names that hold a new temporary directory or file. */
const TEMPORARY =
  /\b([A-Za-z_]\w*)\s*=\s*[^;\n]{0,200}(?:mkdtemp|mktmpdir|TemporaryDirectory|NamedTemporaryFile|mkstemp|Dir\.mktmpdir)|(?:TemporaryDirectory|NamedTemporaryFile)\([^)\n]*\)\s+as\s+(\w+)/g;

/** `p = '/etc'`, `p: str = …`, `cfg.path = …`, `p += …`, `p, q = …, …`. */
const ASSIGNED =
  /(?:^|[;\n{(]|\b(?:const|let|var|my|local)\s+)\s*\$?([A-Za-z_][\w.]*)(?:\s*:\s*[\w.]+)?(?:\s*,\s*\w+)*\s*(?:(\+?)=|<-)\s*\(?(['"])((?:(?!\3)[^\\\n])*)\3/g;

const COPIED =
  /(?:^|[;\n]|\b(?:const|let|var)\s+)\s*\$?([A-Za-z_]\w*)\s*=\s*\$?([A-Za-z_]\w*)\s*(?=[;\n]|$)/g;

/** Loops over files: `for f in glob('/etc/*')`, `readdirSync('/etc').forEach(f => …)`, `Dir['/etc/*'].each { |f| … }`. */
const LISTED =
  /\bfor\s+(\w+)\s+in\s+(?:[\w.]*i?glob\(\s*(['"][^'"\n]*['"])|(?:[\w.]*(?:listdir|scandir)|(?:pathlib\.)?Path)\(\s*(['"][^'"\n]*['"])\s*\)(?:\.(?:iterdir|r?glob)\b)?)|readdir(?:Sync)?\(\s*(['"][^'"\n]*['"])[^;\n]{0,40}?\(\s*\(?(\w+)\)?\s*=>|\bDir(?:\.glob\(|\[)\s*(['"][^'"\n]*['"])\s*[)\]]\.each\s*(?:\{|do)\s*\|(\w+)\||\bforeach\s*\(\s*glob\(\s*(['"][^'"\n]*['"])\s*\)\s*as\s+\$(\w+)/g;

/** Definitions of functions, with the name of their first parameter. */
const DEFINED =
  /\b(?:def|function)\s+(\w+)\s*\(\s*\$?(\w+)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?\(?\s*(\w+)\s*\)?\s*=>/g;

/** `p = '/etc'; rmtree(p)` is read as `rmtree('/etc')`. */
function substituteConstants(code: string, more = false): string {
  const names = namesOf(code, more);
  if (names.size === 0 || names.size > 50) return code;
  return code.replace(
    /(?<=[(,[+]\s*)\$?([A-Za-z_][\w.]*)(?=\s*(?:[),\]+;\n]|$))|(?<==\s*)\$?([A-Za-z_][\w.]*)(?=\s*\+)/g,
    (all, name?: string, first?: string) => names.get((name ?? first) as string) ?? all,
  );
}

/** The names that hold a string. With `more`, assignments such as `a = 'x' + …` are skipped until they are joined. */
function namesOf(code: string, more: boolean): Map<string, string> {
  const names = new Map<string, string>();
  for (const { 0: all, 1: name = '', 2: adds, 3: quote = '', 4: text = '', index } of code.matchAll(ASSIGNED))
    if (!more || !/^\s*[+.]/.test(code.slice(index + all.length, index + all.length + 8)))
      names.set(name, `${quote}${adds ? (names.get(name)?.slice(1, -1) ?? '') : ''}${text}${quote}`);
  addListed(code, names);
  for (const m of code.matchAll(TEMPORARY)) names.set((m[1] ?? m[2]) as string, "'/tmp/made'");
  addCopies(code, names);
  addParameters(code, names);
  return names;
}

/** `for f in glob('/etc/*')`: adds `f` with the value `'/etc/*'`. */
function addListed(code: string, names: Map<string, string>): void {
  for (const m of code.matchAll(LISTED)) {
    const [, python, glob, folder, node, nodeName, ruby, rubyName, php, phpName] = m;
    const name = python ?? nodeName ?? rubyName ?? phpName;
    const place = glob ?? ruby ?? php ?? `${(folder ?? node)?.slice(1, -1)}/*`;
    if (name) names.set(name, /^['"]/.test(place) ? place : `'${place}'`);
  }
}

/** `b = a`: adds `b` with the value of `a`. */
function addCopies(code: string, names: Map<string, string>): void {
  for (const [, name = '', from = ''] of code.matchAll(COPIED)) {
    const known = names.get(from);
    if (known) names.set(name, known);
  }
}

/** `def f(p): …` with a call `f('/etc')`: adds `p` with the value `'/etc'`. */
function addParameters(code: string, names: Map<string, string>): void {
  for (const m of [...code.matchAll(DEFINED)].slice(0, 8)) {
    const called = new RegExp(`\\b${m[1] ?? m[3]}\\s*\\(\\s*(['"][^'"\\n]*['"])`).exec(code)?.[1];
    if (called) names.set((m[2] ?? m[4]) as string, called);
  }
}

/** Replaces imported aliases by full names: `import os as o; o.remove(x)`. */
function withFullNames(code: string): string {
  let text = code
    // `getattr(os, 'system')(…)`
    .replace(/\bgetattr\(\s*([\w.]+(?:\([^()\n]*\))?)\s*,\s*['"](\w+)['"]\s*\)/g, '$1.$2')
    .replace(/\brequire\(\s*['"](?:node:)?fs(?:\/promises|-extra)?['"]\s*\)(?:\.promises)?(?=\.)/g, 'fs')
    .replace(/\bPath\(\s*(['"][^'"\n]*['"])\s*\)\.(?:rename|replace)\(\s*(?:target\s*=)?/g, 'os.rename($1, ');
  for (const [, module = '', own = ''] of code.matchAll(
    /\bimport\s+(os|shutil|subprocess|io|pathlib)\s+as\s+(\w+)/g,
  ))
    text = text.replace(new RegExp(`(?<![\\w.])${own}(?=\\.\\w)`, 'g'), () => module);
  for (const [full, own] of renamed(code))
    text = text.replace(new RegExp(`(?<![\\w.$])${own}(?=\\s*\\()`, 'g'), () => full);
  // `for p in Path('/etc').iterdir(): p.unlink()`
  for (const [, name = '', folder = ''] of text.matchAll(
    /\bfor\s+(\w+)\s+in\s+(?:pathlib\.)?Path\(\s*['"]([^'"\n]*)['"]\s*\)\.(?:iterdir|r?glob)\(/g,
  ))
    text = text.replace(
      new RegExp(`\\b${name}(?=\\.(?:read_|write_|open|unlink|rmdir|touch))`, 'g'),
      () => `Path('${folder}/*')`,
    );
  for (const [, name = '', path = ''] of text.matchAll(
    /\b(\w+)\s*=\s*(?:pathlib\.)?(Path\(\s*['"][^'"\n]*['"]\s*\))/g,
  ))
    text = text.replace(
      new RegExp(`\\b${name}(?=\\.(?:read_|write_|open|unlink|rmdir|touch))`, 'g'),
      () => path,
    );
  return text;
}

/** Pairs of full name and alias: `from os import rename as r`, `const {rmSync: r} = require('fs')`. */
function renamed(code: string): [string, string][] {
  if (!/\bimport\b|\brequire\b/.test(code)) return [];
  const python = [
    ...code.matchAll(/\bfrom\s+(os|shutil|subprocess|io|pathlib)\s+import\s+(\w+)\s+as\s+(\w+)/g),
  ];
  const node = [
    ...code.matchAll(/[{,]\s*(\w+)\s*(?::|\bas\b)\s*(\w+)\s*(?=[,}][^;\n]{0,200}(?:require|from))/g),
  ];
  return [
    ...python.map((m): [string, string] => [`${m[1]}.${m[2]}`, m[3] as string]),
    ...node.map((m): [string, string] => [`fs.${m[1]}`, m[2] as string]),
  ].slice(0, 16);
}
