// Runs jobs side by side on a few workers: the longest first, so that no long one is left for the end, and the
// ones that measure time or load the machine by themselves afterwards, with nothing beside them.

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {number} cost        Expected seconds; only the order depends on it.
 * @property {boolean} [alone]    Nothing else runs meanwhile.
 * @property {string[]} [needs]   Names of jobs that must have passed before.
 * @property {(signal: AbortSignal) => Promise<{ ok: boolean }>} run
 */

/**
 * Returns the outcome of every job by name, in the order in which they ended. A job whose need failed is not run; its
 * outcome is `{ ok: false, blockedBy }`. After an abort no further job is started.
 * @param {Job[]} jobs
 * @param {{ workers: number, onDone?: (job: Job, outcome: object) => void, signal?: AbortSignal }} options
 */
export async function schedule(jobs, { workers, onDone = () => {}, signal = new AbortController().signal }) {
  const outcomes = new Map();
  const [alone, together] = [true, false].map((kind) => jobs.filter((job) => Boolean(job.alone) === kind));
  const settle = (job, outcome) => {
    outcomes.set(job.name, outcome);
    onDone(job, outcome);
  };
  await drain(together, workers, outcomes, settle, signal);
  await drain(alone, 1, outcomes, settle, signal);
  return outcomes;
}

/** Keeps up to `workers` jobs running until none is left. */
async function drain(jobs, workers, outcomes, settle, signal) {
  const waiting = [...jobs].sort((a, b) => b.cost - a.cost);
  const running = new Set();
  while (waiting.length > 0 || running.size > 0) {
    while (running.size < workers && !signal.aborted) {
      const job = takeReady(waiting, outcomes, settle);
      if (!job) break;
      const ended = runToEnd(job, signal).then((outcome) => {
        running.delete(ended);
        settle(job, outcome);
      });
      running.add(ended);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  if (signal.aborted) return;
  for (const job of waiting) settle(job, { ok: false, blockedBy: job.needs.join(', ') });
}

/** A job that could not even be run has failed. */
async function runToEnd(job, signal) {
  try {
    return await job.run(signal);
  } catch (problem) {
    return { ok: false, output: `${problem.stack}`, problem: problem.message, seconds: 0 };
  }
}

/** The first job whose needs have all passed; jobs whose need failed are settled on the way. */
function takeReady(waiting, outcomes, settle) {
  for (let at = 0; at < waiting.length; ) {
    const { needs = [] } = waiting[at];
    const failed = needs.find((name) => outcomes.get(name)?.ok === false);
    if (failed) settle(waiting.splice(at, 1)[0], { ok: false, blockedBy: failed });
    else if (needs.every((name) => outcomes.has(name))) return waiting.splice(at, 1)[0];
    else at++;
  }
  return undefined;
}
