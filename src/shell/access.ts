import { type Args, has, readArgs, valuesOf } from './args.ts';
import { resolve, target } from './paths.ts';
import type { ShellCommand, Surroundings, Target, Word } from './types.ts';
import { oneOf, word } from './words.ts';

export interface Access {
  how: 'read' | 'write' | 'delete';
  target: Target;
}

/** How a command treats its operands, and which options name files. */
interface Use {
  /** `read` all · `pattern` all but the first · `copy` read all, write the last · `move` · `write` all · `second` reads the first, writes the second. */
  operands: 'read' | 'pattern' | 'copy' | 'move' | 'write' | 'delete' | 'second' | 'none';
  values?: string;
  /** Options that hold the pattern, so that all operands are files. */
  pattern?: string;
  reads?: string;
  writes?: string;
  /** With one of these options the operands are written instead. */
  inPlace?: string;
  /** With one of these options nothing is written. */
  dry?: string;
  singleDash?: boolean;
}

const GREP =
  '-e -f -A -B -C -m -d -D --regexp --file --include --exclude --exclude-dir --max-count --context --after-context --before-context --label --color -g --glob -t --type -T --pre --replace --iglob -M --max-columns -j --threads --sort --exclude-from --ignore-file';

const READERS =
  'cat tac nl bat batcat less more most view strings rev tr base32 comm join m4 cmp diff sdiff colordiff delta iconv pbcopy xclip open source . code hexyl ccat pygmentize glow mdcat envsubst uuencode zcat bzcat xzcat gunzip bzip2 xz zstd lz4 brotli csvlook enscript a2ps lp lpr ascii get-content gc type-file expand unexpand pr look tsort shuf json.tool vimdiff wdiff hd pv lolcat highlight pandoc qrencode';
const SEARCHERS = 'grep egrep fgrep rg ag ack zgrep ripgrep ugrep pcregrep select-string sift';
const EDITORS = 'nano emacs pico micro hx kak';

const READ: Use = { operands: 'read' };
const SEARCH: Use = {
  operands: 'pattern',
  values: GREP,
  pattern: '-e -f --regexp --file',
  reads: '-f --file --exclude-from --ignore-file',
};
const COPY: Use = {
  operands: 'copy',
  values:
    '-t --target-directory -S --suffix -m --mode -o --owner -g --group --exclude --include -e --rsh --filter --files-from',
  writes: '-t --target-directory',
  reads: '--files-from',
};

