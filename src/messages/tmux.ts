// The last way to wake a session: typing into its terminal through tmux. It never types into a dialog, a draft or a
// pane that is scrolled back. The text is pasted, so that it can't arrive after the Enter key that sends it.
import type { Session } from '../domain/sessions/session.ts';

/** Returns why nothing was typed; undefined if it was. */
export async function typeInto(
  session: Session,
  text: string,
  seen: () => boolean,
): Promise<string | undefined> {
  const { pane, tmux: socket, entrypoint = 'cli' } = session;
  // A session that was started by another one would share its pane.
  if (entrypoint !== 'cli') return 'it is not interactive';
  if (!pane || !Bun.which('tmux')) return 'it is not in tmux';
  const tmux = (args: string[], stdin = '') => run(socket, args, stdin);
  const paneState = tmux(['display-message', '-p', '-t', pane, '#{pane_dead}#{pane_in_mode}']);
  if (paneState === undefined) return `its pane ${pane} is gone`;
  if (paneState.trim() !== '00') return 'its pane is scrolled back';
  const screen = () => tmux(['capture-pane', '-p', '-t', pane]) ?? '';
  if (!isEmptyPrompt(screen())) return 'its prompt holds a draft, or a dialog is open';
  const buffer = `pawl-${process.pid}`;
  if (tmux(['load-buffer', '-b', buffer, '-'], text) === undefined) return 'tmux did not accept the text';
  tmux(['paste-buffer', '-p', '-d', '-b', buffer, '-t', pane]);
  const head = text.slice(0, 20);
  if (!(await waitUntil(2_000, () => screen().includes(head))))
    return 'the text did not appear in its prompt';
  for (let tries = 0; tries < 3; tries++) {
    tmux(['send-keys', '-t', pane, 'Enter']);
    if (await waitUntil(3_000, seen)) return undefined;
    if (!screen().includes(head)) return undefined;
  }
  return 'the client did not accept the prompt';
}

/** Whether the client's input line is empty. A person's draft must not be sent for them. */
export function isEmptyPrompt(screen: string): boolean {
  const line = screen.split('\n').findLast((row) => /^\s*[❯>]/.test(row));
  return (
    line !== undefined &&
    line
      .replace(/^\s*[❯>]/, '')
      .replaceAll('\u00a0', ' ')
      .trim() === ''
  );
}

function run(socket: string | undefined, args: string[], stdin: string): string | undefined {
  const server = socket ? ['-S', socket] : [];
  const done = Bun.spawnSync(['tmux', ...server, ...args], {
    stdin: Buffer.from(stdin),
    stderr: 'ignore',
    timeout: 5_000,
  });
  return done.exitCode === 0 ? done.stdout.toString() : undefined;
}

export async function waitUntil(ms: number, check: () => boolean): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await Bun.sleep(100))
    if (check()) return true;
  return check();
}
