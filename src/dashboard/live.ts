// Server-sent events. While somebody looks, new events are taken in twice a second, and lookers are told that there is
// something new; what it is they ask for themselves, in the pages they show.
import type { Database } from 'bun:sqlite';
import { isAlive } from '../facts/identity.ts';
import { lastRowId } from '../store/db/events.ts';
import { ingest } from '../store/db/ingest.ts';
import { countNewEvents } from '../store/db/metrics.ts';
import { reap } from '../store/db/sessions.ts';
import { attempt } from '../system/attempt.ts';
import type { Home } from '../system/home.ts';

const pace = 500;
/** A comment now and then, so that a dead connection is noticed. */
const beat = 15_000;
const reapEvery = 10_000;

type Sender = (text: string) => void;

export class Live {
  #db: Database;
  #home: Home;
  #lookers = new Set<Sender>();
  #timer: Timer | undefined;
  #row: number;
  #reaped = 0;
  #said = 0;

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
        this.#lookers.add(send);
        send(`retry: 1000\nevent: hello\ndata: ${this.#row}\n\n`);
        this.#timer ??= setInterval(() => this.look(), pace);
      },
      cancel: () => this.#leave(send),
    });
    request.signal.addEventListener('abort', () => this.#leave(send));
    return new Response(stream, { headers: { ...headers, 'content-type': 'text/event-stream' } });
  }

  /** Takes in what is new; a busy store is asked again at the next look. */
  look(now = Date.now()): void {
    attempt(() => ingest(this.#db, this.#home));
    attempt(() => countNewEvents(this.#db));
    const gone = now - this.#reaped > reapEvery ? this.#reap(now) : [];
    const row = attempt(() => lastRowId(this.#db)) ?? this.#row;
    if (row !== this.#row || gone.length > 0) this.#tell(`event: change\ndata: ${row}\n\n`, now);
    else if (now - this.#said > beat) this.#tell(': still here\n\n', now);
    this.#row = row;
  }

  #reap(now: number): string[] {
    this.#reaped = now;
    return attempt(() => reap(this.#db, isAlive, now)) ?? [];
  }

  #tell(text: string, now: number): void {
    this.#said = now;
    for (const send of this.#lookers) if (attempt(() => send(text) ?? true) === undefined) this.#leave(send);
  }

  #leave(send: Sender): void {
    this.#lookers.delete(send);
    if (this.#lookers.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
