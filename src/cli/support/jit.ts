/** Pawl is built to start fast, without the JIT compiler. Commands that run for long switch it on, because it pays off. */
export function enableJit(): void {
  (Bun.unsafe as { setJITPolicy?: (policy: number) => void }).setJITPolicy?.(1);
}
