// Chooses the entry point. `pawl hook` starts at once; everything else is a bundle that is loaded only when needed.
import { loadBundle } from './hook/bundles/load.ts';
import { hook } from './hook/hook.ts';
import { attempt } from './system/attempt.ts';
import { keepPrivate, readFileSync } from './system/fs/index.ts';
import { leaveLoaderGroup } from './system/managed.ts';

keepPrivate();
leaveLoaderGroup();

const [command, ...args] = process.argv.slice(2);
function done(code: number): void {
  // Exits without cleanup, because the kernel closes files faster than we would.
  process.exit(code);
}

/** An error that escapes the hook exits with 1, which blocks a tool call (`onFailure: "block"`) and nothing else. */
function answer(args: readonly string[], stdin?: string): void {
  let code: number | Promise<number> = 1;
  try {
    code = hook(args, stdin);
  } catch {}
  if (typeof code === 'number') done(code);
  else code.then(done, () => done(1));
}

/** Some clients start a hook without its arguments, so `pawl` alone with an event on stdin is `pawl hook`. */
function eventOnStdin(): string | undefined {
  if (command !== undefined || process.getBuiltinModule('node:tty').isatty(0)) return undefined;
  return attempt(() => readFileSync(0, 'utf8'))?.trim() || undefined;
}

const event = eventOnStdin();
if (event !== undefined) {
  answer([], event);
} else if (command === 'hook' && args.includes('--rewake')) {
  loadBundle('waker')
    .waitToWake()
    .then(done, () => done(0));
} else if (command === 'hook' && !args.includes('--help') && !args.includes('-h')) {
  answer(args);
} else if (command === 'statusline' && args.length === 0) {
  // The client runs this after every answer, so it starts as fast as the hook.
  done(loadBundle('statusline').statusline());
} else if (command === 'user-policy-host') {
  loadBundle('user-policy-host')
    .host()
    .then(done, () => done(1));
} else {
  loadBundle('cli').cli(process.argv.slice(2)).then(done);
}
