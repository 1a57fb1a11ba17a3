// Tracks the content of files for later commands of the same source: downloaded, unpacked, copied, deleted.
import { resolve } from '../../base/paths.ts';
import { displayWords, HOLE } from '../../base/words.ts';
import { flow, type State } from '../../state/state.ts';
import type { Flow, ShellCommand } from '../../types.ts';
import { has, valuesOf } from '../args.ts';
import type { Behaviour, FileAccess } from '../behaviour.ts';

/** Usual names of installation scripts in repositories and archives. */
export const INSTALL_SCRIPTS =
  'install.sh install setup.sh bootstrap.sh bootstrap setup configure.sh run.sh init.sh'.split(' ');

const labelOf = (command: ShellCommand) => displayWords(command.words).slice(0, 120);

export function keepWritten(files: readonly FileAccess[], content: Flow, state: State): void {
  for (const { kind, target } of files)
    if (kind === 'write' && target.path) state.files.set(target.path, content);
}

/** `curl -O URL`, `wget URL`, `scp host:x .`: records the downloaded file under the name it gets. */
export function keepFetched(
  command: ShellCommand,
  files: readonly FileAccess[],
  into: string | undefined,
  state: State,
): void {
  const content = flow(undefined, [{ kind: 'network', name: labelOf(command) }], 'file');
  keepWritten(files, content, state);
  for (const w of command.words.slice(1)) {
    const named = URL_NAME.exec(w.text)?.[1] ?? REMOTE_NAME.exec(w.text)?.[1];
    const path = named && resolve(into ? `${into}/${named}` : named, command.cwd);
    if (path) state.files.set(path, content);
    // `scp host:x.sh /tmp`: the target may be a folder.
    for (const { kind, target } of files)
      if (named && kind === 'write' && target.path) state.files.set(`${target.path}/${named}`, content);
  }
}

/** Matches the last part of an address: the name of the downloaded file. */
const URL_NAME = /^(?:[a-z]+:\/\/[\w.-]+|[\w-]+(?:\.[\w-]+)+)(?::\d+)?\/(?:[^?#]*\/)?([^/?#]+)/i;
/** Matches the file name in `host:dir/file`. */
const REMOTE_NAME = /^[^\s:/]+:(?!\/\/)(?:.*\/)?([^/]+)$/;

/** `ln -s ~/Documents d && rm -rf d/*`: later commands reach the target through the link. */
export const makesLinks: Behaviour = {
  tracksFiles(command, args, _files, state) {
    const [to, name] = args.operands;
    if (!to || !has(args, '-s --symbolic')) return;
    const base = to.text.replace(/\/+$/, '').replace(/^.*\//, '');
    const given = name?.text.replace(/\/$/, `/${base}`) ?? base;
    const link = resolve(given, command.cwd);
    const target = link && resolve(to.text, link.slice(0, link.lastIndexOf('/')) || '/');
    if (link && target) state.links = new Map([...(state.links ?? []), [link, target]]);
  },
};

/** `mkfifo p; sh < p`: nobody can see what will come through the pipe. */
export const makesPipe: Behaviour = {
  tracksFiles(command, args, _files, state) {
    const names = command.name.endsWith('mknod') && args.operands[1]?.text !== 'p' ? [] : args.operands;
    for (const w of names) {
      const path = resolve(w.text, command.cwd);
      if (path) state.files.set(path, flow(undefined, [{ kind: 'command', name: labelOf(command) }], 'pipe'));
    }
  },
};

/** `gh release download -p install.sh`: downloads files of a release. */
export const downloadsReleases: Behaviour = {
  tracksFiles(command, args, _files, state) {
    if (args.operands[0]?.text !== 'release' || args.operands[1]?.text !== 'download') return;
    for (const w of valuesOf(args, '-p --pattern -O --output')) {
      const path = resolve(w.text, command.cwd);
      if (path) state.files.set(path, flow(undefined, [{ kind: 'network', name: labelOf(command) }], 'file'));
    }
  },
};

/** `curl URL | tar xz && ./install.sh`: records the usual scripts of a downloaded archive as unread code. */
export const unpacks: Behaviour = {
  tracksFiles(command, args, _files, state) {
    const read = [...valuesOf(args, '-f --file'), ...args.operands].flatMap(
      (w) => state.files.get(resolve(w.text, command.cwd) ?? '')?.origins ?? [],
    );
    const from = [...(command.stdin?.origins ?? []), ...read].find((o) => o.kind === 'network');
    if (!from) return;
    const into = valuesOf(args, '-C --directory -d')[0]?.text ?? '.';
    const base = /([\w.-]+?)\.(?:tar(?:\.\w+)?|t[gx]z|tbz2?|zip|7z)\b/.exec(from.name)?.[1];
    const content = flow(HOLE, [{ kind: 'command', name: from.name }]);
    const names = [
      ...INSTALL_SCRIPTS,
      ...(base ? [base, ...INSTALL_SCRIPTS.map((name) => `${base}/${name}`)] : []),
    ];
    for (const name of names) {
      const path = resolve(`${into}/${name}`, command.cwd);
      if (path) state.files.set(path, content);
    }
  },
};

/** `ftp host <<< 'get x.sh'`: the commands of the client name the files that it fetches. */
export const fetchesWithGet: Behaviour = {
  tracksFiles(command, _args, _files, state) {
    const typed = [...command.words.slice(1).map((w) => w.text), `\n${command.stdin?.text ?? ''}`].join(' ');
    const content = flow(undefined, [{ kind: 'network', name: labelOf(command) }], 'file');
    for (const [, from = '', to] of typed.matchAll(GET)) {
      const path = resolve(to ?? from.slice(from.lastIndexOf('/') + 1), command.cwd);
      if (path) state.files.set(path, content);
    }
  },
};

const GET =
  /(?:^|[\s;])(?:m?get|recv|-g -r|-gr)\s+(?:-\w+\s+)*([^\s;-][^\s;]*)(?:[ \t]+(?:-l[ \t]+)?([^\s;-][^\s;]*))?/g;

/** `tee file`: the file contains the input. */
export const savesInput: Behaviour = {
  tracksFiles: (command, _args, files, state) => keepWritten(files, command.stdin ?? flow(undefined), state),
};

/** A deleted file has no content any more. */
export function forgetDeleted(files: readonly FileAccess[], state: State): void {
  for (const { target } of files) if (target.path && !target.glob) state.files.delete(target.path);
}

/** `cp x y`: the copy has the same content. */
export function keepCopied(command: ShellCommand, files: readonly FileAccess[], state: State): void {
  const from = files.find((a) => a.kind !== 'write')?.target.path;
  const to = files.find((a) => a.kind === 'write')?.target.path;
  // `install /dev/stdin x <<< code`
  const content = from === '/dev/stdin' ? command.stdin : from && state.files.get(from);
  if (content && to) state.files.set(to, content);
  // `cp /bin/rm x; ./x` runs rm under another name.
  if (from && to && /^\/(usr\/)?(local\/)?s?bin\/\w/.test(from)) keepRenamed(from, to, state);
}

function keepRenamed(from: string, to: string, state: State): void {
  const base = to.slice(to.lastIndexOf('/') + 1);
  for (const name of [to, `./${base}`]) state.aliases.set(name, from);
}
