// Asks the person to type a random word on the terminal itself, whatever stdin and stdout are. The word is new each
// time, so that a program can't know the answer in advance.
import { dlopen, FFIType } from 'bun:ffi';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { attempt } from '../../system/attempt.ts';
import { visible, wrap } from '../support/terminal.ts';

const attempts = 3;

/** True if the person typed the word. `change` is what they agree to, shown before the question. */
export function confirmByWord(action: string, change?: string): boolean {
  const terminal = attempt(() => openSync('/dev/tty', 'r+'));
  if (terminal === undefined) return false;
  try {
    writeSync(
      terminal,
      `\`pawl ${action}\` has to be confirmed by a person.\n${change ? `${inLines(change)}\n` : ''}`,
    );
    for (let tries = 0; tries < attempts; tries++) {
      const answer = askOnce(terminal);
      if (answer !== 'wrong') return answer === 'right';
    }
    return false;
  } finally {
    closeSync(terminal);
  }
}

const inLines = (change: string) =>
  change
    .split('\n')
    .map((line) => wrap(visible(line)))
    .join('\n');

function askOnce(terminal: number): 'right' | 'wrong' | 'none' {
  const word = randomWord();
  discardInput(terminal);
  writeSync(terminal, `Type the word “${word}” to continue: `);
  const answer = readLine(terminal);
  // Ctrl-D leaves the cursor behind the question.
  if (answer === undefined) writeSync(terminal, '\n');
  if (answer === undefined) return 'none';
  return answer.trim().toLowerCase() === word ? 'right' : 'wrong';
}

/** Three letters that can be read aloud. No shell command has such a name. */
function randomWord(): string {
  const pick = (letters: string) => letters[crypto.getRandomValues(new Uint32Array(1))[0]! % letters.length]!;
  return pick('bdfghklmnprstvwz') + pick('aeiou') + pick('bdfgklmnprstvxz');
}

/** Discards text that was typed before the question was asked. */
function discardInput(terminal: number): void {
  const [library, queue] = process.platform === 'darwin' ? ['libSystem.dylib', 1] : ['libc.so.6', 0];
  attempt(() => {
    const signature = { tcflush: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 } } as const;
    dlopen(library as string, signature).symbols.tcflush(terminal, queue as number);
  });
}

/** Undefined if the terminal was closed. */
function readLine(terminal: number): string | undefined {
  const bytes = new Uint8Array(200);
  let text = '';
  while (!text.includes('\n')) {
    const count = attempt(() => readSync(terminal, bytes, 0, bytes.length, null)) ?? 0;
    if (count === 0 || text.length > 1_000) return undefined;
    text += new TextDecoder().decode(bytes.subarray(0, count));
  }
  return text;
}
