// The end of the demonstration: the session that was just played, in the dashboard.
import { envOf, type World } from '../../test/support/world.ts';
import { pawl } from '../build.ts';
import { dim } from './paint.ts';

const hint = `  npm start -- --dashboard   ${dim('plays it again and shows it live in the browser')}`;

/** `--dashboard` says yes beforehand; at a terminal we ask; machines are never asked. */
export async function offerDashboard(world: World, args: readonly string[]): Promise<void> {
  const atTerminal = process.stdin.isTTY && process.stdout.isTTY && !process.env.CI;
  if (
    args.includes('--dashboard') ||
    (atTerminal && (await says('  Look at this session in the dashboard? [y/N] ')))
  )
    await showDashboard(world);
  else console.log(hint);
}

async function says(question: string): Promise<boolean> {
  process.stdout.write(question);
  for await (const line of console) return /^y(es)?$/i.test(line.trim());
  return false;
}

/** The home stays until it ends, and it does not outlive us. */
async function showDashboard(world: World): Promise<void> {
  const child = Bun.spawn([pawl, 'dashboard', '--port', '0'], {
    cwd: world.project,
    env: envOf(world),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // We stay to clean up after it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  await child.exited;
}
