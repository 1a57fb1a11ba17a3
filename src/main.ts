// `pawl hook` goes straight to the hook; everything else is loaded when it is asked for. The other doors are bundles
// of their own (scripts/build.ts): what they share with the hook is in both, so that the hook is one piece and starts
// as one.
import { hook } from './hook.ts';

process.umask(0o077);

const [command, ...args] = process.argv.slice(2);
const compiled = import.meta.url.includes('$bunfs');

/** Not written as a literal: the bundler would pull the other door into this one. */
function door<T>(name: string): Promise<T> {
  return import(compiled ? `${import.meta.dir}/${name}.js` : `./${name}.ts`);
}

function done(code: number): void {
  // Exit without ceremony: closing what the kernel closes anyway would only cost time.
  process.exit(code);
}

if (command === 'hook' && args.includes('--rewake')) {
  door<typeof import('./rewake.ts')>('rewake')
    .then(({ rewake }) => rewake())
    .then(done, () => done(0));
} else if (command === 'hook' && !args.includes('--help')) {
  hook(args).then(done, () => done(0));
} else if (command === 'statusline' && args.length === 0) {
  // The client starts it after every answer: as lean as the hook.
  door<typeof import('./statusline.ts')>('statusline')
    .then(({ statusline }) => statusline())
    .then(done, () => done(0));
} else if (command === 'own-host') {
  door<typeof import('./own/host.ts')>('own/host')
    .then(({ host }) => host())
    .then(done, () => done(1));
} else {
  door<typeof import('./cli.ts')>('cli')
    .then(({ cli }) => cli(process.argv.slice(2)))
    .then(done);
}
