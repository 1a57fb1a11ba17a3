// The parts of the program that are separate bundles; scripts/build.ts builds them from this map. Loading a bundle
// takes time in proportion to its size, even if little of it is used, so an event loads only the bundles that it needs
// (docs/decisions/011-bundles.md).

/** Every bundle, with its type and the source file it is built from. */
export const bundles = {
  guard: bundle<typeof import('./guard.ts')>('hook/bundles/guard'),
  stateful: bundle<typeof import('./stateful.ts')>('hook/bundles/stateful'),
  'user-policies': bundle<typeof import('./user-policies.ts')>('hook/bundles/user-policies'),
  'config-reader': bundle<typeof import('../../config/read.ts')>('config/read'),
  'shell-grammar': bundle<typeof import('../../shell/syntax/grammar.ts')>('shell/syntax/grammar'),
  'program-grammar': bundle<typeof import('../../shell/programs/grammar/table.ts')>(
    'shell/programs/grammar/table',
  ),
  'word-table': bundle<typeof import('../../domain/memory/word-table.ts')>('domain/memory/word-table'),
  'other-clients': bundle<typeof import('../other-clients.ts')>('hook/other-clients'),
  'answered-by-settings': bundle<typeof import('../answered-by-settings.ts')>('hook/answered-by-settings'),
  // Entry points: main.ts loads exactly one of them.
  waker: bundle<typeof import('../waker.ts')>('hook/waker'),
  statusline: bundle<typeof import('../statusline.ts')>('hook/statusline'),
  'user-policy-host': bundle<typeof import('../../user-policies/host.ts')>('user-policies/host'),
  cli: bundle<typeof import('../../cli/cli.ts')>('cli/cli'),
};

type Bundles = typeof bundles;
type ExportsOf<B> = B extends Bundle<infer Exports> ? Exports : never;

export function loadBundle<Name extends keyof Bundles>(name: Name): ExportsOf<Bundles[Name]> {
  return require(pathOf(bundles[name])) as ExportsOf<Bundles[Name]>;
}

/** The source file of a bundle in src/, without its ending. The type also says what the file exports. */
type Bundle<Exports> = string & { readonly exports: Exports };

/** A string and no object with a function, because every event creates this map. */
function bundle<Exports>(file: string): Bundle<Exports> {
  return file as Bundle<Exports>;
}

/** The path is made at run time; with a literal path the bundler would include the part here. */
function pathOf(file: string): string {
  const root = embeddedRoot(import.meta.dir);
  return root ? `${root}/${file}.js` : `${import.meta.dir}/../../${file}.ts`;
}

/** The folder of the files inside the executable; undefined if Pawl runs from its sources. */
export function embeddedRoot(path: string): string | undefined {
  if (path.startsWith('/$bunfs/')) return '/$bunfs/root';
  return /^B:[\\/]~BUN[\\/]/.test(path) ? 'B:/~BUN/root' : undefined;
}
