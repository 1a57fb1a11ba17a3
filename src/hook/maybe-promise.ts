// A value that may be a promise. `await` costs 0.2 ms even if there is nothing to wait for, so the hook awaits only the
// user's own policies and scripts.

export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` with the value: at once, or when the promise resolves. */
export function chain<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Like `chain`, for work that may fail. `failed` gets errors of `work`, but not those of `next`. */
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
