// What the names in a piece of code stand for, where it can be told without parsing it.
import { HOLE } from '../base/words.ts';

/** The code with names written out: what was brought in under another name, and what is given a string. */
export function withKnownNames(code: string): string {
  const text = withFullNames(code);
  return substituteConstants(PUT_TOGETHER.test(text) ? joinPaths(substituteConstants(text, true)) : text);
}

const PUT_TOGETHER = /['"]\s*[+.]|[+.]\s*['"]|\bjoin|\/\s*['"]|expanduser|\bPath\b/;

/** The home directory in the words of most languages; inside of a string it stays as it is. */
const HOME =
  /(?<!\{\s*)(?:(?:os\.path\.)?expanduser\(\s*(['"]~[^'"\n]*['"])\s*\)|\b(?:os\.)?homedir\(\)|require\(\s*['"](?:node:)?os['"]\s*\)\.homedir\(\)|\bprocess\.env\.HOME\b|\b(?:os\.environ|ENV)\[\s*['"]HOME['"]\s*\]|\b(?:os\.)?(?:environ\.get|getenv)\(\s*['"]HOME['"]\s*\)|\bDir\.home\b|\$ENV\{['"]?HOME['"]?\}(?=\s*\.\s))/g;

/** Every literal is taken whole: what stands between two of them, as in `'-rf', '.'`, is none. */
const ADDED = /((?:'[^'\\\n]*'|"[^"\\\n]*"))(?:\s*[+.]\s*((?:'[^'\\\n]*'|"[^"\\\n]*")))?/g;
const ADDED_TO =
  /(?<![=!<>+])=\s*\$?[A-Za-z_][\w.]*(?:\([^()\n]*\))?\s*[+.]\s*((?:'[^'\\\n]*'|"[^"\\\n]*"))/g;
const JOIN =
  /\b(?:os\.)?(?:path|posixpath|File|require\(\s*['"](?:node:)?path['"]\s*\))\.join\(([^()\n]*)\)/g;
const BELOW = /\bPath\(([^()\n]*)\)\s*(?:\/\s*((?:'[^'\\\n]*'|"[^"\\\n]*"))|\.joinpath\(([^()\n]*)\))/g;

/** `d + '/x'`, `path.join(a, 'x')`, `Path.home() / 'x'`: paths that are put together, written as one string. */
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

/** The parts as one literal; what is no literal is a hole. */
function joinLiterals(parts: readonly string[], between: string): string | undefined {
  const text = parts
    .map((part) => part.trim())
    .map((part) => (/^(['"]).*\1$/.test(part) ? part.slice(1, -1) : part === '' ? '.' : HOLE))
    .join(between);
  return /['"]/.test(text) ? undefined : `'${text}'`;
}

/** Names that are given a fresh temporary directory or file. */
const TEMPORARY =
  /\b([A-Za-z_]\w*)\s*=\s*[^;\n]{0,200}(?:mkdtemp|mktmpdir|TemporaryDirectory|NamedTemporaryFile|mkstemp|Dir\.mktmpdir)|(?:TemporaryDirectory|NamedTemporaryFile)\([^)\n]*\)\s+as\s+(\w+)/g;

/** `p = '/etc'`, `p: str = …`, `cfg.path = …`, `p += …`, `p, q = …, …`. */
const ASSIGNED =
  /(?:^|[;\n{(]|\b(?:const|let|var|my|local)\s+)\s*\$?([A-Za-z_][\w.]*)(?:\s*:\s*[\w.]+)?(?:\s*,\s*\w+)*\s*(?:(\+?)=|<-)\s*\(?(['"])((?:(?!\3)[^\\\n])*)\3/g;

const COPIED =
  /(?:^|[;\n]|\b(?:const|let|var)\s+)\s*\$?([A-Za-z_]\w*)\s*=\s*\$?([A-Za-z_]\w*)\s*(?=[;\n]|$)/g;

/** `for f in glob('/etc/*')`, `readdirSync('/etc').forEach(f => …)`, `Dir['/etc/*'].each { |f| … }`: each of those. */
const LISTED =
  /\bfor\s+(\w+)\s+in\s+(?:[\w.]*i?glob\(\s*(['"][^'"\n]*['"])|(?:[\w.]*(?:listdir|scandir)|(?:pathlib\.)?Path)\(\s*(['"][^'"\n]*['"])\s*\)(?:\.(?:iterdir|r?glob)\b)?)|readdir(?:Sync)?\(\s*(['"][^'"\n]*['"])[^;\n]{0,40}?\(\s*\(?(\w+)\)?\s*=>|\bDir(?:\.glob\(|\[)\s*(['"][^'"\n]*['"])\s*[)\]]\.each\s*(?:\{|do)\s*\|(\w+)\||\bforeach\s*\(\s*glob\(\s*(['"][^'"\n]*['"])\s*\)\s*as\s+\$(\w+)/g;

/** Functions of the code itself, and what their first parameter is called. */
const DEFINED =
  /\b(?:def|function)\s+(\w+)\s*\(\s*\$?(\w+)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?\(?\s*(\w+)\s*\)?\s*=>/g;

/** `p = '/etc'; rmtree(p)`: names that are given a string once are read as that string. */
function substituteConstants(code: string, more = false): string {
  const names = namesOf(code, more);
  if (names.size === 0 || names.size > 50) return code;
  return code.replace(
    /(?<=[(,[+]\s*)\$?([A-Za-z_][\w.]*)(?=\s*(?:[),\]+;\n]|$))|(?<==\s*)\$?([A-Za-z_][\w.]*)(?=\s*\+)/g,
    (all, name?: string, first?: string) => names.get((name ?? first) as string) ?? all,
  );
}

/** The names that are given one string. `more`: names whose string goes on after this are left for later. */
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

/** `for f in glob('/etc/*')`: the name stands for each of the files. */
function addListed(code: string, names: Map<string, string>): void {
  for (const m of code.matchAll(LISTED)) {
    const [, python, glob, folder, node, nodeName, ruby, rubyName, php, phpName] = m;
    const name = python ?? nodeName ?? rubyName ?? phpName;
    const place = glob ?? ruby ?? php ?? `${(folder ?? node)?.slice(1, -1)}/*`;
    if (name) names.set(name, /^['"]/.test(place) ? place : `'${place}'`);
  }
}

/** `b = a` */
function addCopies(code: string, names: Map<string, string>): void {
  for (const [, name = '', from = ''] of code.matchAll(COPIED)) {
    const known = names.get(from);
    if (known) names.set(name, known);
  }
}

/** `def f(p): …` with `f('/etc')`: the parameter is what the function is called with. */
function addParameters(code: string, names: Map<string, string>): void {
  for (const m of [...code.matchAll(DEFINED)].slice(0, 8)) {
    const called = new RegExp(`\\b${m[1] ?? m[3]}\\s*\\(\\s*(['"][^'"\\n]*['"])`).exec(code)?.[1];
    if (called) names.set((m[2] ?? m[4]) as string, called);
  }
}

/** What was brought in under another name is called by its own again. */
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

/** `from os import rename as r`, `const {rmSync: r} = require('fs')`. */
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
