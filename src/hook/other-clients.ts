// Handles events of coding agents besides Claude Code (`pawl hook --client NAME`). They are translated into Claude Code's
// events, decided like those, and the answer is translated back. If that fails, a tool call is refused with exit code 2,
// because some clients would let it run.
import { combineAnswers, fitAnswer, type NeutralAnswer, readAnswer } from '../clients/answer.ts';
import type { Client } from '../clients/client.ts';
import { clients, findClient } from '../clients/index.ts';
import { type Answer, emptyAnswer } from '../core/answer.ts';
import { parseEvent } from '../core/event.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { addPending } from '../store/files/pending.ts';
import { listenerOf } from '../store/files/told.ts';
import { attempt } from '../system/attempt.ts';
import { findHome } from '../system/home.ts';
import { type Response, respond, send } from './hook.ts';
import { chain, type MaybePromise } from './maybe-promise.ts';

/** A call that touches more files than this is refused, because judging each takes some milliseconds. */
const maxFiles = 100;

export function hookForClient(args: readonly string[], text: string): MaybePromise<number> {
  const at = args.indexOf('--client');
  const rest = args.filter((_, index) => index !== at && index !== at + 1);
  const registered = rest.find((arg) => !arg.startsWith('-'));
  const client = findClient(args[at + 1]);
  const known = Object.keys(clients).join(', ');
  if (!client)
    return fail(undefined, registered, `there is no client “${args[at + 1] ?? ''}”; use one of ${known}`);
  try {
    const answered = answerEvent(client, rest, registered, text);
    const failed = (error: unknown) => fail(client, registered, String((error as Error)?.message ?? error));
    return answered instanceof Promise ? answered.catch(failed) : answered;
  } catch (error) {
    return fail(client, registered, String((error as Error)?.message ?? error));
  }
}

function answerEvent(
  client: Client,
  args: readonly string[],
  registered: string | undefined,
  text: string,
): MaybePromise<number> {
  const parsed: unknown = attempt(() => JSON.parse(text.replace(/^\uFEFF/, '')));
  const raw = isObject(parsed) ? parsed : {};
  const name = registered === undefined ? undefined : (client.events[registered] ?? registered);
  // Input that is not a JSON object is passed on unchanged, so that the engine reports it.
  const texts = isObject(parsed) ? eventsIn(client, parsed, registered) : [text];
  if (texts.length === 0) return send({ answer: emptyAnswer, record: () => {} });
  const decide = (event: string) => respond(event, args, name, client.name);
  return chain(inOrder(texts, decide), (responses) => {
    const fitted = fitAnswer(combineAnswers(responses.map(neutral)), client.channel);
    const record = () => {
      for (const response of responses) response.record();
      keepUndelivered(fitted, texts[0]!);
    };
    return send({ answer: client.write(fitted, raw), record });
  });
}

function eventsIn(client: Client, raw: JsonObject, registered: string | undefined): string[] {
  const events = client.read(raw, registered);
  if (events.length > maxFiles)
    throw new Error(`this call touches ${events.length} files, more than the ${maxFiles} that Pawl checks`);
  return events.map((event) => JSON.stringify(event));
}

/** Decides the events one after the other, because each may depend on what the one before recorded. */
function inOrder(
  texts: readonly string[],
  decide: (text: string) => MaybePromise<Response>,
): MaybePromise<Response[]> {
  let all: MaybePromise<Response[]> = [];
  for (const text of texts) all = chain(all, (before) => chain(decide(text), (next) => [...before, next]));
  return all;
}

const neutral = ({ event, answer }: Response): NeutralAnswer => readAnswer(event ?? 'PreToolUse', answer);

/** Saves text that this client can't show now, for the next event. The engine has counted it as delivered. */
function keepUndelivered({ undelivered }: NeutralAnswer, event: string): void {
  if (!undelivered) return;
  const parsed = parseEvent(event);
  if (parsed.kind !== 'event') return;
  const note = { policy: 'pawl', text: undelivered, again: true };
  addPending(findHome(), listenerOf(parsed.event), [{ to: 'model', note }]);
}

/** A failure refuses a tool call and blocks no other event. */
function fail(client: Client | undefined, registered: string | undefined, problem: string): number {
  const event = registered === undefined ? 'PreToolUse' : (client?.events[registered] ?? registered);
  const isCall = event === 'PreToolUse' || event === 'BeforeTool';
  const stderr = `Pawl could not check this: ${problem}. Run \`pawl doctor\` to see what is wrong.\n`;
  const answer: Answer = isCall ? { stdout: '', stderr, exit: 2 } : emptyAnswer;
  return send({ answer, record: () => {} });
}
