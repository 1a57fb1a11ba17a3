// Writes values as TypeScript code.

/** A key of an object, in quotes if necessary. */
export const key = (name: string) => (/^[a-z]+$/i.test(name) ? name : `'${name}'`);
export const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Writes texts as code; a text that occurs more than once becomes a constant, which keeps the table small. */
export class Texts {
  private readonly counts = new Map<string, number>();
  private readonly names = new Map<string, string>();

  count(text: string): void {
    this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
  }

  write(text: string): string {
    if ((this.counts.get(text) ?? 0) < 2) return quoted(text);
    const name = this.names.get(text) ?? `T${this.names.size}`;
    this.names.set(text, name);
    return name;
  }

  /** The constants. */
  get head(): string {
    return [...this.names].map(([text, name]) => `const ${name} = ${quoted(text)};`).join('\n');
  }
}
