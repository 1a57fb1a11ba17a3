// The end of the demo: shows the recorded session in the dashboard.
import { envOf, type World } from '../../test/support/world.ts';
import { pawl } from '../build.ts';
import { dim } from './paint.ts';

const hint = `  npm start -- --dashboard   ${dim('plays it again and shows it live in the browser')}`;

/**
 * With `--dashboard` it opens without a question; otherwise the person is asked, but only at a terminal. It begins with
 * the decision about `call`, the one that the demo is about.
 */
export async function offerDashboard(world: World, args: readonly string[], call?: string): Promise<void> {
  const atTerminal = process.stdin.isTTY && process.stdout.isTTY && !process.env.CI;
  if (
    args.includes('--dashboard') ||
    (atTerminal && (await answersYes('  Show this session in the dashboard? [y/N] ')))
  )
    await showDashboard(world, call);
  else console.log(hint);
}

async function answersYes(question: string): Promise<boolean> {
  process.stdout.write(question);
  for await (const line of console) return /^y(es)?$/i.test(line.trim());
  return false;
}

/** Keeps the temporary home until the dashboard ends, and ends the dashboard with this process. */
async function showDashboard(world: World, call?: string): Promise<void> {
  const begin = call ? ['--call', call] : [];
  const child = Bun.spawn([pawl, 'dashboard', '--port', '0', ...begin], {
    cwd: world.project,
    env: envOf(world),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // This process stays alive to clean up afterwards.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  await child.exited;
}
