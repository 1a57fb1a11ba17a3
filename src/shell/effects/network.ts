// Finds data that a command sends to other machines, and misleading host names.
import { effect } from '../base/effect.ts';
import { namesMetadata } from '../base/metadata.ts';
import { resolve } from '../base/paths.ts';
import { displayText, joinOrigins } from '../base/words.ts';
import { sentToAddress } from '../programs/addresses.ts';
import { hasKind } from '../programs/args.ts';
import { insecureInstalls, isLoopback, publicUploads } from '../programs/behaviours/http.ts';
import { rawSocket } from '../programs/behaviours/sockets.ts';
import { argsOf, programOf, specOf } from '../programs/registry.ts';
import type { Trait } from '../programs/spec.ts';
import type { Effect, Origin, ShellCommand, ShellWorld, Word } from '../types.ts';
import { lookalikes } from './lookalike-hosts.ts';
import { hiddenInNames, outgoingEffects, sentByInput, sentFiles } from './outgoing.ts';

export function networkEffects(command: ShellCommand, world: ShellWorld): Effect[] {
  const traits = programOf(command).traits ?? [];
  const args = argsOf(command);
  const isSending = traits.includes('sends') || hasKind(args, 'sends') || hasKind(args, 'sends-file');
  return [
    ...(isSending ? [...sends(command, world), ...publicUploads(command)] : []),
    ...(specOf(command) === undefined ? unknownSends(command) : []),
    ...(traits.includes('installs') ? insecureInstalls(command) : []),
    ...(traits.includes('network') ? lookalikes(command) : []),
    ...(traits.includes('private-data') ? [privateData(command)] : []),
    ...socketRedirects(command),
    ...metadataRequests(command),
  ];
}

const privateData = (command: ShellCommand) =>
  effect(command, { kind: 'read', weight: 'plain', code: 'private-data', reason: 'Shows private data.' });

/** `curl http://169.254.169.254/…`: the cloud hands out the credentials of the machine to whoever asks. */
function metadataRequests(command: ShellCommand): Effect[] {
  const { traits = [], language } = programOf(command);
  const asks =
    specOf(command) === undefined ||
    language !== undefined ||
    traits.some((trait) => REQUESTS.includes(trait));
  if (!asks || !command.words.some((w) => namesMetadata(w.text))) return [];
  return [
    effect(command, {
      kind: 'read',
      weight: 'risky',
      code: 'instance-metadata',
      reason: 'Asks the cloud for the metadata of this machine, which include its credentials.',
      safer: 'ask the person for the one value you need',
    }),
  ];
}

const REQUESTS: readonly Trait[] = ['network', 'fetches', 'http', 'sends'];

/** The data that the command sends, with its origins. */
function sends(command: ShellCommand, world: ShellWorld): Effect[] {
  // The words of `tar` and `ar` are option letters and names of members; only their files are data.
  const isArchive = programOf(command).syntax?.bareLetters === true;
  const origins = joinOrigins(
    isArchive ? [] : sentByInput(command),
    ...(isArchive ? [] : command.words.slice(1).map((w) => carriedOrigins(w, command))),
    sentFiles(command),
  );
  if (origins.length === 0) return [];
  const send = { kind: 'send', weight: 'plain', origins } as const;
  if (command.words.slice(1).some((w) => isLoopback(w.text)))
    return [
      effect(command, { ...send, code: 'send-local', reason: 'Sends data to a program of this machine.' }),
    ];
  const to = displayText(
    command.words.find((w) => /:\/\/|^[\w-]+\.[\w.-]+/.test(w.text))?.text ?? command.name,
  );
  return [
    effect(command, { ...send, code: 'send', reason: `Sends data to ${to}.` }),
    ...outgoingEffects(command, world),
    ...hiddenInNames(command),
  ];
}

/** `tool ~/notes ssh://host/x`: an unknown program with files of this machine and an address of another. */
function unknownSends(command: ShellCommand): Effect[] {
  const files = sentToAddress(command.words.slice(1));
  if (files.length === 0 || command.remote) return [];
  return [
    effect(command, {
      kind: 'send',
      weight: 'plain',
      code: 'send',
      reason: 'May send files to another machine.',
      origins: files.map((w): Origin => ({ kind: 'file', name: resolve(w.text, command.cwd) ?? w.text })),
    }),
  ];
}

/** The origins of the text in a word. A variable in a login option is a token being used; elsewhere it may be a leak. */
function carriedOrigins(w: Word, command: ShellCommand): readonly Origin[] {
  const at = command.words.indexOf(w);
  const before = command.words[at - 1]?.text ?? '';
  const login =
    /^(-H|--header|-u|--user|-b|--cookie|--oauth2-bearer|--proxy-user|-E|--cert|--key|-i|--password|--token|-p|-a)$/.test(
      before,
    ) || /^(-H|--header=|-u|--user=|--token=|--password=)./.test(w.text);
  if (login) return w.origins.filter((o) => !/^(variable|command|network)$/.test(o.kind));
  return w.origins.filter((o) => o.kind !== 'variable' || !isOwnKey(o.name, w.text));
}

/** Services whose address does not have the name that their keys have. */
const ADDRESS_OF: Readonly<Record<string, string>> = {
  gemini: 'googleapis',
  google: 'googleapis',
  youtube: 'googleapis',
  firebase: 'googleapis',
  openweather: 'openweathermap',
};

/** `\0` stands for what a variable expands to (HOLE in base/words.ts). */
const LOGIN_FIELD = /[?&](api[-_]?)?(key|token|appid|access_token)=\0/g;

/** `curl "https://api.trello.com/1/boards?key=$TRELLO_API_KEY"`: the key goes to the service that it is for. */
function isOwnKey(name: string, text: string): boolean {
  const host = /^https:\/\/([a-z0-9.-]+)\/[^?]*\?/.exec(text)?.[1];
  const service = name.split('_')[0]!.toLowerCase();
  const domain = host?.split('.').at(-2);
  const fields = text.match(LOGIN_FIELD)?.length ?? 0;
  return domain === (ADDRESS_OF[service] ?? service) && fields > 0;
}

/** `echo x > /dev/tcp/host/80`: Bash opens a connection. */
function socketRedirects(command: ShellCommand): Effect[] {
  const socket = command.redirects.find((r) => /^\/dev\/(tcp|udp)\//.test(r.target.text));
  if (!socket) return [];
  return [
    effect(command, {
      kind: 'send',
      weight: 'plain',
      code: 'send',
      reason: `Sends data to ${socket.target.text}.`,
      origins: command.stdin?.origins ?? [],
    }),
    rawSocket(command),
  ];
}
