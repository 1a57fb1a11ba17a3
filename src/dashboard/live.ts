// Server-sent events. While a page is open, the spool is read twice a second, and every page is told when there is
// something new. The page then asks again for what it shows.
import type { Database } from 'bun:sqlite';
import { refreshSessions } from '../facts/refresh-sessions.ts';
import { lastRowId } from '../store/db/events.ts';
import { ingest } from '../store/db/ingest.ts';
import { countNewEvents } from '../store/db/metrics.ts';
import { attempt } from '../system/attempt.ts';
import type { Home } from '../system/home.ts';

const pollEvery = 500;
/** Sends a comment this often, so that a dead connection is noticed. */
const heartbeatEvery = 15_000;
/** How often sessions are checked that may have ended, or were interrupted, without an event. */
const reapEvery = 10_000;

type Sender = (text: string) => void;

export class Live {
  #db: Database;
  #home: Home;
  #clients = new Set<Sender>();
  #timer: Timer | undefined;
  #row: number;
  #reaped = 0;
  #sentAt = 0;

  constructor(db: Database, home: Home) {
    this.#db = db;
    this.#home = home;
    this.#row = lastRowId(db);
  }

  connect(request: Request, headers: Record<string, string>): Response {
    let send: Sender;
    const stream = new ReadableStream({
      start: (controller) => {
        send = (text) => controller.enqueue(text);
        this.#clients.add(send);
        send(`retry: 1000\nevent: hello\ndata: ${this.#row}\n\n`);
        this.#timer ??= setInterval(() => this.poll(), pollEvery);
      },
      cancel: () => this.#disconnect(send),
    });
    request.signal.addEventListener('abort', () => this.#disconnect(send));
    return new Response(stream, { headers: { ...headers, 'content-type': 'text/event-stream' } });
  }

  /** Reads new events. If the store is busy, the next poll tries again. */
  poll(now = Date.now()): void {
    attempt(() => ingest(this.#db, this.#home));
    attempt(() => countNewEvents(this.#db));
    const gone = now - this.#reaped > reapEvery ? this.#reap(now) : [];
    const row = attempt(() => lastRowId(this.#db)) ?? this.#row;
    if (row !== this.#row || gone.length > 0) this.#broadcast(`event: change\ndata: ${row}\n\n`, now);
    else if (now - this.#sentAt > heartbeatEvery) this.#broadcast(': still here\n\n', now);
    this.#row = row;
  }

  #reap(now: number): string[] {
    this.#reaped = now;
    const { ended, interrupted } = attempt(() => refreshSessions(this.#db, now)) ?? {};
    return [...(ended ?? []), ...(interrupted ?? [])];
  }

  #broadcast(text: string, now: number): void {
    this.#sentAt = now;
    for (const send of this.#clients) {
      const sent = attempt(() => {
        send(text);
        return true;
      });
      // Sending to a page that was closed throws.
      if (!sent) this.#disconnect(send);
    }
  }

  #disconnect(send: Sender): void {
    this.#clients.delete(send);
    if (this.#clients.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
