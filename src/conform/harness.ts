// The test harness of `pawl conform`: runs the program under test with captured events in its sandbox, and keeps the
// answers. All checks run the program through it, so that time is bounded and every process is ended.
import type { JsonObject } from '../core/json.ts';
import { type Capture, type ClientCaptures, onePerKind } from './captures.ts';
import type { Protocol } from './protocol.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';
import type { Sandbox } from './sandbox.ts';
import { type Ended, type Start, start } from './start.ts';

export type Answered = Ended & ReadAnswer;

type RunOptions = Partial<Pick<Start, 'limit' | 'pieces' | 'closed' | 'cwd' | 'env'>>;

/** Milliseconds for one event. The client would wait longer, but people should not have to. */
const usualLimit = 10_000;
/** After this many timeouts no further event is sent, because a program that hangs would take hours. */
const maxTimeouts = 2;

export class TimeUp extends Error {}

/**
 * Commands that guards refuse or ask about. Should the program run one of them, it does no harm, because the home is new and empty.
 */
const dangerousCommands = [
  'rm -rf ~',
  'rm -rf "$HOME"',
  'git push --force origin main',
  'git reset --hard HEAD~5',
];

export interface HarnessOptions {
  protocol: Protocol;
  argv: readonly string[];
  sandbox: Sandbox;
  captured: ClientCaptures;
  quick: boolean;
  /** The events that the program is registered for; undefined for all. */
  registered?: readonly string[] | undefined;
  /** When all checks must be done, as `performance.now()` counts. */
  end: number;
  onProgress(done: string): void;
}

export class Harness {
  readonly protocol: Protocol;
  readonly sandbox: Sandbox;
  readonly captures: readonly Capture[];
  /** True if the program is registered for all events of the client. */
  readonly everyEvent: boolean;
  /** The event that most checks send: a tool call, if the program is registered for that. */
  readonly event: string;
  readonly onProgress: HarnessOptions['onProgress'];
  /** Process groups of everything that was started. */
  readonly groups: number[] = [];
  readonly #argv: readonly string[];
  readonly #end: number;
  #late = 0;
  #events: Promise<{ capture: Capture; answer: Answered }[]> | undefined;
  #stoppedCommand: Promise<string | undefined> | undefined;
  #usual: Promise<Answered> | undefined;

  constructor(options: HarnessOptions) {
    const { protocol, argv, sandbox, captured, quick, registered, end, onProgress } = options;
    const { captures } = captured;
    const sent = registered ? captures.filter(({ event }) => registered.includes(event)) : captures;
    this.protocol = protocol;
    this.sandbox = sandbox;
    this.captures = quick ? onePerKind(sent) : sent;
    this.everyEvent = registered === undefined;
    this.event = registered?.includes(protocol.tool) === false ? sent[0]!.event : protocol.tool;
    this.onProgress = onProgress;
    this.#argv = argv;
    this.#end = end;
  }

  /** Sends one event. `{event}` among the words of the command is the event's name. */
  async run(
    event: string,
    input: JsonObject | string | Uint8Array,
    options: RunOptions = {},
  ): Promise<Answered> {
    if (performance.now() > this.#end) throw new TimeUp('the time for all checks is up');
    if (this.#late >= maxTimeouts)
      throw new TimeUp(`${maxTimeouts} events before this one were never answered`);
    const isBytes = typeof input === 'string' || input instanceof Uint8Array;
    const ended = await start({
      argv: this.#argv.map((word) => word.replaceAll('{event}', event)),
      cwd: this.sandbox.project,
      env: this.sandbox.env,
      limit: usualLimit,
      ...options,
      onStart: (group) => void this.groups.push(group),
      stdin: isBytes ? input : `${JSON.stringify(input)}\n`,
    });
    if (ended.late) this.#late++;
    return { ...ended, ...readAnswer(this.protocol, event, ended) };
  }

  /** Every captured event with its answer. Runs four at a time, because a client starts several hooks at once too. */
  events() {
    this.#events ??= this.#runEvents();
    return this.#events;
  }

  async #runEvents() {
    const waiting = [...this.captures];
    const answered: { capture: Capture; answer: Answered }[] = [];
    const worker = async () => {
      for (let capture = waiting.shift(); capture; capture = waiting.shift()) {
        answered.push({ capture, answer: await this.run(capture.event, this.#withMark(capture.payload)) });
        this.onProgress(`${answered.length} of ${this.captures.length} captured events`);
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    return answered;
  }

  /** Adds the id of this run to a prompt, so that files into which the program writes it can be found. */
  #withMark(payload: JsonObject): JsonObject {
    const { prompt } = payload;
    return typeof prompt === 'string' && prompt
      ? { ...payload, prompt: `${prompt} ${this.sandbox.id}` }
      : payload;
  }

  /** A captured call of the client's shell tool with another command; without such a capture, any captured event. */
  call(command: string, more: JsonObject = {}): JsonObject {
    const captures = this.captures.filter((capture) => capture.event === this.event);
    const { payload } = captures.find((capture) => hasCommand(capture.payload.tool_input)) ?? captures[0]!;
    if (!hasCommand(payload.tool_input)) return { ...payload, ...more };
    const tool_input = { ...(payload.tool_input as JsonObject), description: this.sandbox.id, command };
    return { ...payload, ...more, tool_input };
  }

  captureOf(event: string): Capture | undefined {
    return this.captures.find((capture) => capture.event === event);
  }

  /** A dangerous command that this program refuses or asks about; undefined if it is not a guard. */
  stoppedCommand(): Promise<string | undefined> {
    this.#stoppedCommand ??= this.#findStoppedCommand();
    return this.#stoppedCommand;
  }

  async #findStoppedCommand(): Promise<string | undefined> {
    if (this.event !== this.protocol.tool) return undefined;
    for (const command of dangerousCommands)
      if (stops(await this.run(this.event, this.call(command)))) return command;
    return undefined;
  }

  /** The command that checks of unusual input use: one that this program stops, if there is one. */
  async usualCommand(): Promise<string> {
    return (await this.stoppedCommand()) ?? 'echo hello';
  }

  /** The answer to a call with nothing unusual in it, to compare others with. */
  usual(): Promise<Answered> {
    this.#usual ??= this.usualCommand().then((command) => this.run(this.event, this.call(command)));
    return this.#usual;
  }
}

const hasCommand = (input: unknown) => typeof (input as JsonObject | undefined)?.command === 'string';

export const stops = ({ decision }: Pick<Answered, 'decision'>) =>
  decision === 'refuse' || decision === 'ask';
