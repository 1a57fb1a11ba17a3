// The clock of an event: milliseconds that only grow. `performance.now()` would set up its class at every start.

export const milliseconds = (): number => Bun.nanoseconds() / 1e6;
