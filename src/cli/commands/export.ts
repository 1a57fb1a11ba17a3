// `pawl export otlp`: sends metrics and decisions to an OpenTelemetry collector.
import { plural, timeSpan } from '../../core/text.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { restartWithoutNetworkVariables } from '../../system/network-env.ts';
import { type ExportReport, type ExportResult, exportOtlp } from '../../team/otlp/index.ts';
import { type Command, duration, jsonOption, type ParsedArgs } from '../command.ts';
import { enableJit } from '../support/jit.ts';
import { clock } from '../support/open-log.ts';
import { progressLine } from '../support/progress.ts';
import { paint } from '../support/terminal.ts';

const defaultPause = '30s';

const command: Command = {
  summary: 'Send metrics and decisions to OpenTelemetry',
  usage: 'otlp',
  subcommands: { otlp: 0 },
  details: `
Sends what was recorded since the last export to the collector in your config, as OTLP over HTTP with JSON: counters
(how many calls, refusals, questions), and each decision as a log record. Labels and reasons stay on this machine unless
\`export.otlp.content\` is true. What the collector did not take is sent again; sending a counter twice does no harm.
After the first export, Pawl also exports in the background when a session starts or a turn ends, unless
\`export.otlp.background\` is false.
\`pawl help otel\` lists the names and attributes.

  pawl config set export.otlp.endpoint http://localhost:4318
  pawl export otlp
  pawl export otlp --watch
  pawl export otlp --since 1d        send the decisions of the last day (again), and skip older ones for good

The exit code is 1 if something could not be sent or was not taken; \`pawl doctor\` says since when.`,
  options: {
    once: { type: 'boolean', alone: ['since'], about: 'Send once and end (the default)' },
    watch: { type: 'boolean', about: 'Continue until Ctrl-C' },
    every: {
      type: 'string',
      value: defaultPause,
      about: `Pause between two rounds of --watch (default: ${defaultPause})`,
    },
    since: {
      type: 'string',
      value: '1d',
      about: 'Send all decisions since this long ago, also those sent before',
    },
    ...jsonOption,
  },
  async run(args) {
    const wanted = readOptions(args);
    const restarted = restartWithoutNetworkVariables();
    if (restarted !== undefined) return restarted;
    enableJit();
    const home = findHome();
    return args.options.watch ? watch(home, wanted) : once(home, wanted);
  },
};
export default command;

interface ExportArgs {
  json: boolean;
  /** Milliseconds between two rounds. */
  every: number;
  since?: number;
}

function readOptions({ options, json }: ParsedArgs): ExportArgs {
  if (options.every !== undefined && !options.watch) throw new UserError('--every needs --watch.');
  const since = options.since as string | undefined;
  return {
    json,
    every: duration((options.every as string) ?? defaultPause, 'every'),
    ...(since !== undefined && { since: Date.now() - duration(since, 'since') }),
  };
}

async function once(home: Home, { json, since }: ExportArgs): Promise<number> {
  const stop = new AbortController();
  onInterrupt(() => stop.abort());
  const progress = progressLine({ json, every: 100 });
  const result = await exportOtlp(home, {
    stop: stop.signal,
    onProgress: (done, all) => progress.show(`${count(done)} of ${count(all)} events`),
    ...(since !== undefined && { since }),
  });
  progress.clear();
  print(result, json);
  return result.problem !== undefined || result.report!.rejected > 0 ? 1 : 0;
}

/** Milliseconds; after failures the pause is doubled up to this. */
const maxPause = 300_000;

async function watch(home: Home, { json, every, since }: ExportArgs): Promise<number> {
  const stop = new AbortController();
  const interrupted = new Promise<void>((done) =>
    onInterrupt(() => {
      stop.abort();
      done();
    }),
  );
  if (!json) console.log(`Sending every ${timeSpan(every)}. Press Ctrl-C to stop.`);
  for (let pause = every, first = true; !stop.signal.aborted; first = false) {
    const round = await exportOtlp(home, {
      stop: stop.signal,
      ...(first && since !== undefined && { since }),
    });
    if (json || isWorthALine(round)) print(round, json, clock(Date.now()));
    pause = round.problem === undefined ? every : Math.min(pause * 2, Math.max(maxPause, every));
    await Promise.race([Bun.sleep(pause), interrupted]);
  }
  return 0;
}

/** Counters go out in every round; a line for each would hide the others. */
const isWorthALine = ({ report, problem }: ExportResult) =>
  problem !== undefined || report!.decisions + report!.spans + report!.rejected > 0;

function print({ report, problem }: ExportResult, json: boolean, time?: string): void {
  if (json) console.log(JSON.stringify({ ...report, ...(problem !== undefined && { problem }) }));
  const at = time ? `${paint('dim', time)} ` : '';
  if (!json && report && (problem === undefined || report.decisions + report.spans > 0))
    console.log(`${at}${summary(report)}`);
  if (!json) for (const warning of report?.warnings ?? []) console.error(`pawl: ${warning}`);
  if (problem !== undefined) console.error(`${json ? '' : at}pawl: ${problem}`);
}

function summary({ endpoint, metrics, decisions, spans, requests, bytes }: ExportReport): string {
  const parts = [
    plural(metrics, 'data point'),
    plural(decisions, 'decision'),
    ...(spans > 0 ? [plural(spans, 'span')] : []),
  ];
  return `Sent ${parts.join(', ')} to ${endpoint} (${plural(requests, 'request')}, ${Math.ceil(bytes / 1024)} kB).`;
}

const count = (n: number) => n.toLocaleString('en');

/** The batch on its way is finished first, so that nothing is sent twice. */
function onInterrupt(work: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, work);
}
