// Shows progress on stderr: lines, and on a terminal a counter that is updated in place.

export interface Progress {
  say(text: string): void;
  count(what: string, done: number, all: number): void;
}

export function progressOn(stream: NodeJS.WriteStream): Progress {
  const clear = stream.isTTY ? '\r\x1b[K' : '';
  return {
    say: (text) => void stream.write(`${clear}${text}\n`),
    count: (what, done, all) => {
      if (stream.isTTY) stream.write(`${clear}${what}: ${done} of ${all}`);
      if (done === all) stream.write(`${clear}${what}: ${all} test files were run\n`);
    },
  };
}
