// Shell source that git runs because a setting or a subcommand names it: `git -c core.pager=…`, aliases, `bisect run`.
import { pattern } from '../../base/pattern.ts';
import type { ShellCommand } from '../../types.ts';
import { type Args, valuesOf } from '../args.ts';

/** Settings of git that name a command. */
const GIT_SETTING = pattern(
  String.raw`
  ^(alias\..+|core\.(pager|editor|sshcommand|fsmonitor|askpass|gitproxy)|sequence\.editor|
  diff\.(external|.+\.(command|textconv))|merge\..+\.driver|difftool\..+\.cmd|mergetool\..+\.cmd|
  filter\..+\.(clean|smudge|process)|credential\.helper|pager\..+|gpg\.program|
  uploadpack\.packobjectshook|interactive\.difffilter)$
`,
  'i',
);

/** The shell source in the settings and the arguments of a git command. */
export function gitSources(command: ShellCommand, args: Args): string[] {
  const texts = command.words.map((w) => w.text);
  const settings = valuesOf(args, '-c').map((w) => w.text.split(/=(.*)/s, 2) as [string, string?]);
  if (command.assignments.length > 0) settings.push(...environmentSettings(command, texts));
  const at = texts.indexOf('config');
  const words = at > 0 ? texts.slice(at + 1).filter((t) => !t.startsWith('-')) : [];
  if (words.length > 1) settings.push([words[0] as string, words[1]]);
  const settingSources = settings
    .filter(([key]) => GIT_SETTING.test(key))
    .map(([key, value]) => sourceOfSetting(key, value ?? '', texts, args.operands[0]?.text));
  return [...settingSources, ...sourcesOfSubcommands(texts)];
}

/** Settings in environment variables: `GIT_CONFIG_KEY_0=…`, `GIT_CONFIG_PARAMETERS`, `--config-env key=NAME`. */
function environmentSettings({ assignments }: ShellCommand, texts: readonly string[]): [string, string?][] {
  const value = (name: string) => assignments.find((a) => a.name === name)?.value.text;
  if (value('GIT_CONFIG_COUNT') === '0') return [];
  const counted = assignments.flatMap((a): [string, string?][] => {
    const n = /^GIT_CONFIG_KEY_(\d+)$/.exec(a.name)?.[1];
    return n ? [[a.value.text, value(`GIT_CONFIG_VALUE_${n}`)]] : [];
  });
  const packed = [...(value('GIT_CONFIG_PARAMETERS') ?? '').matchAll(/'([^'=]+)'?='?([^']*)'/g)];
  const named = texts.flatMap((t) => {
    const m = /^(?:--config-env=)?(alias\.[\w.-]+)=(\w+)$/.exec(t);
    return m ? [[m[1] as string, value(m[2] as string)] as [string, string?]] : [];
  });
  return [...counted, ...packed.map((m): [string, string] => [m[1] as string, m[2] as string]), ...named];
}

/** Git ignores an alias with the name of one of its commands. These are the ones that are used most. */
const BUILT_IN_COMMAND = /^(status|log|diff|show|add|commit|branch)$/;

/** `git -c alias.x='reset --hard' x` runs git again. With `!` the alias is shell source, as the values of other settings are. */
function sourceOfSetting(key: string, value: string, texts: readonly string[], subcommand = ''): string {
  const isAliasOfGit =
    key === `alias.${subcommand}` && !value.startsWith('!') && !BUILT_IN_COMMAND.test(subcommand);
  return isAliasOfGit
    ? `git ${value} ${texts.slice(texts.indexOf(subcommand) + 1).join(' ')}`
    : value.replace(/^!/, '');
}

/** `git bisect run cmd`, `git submodule foreach 'cmd'`. */
function sourcesOfSubcommands(texts: readonly string[]): string[] {
  const run = texts.indexOf('run');
  if (run > 1 && texts[run - 1] === 'bisect') return [texts.slice(run + 1).join(' ')];
  const each = texts.indexOf('foreach');
  return each > 1
    ? [
        texts
          .slice(each + 1)
          .filter((t) => t !== '--recursive')
          .join(' '),
      ]
    : [];
}
