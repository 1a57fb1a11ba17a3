// Measures work in processor time, which does not depend on how busy the machine is.

/** Milliseconds of processor time of this process that the work takes. */
export function cpuTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
