// Behaviours of programs that run as another user, or that give a container access to its host.
import { effect } from '../../base/effect.ts';
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
    return asks ? [] : [escalation(command)];
  },
};

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
    safer: 'the same command without it, or ask the person to run it',
  });

/** `docker run -v /:/mnt`, `--pid host`: gives the container access to the host. */
export const givesHostAccess: Behaviour = { effects: mountsHost };

const HOST_MOUNT =
  /^\/(:|$)|^\/root(:|\/?$|\/[.:])|^\/(etc|var\/run\/docker\.sock|run\/docker\.sock|proc|sys|boot)(\/|:|$)/;
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
