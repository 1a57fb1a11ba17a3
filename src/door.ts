// Parts of the program that are bundles of their own (scripts/build.ts). What an event does not need is not even
// read: loading a bundle costs by its size, used or not.
const compiled = import.meta.url.includes('$bunfs');
const base = compiled ? '/$bunfs/root' : import.meta.dir;
const ending = compiled ? 'js' : 'ts';

/** The name is not a literal for the bundler, or it would pull the part in here. */
export function door<T>(name: string): T {
  return require(`${base}/${name}.${ending}`) as T;
}
