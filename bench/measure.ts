// Measures whole processes, from start to exit. All programs take turns, so that a busy moment affects all of them.

export interface Contestant {
  name: string;
  argv: string[];
  stdin: string;
  env: Record<string, string>;
  cwd: string;
  /** Runs only in every n-th round; slow programs would otherwise take most of the time. */
  every?: number;
}

export interface Sample {
  ms: number;
  /** Processor time of the process and of those it started, in milliseconds: says something on a busy machine, too. */
  cpu: number;
}

export type Samples = Map<string, Sample[]>;

export function race(contestants: Contestant[], rounds: number, progress: (round: number) => void): Samples {
  const samples: Samples = new Map(contestants.map(({ name }) => [name, []]));
  for (const contestant of contestants) once(contestant);
  for (let round = 0; round < rounds; round++) {
    for (const contestant of shuffled(contestants)) {
      if (round % (contestant.every ?? 1) === 0) samples.get(contestant.name)?.push(once(contestant));
    }
    progress(round + 1);
  }
  return samples;
}

function once({ name, argv, stdin, env, cwd }: Contestant): Sample {
  const started = performance.now();
  const done = Bun.spawnSync(argv, { cwd, env, stdin: Buffer.from(stdin), stdout: 'pipe', stderr: 'pipe' });
  const took = performance.now() - started;
  if (done.exitCode !== 0) throw new Error(`${name}: exit ${done.exitCode}\n${done.stderr}`);
  return { ms: took, cpu: Number(done.resourceUsage.cpuTime.total) / 1000 };
}

export function shuffled<T>(list: T[]): T[] {
  const keyed = list.map((item) => ({ item, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('median of nothing');
  const sorted = [...values].sort((a, b) => a - b);
  const last = sorted.length - 1;
  return (sorted[Math.floor(last / 2)]! + sorted[Math.ceil(last / 2)]!) / 2;
}

/** The values below which a quarter and three quarters of all values lie. */
export function quartiles(values: readonly number[]): [low: number, high: number] {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.max(1, Math.floor(sorted.length / 2));
  const [lower, upper] = [sorted.slice(0, half), sorted.slice(-half)];
  return [median(lower), median(upper)];
}
