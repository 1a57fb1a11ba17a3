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
}

const GREP =
  '-e -f -A -B -C -m -d -D --regexp --file --include --exclude --exclude-dir --max-count --context --after-context --before-context --label --color -g --glob -t --type -T --pre --replace --iglob -M --max-columns -j --threads --sort --exclude-from --ignore-file';

const table = (): Record<string, Use> => {
  const read: Use = { operands: 'read' };
  const grep: Use = {
    operands: 'pattern',
    values: GREP,
    pattern: '-e -f --regexp --file',
    reads: '-f --file --exclude-from --ignore-file',
  };
  const cp: Use = {
    operands: 'copy',
    values:
      '-t --target-directory -S --suffix -m --mode -o --owner -g --group --exclude --include -e --rsh --filter --files-from',
    writes: '-t --target-directory',
    reads: '--files-from',
  };
  const uses: Record<string, Use> = {
    grep,
    head: { operands: 'read', values: '-n -c --lines --bytes' },
    tail: { operands: 'read', values: '-n -c --lines --bytes -s --pid' },
    sort: {
      operands: 'read',
      values: '-k -t -o -S -T --output --key --field-separator --files0-from',
      writes: '-o --output',
      reads: '--files0-from',
    },
    wc: { operands: 'none', values: '--files0-from', reads: '--files0-from' },
    du: {
      operands: 'none',
      values: '--files0-from -X --exclude-from',
      reads: '--files0-from -X --exclude-from',
    },
    date: { operands: 'none', values: '-f --file -d --date -s --set', reads: '-f --file' },
    cut: { operands: 'read', values: '-d -f -c -b --delimiter --fields' },
    paste: { operands: 'read', values: '-d' },
    fold: { operands: 'read', values: '-w' },
    fmt: { operands: 'read', values: '-w' },
    column: { operands: 'read', values: '-s -o' },
    xxd: { operands: 'read', values: '-s -l -c -g' },
    od: { operands: 'read', values: '-t -A -N -j -w' },
    hexdump: { operands: 'read', values: '-n -s -e -f' },
    base64: { operands: 'read', values: '-w --wrap -i -o', reads: '-i' },
    split: { operands: 'read', values: '-b -l -n -a' },
    uniq: { operands: 'second', values: '-f -s -w' },
    sed: {
      operands: 'pattern',
      values: '-e -f --expression --file',
      pattern: '-e -f --expression --file',
      inPlace: '-i -I --in-place',
      reads: '-f --file',
    },
    awk: {
      operands: 'pattern',
      values: '-F -v -f --file',
      pattern: '-f --file',
      inPlace: '',
      reads: '-f --file',
    },
    jq: {
      operands: 'pattern',
      values: '--arg --argjson --slurpfile --rawfile --indent -f --from-file -L',
      pattern: '-f --from-file',
      reads: '--slurpfile --rawfile',
    },
    yq: { operands: 'pattern', values: '-o -p --indent', inPlace: '-i --inplace' },
    cp,
    mv: { ...cp, operands: 'move' },
    install: cp,
    rsync: { ...cp, dry: '-n --dry-run --list-only --help' },
    scp: { operands: 'copy', values: '-P -i -F -o -l -c -S -J' },
    ln: { operands: 'copy', values: '-t --target-directory -S' },
    ditto: cp,
    tee: { operands: 'write' },
    sponge: { operands: 'write' },
    truncate: { operands: 'write', values: '-s --size -r --reference -o' },
    touch: { operands: 'write', values: '-d -t -r --date --reference' },
    mkdir: { operands: 'write', values: '-m --mode' },
    fallocate: { operands: 'write', values: '-l -o --length --offset' },
    dos2unix: { operands: 'write' },
    patch: { operands: 'write', values: '-p -i -d -o', reads: '-i' },
    ed: { operands: 'write' },
    ex: { operands: 'write', values: '-c -s' },
    rm: { operands: 'delete' },
    unlink: { operands: 'delete' },
    rmdir: { operands: 'delete' },
    shred: { operands: 'delete', values: '-n -s --iterations --size --random-source' },
    tar: {
      operands: 'none',
      values: '-f --file -C --directory -T --files-from -X --exclude',
      reads: '-T --files-from',
    },
    zip: { operands: 'read', values: '-x -i -P' },
    gzip: read,
    curl: { operands: 'none', values: '-o --output --output-dir', writes: '-o --output --output-dir' },
    wget: {
      operands: 'none',
      values: '-O --output-document -o -a -P --directory-prefix',
      writes: '-O --output-document -o -a --output-file -P --directory-prefix',
    },
    unzip: { operands: 'none', values: '-d -x', writes: '-d' },
    vim: { operands: 'write', values: '-c -S -u --cmd' },
    gpg: { operands: 'read', values: '-r -o -u --output --recipient' },
  };
  return uses;
};

const READERS =
  'cat tac nl bat batcat less more most view strings rev tr base32 comm cmp diff sdiff colordiff delta iconv pbcopy xclip open source . code hexyl ccat pygmentize glow mdcat envsubst uuencode zcat bzcat xzcat gunzip csvlook enscript a2ps lp lpr ascii get-content gc type-file expand unexpand pr look tsort shuf';
