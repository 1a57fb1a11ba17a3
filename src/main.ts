// `pawl hook` goes straight to the hook; everything else is loaded when it is asked for.
import { door } from './door.ts';
import { keepPrivate } from './fs.ts';
import { hook } from './hook.ts';

keepPrivate();

const [command, ...args] = process.argv.slice(2);
function done(code: number): void {
  // Exit without ceremony: closing what the kernel closes anyway would only cost time.
  process.exit(code);
}

if (command === 'hook' && args.includes('--rewake')) {
  door<typeof import('./rewake.ts')>('rewake')
    .rewake()
    .then(done, () => done(0));
} else if (command === 'hook' && !args.includes('--help') && !args.includes('-h')) {
  // A failure here is one of ours: registered to block, it refuses a tool call and lets everything else go on.
  hook(args).then(done, () => done(1));
} else if (command === 'statusline' && args.length === 0) {
  // The client starts it after every answer: as lean as the hook.
  done(door<typeof import('./statusline.ts')>('statusline').statusline());
} else if (command === 'own-host') {
  door<typeof import('./own/host.ts')>('own/host')
    .host()
    .then(done, () => done(1));
} else {
  door<typeof import('./cli.ts')>('cli').cli(process.argv.slice(2)).then(done);
}
