import { readArgs, valuesOf } from './args.ts';
import { launchers } from './embedded.ts';
import type { ShellCommand, Word } from './types.ts';

/** Variables whose value some program runs as a command. */
const COMMAND_VARIABLE =
  /^(GIT_(SSH_COMMAND|EDITOR|PAGER|EXTERNAL_DIFF|SEQUENCE_EDITOR|ASKPASS|PROXY_COMMAND)|PAGER|MANPAGER|EDITOR|VISUAL|BROWSER|LESSOPEN|PROMPT_COMMAND|PS[0-4]|BASH_ENV|ENV|SUDO_ASKPASS|RSYNC_RSH|CVS_RSH)$/;

/** Settings of git that name a command. */
const GIT_SETTING =
  /^(alias\..+|core\.(pager|editor|sshcommand|fsmonitor|askpass|gitproxy)|sequence\.editor|diff\.(external|.+\.(command|textconv))|merge\..+\.driver|difftool\..+\.cmd|mergetool\..+\.cmd|filter\..+\.(clean|smudge|process)|credential\.helper|pager\..+|gpg\.program|uploadpack\.packobjectshook|interactive\.difffilter)$/i;

/** Options of a program whose value is run as a command, and what to take off its front. */
interface Hook {
  options: string;
  strip?: RegExp;
  singleDash?: boolean;
  /** Only values that begin so are commands. */
  only?: RegExp;
}

const HOOKS: Record<string, Hook> = {
  tar: {
    options:
      '--checkpoint-action --to-command --use-compress-program -I --rsh-command -F --info-script --new-volume-script',
    strip: /^exec=/,
  },
  rsync: { options: '-e --rsh --rsync-path' },
  ssh: {
    options: '-o',
    only: /^(ProxyCommand|LocalCommand|PermitLocalCommand|KnownHostsCommand)[= ]/i,
    strip: /^\w+[= ]/,
  },
  scp: { options: '-o -S', only: /^(ProxyCommand|LocalCommand|KnownHostsCommand)[= ]/i, strip: /^\w+[= ]/ },
  sftp: { options: '-o -S', only: /^(ProxyCommand|LocalCommand|KnownHostsCommand)[= ]/i, strip: /^\w+[= ]/ },
  tcpdump: { options: '-z' },
  wget: { options: '--use-askpass' },
  bpftrace: { options: '-c' },
  forever: { options: '-c --command' },
  chokidar: { options: '-c --command' },
  ncat: { options: '-c --sh-exec -e --exec' },
  nc: { options: '-c -e' },
  ansible: { options: '-a --args' },
  gdb: { options: '-ex -eval-command', singleDash: true, only: /^(shell|!)/, strip: /^(shell|!)\s*/ },
  lldb: { options: '-o --one-line', only: /^(platform shell|script)/, strip: /^platform shell\s*/ },
  split: { options: '--filter' },
  sort: { options: '--compress-program' },
  fzf: { options: '--preview' },
  man: { options: '-P --pager' },
  rg: { options: '--pre' },
  rclone: { options: '--password-command' },
  zip: { options: '-TT --unzip-command', singleDash: true },
  'yt-dlp': { options: '--exec --exec-before-download' },
  'youtube-dl': { options: '--exec' },
  expect: { options: '-c', only: /spawn|exec|system/, strip: /^[\s\S]*?\b(spawn|exec|system)\s+/ },
};

/** Shell source a command carries in an option, a setting, a variable or its input. */
export function hiddenSources(command: ShellCommand): string[] {
  const out = command.assignments.flatMap((a) => assigned(a.name, a.value.text));
  if (command.name === 'export') out.push(...exported(command));
  if (command.name === 'git') out.push(...gitSources(command));
  if (command.name === 'make' || command.name === 'gmake') out.push(...recipes(command));
  if (command.name === 'socat') out.push(...addressed(command));
  const hook = Object.hasOwn(HOOKS, command.name) ? HOOKS[command.name] : undefined;
  if (hook) out.push(...hooked(command, hook));
  if (command.name === 'fzf') out.push(...bound(command));
  out.push(...launchers(command));
  return out.slice(0, 16);
}

/** A command in a variable, or behind a function in it, as old shells took it. */
function assigned(name: string, text: string): string[] {
  if (COMMAND_VARIABLE.test(name)) return [name.startsWith('PS') ? prompt(text) : text];
  return text.startsWith('() {') ? [text.replace(/^\(\) \{[^}]*\}\s*;?/, '')] : [];
}

