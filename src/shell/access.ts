import { type Args, has, readArgs, valuesOf } from './args.ts';
import { resolve, target } from './paths.ts';
import type { ShellCommand, Surroundings, Target, Word } from './types.ts';
import { type Use, useOf } from './uses.ts';
import { oneOf, word } from './words.ts';

export interface Access {
  how: 'read' | 'write' | 'delete';
  target: Target;
}

/** The paths a command reads, writes and deletes by its operands and options. */
export function accessesOf(command: ShellCommand, world: Surroundings): Access[] {
  if (command.name === 'dd') return ddAccesses(command, world);
  if (command.name === 'tar' || command.name === 'bsdtar') return tarAccesses(command);
  if (command.name === 'git') return gitAccesses(command);
  if (command.name === 'openssl') return opensslAccesses(command);
  if (command.name === 'sqlite3' || command.name === 'sqlcipher') return databaseAccesses(command);
  if (/^(docker|podman|kubectl|oc)$/.test(command.name)) return copyAccesses(command);
  if (command.name === 'curl' || command.name === 'wget')
    return transferAccesses(command, useOf(command.name) as Use);
  const use = useOf(command.name);
  if (
    /^[gmn]?awk$/.test(command.name) &&
    /(^| )-i ?inplace /.test(command.words.map((w) => w.text).join(' '))
  )
    return command.words.slice(-1).map((w) => access('write', w, command));
  if (use) return useAccesses(command, use, world);
  return [...codeAccesses(command), ...resultAccesses(command)];
}

const RESULT =
  /^--(out|output|save|report|log|export|dump)(-?(file|path|dir|directory|to|as|json|html|xml))?$/i;

/** `jest --outputFile f`, `tool --save-json=f`: where any program puts what it makes. */
function resultAccesses(command: ShellCommand): Access[] {
  return command.words.flatMap((w, i) => {
    if (!w.text.startsWith('--')) return [];
    const equals = w.text.indexOf('=');
    const value = equals > 0 ? { ...w, text: w.text.slice(equals + 1) } : command.words[i + 1];
    if (!value || !/^[/~.]/.test(value.text)) return [];
    return RESULT.test(equals > 0 ? w.text.slice(0, equals) : w.text)
      ? [access('write', value, command)]
      : [];
  });
}

const access = (how: Access['how'], w: Word, command: ShellCommand): Access => ({
  how,
  target: target(w, command.cwd),
});

function useAccesses(command: ShellCommand, use: Use, world: Surroundings): Access[] {
  const args = readArgs(withoutNames(command), { values: use.values, singleDash: use.singleDash });
  const out: Access[] = [];
  for (const w of use.reads ? namedValues(args, use.reads) : []) out.push(access('read', w, command));
  for (const w of use.writes ? valuesOf(args, use.writes) : []) out.push(access('write', w, command));
  return [...out, ...operandAccesses(command, use, args), ...placed(command, use, args, world)];
}

/** `jq --arg name value`: two words belong to the option, and the second is what counts. */
const withoutNames = ({ words }: ShellCommand): readonly Word[] =>
  words.slice(1).filter((_, i) => !/^--(arg|argjson|slurpfile|rawfile|argfile)$/.test(words[i]?.text ?? ''));

/** Options by their full name: `--exclude` is no short form of `--exclude-from`. */
const namedValues = (args: Args, names: string): Word[] =>
  args.flags.flatMap((f) => (f.value && oneOf(names, f.name) ? [f.value] : []));

function operandAccesses(command: ShellCommand, use: Use, args: Args): Access[] {
  const all = args.operands;
  const each = (how: Access['how'], words: readonly Word[]) => words.map((w) => access(how, w, command));
  if (use.inPlace && has(args, use.inPlace))
    return each('write', all.slice(has(args, use.pattern ?? '') ? 0 : 1));
  const into = use.writes && valuesOf(args, use.writes).length > 0;
  switch (use.operands) {
    case 'read':
      return each('read', all);
    case 'pattern':
      return each('read', use.pattern && has(args, use.pattern) ? all : all.slice(1));
    case 'move':
      return [...each('delete', into ? all : all.slice(0, -1)), ...each('write', into ? [] : all.slice(-1))];
    case 'copy':
      return into || all.length < 2 || (use.dry && has(args, use.dry))
        ? each('read', all)
        : [...each('read', all.slice(0, -1)), ...each('write', all.slice(-1))];
    case 'second':
      return [...each('read', all.slice(0, 1)), ...each('write', all.slice(1, 2))];
    case 'write':
      return each('write', all);
    case 'delete':
      return each('delete', all);
    case 'none':
      return [];
  }
}

