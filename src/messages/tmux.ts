// The last resort of waking a session: its terminal. Never into a dialog, a draft or a scrolled-back pane; the text goes
// in by paste, which does not race with the key that sends it.
import type { Session } from '../domain/sessions/session.ts';

/** Why nothing was typed; undefined: it was. */
export async function typeInto(
  session: Session,
  text: string,
  seen: () => boolean,
): Promise<string | undefined> {
  const { pane, tmux: socket, entrypoint = 'cli' } = session;
  // One that was started inside another session would share its pane.
  if (entrypoint !== 'cli') return 'nobody sits at its keyboard';
  if (!pane || !Bun.which('tmux')) return 'it is not in tmux';
  const tmux = (args: string[], stdin = '') => run(socket, args, stdin);
  const place = tmux(['display-message', '-p', '-t', pane, '#{pane_dead}#{pane_in_mode}']);
  if (place === undefined) return `its pane ${pane} is gone`;
  if (place.trim() !== '00') return 'somebody is reading back in its pane';
  const screen = () => tmux(['capture-pane', '-p', '-t', pane]) ?? '';
  if (!isEmptyPrompt(screen())) return 'something is typed in its prompt already, or a dialog is open';
  const buffer = `pawl-${process.pid}`;
  if (tmux(['load-buffer', '-b', buffer, '-'], text) === undefined) return 'tmux took no text';
  tmux(['paste-buffer', '-p', '-d', '-b', buffer, '-t', pane]);
  const head = text.slice(0, 20);
  if (!(await within(2_000, () => screen().includes(head)))) return 'the text did not appear in its prompt';
  for (let tries = 0; tries < 3; tries++) {
    tmux(['send-keys', '-t', pane, 'Enter']);
    if (await within(3_000, seen)) return undefined;
    if (!screen().includes(head)) return undefined;
  }
  return 'the prompt was not taken';
}

/** The client's input line, with nothing behind its mark. A draft of the person's must not be sent for them. */
export function isEmptyPrompt(screen: string): boolean {
  const line = screen.split('\n').findLast((one) => /^\s*[❯>]/.test(one));
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

export async function within(ms: number, check: () => boolean): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await Bun.sleep(100))
    if (check()) return true;
  return check();
}
