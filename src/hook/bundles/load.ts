// The parts of the program that are separate bundles; scripts/build.ts builds them from this map. Loading a bundle
// takes time in proportion to its size, even if little of it is used, so an event loads only the bundles that it needs
// (docs/decisions/011-bundles.md).

/** Every bundle, with its type and the source file it is built from. */
export const bundles = {
  guard: 'hook/bundles/guard' as Bundle<typeof import('./guard.ts')>,
  stateful: 'hook/bundles/stateful' as Bundle<typeof import('./stateful.ts')>,
  'user-policies': 'hook/bundles/user-policies' as Bundle<typeof import('./user-policies.ts')>,
  'config-reader': 'config/reader' as Bundle<typeof import('../../config/reader.ts')>,
  'shell-grammar': 'shell/syntax/grammar' as Bundle<typeof import('../../shell/syntax/grammar.ts')>,
  'program-grammar': 'shell/programs/grammar/table' as Bundle<
    typeof import('../../shell/programs/grammar/table.ts')
  >,
  'word-tables': 'domain/memory/word-tables' as Bundle<typeof import('../../domain/memory/word-tables.ts')>,
  encoder: 'domain/memory/encoder/encoder' as Bundle<typeof import('../../domain/memory/encoder/encoder.ts')>,
  'other-clients': 'hook/other-clients' as Bundle<typeof import('../other-clients.ts')>,
  'answered-by-settings': 'hook/answered-by-settings' as Bundle<typeof import('../answered-by-settings.ts')>,
  // Entry points: main.ts loads exactly one of them.
  waker: 'hook/waker' as Bundle<typeof import('../waker.ts')>,
  statusline: 'hook/statusline' as Bundle<typeof import('../statusline.ts')>,
  'user-policy-host': 'user-policies/host' as Bundle<typeof import('../../user-policies/host.ts')>,
  cli: 'cli/cli' as Bundle<typeof import('../../cli/cli.ts')>,
};

type Bundles = typeof bundles;
type ExportsOf<B> = B extends Bundle<infer Exports> ? Exports : never;

export function loadBundle<Name extends keyof Bundles>(name: Name): ExportsOf<Bundles[Name]> {
  return require(pathOf(bundles[name])) as ExportsOf<Bundles[Name]>;
}

/**
 * The source file of a bundle in src/, without its ending. The type also says what the file exports. These are texts and
 * no objects, because every event creates the map.
 */
type Bundle<Exports> = string & { readonly exports: Exports };

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
