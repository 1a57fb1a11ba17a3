// Calls that fetch something, or send data to another machine. In comes a call such as `requests.post(url, data)`; if
// the data are from this machine, the `curl` that sends the same is run.
import { resolve } from '../../base/paths.ts';
import { HOLE, word } from '../../base/words.ts';
import { runAsCommand } from '../../state/run-as-command.ts';
import type { Origin } from '../../types.ts';
import { type Action, type CodeContext, isEverydayCallJudged } from '../code-context.ts';
import { firstText, originsIn, type Value } from '../value.ts';

export const runFetch: Action = ({ args }, { state, reader }) => {
  if (args[1]?.texts) runAsCommand(['curl', '-o', firstText(args[1]), firstText(args[0])], state, reader);
};

/** A credential in a request header or a login is sent on purpose: the server asks for it. */
const IS_LOGIN = /^(?:headers|auth|authorization|token|api_?key|cert)$/i;

const withoutVariables = (value: Value): Value => ({
  origins: originsIn(value).filter(({ kind }) => kind !== 'variable'),
});

/** Sends a file, the environment or a variable of it. Other data are no loss. */
export const runSend: Action = ({ self, args, named }, context) => {
  const [first] = args;
  const data = [
    ...args.slice(1).filter((arg) => !arg.fields),
    ...[...named].map(([name, value]) => (IS_LOGIN.test(name) ? withoutVariables(value) : value)),
    ...(first ? [first] : []),
  ];
  const sentOrigins = data
    .flatMap((value) => originsIn(value))
    .filter(isLocalData)
    .filter(({ kind }) => kind !== 'variable' || isEverydayCallJudged(context));
  if (sentOrigins.length === 0) return;
  const origins = sentOrigins.flatMap((origin) => withContentOrigins(origin, context));
  const texts = [...args, ...(self ? [self] : [])].map(firstText);
  const address = texts.find((text) => /^https?:/.test(text)) ?? UNKNOWN_ADDRESS;
  runAsCommand(['curl', '-d', word(HOLE, { origins }), address], context.state, context.reader);
};

/** Stands for an address that the code computes. */
const UNKNOWN_ADDRESS = 'https://host.example';

/** The origin, and for a file that this source has written the origins of its content. */
function withContentOrigins(origin: Origin, context: CodeContext): readonly Origin[] {
  const full = withFullPath(origin, context);
  return [full, ...(context.state.files.get(full.name)?.origins ?? [])];
}

const isLocalData = ({ kind }: Origin) => kind === 'file' || kind === 'environment' || kind === 'variable';

/** The origin with the full path of its file. */
const withFullPath = (origin: Origin, { state, reader }: CodeContext): Origin =>
  origin.kind === 'file'
    ? {
        ...origin,
        name: resolve(origin.name.replace(/^~(?=\/|$)/, reader.world.home), state.cwd) ?? origin.name,
      }
    : origin;
