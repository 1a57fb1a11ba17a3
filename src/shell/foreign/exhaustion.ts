// Recognises code that exhausts the machine: it starts processes or threads without end, or takes all memory or disk
// space. In come the tokens; regular expressions look at them as text, with one blank between tokens.
import { pattern } from '../base/pattern.ts';
import type { SourceEffect } from '../base/source-effects.ts';
import { type CodeContext, isEverydayCallJudged } from './code-context.ts';
import type { Token } from './token.ts';

/**
 * In longer code only huge values are looked for: it is a program, whose loops end by conditions that can't be seen
 * here.
 */
const MAX_TOKENS = 400;

/** The beginning of a loop without end: `while True:`, `while (1)`, `for (;;)`, `loop do`, `for _ in iter(int, 1)`. */
const ENDLESS = pattern(
  String.raw`
  # while True:, while (1)
  \bwhile (?:\( )?(?:True|true|1|! 0|! false|not False)(?= [:){])|
  # for (;;)
  \bfor \( ; ; \)|
  # loop do of Ruby, loop { of Rust
  \bloop (?:\{|do)|
  # for _ in iter(int, 1), for i in itertools.count()
  \bfor \w+ in (?:iter \( int|(?:itertools \. )?(?:count|repeat|cycle) \()|
  # setInterval(f)
  \bsetInterval \(
`,
  'g',
);

/** A loop with one of these ends, or waits for something. */
const WAITS = pattern(String.raw`
  \b(?:
  break|return|raise|throw|exit|die|sleep|usleep|wait|waitpid|accept|recv|recvfrom|get|join|input|
  gets|readline|read|next|yield|await|poll|select|listen|fetch|urlopen|last|setTimeout|
  clearInterval|communicate|run|call|check_call|check_output|system|execSync|spawnSync
  )\b
`);

/** Starts a process or a thread. */
const STARTS_PROCESS =
  /\b(?:Thread|Process|Worker)\b(?: \.| \()(?!.{0,60}\bmax_workers)|\b(?:fork|spawn|Popen|popen|pcntl_fork|start_new_thread|execFile)\b \(|\bThread \. new\b|\bfork\b(?= [;})]|$)/;

/** A list, a text or a file that grows. */
const GROWS = pattern(String.raw`
  # a.append(x)
  \b\w+ \. (?:append|push|extend|write|unshift|concat|writelines|add)\b \(|
  # a += x, but not a counter
  \b\w+ \+= (?!1\b|\d{1,3}\b(?! \*))|
  # a *= 2
  \b\w+ \*= |
  # $a .= $x and $a[] = $x of PHP
  \$\w+ \. = |\$\w+ \[ \] = |
  # a = a + a
  \b(\w+) = \1 (?:\+ \1\b|\* \d)|
  # a[i] = x
  \b\w+ \[ \w+ \] = |
  # push @a, $x of Perl, a << "x" of Ruby, malloc(n) of C
  \bpush @?\w+|\b\w+ << (?=')|\b[mc]alloc \(
`);

/** A text or a list with ten billion items or more. */
const HUGE = pattern(String.raw`
  (?:''|\]|\)) \* \(? ?(?:10 \*\* (?:1\d|[2-9]\d)|1e1\d|\d{11,})|
  \b(?:bytearray|bytes|alloc|allocUnsafe|zeros|ones|empty|repeat|str_repeat|Array|malloc) \( (?:[^()]{0,20}, )?\(? ?(?:10 \*\* (?:1\d|[2-9]\d)|1e1\d|\d{11,})
`);

/** A function that starts itself again in another process or thread. */
const RESTARTS =
  /\bdef (\w+) \( [^()]{0,40}\) : .{0,160}\b(?:Thread|Process) \( target = \1\b|\b(?:fork|spawn) \( (?:__filename|process \. (?:argv|execPath))/;

/** `fork() for …`, `fork while …`, `while …: os.fork`. */
const FORKS = /\bfork \( \) for\b|\bfork\b(?: \( \))? while\b|\bwhile\b[^;{]{0,40}[:{)] (?:os \. )?fork\b/;

/** How much of the code after the beginning of a loop belongs to it, in characters. */
const MAX_BODY = 400;

/** The two ways of exhausting the machine: processes without end, or memory and disk space. */
type Exhaustion = Extract<SourceEffect, 'fork-bomb' | 'exhausts'>;

/** How the code exhausts the machine; undefined if it does not, or if it is not to be judged for that. */
export function findExhaustion(tokens: readonly Token[], context: CodeContext): Exhaustion | undefined {
  const code = codeWithoutStrings(tokens);
  if (FORKS.test(code)) return 'fork-bomb';
  const exhaustion = findExhaustionIn(code, tokens.length <= MAX_TOKENS);
  return exhaustion && isEverydayCallJudged(context) ? exhaustion : undefined;
}

function findExhaustionIn(code: string, isShort: boolean): Exhaustion | undefined {
  if (HUGE.test(code)) return 'exhausts';
  if (!isShort) return undefined;
  const bodies = [...code.matchAll(ENDLESS)].map((loop) => bodyOf(code, loop));
  const endless = bodies.filter((body) => !WAITS.test(body));
  if (endless.some((body) => STARTS_PROCESS.test(body)) || (RESTARTS.test(code) && !WAITS.test(code)))
    return 'fork-bomb';
  return endless.some((body) => GROWS.test(body)) ? 'exhausts' : undefined;
}

/** The body of a loop: the text after it, and for a comprehension (in an open bracket) the text before it. */
function bodyOf(code: string, { 0: loopHead, index }: RegExpExecArray): string {
  const before = code.slice(Math.max(0, index - MAX_BODY), index);
  const isComprehension = loopHead.startsWith('for ') && !loopHead.includes(';') && openBrackets(before) > 0;
  return isComprehension ? before : code.slice(index + loopHead.length, index + loopHead.length + MAX_BODY);
}

/** The number of brackets that are still open at the end. */
const openBrackets = (code: string) =>
  (code.match(/[([{]/g) ?? []).length - (code.match(/[)\]}]/g) ?? []).length;

/** The first tokens as text, without the content of strings. */
const codeWithoutStrings = (tokens: readonly Token[]) =>
  tokens
    .slice(0, MAX_TOKENS)
    .map(({ kind, text }) => (kind === 'name' || kind === 'sign' || kind === 'number' ? text : "''"))
    .join(' ');
