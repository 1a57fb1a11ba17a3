// What the names in a piece of code stand for, where it can be told without parsing it.

/** The code with names written out: what was brought in under another name, and what is given a string. */
export const withKnownNames = (code: string): string => substituteConstants(withFullNames(code));

/** Names that are given a fresh temporary directory or file. */
const TEMPORARY =
  /([A-Za-z_]\w*)\s*=\s*[^;\n]*(?:mkdtemp|mktmpdir|TemporaryDirectory|NamedTemporaryFile|mkstemp|Dir\.mktmpdir)|(?:TemporaryDirectory|NamedTemporaryFile)\([^)\n]*\)\s+as\s+(\w+)/g;

/** `p = '/etc'`, `p: str = …`, `cfg.path = …`, `p += …`, `p, q = …, …`. */
const GIVEN =
  /(?:^|[;\n{(]|\b(?:const|let|var|my|local)\s+)\s*\$?([A-Za-z_][\w.]*)(?:\s*:\s*[\w.]+)?(?:\s*,\s*\w+)*\s*(?:(\+?)=|<-)\s*\(?(['"])((?:(?!\3)[^\\\n])*)\3/g;

const ALSO = /(?:^|[;\n]|\b(?:const|let|var)\s+)\s*\$?([A-Za-z_]\w*)\s*=\s*\$?([A-Za-z_]\w*)\s*(?=[;\n]|$)/g;

/** Functions of the code itself, and what their first parameter is called. */
const DEFINED =
  /\b(?:def|function)\s+(\w+)\s*\(\s*\$?(\w+)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?\(?\s*(\w+)\s*\)?\s*=>/g;

/** `p = '/etc'; rmtree(p)`: names that are given a string once are read as that string. */
function substituteConstants(code: string): string {
  const names = namesOf(code);
  if (names.size === 0 || names.size > 50) return code;
  return code.replace(
    /(?<=[(,[]\s*)\$?([A-Za-z_][\w.]*)(?=\s*[),\]])/g,
    (all, name: string) => names.get(name) ?? all,
  );
}

function namesOf(code: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const [, name = '', adds, quote = '', text = ''] of code.matchAll(GIVEN))
    names.set(name, `${quote}${adds ? (names.get(name)?.slice(1, -1) ?? '') : ''}${text}${quote}`);
  for (const m of code.matchAll(TEMPORARY)) names.set((m[1] ?? m[2]) as string, "'/tmp/made'");
  for (const [, name = '', from = ''] of code.matchAll(ALSO)) {
    const known = names.get(from);
    if (known) names.set(name, known);
  }
  for (const m of [...code.matchAll(DEFINED)].slice(0, 8)) {
    const called = new RegExp(`\\b${m[1] ?? m[3]}\\s*\\(\\s*(['"][^'"\\n]*['"])`).exec(code)?.[1];
    if (called) names.set((m[2] ?? m[4]) as string, called);
  }
  return names;
}

/** What was brought in under another name is called by its own again. */
function withFullNames(code: string): string {
  let text = code
    .replace(/\brequire\(\s*['"](?:node:)?fs(?:\/promises|-extra)?['"]\s*\)(?:\.promises)?(?=\.)/g, 'fs')
    .replace(/\bPath\(\s*(['"][^'"\n]*['"])\s*\)\.(?:rename|replace)\(\s*(?:target\s*=)?/g, 'os.rename($1, ');
  for (const [, module = '', own = ''] of code.matchAll(
    /\bimport\s+(os|shutil|subprocess|io|pathlib)\s+as\s+(\w+)/g,
  ))
    text = text.replace(new RegExp(`(?<![\\w.])${own}(?=\\.\\w)`, 'g'), () => module);
  for (const [full, own] of renamed(code))
    text = text.replace(new RegExp(`(?<![\\w.$])${own}(?=\\s*\\()`, 'g'), () => full);
  for (const [, name = '', path = ''] of text.matchAll(
    /(\w+)\s*=\s*(?:pathlib\.)?(Path\(\s*['"][^'"\n]*['"]\s*\))/g,
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
