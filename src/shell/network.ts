import { effect } from './effect.ts';
import { lookalikes } from './hosts.ts';
import { httpEffects, isLoopback, leftInPublic, unprovenInstall } from './http.ts';
import { normalise } from './paths.ts';
import { sentFiles } from './sent.ts';
import type { Effect, Origin, ShellCommand, Word } from './types.ts';
import { joinOrigins, oneOf, show } from './words.ts';

const SENDERS =
  'curl curlie wget wget2 http https xh xhs httpie nc ncat netcat socat telnet ftp tftp sftp lftp scp rsync ssh mail mailx mutt sendmail msmtp swaks dig nslookup host drill ping websocat grpcurl aws gsutil s3cmd rclone azcopy az smbclient mc gh glab openssl iwr irm invoke-webrequest invoke-restmethod transfer croc wormhole magic-wormhole ngrok pastebinit nats redis-cli kafkacat kcat mosquitto_pub whois finger busybox-nc hurl aria2c lynx slackcat pbin termbin tar gtar bsdtar';

export function networkEffects(command: ShellCommand): Effect[] {
  const out: Effect[] = [];
  if (oneOf(SENDERS, command.name)) out.push(...sends(command), ...typed(command), ...leftInPublic(command));
  out.push(
    ...httpEffects(command),
    ...unprovenInstall(command),
    ...lookalikes(command),
    ...listensWithShell(command),
    ...copiesAway(command),
    ...writesRemoteSystem(command),
  );
  return out;
}

/** What leaves the machine with this command, and where it came from. */
function sends(command: ShellCommand): Effect[] {
  const archive = command.name.endsWith('tar');
  const origins = joinOrigins(
    archive ? [] : sentByInput(command),
    ...(archive ? [] : command.words.slice(1).map((w) => carried(w, command))),
    sentFiles(command),
  );
  const loopback = command.words.slice(1).some((w) => isLoopback(w.text));
  if (origins.length === 0 || loopback) return [];
  const to = show(command.words.find((w) => /:\/\/|^[\w-]+\.[\w.-]+/.test(w.text))?.text ?? command.name);
  return [
    effect(command, { kind: 'send', weight: 'plain', code: 'send', reason: `Sends data to ${to}.`, origins }),
  ];
}

const sentByInput = (command: ShellCommand): readonly Origin[] =>
  /^(aws|az|gsutil|gh|glab|openssl|dig|host|ping|wget)$/.test(command.name) &&
  !command.words.some((w) => /(^|=|@)-$|\/dev\/stdin|s_client/.test(w.text))
    ? []
    : (command.stdin?.origins ?? []);

/** Words of a console that listens on a socket, and of file transfers. */
const TYPED: Record<string, RegExp> = {
  socat: /^\s*(disable|shutdown|clear|del|set|quit|stop|reset|flush)\b/im,
  sftp: /^\s*-?(rm|rmdir|delete)\s/m,
  ftp: /^\s*(m?delete|rmdir)\s/m,
  lftp: /(^|[;"'\s])(m?rm|rmdir|glob rm)\s/m,
};

/** What is typed into a connection and changes the other end. */
function typed(command: ShellCommand): Effect[] {
  const words = Object.hasOwn(TYPED, command.name) ? TYPED[command.name] : undefined;
  const given = command.name === 'lftp' ? command.words.slice(1).map((w) => w.text) : [];
  if (!words?.test([...given, command.stdin?.text ?? ''].join('\n'))) return [];
  return [
    effect(command, {
      kind: 'infrastructure',
      weight: 'risky',
      code: 'remote-console',
      reason: 'Deletes or switches off something at the other end of the connection.',
      safer: 'ask it first: show, ls, get',
    }),
  ];
}

/** A token in a header is how one logs in; in a body or an address it is a leak. */
function carried(w: Word, command: ShellCommand): readonly Origin[] {
  const at = command.words.indexOf(w);
  const before = command.words[at - 1]?.text ?? '';
  const login =
    /^(-H|--header|-u|--user|-b|--cookie|--oauth2-bearer|--proxy-user|-E|--cert|--key|-i|--password|--token|-p|-a)$/.test(
      before,
    ) || /^(-H|--header=|-u|--user=|--token=|--password=)./.test(w.text);
  return login ? w.origins.filter((o) => !/^(variable|command|network)$/.test(o.kind)) : w.origins;
}

/** A shell on the other end of a socket. */
function listensWithShell(command: ShellCommand): Effect[] {
  const text = command.words.map((w) => w.text.replaceAll('\\', '')).join(' ');
  const shell = '(\\S*/)?((ba|z|da|k)?sh|python[\\d.]*|perl|ruby|php|node)\\b|cmd(\\.exe)?\\b|powershell';
  const nc =
    /^(nc|ncat|netcat|nc\.traditional|nc\.openbsd)$/.test(command.name) &&
    new RegExp(
      `\\s(-[a-z]*[ec]|--exec|--sh-exec|-c)[\\s=]+["']?(((\\S*/)?(env|exec|nice|nohup|setsid)|--?[a-zA-Z-]+|[A-Z]\\w*|\\d+)\\s+)*(${shell})`,
    ).test(text);
  const socat =
    command.name === 'socat' &&
    new RegExp(`\\b(?:(?:EXEC|SYSTEM|SHELL):["']?(?:[\\w/.-]+\\s+)*(?:${shell}|\\$)|SHELL\\b)`, 'i').test(
      text,
    ) &&
    /(TCP|UDP|SSL|UNIX|SCTP|DCCP|VSOCK|FD|PROXY|SOCKS)/i.test(text);
  if (!nc && !socat) return [];
  return [
    effect(command, {
      kind: 'fetch-and-run',
      weight: 'irreversible',
      code: 'reverse-shell',
      reason: 'Gives a shell on this machine to whoever is on the other end.',
    }),
  ];
}

/** Copying into the system of another machine. */
function writesRemoteSystem(command: ShellCommand): Effect[] {
  if (!/^(scp|rsync)$/.test(command.name)) return [];
  const into = (command.words.at(-1)?.text ?? '').replace(/(?<=^[^/\s]+:)\/.*/, normalise);
  if (!/^[^/\s]+:\/(etc|usr|bin|sbin|lib|boot|root|sys|var\/(lib|spool|run)|)(\/|$)/.test(into)) return [];
  return [
    effect(command, {
      kind: 'overwrite',
      weight: 'risky',
      code: 'remote-system-write',
      reason: `Writes into the system of another machine: ${show(into)}`,
      safer: 'copy to /tmp there, and let a person put it in place',
    }),
  ];
}

function copiesAway(command: ShellCommand): Effect[] {
  const sockets = command.redirects.filter((r) => /^\/dev\/(tcp|udp)\//.test(r.target.text));
  if (command.name !== 'ztcp' && sockets.length === 0) return [];
  const origins = command.stdin?.origins ?? [];
  const out = [
    effect(command, {
      kind: 'send',
      weight: 'plain',
      code: 'send',
      reason: `Sends data to ${sockets[0]?.target.text ?? command.words[1]?.text}.`,
      origins,
    }),
  ];
  out.push(
    effect(command, {
      kind: 'fetch-and-run',
      weight: 'risky',
      code: 'raw-socket',
      reason: 'Opens a raw connection from the shell.',
      safer: 'curl',
    }),
  );
  return out;
}
