// Calls that fetch something, or send data to another machine.
import { resolve } from '../../base/paths.ts';
import { HOLE, word } from '../../base/words.ts';
import type { Origin } from '../../types.ts';
import { type Action, type CodeContext, isEverydayCallJudged } from '../code-context.ts';
import { runAsCommand } from '../run-as-command.ts';
import { firstText, originsIn, type Value } from '../value.ts';

export const runFetch: Action = ({ args }, { state, reader }) => {
  if (args[1]?.texts) runAsCommand(['curl', '-o', firstText(args[1]), firstText(args[0])], state, reader);
};

/** A credential in a request header or a login is sent on purpose: the server asks for it. */
const IS_LOGIN = /^(?:headers|auth|authorization|token|api_?key|cert)$/i;

const withoutVariables = (value: Value): Value => ({
  origins: originsIn(value).filter(({ kind }) => kind !== 'variable'),
});

/** Data that leaves the machine: a file, the environment or a variable of it. */
export const runSend: Action = ({ self, args, named }, context) => {
  const { state, reader } = context;
  const data = [
    ...args.slice(1).filter((arg) => !arg.fields),
    ...[...named].map(([name, value]) => (IS_LOGIN.test(name) ? withoutVariables(value) : value)),
    ...(args.length === 1 || !args[0]?.texts ? args.slice(0, 1) : []),
  ];
  const address =
    [...args, ...(self ? [self] : [])].map(firstText).find((text) => /^https?:/.test(text)) ??
    'https://host.example';
  const leaks = [...data, ...(args[0] ? [args[0]] : [])]
    .flatMap((value) => originsIn(value))
    .filter(isLocalData)
    .filter(({ kind }) => kind !== 'variable' || isEverydayCallJudged(context));
  if (leaks.length > 0)
    runAsCommand(
      ['curl', '-d', word(HOLE, { origins: leaks.flatMap((o) => withContentOrigins(o, context)) }), address],
      state,
      reader,
    );
};

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
