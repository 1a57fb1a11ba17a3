// A change on the page needs a second confirmation, in the terminal in which the dashboard was started: a program that
// got hold of the page's secret can't give it.
import type { Person } from '../system/person.ts';
import { ownCommand } from '../system/process.ts';

/** Milliseconds in which the person has to answer. */
const confirmTimeout = 120_000;

let asking: Promise<Person> | undefined;

/** One question at a time, because all of them use the same terminal. */
export async function confirmInTerminal(change: string): Promise<Person> {
  if (asking) throw new Error('Answer the question in the terminal of the dashboard first.');
  asking = ask(change).finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Asks in a process of its own, so that the page is served meanwhile. */
async function ask(change: string): Promise<Person> {
  const child = Bun.spawn([...ownCommand(), 'confirm', change], {
    stdio: ['inherit', 'ignore', 'pipe'],
    timeout: confirmTimeout,
  });
  const [code, problem] = [await child.exited, await new Response(child.stderr).text()];
  if (code === 0) return { provedBy: 'terminal', at: Date.now() };
  throw new Error(
    problem.replace(/^pawl: /, '').trim() ||
      'This was not confirmed in the terminal in which the dashboard runs.',
  );
}
