// Ends a worker, and sends its conversation a message about finished workers.
import type { Database } from 'bun:sqlite';
import type { Address } from '../../domain/sessions/messages.ts';
import { addMessage, newMessageId } from './messages.ts';
import { endWorker, listWorkers, markReported, unreportedWorkers, type Worker } from './workers.ts';

export interface FinishedWorker {
  worker: Worker;
  /** The message that reports it; undefined while other workers are still running. */
  message?: string;
}

/** Ends a worker. Its conversation gets a message when it was the last one running, or is urgent. */
export function finishWorker(
  db: Database,
  id: string,
  result: { state: 'complete' | 'failed'; summary?: string; sender?: string; now: number },
): FinishedWorker | undefined {
  const finish = () => {
    const worker = endWorker(db, id, result.state, result.summary, result.now);
    if (!worker) return undefined;
    const running = listWorkers(db, { conversation: worker.conversation, kind: 'worker', state: 'running' });
    if (running.length > 0 && !worker.urgent) return { worker };
    const toReport = running.length > 0 ? [worker] : unreportedWorkers(db, worker.conversation);
    const message = newMessageId(result.now);
    const to: Address = { kind: 'conversation', name: worker.conversation };
    const sender = result.sender && { sender: result.sender };
    addMessage(db, { id: message, kind: 'workers', text: '', created_at: result.now, to, ...(sender || {}) });
    markReported(
      db,
      toReport.map((ended) => ended.id),
      message,
    );
    return { worker, message };
  };
  return db.transaction(finish).immediate();
}
