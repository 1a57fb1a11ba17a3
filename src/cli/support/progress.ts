// One line on the terminal that shows how far a long command is, and is overwritten each time.

interface ProgressOptions {
  /** Nothing is shown beside JSON. */
  json: boolean;
  /** The least number of milliseconds between two texts; texts in between are left out. */
  every?: number;
}

/** Prints to stderr; nothing into a pipe or file, or on a terminal that can’t erase a line. */
export function progressLine({ json, every = 0 }: ProgressOptions) {
  const isShown = process.stderr.isTTY === true && process.env.TERM !== 'dumb' && !json;
  let last = Number.NEGATIVE_INFINITY;
  const write = (text: string) => isShown && process.stderr.write(`\r\x1b[K${text}`);
  return {
    show(text: string): void {
      if (performance.now() - last < every) return;
      last = performance.now();
      write(text);
    },
    clear: (): void => void write(''),
  };
}
