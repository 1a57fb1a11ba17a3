// Runs one command in a pseudo-terminal and types what it asks for. See person.ts.
import { join } from 'node:path';

interface Task {
  command: string[];
  folder: string;
  answers?: [when: string, type: string][];
  silent?: boolean;
  wrongWord?: boolean;
  onScreen?: boolean;
}

const { command, folder, answers = [], silent, wrongWord, onScreen } = JSON.parse(process.argv[2]!) as Task;
const files = ['stdout', 'stderr'].map((name) => join(folder, name));
const redirected = ['/bin/sh', '-c', 'out=$1 err=$2; shift 2; exec "$@" >"$out" 2>"$err"', 'sh', ...files];

let screen = '';
let read = 0;

/** The next thing to type; what was shown before the last answer does not count. */
function next(): string | undefined {
  const fresh = screen.slice(read);
  const word = /Type the word “(\w+)”/.exec(fresh)?.[1];
  if (word !== undefined) return wrongWord ? 'no' : word;
  const [when, type] = answers[0] ?? [];
  if (when === undefined || !fresh.includes(when)) return undefined;
  answers.shift();
  return type;
}

const child = Bun.spawn([...(onScreen ? [] : redirected), ...command], {
  terminal: {
    cols: 100,
    rows: 30,
    data(terminal, bytes) {
      screen += new TextDecoder().decode(bytes);
      const answer = silent ? undefined : next();
      if (answer === undefined) return;
      read = screen.length;
      terminal.write(`${answer}\n`);
    },
  },
});
// A command that waits for an answer for too long is ended; its screen shows the question.
const timeout = setTimeout(() => child.kill(), 60_000);
const code = await child.exited;
clearTimeout(timeout);
console.log(JSON.stringify({ code, screen }));
process.exit(0);