/** `cp .zshrc ~/`: what is put into a directory keeps its name. */
function placed(command: ShellCommand, use: Use, args: Args, { home }: Surroundings): Access[] {
  const into = args.operands.at(-1);
  if (!into || !/^(copy|move)$/.test(use.operands) || (use.dry && has(args, use.dry))) return [];
  if (!into.text.endsWith('/') && into.text !== home) return [];
  return args.operands.slice(0, -1).flatMap((w) => {
    const name = w.text.slice(w.text.lastIndexOf('/') + 1);
    const text = `${into.text.replace(/\/+$/, '')}/${name}`;
    return /^\.?$/.test(name) ? [] : [access('write', { ...into, text, glob: w.glob }, command)];
  });
}

function ddAccesses(command: ShellCommand, { home }: Surroundings): Access[] {
  return command.words.slice(1).flatMap((w) => {
    const m = /^(if|of)=([\s\S]*)$/.exec(w.text);
    const text = (m?.[2] ?? '').replace(/^~(?=\/|$)/, home);
    return m ? [access(m[1] === 'if' ? 'read' : 'write', { ...w, text }, command)] : [];
  });
}

function tarAccesses(command: ShellCommand): Access[] {
  const words = [...command.words.slice(1)];
  // The old style has no dash: `tar czf out.tgz dir`.
  if (words[0] && /^[a-zA-Z]+$/.test(words[0].text)) words[0] = { ...words[0], text: `-${words[0].text}` };
  const args = readArgs(words, {
    values: '-f --file -C --directory -T --files-from -X --exclude-from --exclude --transform',
  });
  const lists = namedValues(args, '-T --files-from -X --exclude-from --add-file').map((w) =>
    access('read', w, command),
  );
  const from = valuesOf(args, '-C --directory')[0];
  if (has(args, '-c --create -r --append -u --update')) {
    const dir = from ? resolve(from.text, command.cwd) : command.cwd;
    return [...lists, ...args.operands.map((w) => ({ how: 'read', target: target(w, dir) }) as Access)];
  }
  return has(args, '-x --extract') && from ? [...lists, access('write', from, command)] : lists;
}

/** `openssl rsa -in key` prints the key, unless only its public part or a check is wanted. */
function opensslAccesses(command: ShellCommand): Access[] {
  const args = readArgs(command.words.slice(1), {
    values: '-in -out -inkey -key -keyout -passin -passout -CA -CAkey -cert -outform -inform',
    singleDash: true,
  });
  const prints =
    /^(rsa|ec|dsa|pkey|pkcs8|pkcs12|base64|enc)$/.test(args.operands[0]?.text ?? '') &&
    !has(args, '-noout -pubout -pubin -nokeys -export -out');
  return valuesOf(args, prints ? '-inkey -in' : '-inkey').map((w) => access('read', w, command));
}

/** `sqlite3 file sql`: the file is read. */
function databaseAccesses(command: ShellCommand): Access[] {
  const file = readArgs(command.words.slice(1), {
    values: '-cmd -init -separator -nullvalue',
    singleDash: true,
  }).operands[0];
  return file ? [access('read', file, command)] : [];
}

/** `docker cp a container:b`: the end without a colon is ours. */
function copyAccesses(command: ShellCommand): Access[] {
  const [sub, from, to] = readArgs(command.words.slice(1), {
    values: '-n --namespace -c --container',
  }).operands;
  if (sub?.text !== 'cp' || !from || !to) return [];
  return /:/.test(from.text) ? [access('write', to, command)] : [access('read', from, command)];
}

/** The paths a commit is of, and the file its message comes from. */
const committed = (args: Args, command: ShellCommand): Access[] =>
  [...args.operands.slice(1), ...valuesOf(args, '-F --file')].map((w) => access('read', w, command));

const COMMITS =
  '-m --message -F --file -t --template --author --date --trailer --fixup --squash --cleanup --pathspec-from-file --git-dir --work-tree';

