// `pawl completion`: completions for a shell, made from the table of commands.
import type { Command } from '../command.ts';
import { type Completable, completionFor, type Shell, shells } from '../help/completions.ts';

/** The table of commands is given, because a command does not import the file that lists it. */
export function completionCommand(readAll: () => Promise<Completable>): Command {
  return {
    summary: 'Print completions for your shell',
    usage: `[${shells.join(' | ')}]`,
    subcommands: Object.fromEntries(shells.map((shell) => [shell, 0])),
    details: `
  bash        eval "$(pawl completion bash)"                in ~/.bashrc
  zsh         eval "$(pawl completion zsh)"                 in ~/.zshrc, after compinit
  fish        pawl completion fish > ~/.config/fish/completions/pawl.fish
  powershell  pawl completion powershell | Out-String | Invoke-Expression      in $PROFILE`,
    async run({ rest }) {
      console.log(completionFor(rest[0] as Shell, await readAll()).trimEnd());
      return 0;
    },
  };
}
