// `pawl dashboard`: what happens, live, in the browser.

import { serve } from '../../dashboard/server.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption, type Words, wholeNumber } from '../command.ts';
import { refuseInsideAgent } from '../support/only-people.ts';
import { paint } from '../support/terminal.ts';
import { openFigures } from './metrics.ts';

/** What the letters of our name are on a telephone. */
const usualPort = 7295;

const dashboard: Command = {
  summary: 'See sessions, decisions and figures live in the browser',
  details: `
Serves a page on this machine only (127.0.0.1), from this program, with nothing fetched from anywhere. The address holds
a key for this run; who has it can see everything Pawl recorded, forget memories, pause policies and take grants back.
So it is for people: refused inside an agent’s tool. It ends with Ctrl-C.

  pawl dashboard --open
  pawl dashboard --port 8080 --json`,
  options: {
    port: { type: 'string', value: 'n', about: `Which port (default ${usualPort}, or any that is free)` },
    open: { type: 'boolean', short: 'o', about: 'Open it in the browser' },
    ...jsonOption,
  },
  async run(words) {
    if (words.rest.length > 0)
      throw new UserError(`\`pawl dashboard\` takes only options, not "${words.rest[0]}".`);
    refuseInsideAgent('dashboard');
    // We stay for long, unlike a hook: here compiled code pays.
    attempt(() => (Bun.unsafe as unknown as { setJITPolicy(n: number): void }).setJITPolicy(1));
    const served = start(words);
    const { url, port } = served;
    if (words.json) console.log(JSON.stringify({ url, port }));
    else
      console.log(
        `The dashboard is at\n\n  ${paint('bold', url)}\n\n${paint('dim', 'Only on this machine. Ctrl-C ends it.')}`,
      );
    if (words.options.open) openBrowser(url);
    await interrupted();
    served.stop();
    return 0;
  },
};
export default dashboard;

function start({ options }: Words) {
  const home = findHome();
  const db = openFigures(home);
  const wanted = options.port as string | undefined;
  if (wanted !== undefined) return listen(wholeNumber(wanted, 'port'));
  return attempt(() => serve(home, db, usualPort)) ?? serve(home, db, 0);

  function listen(port: number) {
    if (port > 65_535) throw new UserError(`--port takes a number up to 65535, not ${port}.`);
    const served = attempt(() => serve(home, db, port));
    if (!served) throw new UserError(`Port ${port} is taken. Leave --port out to get one that is free.`, 1);
    return served;
  }
}

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

function openBrowser(url: string): void {
  const command = [...(openers[process.platform] ?? ['xdg-open']), url];
  const opened = attempt(() => Bun.spawn(command, { stdio: ['ignore', 'ignore', 'ignore'] }));
  if (!opened) console.error('pawl: no browser could be started; open the address yourself.');
}

function interrupted(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
  });
}