/** By its name only: a table of all of them would be built for every command. */
function useOf(name: string): Use | undefined {
  switch (name) {
    case 'grep':
      return SEARCH;
    case 'head':
      return { operands: 'read', values: '-n -c --lines --bytes' };
    case 'tail':
      return { operands: 'read', values: '-n -c --lines --bytes -s --pid' };
    case 'sort':
      return {
        operands: 'read',
        values: '-k -t -o -S -T --output --key --field-separator --files0-from',
        writes: '-o --output',
        reads: '--files0-from',
      };
    case 'wc':
      return { operands: 'none', values: '--files0-from', reads: '--files0-from' };
    case 'du':
      return {
        operands: 'none',
        values: '--files0-from -X --exclude-from',
        reads: '--files0-from -X --exclude-from',
      };
    case 'date':
      return { operands: 'none', values: '-f --file -d --date -s --set', reads: '-f --file' };
    case 'cut':
      return { operands: 'read', values: '-d -f -c -b --delimiter --fields' };
    case 'paste':
      return { operands: 'read', values: '-d' };
    case 'fold':
    case 'fmt':
      return { operands: 'read', values: '-w' };
    case 'column':
      return { operands: 'read', values: '-s -o' };
    case 'xxd':
      return { operands: 'read', values: '-s -l -c -g' };
    case 'od':
      return { operands: 'read', values: '-t -A -N -j -w' };
    case 'hexdump':
      return { operands: 'read', values: '-n -s -e -f' };
    case 'base64':
      return { operands: 'read', values: '-w --wrap -i -o', reads: '-i' };
    case 'split':
      return { operands: 'second', values: '-b -l -n -a -C -t --bytes --lines --number --suffix-length' };
    case 'csplit':
      return {
        operands: 'read',
        values: '-f -b -n --prefix --suffix-format --digits',
        writes: '-f --prefix',
      };
    case 'find':
      return {
        operands: 'none',
        values: '-fprint -fprint0 -fls -fprintf',
        writes: '-fprint -fprint0 -fls -fprintf',
        singleDash: true,
      };
    case 'uniq':
      return { operands: 'second', values: '-f -s -w' };
    case 'sed':
    case 'gsed':
      return {
        operands: 'pattern',
        values: '-e -f --expression --file',
        pattern: '-e -f --expression --file',
        inPlace: '-i -I --in-place',
        reads: '-f --file',
      };
    case 'awk':
    case 'gawk':
    case 'mawk':
    case 'nawk':
      return {
        operands: 'pattern',
        values: '-F -v -f --file',
        pattern: '-f --file',
        inPlace: '',
        reads: '-f --file',
      };
    case 'jq':
    case 'gojq':
    case 'jaq':
      return {
        operands: 'pattern',
        values: '--arg --argjson --slurpfile --rawfile --argfile --indent -f --from-file -L',
        pattern: '-f --from-file',
        reads: '--slurpfile --rawfile --argfile -f --from-file',
      };
    case 'yq':
      return { operands: 'pattern', values: '-o -p --indent', inPlace: '-i --inplace' };
    case 'cp':
    case 'install':
    case 'ditto':
      return COPY;
    case 'mv':
      return { ...COPY, operands: 'move' };
    case 'rsync':
      return { ...COPY, dry: '-n --dry-run --list-only --help' };
    case 'scp':
      return { operands: 'copy', values: '-P -i -F -o -l -c -S -J' };
    case 'ln':
    case 'link':
      return { operands: 'copy', values: '-t --target-directory -S' };
    case 'tee':
    case 'sponge':
    case 'dos2unix':
    case 'ed':
      return { operands: 'write' };
    case 'truncate':
      return { operands: 'write', values: '-s --size -r --reference -o' };
    case 'touch':
      return { operands: 'write', values: '-d -t -r --date --reference' };
    case 'mkdir':
      return { operands: 'write', values: '-m --mode' };
    case 'fallocate':
      return { operands: 'write', values: '-l -o --length --offset' };
    case 'patch':
      return { operands: 'write', values: '-p -i -d -o', reads: '-i' };
    case 'ex':
      return { operands: 'write', values: '-c -s' };
    case 'rm':
    case 'unlink':
    case 'rmdir':
      return { operands: 'delete' };
    case 'shred':
      return { operands: 'delete', values: '-n -s --iterations --size --random-source' };
    case 'tar':
      return {
        operands: 'none',
        values: '-f --file -C --directory -T --files-from -X --exclude',
        reads: '-T --files-from',
      };
    case '7z':
    case 'zip':
      return { operands: 'read', values: '-x -i -P' };
    case 'gzip':
      return READ;
    case 'curl':
      return { operands: 'none', values: '-o --output --output-dir', writes: '-o --output --output-dir' };
    case 'wget':
      return {
        operands: 'none',
        values: '-O --output-document -o -a -P --directory-prefix',
        writes: '-O --output-document -o -a --output-file -P --directory-prefix',
      };
    case 'unzip':
      return { operands: 'none', values: '-d -x', writes: '-d' };
    case 'vim':
    case 'vi':
    case 'nvim':
      return { operands: 'write', values: '-c -S -u --cmd' };
    case 'gpg':
      return { operands: 'read', values: '-r -o -u --output --recipient' };
    default:
      if (oneOf(READERS, name)) return READ;
      if (oneOf(SEARCHERS, name)) return SEARCH;
      return oneOf(EDITORS, name) ? useOf('vim') : undefined;
  }
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
