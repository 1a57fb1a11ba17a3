// Collects all effects of one command.
import { effect } from '../base/effect.ts';
import { isDevice, isHarmlessDevice, resolve, target } from '../base/paths.ts';
import { word } from '../base/words.ts';
import type { FileAccess } from '../programs/behaviour.ts';
import { bareStatementEffects } from '../programs/behaviours/sql.ts';
import { behavioursOf } from '../programs/behaviours-of.ts';
import { filesOf } from '../programs/files.ts';
import { isNamedLikeRunningOption } from '../programs/named-like-options.ts';
import { diskReads } from '../programs/raw-disks.ts';
import { argsOf } from '../programs/registry.ts';
import { ruleEffects } from '../programs/rules.ts';
import { isWrite } from '../state/state.ts';
import type { Effect, ShellCommand, ShellWorld, Word } from '../types.ts';
import { codeEffects } from './code.ts';
import { deployEffects } from './deploy-scripts.ts';
import { disguiseEffects } from './disguise.ts';
import { networkEffects } from './network.ts';
import { receivedCode } from './received.ts';
import { traceEffects } from './traces.ts';
import { embeddedCommands, namedEffects, unknownDeletes } from './unknown-program.ts';
import { namedOutputs, variableEffects } from './variables.ts';

export function effectsOf(command: ShellCommand, world: ShellWorld): Effect[] {
  const files = filesOf(command, world);
  const out = [
    ...redirectEffects(command),
    ...fileEffects(command, files),
    ...namedOutputs(command).map((w) => fact(command, 'write', w)),
    ...traceEffects(command, files),
  ];
  if (command.words.length === 0)
    return [...out, ...networkEffects(command, world), ...variableEffects(command, world)];
  out.push(
    ...disguiseEffects(command),
    ...ruleEffects(command),
    ...deployEffects(command),
    ...codeEffects(command),
    ...variableEffects(command, world),
    ...receivedCode(command),
  );
  const args = argsOf(command);
  for (const behaviour of behavioursOf(command))
    out.push(...(behaviour.effects?.(command, args, world) ?? []));
  out.push(...bareStatementEffects(command));
  out.push(...networkEffects(command, world));
  out.push(...namedEffects(command, world), ...unknownDeletes(command, world));
  return out.some((e) => e.weight !== 'plain') ? out : [...out, ...embeddedEffects(command, world)];
}

/** `tool rm -rf /`: an unknown program may run the command in its arguments, so the person is asked about its effects. */
function embeddedEffects(command: ShellCommand, world: ShellWorld): Effect[] {
  return embeddedCommands(command).flatMap((inner) =>
    effectsOf(inner, world).map((e): Effect => (e.weight === 'plain' ? e : { ...e, weight: 'risky' })),
  );
}

function redirectEffects(command: ShellCommand): Effect[] {
  // Redirects are recorded as a command without words (`emptyCommand`), so they are judged only there.
  if (command.words.length > 0) return [];
  const written = command.redirects.filter(isWrite).map((r) => r.target);
  const read = command.redirects
    .filter((r) => r.operator === '<' || r.operator === '<>')
    .map((r) => r.target);
  return [
    ...deviceEffects(command, written),
    ...namedLikeOption(command, written),
    ...written.filter(isFile).map((w) => fact(command, 'write', w)),
    ...read.filter(isFile).map((w) => fact(command, 'read', w)),
  ];
}

const isFile = (w: Word) => !isHarmlessDevice(w.text) && !/^\/dev\/(tcp|udp|fd)\//.test(w.text);

function fact(command: ShellCommand, kind: 'read' | 'write', w: Word): Effect {
  return effect(command, {
    kind,
    weight: 'plain',
    code: kind,
    reason: FACTS[kind],
    targets: [target(w, command.cwd)],
  });
}

const FACTS = { read: 'Reads a file.', write: 'Writes a file.', delete: 'Deletes a file.' };

function fileEffects(command: ShellCommand, all: readonly FileAccess[]): Effect[] {
  const files = all.filter((a) => !isHarmlessDevice(a.target.text));
  const written = files.filter((a) => a.kind === 'write').map((a) => word(a.target.text));
  const facts = files.map((a) =>
    effect(command, {
      kind: a.kind === 'read' ? 'read' : 'write',
      weight: 'plain',
      code: a.kind,
      reason: FACTS[a.kind],
      targets: [a.target],
    }),
  );
  const read = files.filter((a) => a.kind === 'read').map((a) => a.target.text);
  return [
    ...deviceEffects(command, written),
    ...namedLikeOption(command, written),
    ...diskReads(command, read),
    ...facts,
  ];
}

/** `touch -- '--checkpoint-action=exec=sh x.sh'`: whoever runs `tar cf x.tar *` later runs the command in the name. */
function namedLikeOption(command: ShellCommand, written: readonly Word[]): Effect[] {
  if (!written.some((w) => isNamedLikeRunningOption(w.text))) return [];
  return [
    effect(command, {
      kind: 'unknown-code',
      weight: 'risky',
      code: 'unseen-code',
      reason: 'Names a file like an option that runs a command, so that a later `*` runs it.',
      safer: 'give the file another name',
    }),
  ];
}

/** Writes straight to a disk or to memory. */
function deviceEffects(command: ShellCommand, written: readonly Word[]): Effect[] {
  return written.flatMap((w) => {
    const path = resolve(w.text, command.cwd);
    if (!path || !isDevice(path) || /^\/dev\/(tcp|udp|fd)/.test(path)) return [];
    return [
      effect(command, {
        kind: 'disk',
        weight: 'irreversible',
        code: 'device-write',
        reason: `Writes over the raw device ${path}.`,
        safer: 'lsblk -f',
        targets: [target(w, command.cwd)],
      }),
    ];
  });
}
