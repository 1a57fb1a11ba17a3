// `pawl dashboard`: serves the dashboard and opens it in the browser.

import { serve } from '../../dashboard/server.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption, type ParsedArgs, wholeNumber } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { enableJit } from '../support/jit.ts';
import { paint } from '../support/terminal.ts';
import { openMetrics } from './metrics.ts';

/** The letters PAWL on a telephone keypad. */
const defaultPort = 7295;

const dashboard: Command = {
  summary: 'Show sessions, decisions and metrics live in the browser',
  details: `
Serves a page on this machine only (127.0.0.1) that loads nothing from the network. The address contains a token that
opens one page, once. The page shows everything that Pawl recorded; pausing a policy and forgetting a lesson are
confirmed in this terminal. Only a person can run it. Press Ctrl-C to stop.

  pawl dashboard --open
  pawl dashboard --port 8080 --json
  pawl dashboard --call toolu_01…`,
  options: {
    port: { type: 'string', value: 'n', about: `The port (default: ${defaultPort}, or any free one)` },
    open: { type: 'boolean', short: 'o', about: 'Open it in the browser' },
    call: { type: 'string', value: 'id', about: 'Begin with the decision about this tool call' },
    ...jsonOption,
  },
  async run(args) {
    refuseInsideAgent('dashboard');
    enableJit();
    const served = start(args);
    const { port } = served;
    const url = `${served.url}${startingAt(args.options.call as string | undefined)}`;
    if (args.json) console.log(JSON.stringify({ url, port }));
    else
      console.log(
        `The dashboard is at\n\n  ${paint('bold', url)}\n\n${paint('dim', 'It is available only on this machine. Press Ctrl-C to stop.')}`,
      );
    if (args.options.open) openBrowser(url);
    await interrupted();
    served.stop();
    return 0;
  },
};
export default dashboard;

/** The fragment of the address, which stays when the page removes the used token from it. */
function startingAt(call: string | undefined): string {
  if (call === undefined) return '';
  if (!/^[\w-]+$/.test(call))
    throw new UserError(`--call takes the id of a tool call, such as toolu_01…, not "${call}".`);
  return `#/decisions/${call}`;
}

function start({ options }: ParsedArgs) {
  const home = findHome();
  const db = openMetrics(home);
  const wanted = options.port as string | undefined;
  if (wanted !== undefined) return listen(wholeNumber(wanted, 'port', 0));
  return attempt(() => serve(home, db, defaultPort)) ?? serve(home, db, 0);

  function listen(port: number) {
    if (port > 65_535) throw new UserError(`--port takes a number up to 65535, not ${port}.`);
    const served = attempt(() => serve(home, db, port));
    if (!served) throw new UserError(`Port ${port} is in use. Leave --port out to get a free one.`, 1);
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
  if (!opened) console.error('pawl: open the address yourself; no browser could be started.');
}

function interrupted(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
  });
}
