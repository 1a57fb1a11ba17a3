// Writes values as TypeScript code.

/** A key of an object, in quotes if necessary. */
export const key = (name: string) => (/^[a-z]+$/i.test(name) ? name : `'${name}'`);
export const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
