// Behaviours of programs that name files in ways which the kinds of options and operands can't express.
import { resolve, target } from '../../base/paths.ts';
import type { ShellCommand, Word } from '../../types.ts';
import { access, namedFiles } from '../access.ts';
import { type Args, has, ofKind, valuesOf } from '../args.ts';
import type { Behaviour, FileAccess } from '../behaviour.ts';
import { uploadsOf } from './http.ts';

/** `awk -i inplace '…' file` writes the file. */
export const editsInPlace: Behaviour = {
  files(command, args, world) {
    const inPlace = valuesOf(args, '-i --include').some((w) => w.text === 'inplace');
    const files = namedFiles(command, args, world);
    return inPlace ? files.map((file) => ({ ...file, kind: 'write' })) : files;
  },
};

/** `grep -r KEY . --include=.env`: the search looks only at these files, and shows their lines. */
export const searchesHidden: Behaviour = {
  moreFiles: (command, args) =>
    valuesOf(args, '--include -g --glob --iglob')
      .filter((w) => /^\.[A-Za-z]/.test(w.text))
      .map((w) => access('read', w, command)),
};

/** `unzip -p x.zip .env`: shows a member of the archive. */
export const printsMembers: Behaviour = {
  moreFiles: (command, args) =>
    has(args, '-p -c') ? args.operands.slice(1).map((w) => access('read', w, command)) : [],
};

/** `tar -cf x dir` reads the operands, relative to `-C`; `tar -xf x -C dir` writes the directory. */
export const archiveMembers: Behaviour = {
  files(command, args) {
    const lists = ofKind(args, 'reads').map((w) => access('read', w, command));
    const from = valuesOf(args, '-C --directory')[0];
    if (has(args, '-c --create -r --append -u --update'))
      return [...lists, ...packed(command, args, from), ...archiveOf(command, args)];
    return has(args, '-x --extract') && from ? [...lists, access('write', from, command)] : lists;
  },
};

/** The archive that `tar -cf` writes, unless it is the output, a device or on another machine. */
const archiveOf = (command: ShellCommand, args: Args) =>
  valuesOf(args, '-f --file')
    .filter((w) => w.text !== '-' && !/^[\w.@-]+:|^\/dev\//.test(w.text))
    .map((w) => access('write', w, command));

function packed(command: ShellCommand, args: Args, from: Word | undefined): FileAccess[] {
  const dir = from ? resolve(from.text, command.cwd) : command.cwd;
  return args.operands.map((w) => ({ kind: 'read', target: target(w, dir) }));
}

/** `openssl rsa -in key` prints the private key, unless options restrict it to the public part or a check. */
export const printsKeys: Behaviour = {
  files(command, args) {
    const prints =
      /^(rsa|ec|dsa|pkey|pkcs8|pkcs12|base64|enc)$/.test(args.operands[0]?.text ?? '') &&
      !has(args, '-noout -pubout -pubin -nokeys -out');
    return [
      ...valuesOf(args, prints ? '-inkey -in' : '').map((w) => access('read', w, command)),
      ...ofKind(args, 'writes').map((w) => access('write', w, command)),
    ];
  },
};

/** `curl -d @file`, `curl file:///etc/passwd`. */
export const transfersFiles: Behaviour = {
  sends: (_command, args) => uploadsOf(args),
  files(command, args, world) {
    const local = args.operands
      .filter((w) => w.text.startsWith('file://'))
      .map((w) => access('read', { ...w, text: w.text.slice(7) }, command));
    const written = namedFiles(command, args, world).filter(({ kind }) => kind === 'write');
    return [...written, ...local, ...uploadsOf(args).map((w) => access('read', w, command))];
  },
};

/** `dd if=~/x`: the shell does not expand the tilde, but the author meant the home directory. */
export const copiesBlocks: Behaviour = {
  files(command, args, world) {
    const home = (w: Word): Word => ({ ...w, text: w.text.replace(/^~(?=\/|$)/, world.home) });
    return [
      ...ofKind(args, 'reads').map((w) => access('read', home(w), command)),
      ...ofKind(args, 'writes').map((w) => access('write', home(w), command)),
    ];
  },
};
