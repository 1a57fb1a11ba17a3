// `pawl hook` goes straight to the hook; everything else is loaded when it is asked for.
import { hook } from './hook.ts';

process.umask(0o077);

const [command, ...args] = process.argv.slice(2);

function done(code: number): void {
  // Exit without ceremony: closing what the kernel closes anyway would only cost time.
  process.exit(code);
}

if (command === 'hook' && args.includes('--rewake')) {
  import('./rewake.ts').then(({ rewake }) => rewake()).then(done, () => done(0));
} else if (command === 'hook' && !args.includes('--help')) {
  hook(args).then(done, () => done(0));
} else if (command === 'statusline' && args.length === 0) {
  // The client starts it after every answer: as lean as the hook.
  import('./statusline.ts').then(({ statusline }) => statusline()).then(done, () => done(0));
} else if (command === 'own-host') {
  import('./own/host.ts').then(({ host }) => host()).then(done, () => done(1));
} else {
  import('./cli.ts').then(({ cli }) => cli(process.argv.slice(2))).then(done);
}
