// The common part of all readers of expressions: how they call each other, code in strings, and the calls that were
// found.
import { Cursor } from './cursor.ts';
import { resultOf } from './results.ts';
import type { Part } from './tokenize.ts';
import { type Call, firstText, join, text, UNKNOWN, type Value } from './value.ts';

/**
 * An expression can stand in a bracket, a function body or a string, and all of these stand in expressions. The reader
 * is one object for that reason, in layers: each class below reads one part and inherits the parts that it needs.
 */
export abstract class Evaluator extends Cursor {
  /** The defaults of the options of the command line. */
  private readonly defaults = new Map<string, Value>();

  protected abstract expression(): Value;
  protected abstract statement(): void;
  protected abstract loop(): void;
  protected abstract bindAs(value: Value): void;

  /** Counts the depth, so that deeply nested code does not overflow the stack. */
  protected nested<T>(evaluate: () => T): T {
    this.depth++;
    const value = evaluate();
    this.depth--;
    return value;
  }

  /** Line breaks end no statement while a bracket is open. */
  protected bracketed<T>(evaluate: () => T): T {
    this.open++;
    const value = evaluate();
    this.open--;
    return value;
  }

  /** The value of a string, with the values of the code in it: `"rm ${path}"`. */
  protected interpolated(parts: readonly Part[]): Value {
    if (parts.length === 1 && typeof parts[0] === 'string') return text(parts[0]);
    return join(
      parts.map((part) =>
        typeof part === 'string' ? text(part) : this.within(part, () => this.interpolatedCode()),
      ),
    );
  }

  /** The value of code that is filled into a string; statements in it run too. */
  protected interpolatedCode(): Value {
    const value = this.expression();
    while (!this.ended) this.statement();
    return value;
  }

  /** `parser.add_argument('--path', default='/x')`: the defaults are the fields of what `parse_args()` returns. */
  private options({ callee, args, named }: Call): Value | undefined {
    if (/\.parse_(?:known_)?args$/.test(callee)) return { fields: this.defaults, origins: [] };
    if (!callee.endsWith('.add_argument')) return undefined;
    const names = args.map(firstText);
    const name = firstText(
      named.get('dest') ?? text(names.find((one) => one.startsWith('--')) ?? names[0] ?? ''),
    );
    this.defaults.set(name.replace(/^-+/, '').replaceAll('-', '_'), named.get('default') ?? UNKNOWN);
    return undefined;
  }

  /** Notes a call, and returns its result as far as it is known. */
  protected record(call: Call): Value {
    this.calls.push(call);
    return this.options(call) ?? resultOf(call, this.language);
  }
}
