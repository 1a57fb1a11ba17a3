import { accessesOf } from './access.ts';
import { readArgs, valuesOf } from './args.ts';
import { resolve } from './paths.ts';
import { flow, type Reader, type State } from './state.ts';
import type { Flow, ShellCommand } from './types.ts';
import { HOLE, oneOf, show } from './words.ts';

const FETCHES = 'curl curlie wget wget2 aria2c http https xh axel scp sftp gsutil aws iwr invoke-webrequest';

/** Keeps in mind what a command leaves in files, because the same source may run them afterwards. */
export function noteWritten(command: ShellCommand, state: State, reader: Reader): void {
  const { name } = command;
  if (oneOf(FETCHES, name) || (name === 'rsync' && isFromHost(command))) noteFetched(command, state, reader);
  if (name === 'tee' || name === 'sponge') setAll(command, command.stdin ?? flow(undefined), state, reader);
  if (name === 'git') noteCloned(command, state);
  if (name === 'gh') noteReleased(command, state);
  if (/^(tar|gtar|bsdtar|unzip|7z)$/.test(name)) noteUnpacked(command, state);
  if (/^(cp|mv|install|ln|link|dd|rsync)$/.test(name)) noteCopied(command, state, reader);
  if (name === 'rm' && state.files.size > 0) forget(command, state, reader);
}

const isFromHost = ({ words }: ShellCommand) => words.slice(1, -1).some((w) => /^[\w.@-]+:/.test(w.text));

function setAll(command: ShellCommand, content: Flow, state: State, reader: Reader): void {
  for (const { how, target } of accessesOf(command, reader.world))
    if (how === 'write' && target.path) {
      state.files.set(target.path, content);
      reader.takers?.get(target.path)?.(content);
    }
}

/** What was deleted holds nothing. */
function forget(command: ShellCommand, state: State, reader: Reader): void {
  for (const { target } of accessesOf(command, reader.world))
    if (target.path && !target.glob) state.files.delete(target.path);
}

function noteFetched(command: ShellCommand, state: State, reader: Reader): void {
  const { name } = command;
  const what = show(command.words.map((w) => w.text).join(' ')).slice(0, 120);
  const content = flow(undefined, [{ kind: 'network', what }], 'file');
  setAll(command, content, state, reader);
  const into = valuesOf(
    readArgs(command.words.slice(1), { values: '-P --directory-prefix --output-dir -d --dir' }),
    '-P --directory-prefix --output-dir',
  )[0]?.text;
  // `wget URL` and `curl -O URL` name the file after the last part of the address.
  for (const w of command.words.slice(1)) {
    const last = /^(?:[a-z]+:\/\/[\w.-]+|[\w-]+(?:\.[\w-]+)+)(?::\d+)?\/(?:[^?#]*\/)?([^/?#]+)/i.exec(
      w.text,
    )?.[1];
    // `scp host:dir/file .`
    const copied = /^(scp|sftp)$/.test(name) ? /^[^\s:/]+:(?:.*\/)?([^/]+)$/.exec(w.text)?.[1] : undefined;
    const named = last ?? copied;
    const path = named && resolve(into ? `${into}/${named}` : named, command.cwd);
    if (path) state.files.set(path, content);
  }
}

/** Scripts that a repository asks its visitors to run. */
const INSTALLERS =
  'install.sh install setup.sh bootstrap.sh bootstrap setup configure.sh run.sh init.sh'.split(' ');

/** `git clone URL && ./y/install.sh`: nobody has read what came. */
function noteCloned(command: ShellCommand, state: State): void {
  const words = command.words.map((w) => w.text);
  const at = words.indexOf('clone');
  const from = at > 0 ? words.findIndex((text, i) => i > at && /:\/\/|^[\w.-]+@[\w.-]+:/.test(text)) : -1;
  if (from < 0) return;
  const named = words[from + 1] ?? (words[from] as string).replace(/\/$/, '').replace(/^.*[/:]|\.git$/g, '');
  const content = flow(HOLE, [{ kind: 'command', what: show(words.join(' ')).slice(0, 120) }]);
  for (const script of INSTALLERS) {
    const path = resolve(`${named.replace(/\.git$/, '')}/${script}`, command.cwd);
    if (path) state.files.set(path, content);
  }
}

/** `gh release download -p install.sh` */
function noteReleased(command: ShellCommand, state: State): void {
  const args = readArgs(command.words.slice(1), { values: '-p --pattern -O --output -D --dir -R --repo' });
  if (args.operands[0]?.text !== 'release' || args.operands[1]?.text !== 'download') return;
  const what = show(command.words.map((w) => w.text).join(' ')).slice(0, 120);
  for (const w of valuesOf(args, '-p --pattern -O --output')) {
    const path = resolve(w.text, command.cwd);
    if (path) state.files.set(path, flow(undefined, [{ kind: 'network', what }], 'file'));
  }
}

/** `curl URL | tar xz && ./install.sh`: what an archive from the network holds nobody has read. */
function noteUnpacked(command: ShellCommand, state: State): void {
  const args = readArgs(command.words.slice(1), { values: '-C --directory -d -f' });
  const read = [...valuesOf(args, '-f'), ...args.operands].flatMap(
    (w) => state.files.get(resolve(w.text, command.cwd) ?? '')?.origins ?? [],
  );
  const from = [...(command.stdin?.origins ?? []), ...read].find((o) => o.kind === 'network');
  if (!from) return;
  const into = valuesOf(args, '-C --directory -d')[0]?.text ?? '.';
  const base = /([\w.-]+?)\.(?:tar(?:\.\w+)?|t[gx]z|tbz2?|zip|7z)\b/.exec(from.what)?.[1];
  const content = flow(HOLE, [{ kind: 'command', what: from.what }]);
  const names = [...INSTALLERS, ...(base ? [base, ...INSTALLERS.map((name) => `${base}/${name}`)] : [])];
  for (const name of names) {
    const path = resolve(`${into}/${name}`, command.cwd);
    if (path) state.files.set(path, content);
  }
}

function noteCopied(command: ShellCommand, state: State, reader: Reader): void {
  const accesses = accessesOf(command, reader.world);
  const from = accesses.find((a) => a.how !== 'write')?.target.path;
  const to = accesses.find((a) => a.how === 'write')?.target.path;
  // `install /dev/stdin x <<< code`
  const content = from === '/dev/stdin' ? command.stdin : from && state.files.get(from);
  if (content && to) state.files.set(to, content);
  // `cp /bin/rm x; ./x`: a program under another name.
  if (from && to && /^\/(usr\/)?(local\/)?s?bin\/\w/.test(from)) noteRenamed(from, to, state);
}

function noteRenamed(from: string, to: string, state: State): void {
  const base = to.slice(to.lastIndexOf('/') + 1);
  for (const name of [to, `./${base}`]) state.aliases.set(name, from);
}
