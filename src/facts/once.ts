// Looks something up at most once.

/** Returns a function that calls `make` on its first call and remembers the result, even if it is undefined. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
