// Behaviours of programs that run as another user, or that give a container access to its host.

import { effect } from '../../base/effect.ts';
import { pattern } from '../../base/pattern.ts';
import type { Effect, ShellCommand } from '../../types.ts';
import type { Args } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';

/** `sudo cmd` runs as another user; `sudo -l` only prints information. */
export const escalates: Behaviour = {
  effects(command) {
    const words = command.words.slice(1).map((w) => w.text);
    const asks =
      words.length > 0 &&
      words.every((w) =>
        /^(-l|-v|-k|-K|-V|-n|--list|--validate|--version|--help|-h|--reset-timestamp|true)$/.test(w),
      );
    return asks || onlyLooks(words) || onlyInstalls(words) ? [] : [escalation(command)];
  },
};

/** Commands that show the state of the machine, and take neither files nor settings. */
const LOOKS = pattern(`
  ^(lsof|ss|netstat|dmesg|ps|whoami|id|uptime|free|df|lsblk|journalctl|
  systemctl (status|is-active|is-enabled|is-failed|list-units|list-timers)|
  docker (ps|logs|images|stats|info|version|compose (ps|logs)))( |$)
`);

/** Options with which some of these commands do change something, or read a file. */
const CHANGES_SOMETHING = pattern(String.raw`
  ^(-[cCDEFK]|
  --(clear|read-clear|console-off|console-on|kill|filter|file|directory|root|image|vacuum|rotate|
  flush|sync|relinquish|setup-keys|update-catalog|host|context)\b.*)$
`);

/** `sudo tail /var/log/syslog`: paths of logs, as they are written. */
const READS_LOGS =
  /^(tail|head|cat|grep|zgrep|zcat|ls)( (?!-f\b|--f)[^ /\0]*| \/var\/log\/[\w./*-]+)* \/var\/log\/[\w./*-]+$/;

/** Whether the command only looks at the state of the machine or its logs. */
function onlyLooks(words: readonly string[]): boolean {
  const given = words[0] === '-n' ? words.slice(1) : words;
  const text = given.join(' ');
  if (READS_LOGS.test(text)) return !text.includes('..');
  return LOOKS.test(text) && !given.slice(1).some((word) => CHANGES_SOMETHING.test(word));
}

/** Package managers, the words with which they fetch and install, and options that change neither source nor target. */
const INSTALLS =
  /^(apt(-get)? (update|install)|(dnf|yum|microdnf) (install|makecache)|apk (add|update)|zypper (install|in|refresh))$/;
const QUIETLY =
  /^(-y|-q|-qq|-yq|-yqq|-qy|-qqy|-U|--yes|--assume-yes|--quiet|--no-install-(recommends|suggests)|--fix-missing|--no-cache|--non-interactive)$/;

/** The name of a package, perhaps with its version. A path is a file, and a dash at the end removes the package. */
const PACKAGE = /^[a-z0-9][\w.+-]*[\w+](:\w+)?(=[\w.:~+*-]+)?$/;

/** `sudo apt-get install -y jq`: from the sources that the machine trusts anyway, and it can be taken away again. */
function onlyInstalls(words: readonly string[]): boolean {
  const given = words.filter((word) => !/^(-n|-E|DEBIAN_FRONTEND=\w+)$/.test(word) && !QUIETLY.test(word));
  return INSTALLS.test(given.slice(0, 2).join(' ')) && given.slice(2).every((word) => PACKAGE.test(word));
}

/** `please` is like sudo, but Statamic has a `please` too, with commands such as `please stache:clear`. */
export const escalatesUnlessStatamic: Behaviour = {
  effects: (command, args, world) =>
    /^(list|help|[\w-]+:[\w-]+)$/.test(command.words[1]?.text ?? '')
      ? []
      : (escalates.effects?.(command, args, world) ?? []),
};

const escalation = (command: ShellCommand) =>
  effect(command, {
    kind: 'escalate',
    weight: 'risky',
    code: 'escalate',
    reason: 'Runs with the rights of another user, usually root.',
    safer: 'run the command as yourself, or ask the person to run it',
  });

/** `docker run -v /:/mnt`, `--pid host`: gives the container access to the host. */
export const givesHostAccess: Behaviour = { effects: mountsHost };

const HOST_MOUNT =
  /^\/(:|$)|^\/(home|Users)(\/[^/:]+)?\/?(:|$)|^\/root(:|\/?$|\/[.:])|^\/(etc|var\/run\/docker\.sock|run\/docker\.sock|proc|sys|boot)(\/|:|$)/;
const HOST_DEVICE = /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper|dm-|k?mem\b)/;

function mountsHost(command: ShellCommand, args: Args): Effect[] {
  const risky = args.options.some((f) => {
    const value = f.value?.text ?? '';
    if (/^(-v|--volume)$/.test(f.name)) return HOST_MOUNT.test(value);
    if (f.name === '--mount') return HOST_MOUNT.test(/(?:^|,)(?:src|source)=([^,]+)/.exec(value)?.[1] ?? '-');
    if (f.name === '--device') return HOST_DEVICE.test(value);
    if (f.name === '--security-opt') return value.endsWith('unconfined');
    if (/^--(pid|userns|ipc)$/.test(f.name)) return value === 'host';
    return f.name === '--cap-add' && /^(ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE)$/i.test(value);
  });
  if (!risky) return [];
  return [
    effect(command, {
      kind: 'escalate',
      weight: 'risky',
      code: 'container-host-access',
      reason: 'Gives the container access to the machine it runs on.',
      safer: 'docker run -v "$PWD":/app IMAGE',
    }),
  ];
}
