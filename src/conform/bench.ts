// The program under test, ready to be run: its client's protocol and captured events, its world, and what was seen so
// far. Everything that a check does goes through here, so that time is bounded and nothing stays behind.
import type { JsonObject } from '../core/json.ts';
import { type Capture, type ClientCaptures, onePerKind } from './captures.ts';
import type { Protocol } from './protocol.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';
import { type Ended, type Start, start } from './start.ts';
import type { ConformWorld } from './world.ts';

export type Answered = Ended & ReadAnswer;

type How = Partial<Pick<Start, 'limit' | 'pieces' | 'closed' | 'cwd' | 'env'>>;

/** Milliseconds for one event. The client would wait longer, but nobody should have to. */
const usualLimit = 10_000;
/** Programs that hang would take hours otherwise. */
const mostLate = 2;

export class TimeUp extends Error {}

/** Commands that guards refuse, and that do no harm here should a program run them: the home is a new one. */
const dangerous = ['rm -rf ~', 'rm -rf "$HOME"', 'git push --force origin main', 'git reset --hard HEAD~5'];

export interface BenchOptions {
  protocol: Protocol;
  argv: readonly string[];
  world: ConformWorld;
  captured: ClientCaptures;
  quick: boolean;
  /** The events that the program is registered for; undefined for all. */
  registered?: readonly string[] | undefined;
  /** When all of it must be over (`performance.now()`). */
  end: number;
  onProgress(done: string): void;
}

export class Bench {
  readonly protocol: Protocol;
  readonly world: ConformWorld;
  readonly captures: readonly Capture[];
  /** Registered for everything that the client has. */
  readonly everyEvent: boolean;
  /** The event of the checks that need one: a tool call, if it is registered for that. */
  readonly event: string;
  readonly onProgress: BenchOptions['onProgress'];
  /** Process groups of everything that was started. */
  readonly groups: number[] = [];
  readonly #argv: readonly string[];
  readonly #end: number;
  #late = 0;
  #events: Promise<{ capture: Capture; answer: Answered }[]> | undefined;
  #sample: Promise<string | undefined> | undefined;
  #usual: Promise<Answered> | undefined;

  constructor(options: BenchOptions) {
    const { protocol, argv, world, captured, quick, registered, end, onProgress } = options;
    const { captures } = captured;
    const sent = registered ? captures.filter(({ event }) => registered.includes(event)) : captures;
    this.protocol = protocol;
    this.world = world;
    this.captures = quick ? onePerKind(sent) : sent;
    this.everyEvent = registered === undefined;
    this.event = registered?.includes(protocol.tool) === false ? sent[0]!.event : protocol.tool;
    this.onProgress = onProgress;
    this.#argv = argv;
    this.#end = end;
  }

  /** Sends one event. `{event}` among the words of the command is the event's name. */
  async run(event: string, input: JsonObject | string | Uint8Array, how: How = {}): Promise<Answered> {
    if (performance.now() > this.#end) throw new TimeUp('the time for all checks is up');
    if (this.#late >= mostLate) throw new TimeUp(`${mostLate} events before this one were never answered`);
    const isBytes = typeof input === 'string' || input instanceof Uint8Array;
    const ended = await start({
      argv: this.#argv.map((word) => word.replaceAll('{event}', event)),
      cwd: this.world.project,
      env: this.world.env,
      limit: usualLimit,
      ...how,
      onStart: (group) => void this.groups.push(group),
      stdin: isBytes ? input : `${JSON.stringify(input)}\n`,
    });
    if (ended.late) this.#late++;
    return { ...ended, ...readAnswer(this.protocol, event, ended) };
  }

  /** Every captured event with its answer; some at a time, because a client starts several hooks at once too. */
  events() {
    this.#events ??= this.#runEvents();
    return this.#events;
  }

  async #runEvents() {
    const waiting = [...this.captures];
    const done: { capture: Capture; answer: Answered }[] = [];
    const worker = async () => {
      for (let capture = waiting.shift(); capture; capture = waiting.shift()) {
        done.push({ capture, answer: await this.run(capture.event, this.#withMark(capture.payload)) });
        this.onProgress(`${done.length} of ${this.captures.length} captured events`);
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    return done;
  }

  /** A prompt with a text by which files that hold it are found. */
  #withMark(payload: JsonObject): JsonObject {
    const { prompt } = payload;
    return typeof prompt === 'string' && prompt
      ? { ...payload, prompt: `${prompt} ${this.world.id}` }
      : payload;
  }

  /** A captured call of the client's shell tool, with another command; or a captured event that is no call. */
  call(command: string, more: JsonObject = {}): JsonObject {
    const of = this.captures.filter((one) => one.event === this.event);
    const { payload } = of.find((one) => hasCommand(one.payload.tool_input)) ?? of[0]!;
    if (!hasCommand(payload.tool_input)) return { ...payload, ...more };
    const tool_input = { ...(payload.tool_input as JsonObject), description: this.world.id, command };
    return { ...payload, ...more, tool_input };
  }

  captureOf(event: string): Capture | undefined {
    return this.captures.find((one) => one.event === event);
  }

  /** A dangerous command that this program refuses or asks about; undefined if it is no guard. */
  sample(): Promise<string | undefined> {
    this.#sample ??= this.#findSample();
    return this.#sample;
  }

  async #findSample(): Promise<string | undefined> {
    if (this.event !== this.protocol.tool) return undefined;
    for (const command of dangerous)
      if (stops(await this.run(this.event, this.call(command)))) return command;
    return undefined;
  }

  /** The command that the checks of odd input use: one that is refused, if there is one. */
  async usualCommand(): Promise<string> {
    return (await this.sample()) ?? 'echo hello';
  }

  /** The answer to a call that has nothing odd. */
  usual(): Promise<Answered> {
    this.#usual ??= this.usualCommand().then((command) => this.run(this.event, this.call(command)));
    return this.#usual;
  }
}

const hasCommand = (input: unknown) => typeof (input as JsonObject | undefined)?.command === 'string';

export const stops = ({ decision }: Pick<Answered, 'decision'>) =>
  decision === 'refuse' || decision === 'ask';
