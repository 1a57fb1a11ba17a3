// Waits for a condition instead of a fixed time.

/** Long enough for a machine under load; it is only used up when a test fails. */
const PATIENCE = 60_000;

type Truthy<T> = Exclude<T, undefined | null | false | 0 | ''>;

/** Polls until the condition returns something, and returns that; otherwise fails with the name of the condition. */
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
