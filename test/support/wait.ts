// Waiting for something to become true, instead of for a time in which it usually does.

/** A machine under load may need this long; it only costs time when a test fails. */
const PATIENCE = 60_000;

type Truthy<T> = Exclude<T, undefined | null | false | 0 | ''>;

/** Looks again and again until the condition holds, and returns what it gave; fails by name if it never does. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  withinMs: number = PATIENCE,
): Promise<Truthy<T>> {
  const end = performance.now() + withinMs;
  for (let pause = 10; ; pause = Math.min(pause * 1.5, 100)) {
    const seen = await look();
    if (seen) return seen as Truthy<T>;
    if (performance.now() > end) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await Bun.sleep(pause);
  }
}
