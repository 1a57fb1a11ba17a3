// `pawl hook` goes straight to the hook; everything else is loaded when it is asked for.
import { loadBundle } from './hook/bundles/load.ts';
import { hook } from './hook/hook.ts';
import { keepPrivate } from './system/fs/index.ts';

keepPrivate();

const [command, ...args] = process.argv.slice(2);
function done(code: number): void {
  // Exit without ceremony: closing what the kernel closes anyway would only cost time.
  process.exit(code);
}

/** A failure here is one of ours: registered to block, it refuses a tool call and lets everything else go on. */
function answer(args: readonly string[]): void {
  let code: number | Promise<number> = 1;
  try {
    code = hook(args);
  } catch {}
  if (typeof code === 'number') done(code);
  else code.then(done, () => done(1));
}

if (command === 'hook' && args.includes('--rewake')) {
  loadBundle('waker')
    .waitToWake()
    .then(done, () => done(0));
} else if (command === 'hook' && !args.includes('--help') && !args.includes('-h')) {
  answer(args);
} else if (command === 'statusline' && args.length === 0) {
  // The client starts it after every answer: as lean as the hook.
  done(loadBundle('statusline').statusline());
} else if (command === 'user-policy-host') {
  loadBundle('user-policy-host')
    .host()
    .then(done, () => done(1));
} else {
  loadBundle('cli').cli(process.argv.slice(2)).then(done);
}
