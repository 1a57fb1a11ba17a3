// Sends to the client's own inbox, a socket per session. A message there interrupts neither a turn nor a draft.
import { connect } from 'node:net';
import type { Inbox } from '../store/files/marks.ts';

const timeout = 3_000;

/** True if the client accepted it. It has arrived when the session's hook sees it as a prompt. */
export function sendToInbox({ socket, token }: Inbox, text: string): Promise<boolean> {
  const message = { type: 'user', message: { role: 'user', content: text } };
  const lines = [{ type: 'auth', token }, message].map((line) => `${JSON.stringify(line)}\n`).join('');
  return new Promise((done) => {
    const connection = connect(socket);
    const finish = (accepted: boolean) => {
      connection.destroy();
      done(accepted);
    };
    const timer = setTimeout(() => finish(false), timeout);
    connection.on('error', () => finish(false));
    connection.on('close', () => clearTimeout(timer));
    connection.on('connect', () => connection.end(lines, () => setTimeout(() => finish(true), 200)));
  });
}
