// Shows progress on stderr: lines, and on a terminal a counter that is updated in place.

export interface Progress {
  say(text: string): void;
  count(label: string, done: number, all: number): void;
}

export function progressOn(stream: NodeJS.WriteStream): Progress {
  const clear = stream.isTTY ? '\r\x1b[K' : '';
  return {
    say: (text) => void stream.write(`${clear}${text}\n`),
    count: (label, done, all) => {
      if (stream.isTTY) stream.write(`${clear}${label}: ${done} of ${all}`);
      if (done === all) stream.write(`${clear}${label}: ${all} test files were run\n`);
    },
  };
}
