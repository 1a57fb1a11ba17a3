import { readArgs } from './args.ts';
import { effect } from './effect.ts';
import type { Effect, ShellCommand } from './types.ts';
import { oneOf } from './words.ts';

const RISERS = 'sudo doas su pkexec run0 sudoedit gosu su-exec please runas gsudo visudo runuser nsenter';

/** Becoming another user, or breaking out of a container. */
export function privilegeEffects(command: ShellCommand): Effect[] {
  if (command.name === 'invisible')
    return [
      effect(command, {
        kind: 'unknown-code',
        weight: 'risky',
        code: 'invisible-characters',
        reason: 'Has characters that show nothing, or that change how the line looks to whoever reads it.',
        safer: 'type the word anew, or write the character as an escape',
      }),
    ];
  if (command.name === 'reverse-shell')
    return [
      effect(command, {
        kind: 'fetch-and-run',
        weight: 'irreversible',
        code: 'reverse-shell',
        reason: 'Gives a shell on this machine to whoever is on the other end.',
      }),
    ];
  if (command.name === 'encoded-code') {
    const fetched = command.words[1]?.text === 'network';
    return [
      effect(command, {
        kind: fetched ? 'fetch-and-run' : 'unknown-code',
        weight: fetched ? 'irreversible' : 'risky',
        code: fetched ? 'fetch-and-run' : 'unseen-code',
        reason: 'Runs code that is decoded or fetched on the way, so it cannot be seen beforehand.',
      }),
    ];
  }
  if (oneOf(RISERS, command.name)) return rises(command);
  return mountsHost(command);
}

function rises(command: ShellCommand): Effect[] {
  const words = command.words.slice(1).map((w) => w.text);
  const asks =
    words.every((w) =>
      /^(-l|-v|-k|-K|-V|-n|--list|--validate|--version|--help|-h|--reset-timestamp|true)$/.test(w),
    ) && words.length > 0;
  // Statamic has a `please` too, which speaks like artisan: `please stache:clear`.
  if (asks || (command.name === 'please' && /^(list|help|[\w-]+:[\w-]+)$/.test(words[0] ?? ''))) return [];
  return [
    effect(command, {
      kind: 'escalate',
      weight: 'risky',
      code: 'escalate',
      reason: 'Runs with the rights of another user, usually root.',
      safer: 'the same command without it, or ask the person to run it',
    }),
  ];
}

const HOST_MOUNT =
  /^\/(:|$)|^\/root(:|\/?$|\/[.:])|^\/(etc|var\/run\/docker\.sock|run\/docker\.sock|proc|sys|boot)(\/|:|$)/;
const HOST_DEVICE = /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper|dm-|k?mem\b)/;

function mountsHost(command: ShellCommand): Effect[] {
  if (!/^(docker|podman|nerdctl)$/.test(command.name)) return [];
  const args = readArgs(command.words.slice(1), {
    values:
      '-v --volume --mount --device --pid --net --network --userns --ipc --cap-add --security-opt -e -u --name -w -p',
  });
  const risky = args.flags.some((f) => {
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
      reason: 'Gives the container the machine it runs on.',
      safer: 'docker run -v "$PWD":/app IMAGE',
    }),
  ];
}