/** `git show HEAD:.env`, `git diff -- .env`: the content of a file by way of the history. */
function gitAccesses(command: ShellCommand): Access[] {
  const stash = command.words.some((w) => w.text === 'stash');
  const args = readArgs(command.words.slice(1), {
    values: `-C -c --git-dir --work-tree -n -L -S -G --format --pretty -U${stash ? ' -m --message' : ''}`,
  });
  const [sub, ...operands] = args.operands;
  if (/^(add|stage)$/.test(sub?.text ?? '')) return operands.map((w) => access('read', w, command));
  // Here `-c` and `-C` name a commit.
  if (sub?.text === 'commit')
    return committed(readArgs(command.words.slice(1), { values: `${COMMITS} -C -c` }), command);
  // Hooks looked for elsewhere: those of the project no longer run.
  if (sub?.text === 'config' && /^core\.hookspath$/i.test(operands[0]?.text ?? '') && operands[1])
    return /^\/|^~|^$/.test(operands[1].text) ? [access('write', word('.git/hooks/'), command)] : [];
  if (sub?.text === 'config') return configured(command);
  if (!/^(show|cat-file|diff|log|blame|grep|archive|annotate|difftool|stash)$/.test(sub?.text ?? ''))
    return [];
  const quiet = has(
    args,
    '--stat --name-only --name-status --numstat --shortstat --oneline -s --no-patch -q --quiet',
  );
  if (quiet && !/^(blame|annotate)$/.test(sub?.text ?? '') && !has(args, '-p --patch --binary')) return [];
  if (sub?.text === 'log' && !has(args, '-p --patch -L')) return [];
  const files = sub?.text === 'grep' ? operands.slice(1) : operands;
  return files.map((w) => access('read', { ...w, text: w.text.replace(/^[^\s:/]*:(?=.)/, '') }, command));
}

/** `git config -f file key value`: the file is written. */
function configured(command: ShellCommand): Access[] {
  const args = readArgs(command.words.slice(1), { values: '-C -c -f --file --type --default' });
  const sets = args.operands.length > 2 || has(args, '--unset --unset-all --remove-section');
  const asks = has(args, '--get --get-all --get-regexp --list');
  return sets && !asks ? valuesOf(args, '-f --file').map((w) => access('write', w, command)) : [];
}

/** `curl -d @file`, `-T file`, `-F x=@file`: files that are sent. */
function transferAccesses(command: ShellCommand, use: Use): Access[] {
  const args = readArgs(command.words.slice(1), { values: `${use.values} ${UPLOAD_VALUES}` });
  const writes = valuesOf(args, use.writes ?? '')
    .filter((w) => w.text !== '-')
    .map((w) => access('write', w, command));
  const local = args.operands
    .filter((w) => w.text.startsWith('file://'))
    .map((w) => access('read', { ...w, text: w.text.slice(7) }, command));
  return [...writes, ...local, ...uploads(args).map((w) => access('read', w, command))];
}

export const UPLOAD_VALUES =
  '-d --data --data-binary --data-raw --data-urlencode --data-ascii --json -F --form -T --upload-file --post-file --body-file --post-data -H --header -u --user -A --user-agent -X --request -e --referer -b --cookie -c --cookie-jar -m --max-time -w --write-out -x --proxy --cert --key --cacert -K --config --connect-timeout --retry -U -P --url --method --resolve --limit-rate -Q --quote --mail-from --mail-rcpt';

export function uploads(args: Args): Word[] {
  const named = valuesOf(
    args,
    '-d --data --data-binary --data-urlencode --data-ascii --json -F --form',
  ).flatMap((w) => {
    // `-F 'x=@"a",b;type=text/plain'`
    const list = /(?:^|=)[@<]([^;]+)/.exec(w.text)?.[1]?.split(',') ?? [];
    return list
      .slice(0, 32)
      .map((name) => name.replace(/^"(.*)"$/, '$1'))
      .filter((name) => name !== '-' && name !== '')
      .map((name) => word(name, { origins: w.origins }));
  });
  const headers = valuesOf(args, '-H --header').flatMap((w) =>
    w.text.startsWith('@') && w.text !== '@-' ? [{ ...w, text: w.text.slice(1) }] : [],
  );
  // `name@file`
  const encoded = valuesOf(args, '--data-urlencode').flatMap((w) => {
    const m = /^[\w.-]+@([^;,]+)/.exec(w.text);
    return m ? [word(m[1] as string, { origins: w.origins })] : [];
  });
  return [
    ...named,
    ...headers,
    ...encoded,
    ...valuesOf(args, '-T --upload-file --post-file --body-file -K --config').filter((w) => w.text !== '-'),
  ];
}

/** A shell or interpreter reads the script it runs. */
function codeAccesses(command: ShellCommand): Access[] {
  const paths = command.code?.by === 'file' ? command.code.origins.filter((o) => o.kind === 'file') : [];
  return paths.map((o) => ({
    how: 'read',
    target: { text: o.what, path: o.what.startsWith('/') ? o.what : undefined, glob: false },
  }));
}
