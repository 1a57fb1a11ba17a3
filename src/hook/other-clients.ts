// Events of coding agents besides Claude Code (`pawl hook --client NAME`): read into Claude Code's words, decided like
// any other, answered in the client's own. A client that lets calls run when its hook fails gets a refusal by exit code
// as the last word.
import { combineAnswers, fitAnswer, type NeutralAnswer, readAnswer } from '../clients/answer.ts';
import type { Client } from '../clients/client.ts';
import { clients, findClient } from '../clients/index.ts';
import { type Answer, emptyAnswer } from '../core/answer.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { attempt } from '../system/attempt.ts';
import { type Response, respond, send } from './hook.ts';
import { chain, type MaybePromise } from './maybe-promise.ts';

/** A call that stands for more than this many is put to the person; each costs some milliseconds. */
const mostParts = 100;

export function hookForClient(args: readonly string[], text: string): MaybePromise<number> {
  const at = args.indexOf('--client');
  const others = args.filter((_, index) => index !== at && index !== at + 1);
  const registered = others.find((arg) => !arg.startsWith('-'));
  const client = findClient(args[at + 1]);
  const known = Object.keys(clients).join(', ');
  if (!client)
    return fail(undefined, registered, `there is no client “${args[at + 1] ?? ''}”; use one of ${known}`);
  try {
    const answered = answerEvent(client, others, registered, text);
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
  const parsed: unknown = attempt(() => JSON.parse(text));
  const raw = isObject(parsed) ? parsed : {};
  const name = registered === undefined ? undefined : (client.events[registered] ?? registered);
  // What can't be read goes on as it came, so that the engine reports it.
  const events = isObject(parsed) ? client.read(parsed, registered) : [];
  if (events.length > mostParts)
    throw new Error(`this call touches ${events.length} files, more than the ${mostParts} that are read`);
  const texts = events.length > 0 ? events.map((event) => JSON.stringify(event)) : [text];
  return chain(respondToAll(texts, args, name), (responses) =>
    send({
      answer: translate(client, responses, raw),
      record: () => {
        for (const { record } of responses) record();
      },
    }),
  );
}

/** One after the other: each may read what the one before wrote. */
function respondToAll(
  texts: readonly string[],
  args: readonly string[],
  name: string | undefined,
): MaybePromise<Response[]> {
  let all: MaybePromise<Response[]> = [];
  for (const text of texts)
    all = chain(all, (before) => chain(respond(text, args, name), (next) => [...before, next]));
  return all;
}

function translate(client: Client, responses: readonly Response[], raw: JsonObject): Answer {
  const answers = responses.map(
    ({ event, answer }): NeutralAnswer => readAnswer(event ?? 'PreToolUse', answer),
  );
  return client.write(fitAnswer(combineAnswers(answers), client.channel), raw);
}

/** A failure refuses a tool call and holds up nothing else. */
function fail(client: Client | undefined, registered: string | undefined, problem: string): number {
  const event = registered === undefined ? 'PreToolUse' : (client?.events[registered] ?? registered);
  const isCall = event === 'PreToolUse' || event === 'BeforeTool';
  const stderr = `Pawl could not check this: ${problem}. Run \`pawl doctor\` to see what is wrong.\n`;
  const answer: Answer = isCall ? { stdout: '', stderr, exit: 2 } : emptyAnswer;
  return send({ answer, record: () => {} });
}
