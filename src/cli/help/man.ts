// The man page, made from the table of commands.
import { aboutOf } from '../command.ts';
import type { CommandOverview } from './overview.ts';

/** A leading dot or quote would be a command of the formatter, and a backslash an escape. */
const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');

export function manPage(commands: readonly CommandOverview[], version: string): string {
  const groups = [...new Set(commands.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const own = commands.filter((command) => command.group === group);
    return `.SS ${escaped(group)}\n${own.map(commandText).join('\n')}`;
  });
  return `.TH PAWL 1 "" "pawl ${version}" "User Commands"
.SH NAME
pawl \\- the one program that Claude Code's hooks call
.SH SYNOPSIS
.B pawl
.I command
.RI [ options ]
.SH DESCRIPTION
Pawl decides on the tool calls of Claude Code before they run, and records what was decided.
.B pawl init
registers it;
.B pawl help
.I topic
prints a page of the documentation.
.SH COMMANDS
${sections.join('\n')}
.SH EXIT STATUS
0 done, 1 found something or refused, 2 wrong usage.
.SH FILES
.TP
.I ~/.pawl
Config, policies, records (PAWL_HOME).
.TP
.I ~/.claude/settings.json
Where \\fBpawl init\\fR registers the hooks.
`;
}

function commandText({ name, usage, about, options }: CommandOverview): string {
  const lines = Object.entries(options).map(([key, option]) => {
    const value = option.type === 'string' ? ` <${option.value ?? 'text'}>` : '';
    const short = option.short ? `-${option.short}, ` : '';
    return `.br\n\\fB${escaped(`${short}--${key}`)}\\fR${escaped(value)}: ${escaped(aboutOf(option))}`;
  });
  return [`.TP\n\\fBpawl ${escaped(name)}\\fR ${escaped(usage)}`.trimEnd(), escaped(about), ...lines].join(
    '\n',
  );
}