const SEARCHERS = 'grep egrep fgrep rg ag ack zgrep ripgrep ugrep pcregrep select-string sift';
const SAME: Record<string, string> = {
  gawk: 'awk',
  mawk: 'awk',
  nawk: 'awk',
  gsed: 'sed',
  vi: 'vim',
  nvim: 'vim',
};
const EDITORS = 'nano emacs pico micro hx kak';

let built: Record<string, Use> | undefined;

function useOf(name: string): Use | undefined {
  built ??= table();
  if (Object.hasOwn(built, name)) return built[name];
  if (oneOf(READERS, name)) return built.gzip;
  if (oneOf(SEARCHERS, name)) return built.grep;
  if (oneOf(EDITORS, name)) return built.vim;
  return Object.hasOwn(SAME, name) ? built[SAME[name] as string] : undefined;
}

/** The paths a command reads, writes and deletes by its operands and options. */
export function accessesOf(command: ShellCommand, _world: Surroundings): Access[] {
  if (command.name === 'dd') return ddAccesses(command);
  if (command.name === 'tar' || command.name === 'bsdtar') return tarAccesses(command);
  if (command.name === 'git') return gitAccesses(command);
  if (command.name === 'openssl') return opensslAccesses(command);
  if (command.name === 'sqlite3' || command.name === 'sqlcipher') return databaseAccesses(command);
  if (/^(docker|podman|kubectl|oc)$/.test(command.name)) return copyAccesses(command);
  if (command.name === 'curl' || command.name === 'wget')
    return transferAccesses(command, useOf(command.name) as Use);
  const use = useOf(command.name);
  if (use === built?.awk && /(^| )-i ?inplace /.test(command.words.map((w) => w.text).join(' ')))
    return command.words.slice(-1).map((w) => access('write', w, command));
  return use ? useAccesses(command, use) : codeAccesses(command);
}

const access = (how: Access['how'], w: Word, command: ShellCommand): Access => ({
  how,
  target: target(w, command.cwd),
});

function useAccesses(command: ShellCommand, use: Use): Access[] {
  const args = readArgs(command.words.slice(1), { values: use.values });
  const out: Access[] = [];
  for (const w of use.reads ? namedValues(args, use.reads) : []) out.push(access('read', w, command));
  for (const w of use.writes ? valuesOf(args, use.writes) : []) out.push(access('write', w, command));
  return [...out, ...operandAccesses(command, use, args)];
}

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

function ddAccesses(command: ShellCommand): Access[] {
  return command.words.slice(1).flatMap((w) => {
    const m = /^(if|of)=([\s\S]*)$/.exec(w.text);
    return m ? [access(m[1] === 'if' ? 'read' : 'write', { ...w, text: m[2] as string }, command)] : [];
  });
}

function tarAccesses(command: ShellCommand): Access[] {
  const words = [...command.words.slice(1)];
  // The old style has no dash: `tar czf out.tgz dir`.
  if (words[0] && /^[a-zA-Z]+$/.test(words[0].text)) words[0] = { ...words[0], text: `-${words[0].text}` };
  const args = readArgs(words, {
    values: '-f --file -C --directory -T --files-from -X --exclude-from --exclude --transform',
  });
  const lists = namedValues(args, '-T --files-from -X --exclude-from').map((w) => access('read', w, command));
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

/** `git show HEAD:.env`, `git diff -- .env`: the content of a file by way of the history. */
function gitAccesses(command: ShellCommand): Access[] {
  const args = readArgs(command.words.slice(1), {
    values: '-C -c --git-dir --work-tree -n -L -S -G --format --pretty -U',
  });
  const [sub, ...operands] = args.operands;
  if (sub?.text === 'add' || sub?.text === 'stage') return operands.map((w) => access('read', w, command));
  // Hooks looked for elsewhere: those of the project no longer run.
  if (sub?.text === 'config' && /^core\.hookspath$/i.test(operands[0]?.text ?? '') && operands[1])
    return /^\/|^~|^$/.test(operands[1].text) ? [access('write', word('.git/hooks/'), command)] : [];
  if (!/^(show|cat-file|diff|log|blame|grep|archive|annotate|difftool|stash)$/.test(sub?.text ?? ''))
    return [];
  const quiet = has(
    args,
    '--stat --name-only --name-status --numstat --shortstat --oneline -s --no-patch -q --quiet',
  );
  if (quiet && !has(args, '-p --patch')) return [];
  if (sub?.text === 'log' && !has(args, '-p --patch -L')) return [];
  const files = sub?.text === 'grep' ? operands.slice(1) : operands;
  return files.map((w) => access('read', { ...w, text: w.text.replace(/^[^\s:/]*:(?=.)/, '') }, command));
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
    const m = /(?:^|=)[@<]([^;,]+)/.exec(w.text);
    return m && m[1] !== '-' ? [word(m[1] as string, { origins: w.origins })] : [];
  });
  return [
    ...named,
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
