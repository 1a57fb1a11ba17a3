// Recognises typed code that runs what arrives from the network, or gives a shell to whoever connects.
import { reverseShell } from '../base/source-effects.ts';
import { runsReceived } from '../foreign/index.ts';
import { programOf } from '../programs/registry.ts';
import { unexplainedWords } from '../programs/unexplained.ts';
import type { Effect, ShellCommand } from '../types.ts';
import { isInputRead } from './unknown-program.ts';

/** Only code on the command line or in a heredoc counts: a program in a file may serve a terminal on purpose. */
export function receivedCode(command: ShellCommand): Effect[] {
  const typed =
    programOf(command).language && command.code?.kind === 'heredoc' ? command.code.text : undefined;
  const unread = unexplainedWords(command).map((w) => w.text);
  const input = isInputRead(command) ? '' : (command.stdin?.text ?? '');
  return [typed ?? '', input, ...unread].some(runsReceived) ? [reverseShell(command)] : [];
}
