// A value that may have to be waited for. `await` costs an event 0.2 ms even if there is nothing to wait for, so the
// hook awaits only other people's code.

export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` with the value: at once if it is there, else when it has arrived. */
export function chain<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** As `chain`, for work that may fail. `failed` gets an error of the work, but none of `next`. */
export function settle<T, R>(
  work: () => MaybePromise<T>,
  next: (value: T) => R,
  failed: (error: unknown) => R,
): MaybePromise<R> {
  let value: MaybePromise<T>;
  try {
    value = work();
  } catch (error) {
    return failed(error);
  }
  return value instanceof Promise ? value.then(next, failed) : next(value);
}
