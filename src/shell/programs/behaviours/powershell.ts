// Behaviours of PowerShell, whose language Pawl does not read.
import { fetchedCode, unseenCode } from '../../base/unseen-code.ts';
import { HOLE } from '../../base/words.ts';
import type { ShellCommand } from '../../types.ts';
import { ofKind } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';

export const powershell: Behaviour = {
  effects(command, args) {
    if (ofKind(args, 'runs')[0]?.text === HOLE) return [unseenCode(command)];
    if (runsInput(command))
      return [
        command.stdin?.origins.some((o) => o.kind === 'network') ? fetchedCode(command) : unseenCode(command),
      ];
    return makesBlock(command) ? [fetchedCode(command)] : [];
  },
};

/** `… | powershell -`: runs its input. */
const runsInput = ({ stdin, words }: ShellCommand) =>
  stdin?.kind === 'pipe' && words.slice(1).every((w) => /^(-|-c|-command|-no\w+)$/i.test(w.text));

/** `pwsh -c '& ([scriptblock]::Create((irm URL)))'`: runs downloaded code. */
const makesBlock = ({ words }: ShellCommand) =>
  words.some((w) =>
    /\[scriptblock\]::create\([^;]*\b(irm|iwr|curl|wget|invoke-(webrequest|restmethod)|downloadstring)\b/i.test(
      w.text,
    ),
  );

/** Options with which only Elixir's `iex` begins. */
const ELIXIR = /^(-S|-r|-pr|-pa|-pz|--(s?name|cookie|remsh|dot-iex|erl|hidden|no-pry|dbg))$/;

/** `iex` of PowerShell runs text; Elixir's `iex` takes options and files. */
export const invokesExpression: Behaviour = {
  effects: (command) =>
    !ELIXIR.test(command.words[1]?.text ?? '') &&
    (command.stdin || command.words.slice(1).some((w) => /[\s(]|^https?:/.test(w.text)))
      ? [unseenCode(command)]
      : [],
};
