// The parser, loaded for sources that need one. Half of what agents run is a name and plain words (`git status`,
// `npm test`), and those are read here: loading and warming the parser costs more than all that follows.
import type { Command, ParsedScript, SyntaxNode, Word } from 'unbash';
import { door } from '../door.ts';

const grammar = () => door<typeof import('./grammar.ts')>('shell/grammar');

export function parse(source: string): ParsedScript {
  return parsePlain(source) ?? grammar().parse(source);
}

export function forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void {
  grammar().forEachChild(node, visit);
}

/** No quote, expansion, glob, operator, assignment or comment can hide in these characters. */
const PLAIN = /^[\w./+-]+(?: [\w./:@%+,-]+)*$/;

/** Words that begin something larger than a command. */
const RESERVED =
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|function|select|time|coproc|declare|typeset|local|export|readonly|let)$/;

/** The tree of a command that is only words, or undefined. */
export function parsePlain(source: string): ParsedScript | undefined {
  if (source.length > 1_000 || !PLAIN.test(source)) return undefined;
  const texts = source.split(' ');
  if (RESERVED.test(texts[0]!)) return undefined;
  const words: Word[] = [];
  let pos = 0;
  for (const text of texts) {
    words.push({ type: 'Word', text, pos, end: pos + text.length, value: text, parts: undefined });
    pos += text.length + 1;
  }
  const [name, ...args] = words;
  const whole = { pos: 0, end: source.length };
  const command = { type: 'Command', ...whole, name, prefix: [], suffix: args, args, redirects: [] };
  const statement = { type: 'Statement', ...whole, command: command as unknown as Command };
  return { type: 'Script', ...whole, commands: [statement] } as unknown as ParsedScript;
}
