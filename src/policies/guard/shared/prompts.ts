// Programs that, started without anything to do, wait for commands from the keyboard.
import type { ShellCommand } from '../../../shell/types.ts';

interface Prompt {
  /** Options after which the program does something else: the code to run, a file of it, its version. */
  unless: RegExp;
  /** With at least this many operands the program has something to do. */
  operands: number;
}

const version = '(V|v|-version|h|-help)';
const shells: Prompt = { unless: new RegExp(`^-(${version}$|[a-z]*c)`), operands: 1 };
const interpreters: Prompt = {
  unless: new RegExp(`^-(${version}$|[a-zA-Z]*[cemrfpE]|-eval|-print)`),
  operands: 1,
};
// For clients of databases, `-h` names the host.
const sql: Prompt = {
  unless: /^-([Vv]$|[ceflQq]|-(version|help|command|execute|file|list|eval|query))/,
  operands: 9,
};

const families: readonly [string, Prompt][] = [
  ['sh bash zsh dash ksh mksh ash fish csh tcsh pwsh powershell nu xonsh', shells],
  [
    'python python2 python3 ipython bpython node nodejs ruby irb pry perl php lua luajit r julia ghci iex erl',
    interpreters,
  ],
  ['jshell scala clojure clj guile racket sbcl ocaml utop tclsh bc', interpreters],
  ['psql mysql mariadb mongosh mongo sqlplus sqlcmd cqlsh clickhouse-client', sql],
  // The second operand is a statement.
  ['sqlite3 duckdb', { ...sql, operands: 2 }],
  ['redis-cli', { unless: sql.unless, operands: 1 }],
  // `-N` opens no shell.
  ['ssh mosh', { unless: /^-([NVWQ]|O$)/, operands: 2 }],
  ['telnet ftp sftp lftp', { unless: new RegExp(`^-(${version}$|b)`), operands: 9 }],
  ['vi vim nvim view ex ed emacs', { unless: new RegExp(`^-(${version}$|c|es|-batch)|^\\+`), operands: 9 }],
  ['gdb lldb', { unless: new RegExp(`^-(${version}$|ex|x|-batch|-command|o$|s$)`), operands: 9 }],
];

const prompts = new Map(
  families.flatMap(([names, prompt]) => names.split(' ').map((name) => [name, prompt] as const)),
);

/** Whether the command would wait for commands from the keyboard. */
export function waitsForCommands({ name, words, stdin, code }: ShellCommand): boolean {
  const prompt = prompts.get(name);
  // With an input of its own, the program does not wait for the keyboard.
  if (!prompt || stdin) return false;
  const given = words.slice(1).map(({ text }) => text);
  const options = given.filter((text) => /^[-+]./.test(text));
  if (options.some((text) => prompt.unless.test(text))) return false;
  const isInteractive = options.some((text) => /^-(i|-interactive)$/.test(text));
  return isInteractive || (!code && given.length - options.length < prompt.operands);
}
