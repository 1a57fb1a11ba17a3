// Reads redirects, and sends the output of a command where they say.
import type { HereDoc, HereString, Redirect, Redirection } from 'unbash';
import { resolve } from '../base/paths.ts';
import { HOLE, unknownWord, word } from '../base/words.ts';
import {
  atMost,
  emptyCommand,
  fileFlow,
  flow,
  isWrite,
  type Reader,
  recordCommand,
  type State,
  scalar,
} from '../state/state.ts';
import type { Flow, ShellRedirect } from '../types.ts';
import { expandOne, expandParts, expandWord } from './expand.ts';

/** Where a command reads from and writes to. */
export interface Redirects {
  list: ShellRedirect[];
  stdin: Flow | undefined;
}

export function readRedirects(nodes: readonly Redirection[], state: State, reader: Reader): Redirects {
  const list: ShellRedirect[] = [];
  let stdin: Flow | undefined;
  for (const node of nodes) {
    if (node.type === 'HereDoc' || node.type === 'HereString') {
      const text = node.type === 'HereDoc' ? heredoc(node, state, reader) : herestring(node, state, reader);
      const fd = descriptor(node.descriptor, state) ?? 0;
      if (fd === 0) stdin = text;
      else bindHeredoc(String(fd), text, state);
    } else if (node.target) {
      const fd = descriptor(node.descriptor, state);
      const targets = node.target.parts?.some((part) => part.type === 'BraceExpansion')
        ? expandWord(node.target, state, reader)
        : [expandOne(node.target, state, reader)];
      for (const target of atMost(targets, 64, reader)) list.push({ operator: node.operator, fd, target });
      if (node.operator.startsWith('<') && !fd)
        stdin = fromFile(node.operator, targets[0]?.text ?? HOLE, state, reader);
    }
  }
  return { list, stdin };
}

/** The number of a file descriptor. For `{log}>file` the shell chooses one and stores it in the variable. */
function descriptor(node: Redirect['descriptor'], state: State): number | undefined {
  if (node?.type !== 'FileDescriptorVariable') return node?.value;
  const fd = 10 + (state.descriptors?.size ?? 0);
  state.vars.set(node.name, scalar(word(String(fd))));
  return fd;
}

/** `exec 3<<<text`: keeps the text, so that `read -u 3` finds it later. */
function bindHeredoc(fd: string, text: Flow, state: State): void {
  const path = `/dev/fd/${fd}`;
  state.files.set(path, text);
  state.descriptors = new Map(state.descriptors).set(fd, path);
}

/** Records which file each descriptor stands for: `exec 3>file`, `{ …; } 3>file`. */
export function bindDescriptors(list: readonly ShellRedirect[], state: State): void {
  for (const r of list) {
    if (r.fd === undefined || r.fd < 3) continue;
    const open = new Map(state.descriptors);
    const other = /^(\d+)-?$/.exec(r.target.text)?.[1];
    const path = other ? open.get(other) : resolve(r.target.text, state.cwd);
    if (path && r.operator !== '<<<') open.set(String(r.fd), path);
    state.descriptors = open;
  }
}

function herestring(node: HereString, state: State, reader: Reader): Flow {
  const w = node.target ? expandOne(node.target, state, reader) : unknownWord();
  return flow(w.text === HOLE ? undefined : `${w.text}\n`, w.origins, 'heredoc');
}

function heredoc(node: HereDoc, state: State, reader: Reader): Flow {
  const strip = (text: string) => (node.operator === '<<-' ? text.replace(/^\t+/gm, '') : text);
  if (node.delimiter?.quoted || !node.body.parts) return flow(strip(node.body.text), [], 'heredoc');
  const w = expandParts(node.body.parts, state, reader);
  return flow(strip(w.text), w.origins, 'heredoc');
}

function fromFile(operator: string, text: string, state: State, reader: Reader): Flow {
  if (operator === '<&') {
    const open = state.descriptors?.get(text);
    return open ? fileFlow(open, state, reader) : flow(undefined);
  }
  const path = resolve(text, state.cwd);
  return fileFlow(path ?? text, state, reader);
}

/** Redirecting stdout to these changes nothing. */
const OUTPUT = /^\/(dev\/(stdout|fd\/1)|proc\/self\/fd\/1)$/;

/** Writes the output to the files it is redirected to; returns what still goes to stdout. */
export function redirectOutput(
  list: readonly ShellRedirect[],
  out: Flow,
  state: State,
  reader: Reader,
): Flow {
  let rest = out;
  for (const r of list) {
    if (r.fd !== undefined && r.fd !== 1) continue;
    const open = r.operator === '>&' ? state.descriptors?.get(r.target.text) : undefined;
    if (!open && (!isWrite(r) || OUTPUT.test(r.target.text))) continue;
    const path = open ?? resolve(r.target.text, state.cwd);
    const adds = open !== undefined || r.operator.includes('>>');
    const written = asHeredocIfKnown(out);
    if (path) state.files.set(path, adds ? appended(state.files.get(path), written) : written);
    if (path) reader.outputSubstitutions?.get(path)?.(out);
    rest = flow('');
  }
  return rest;
}

/** `echo ls > x.sh`: the text is written out in the source, so it counts as a heredoc. */
function asHeredocIfKnown(out: Flow): Flow {
  const plain = out.kind === 'pipe' && out.origins.length === 0 && out.text?.includes(HOLE) === false;
  return plain ? { ...out, kind: 'heredoc' } : out;
}

function appended(before: Flow | undefined, out: Flow): Flow {
  if (!before) return out;
  const text = before.text === undefined || out.text === undefined ? undefined : before.text + out.text;
  return flow(text, [...before.origins, ...out.origins], before.kind);
}

/** Records redirects as a command without words, and applies them to the output. */
export function applyRedirects(redirects: Redirects, out: Flow, state: State, reader: Reader): Flow {
  if (redirects.list.length > 0) recordCommand(emptyCommand(redirects.list, out, state), reader);
  return redirectOutput(redirects.list, out, state, reader);
}