/** Only what a prompt puts in runs. */
const prompt = (text: string) => (/\$\(|`/.test(text) ? `: "${text}"` : '');

function exported(command: ShellCommand): string[] {
  return command.words.slice(1).flatMap((w) => {
    const m = /^(\w+)=([\s\S]*)$/.exec(w.text);
    return m ? assigned(m[1] as string, m[2] as string) : [];
  });
}

/** `socat TCP:… EXEC:'cmd'`: an address that is a program. */
const addressed = ({ words }: ShellCommand): string[] =>
  words
    .slice(1)
    .flatMap(
      (w) =>
        /^(?:EXEC|SYSTEM|SHELL):([^,]+)/i.exec(w.text.replaceAll('\\t', ' ').replaceAll('\\', ''))?.[1] ?? [],
    );

function hooked(command: ShellCommand, { options, strip, singleDash, only }: Hook): string[] {
  const given = command.words.slice(1);
  const args = readArgs(command.name === 'tar' ? apart(given) : given, { values: options, singleDash });
  const values = valuesOf(args, options).map((w) => w.text);
  return values
    .filter((text) => !only || only.test(text))
    .map((text) => (strip ? text.replace(strip, '') : text));
}

/** `tar cFf script archive`: the letters take the words that follow, one after the other. */
function apart(words: readonly Word[]): readonly Word[] {
  const letters = words[0]?.text ?? '';
  if (!/^[a-zA-Z]*[FI][a-zA-Z]*$/.test(letters)) return words;
  const taking = [...letters].filter((c) => 'bfgCFHIKLNTVX'.includes(c));
  const values = words.slice(1, taking.length + 1);
  return [
    ...values.flatMap((value, i) => [{ ...value, text: `-${taking[i]}` }, value]),
    ...words.slice(taking.length + 1),
  ];
}

/** `fzf --bind 'enter:execute(vim {})'`: commands behind keys. */
function bound(command: ShellCommand): string[] {
  const args = readArgs(command.words.slice(1), { values: '--bind' });
  return valuesOf(args, '--bind').flatMap((w) =>
    [
      ...w.text.matchAll(/\b(?:execute(?:-silent)?|become|reload)(?:\(([^)]*(?:\([^)]*\)[^)]*)*)\)|:(.*))/g),
    ].map((m) => (m[1] ?? m[2]) as string),
  );
}

function gitSources(command: ShellCommand): string[] {
  const texts = command.words.map((w) => w.text);
  const args = readArgs(command.words.slice(1), {
    values:
      '-c -C --git-dir --work-tree --config-env -x --exec --tree-filter --index-filter --msg-filter --env-filter',
  });
  const settings = valuesOf(args, '-c').map((w) => w.text.split(/=(.*)/s, 2) as [string, string?]);
  if (command.assignments.length > 0) settings.push(...givenSettings(command, texts));
  const at = texts.indexOf('config');
  const words = at > 0 ? texts.slice(at + 1).filter((t) => !t.startsWith('-')) : [];
  if (words.length > 1) settings.push([words[0] as string, words[1]]);
  const set = settings
    .filter(([key]) => GIT_SETTING.test(key))
    .map(([key, value]) => settingSource(key, value ?? '', texts, args.operands[0]?.text));
  return [...set, ...valuesOf(args, '-x --exec').map((w) => w.text), ...gitRuns(texts)];
}

/** Settings of git in variables: `GIT_CONFIG_KEY_0=…`, `GIT_CONFIG_PARAMETERS`, `--config-env key=NAME`. */
function givenSettings({ assignments }: ShellCommand, texts: readonly string[]): [string, string?][] {
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

/** `git -c alias.x='reset --hard' x` is git again; with `!` it is a command of the shell. */
const settingSource = (key: string, value: string, texts: readonly string[], called: string | undefined) =>
  key === `alias.${called}` &&
  !value.startsWith('!') &&
  !/^(status|log|diff|show|add|commit|branch)$/.test(called ?? '')
    ? `git ${value} ${texts.slice(texts.indexOf(called as string) + 1).join(' ')}`
    : value.replace(/^!/, '');

/** `git bisect run cmd`, `git submodule foreach 'cmd'`. */
function gitRuns(texts: readonly string[]): string[] {
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

/** `make -f -`: the recipes are on the input. */
function recipes(command: ShellCommand): string[] {
  if (
    !/ (-\w*f ?|--(make)?file[ =])(-|\/dev\/(stdin|fd\/0))( |$)/.test(
      command.words.map((w) => w.text).join(' '),
    )
  )
    return [];
  const lines = command.stdin?.text?.split('\n') ?? [];
  return lines
    .map((line) => line.replace(/^[\w.%/ -]+:[^;]*;?/, '').replace(/^\t?[@-]*/, ''))
    .filter(Boolean);
}
