// The client's own inbox: a socket per session. A message there disturbs neither a running turn nor a half-typed prompt.
import { connect } from 'node:net';
import type { Inbox } from '../store/files/marks.ts';

const timeout = 3_000;

/** True when the client took it. Whether it arrived is known when its prompt comes by. */
export function sendToInbox({ socket, token }: Inbox, text: string): Promise<boolean> {
  const message = { type: 'user', message: { role: 'user', content: text } };
  const lines = [{ type: 'auth', token }, message].map((one) => `${JSON.stringify(one)}\n`).join('');
  return new Promise((done) => {
    const line = connect(socket);
    const finish = (taken: boolean) => {
      line.destroy();
      done(taken);
    };
    const timer = setTimeout(() => finish(false), timeout);
    line.on('error', () => finish(false));
    line.on('close', () => clearTimeout(timer));
    line.on('connect', () => line.end(lines, () => setTimeout(() => finish(true), 200)));
  });
}
