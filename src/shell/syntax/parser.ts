// Parses shell source. Half of what agents run is plain words (`git status`, `cd src && npm test | tail`), which are
// parsed here by hand; only other sources load the real parser, because loading it costs more than the rest of a reading.
import type { ParsedScript, SyntaxNode, Word } from 'unbash';
import { loadBundle } from '../../hook/bundles/load.ts';
import { withoutPlaceholders } from './placeholders.ts';

const grammar = () => loadBundle('shell-grammar');

export function parse(source: string): ParsedScript {
  return parseSimple(source) ?? parseFully(source);
}

/** Docs write `<name>` for something to fill in, which is an error as a redirect; such a source is parsed again with words. */
function parseFully(source: string): ParsedScript {
  const script = grammar().parse(source);
  const withWords = script.errors?.length ? withoutPlaceholders(source) : undefined;
  const scriptWithWords = withWords === undefined ? undefined : grammar().parse(withWords);
  return scriptWithWords && !scriptWithWords.errors?.length ? scriptWithWords : script;
}

export function forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void {
  grammar().forEachChild(node, visit);
}

/** Words without quotes, expansions, globs, operators, assignments and comments. */
const SIMPLE_COMMAND = /^[\w./+-]+(?: [\w./:@%+,-]+)*$/;

/** Words that begin a compound command or a declaration. */
const RESERVED =
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|function|select|time|coproc|declare|typeset|local|export|readonly|let)$/;

/** The operators that join commands: `a && b || c`, and between those `a | b`. */
const AND_OR = / (&&|\|\|) /;
const PIPE = / (\|) /;

type Node = Record<string, unknown> & { pos: number; end: number };

/** The syntax tree of simple commands joined by `&&`, `||` and `|`; undefined for any other source. */
export function parseSimple(source: string): ParsedScript | undefined {
  if (source.length > 1_000) return undefined;
  const command = joined(source, 0, AND_OR, 'AndOr', pipeline);
  if (!command) return undefined;
  const whole = { pos: 0, end: source.length };
  const statement = { type: 'Statement', ...whole, command };
  return { type: 'Script', ...whole, commands: [statement] } as unknown as ParsedScript;
}

function pipeline(source: string, pos: number): Node | undefined {
  const node = joined(source, pos, PIPE, 'Pipeline', simpleCommand);
  return node?.type === 'Pipeline' ? { ...node, prefixes: [] } : node;
}

/** Parses the parts between the operators. A source without operators becomes its only part, not a list. */
function joined(
  source: string,
  pos: number,
  operator: RegExp,
  type: string,
  inner: (source: string, pos: number) => Node | undefined,
): Node | undefined {
  const pieces = source.split(operator);
  const commands: Node[] = [];
  let at = pos;
  for (let i = 0; i < pieces.length; i += 2) {
    const command = inner(pieces[i]!, at);
    if (!command) return undefined;
    commands.push(command);
    at += pieces[i]!.length + (pieces[i + 1]?.length ?? 0) + 2;
  }
  if (commands.length === 1) return commands[0];
  const operators = pieces.filter((_, i) => i % 2 === 1);
  return { type, pos, end: pos + source.length, commands, operators };
}

function simpleCommand(source: string, pos: number): Node | undefined {
  if (!SIMPLE_COMMAND.test(source)) return undefined;
  const words: Word[] = [];
  let at = pos;
  for (const text of source.split(' ')) {
    words.push({ type: 'Word', text, pos: at, end: at + text.length, value: text, parts: undefined });
    at += text.length + 1;
  }
  const [name, ...args] = words;
  if (RESERVED.test(name!.text)) return undefined;
  const where = { pos, end: pos + source.length };
  return { type: 'Command', ...where, name, prefix: [], suffix: args, args, redirects: [] };
}
