// Writes values as TypeScript code.

/** A key of an object, in quotes if necessary. */
export const key = (name: string) => (/^[a-z]+$/i.test(name) ? name : `'${name}'`);
export const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Writes a value as code; texts and objects that occur more than once become constants, which keeps the table small. */
export class Literals {
  private readonly counts = new Map<string, number>();
  private readonly names = new Map<string, string>();
  private readonly constants: string[] = [];

  count(value: unknown): void {
    if (!isShared(value)) return;
    const key = JSON.stringify(value);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    if (typeof value === 'object') for (const inner of Object.values(value)) this.count(inner);
  }

  write(value: unknown): string {
    if (!isShared(value)) return typeof value === 'string' ? quoted(value) : String(value);
    const id = JSON.stringify(value);
    if ((this.counts.get(id) ?? 0) < 2) return this.whole(value);
    const known = this.names.get(id);
    if (known) return known;
    const text = this.whole(value);
    const name = `${typeof value === 'string' ? 'T' : 'C'}${this.names.size}`;
    this.names.set(id, name);
    this.constants.push(`const ${name}${typeof value === 'string' ? '' : ': PlainCommand'} = ${text};`);
    return name;
  }

  /** The constants, each after those that it uses. */
  get head(): string {
    return this.constants.join('\n');
  }

  private whole(value: object | string): string {
    if (typeof value === 'string') return quoted(value);
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return `{ ${entries.map(([name, inner]) => `${key(name)}: ${this.subs(name, inner)}`).join(', ')} }`;
  }

  /** A table of subcommands is no command of its own. */
  private subs(name: string, inner: unknown): string {
    if (name !== 'subs') return this.write(inner);
    const subs = Object.entries(inner as object);
    return `{ ${subs.map(([sub, command]) => `${key(sub)}: ${this.write(command)}`).join(', ')} }`;
  }
}

/** Objects, and texts that are longer than the name of a constant. */
const isShared = (value: unknown): value is object | string =>
  (typeof value === 'object' && value !== null) || (typeof value === 'string' && value.length > 12);
