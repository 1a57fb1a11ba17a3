// Completions for shells, generated as text from the table of commands, so that completing a word runs nothing.
import { shellQuote } from '../../core/text.ts';
import { aboutOf, type Option } from '../command.ts';
import type { CommandOverview } from './overview.ts';

export interface Completable {
  commands: readonly CommandOverview[];
  /** The words that may follow `pawl help`. */
  topics: readonly string[];
}

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

export function completionFor(shell: Shell, all: Completable): string {
  return { bash, zsh, fish, powershell }[shell](all);
}

const help: Option = { type: 'boolean', short: 'h', about: 'Show this help' };

function optionsOf({ options }: CommandOverview): [name: string, option: Option][] {
  return Object.entries({ ...options, help }).map(([name, option]) => [
    name,
    { ...option, about: aboutOf(option) },
  ]);
}

/** `help` is not in the table, because it is about the other commands. */
const allNames = ({ commands }: Completable) => [
  ...commands.map(({ name, about }) => ({ name, about })),
  { name: 'help', about: 'Show the help of a command, or a page' },
];

const helpWords = ({ commands, topics }: Completable) => [
  ...new Set([...commands.map(({ name }) => name), ...topics]),
];

function bash(all: Completable): string {
  const cases = all.commands.map((command) => {
    const words = [...command.words, ...optionsOf(command).map(([name]) => `--${name}`)];
    return `    ${command.name}) words=${shellQuote(words.join(' '))} ;;`;
  });
  return `# Completions of pawl for bash. In ~/.bashrc: eval "$(pawl completion bash)"
_pawl() {
  local words='' current="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${shellQuote([...allNames(all).map(({ name }) => name), '--version', '--help'].join(' '))}
  else
    case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    help) words=${shellQuote(helpWords(all).join(' '))} ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _pawl pawl
`;
}

/** A colon separates the word from its description. */
const described = (name: string, about: string) => shellQuote(`${name.replaceAll(':', '\\:')}:${about}`);

function zsh(all: Completable): string {
  const cases = all.commands.map((command) => {
    const words = command.words.map((word) => shellQuote(word));
    const options = optionsOf(command).map(([name, { about }]) => described(`--${name}`, about));
    return `      ${command.name}) choices=(${[...words, ...options].join(' ')}) ;;`;
  });
  const names = allNames(all).map(({ name, about }) => described(name, about));
  return `#compdef pawl
# Completions of pawl for zsh. In ~/.zshrc, after compinit: eval "$(pawl completion zsh)"
_pawl() {
  local -a choices
  if (( CURRENT == 2 )); then
    choices=(${names.join(' ')})
  else
    case "\${words[2]}" in
${cases.join('\n')}
      help) choices=(${helpWords(all).map(shellQuote).join(' ')}) ;;
    esac
  fi
  _describe 'pawl' choices
  _files
}
compdef _pawl pawl
`;
}

function fish(all: Completable): string {
  const first = allNames(all).map(
    ({ name, about }) => `complete -c pawl -n __fish_use_subcommand -f -a ${name} -d ${shellQuote(about)}`,
  );
  const rest = all.commands.flatMap((command) => {
    const when = `-n ${shellQuote(`__fish_seen_subcommand_from ${command.name}`)}`;
    return [
      ...command.words.map((word) => `complete -c pawl ${when} -a ${word}`),
      ...optionsOf(command).map(
        ([name, { short, type, about }]) =>
          `complete -c pawl ${when} -l ${name}${short ? ` -s ${short}` : ''}${type === 'string' ? ' -r' : ''} -d ${shellQuote(about)}`,
      ),
    ];
  });
  const pages = `complete -c pawl -n '__fish_seen_subcommand_from help' -f -a ${shellQuote(helpWords(all).join(' '))}`;
  return `# Completions of pawl for fish: pawl completion fish > ~/.config/fish/completions/pawl.fish\n${[...first, ...rest, pages].join('\n')}\n`;
}

function powershell(all: Completable): string {
  const text = (word: string) => `'${word.replaceAll("'", "''")}'`;
  const rows = all.commands.map((command) => {
    const words = [...command.words, ...optionsOf(command).map(([name]) => `--${name}`)];
    return `    ${text(command.name)} = @(${words.map(text).join(', ')})`;
  });
  return `# Completions of pawl for PowerShell. In $PROFILE: pawl completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName pawl -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $all = @{
${rows.join('\n')}
    'help' = @(${helpWords(all).map(text).join(', ')})
  }
  $typed = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $first = $typed.Count -lt 2 -or ($typed.Count -eq 2 -and $wordToComplete -ne '')
  $words = if ($first) { $all.Keys | Sort-Object } else { $all[$typed[1]] }
  $words | Where-Object { $_ -and $_ -like "$wordToComplete*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`;
}
