import { accessesOf } from './access.ts';
import { codeEffects } from './code.ts';
import { effect } from './effect.ts';
import { embeddedEffects } from './embedded.ts';
import { familiesOf } from './families/index.ts';
import { deviceEffects, fileEffects } from './files.ts';
import { gitEffects } from './git.ts';
import { networkEffects } from './network.ts';
import { isHarmlessDevice, target } from './paths.ts';
import { privilegeEffects } from './privilege.ts';
import { processEffects } from './processes.ts';
import { isWrite } from './redirects.ts';
import { matchRules } from './rules.ts';
import { sqlEffects } from './sql.ts';
import { traceEffects } from './traces.ts';
import type { Effect, ShellCommand, Surroundings, Word } from './types.ts';
import { word } from './words.ts';

/** Everything one command would do that somebody may want to judge. */
export function effectsOf(command: ShellCommand, world: Surroundings): Effect[] {
  const out = [...redirectEffects(command), ...accessEffects(command, world), ...traceEffects(command)];
  if (command.words.length === 0) return [...out, ...networkEffects(command)];
  out.push(...ruleEffects(command), ...codeEffects(command), ...fileEffects(command, world));
  if (command.name === 'git') out.push(...gitEffects(command));
  out.push(
    ...processEffects(command),
    ...sqlEffects(command),
    ...networkEffects(command),
    ...privilegeEffects(command),
  );
  return out.length > 0 ? out : embeddedEffects(command, world);
}

function redirectEffects(command: ShellCommand): Effect[] {
  // A command's redirects are judged once, on the nameless command that carries them.
  if (command.words.length > 0) return [];
  const written = command.redirects.filter(isWrite).map((r) => r.target);
  const read = command.redirects
    .filter((r) => r.operator === '<' || r.operator === '<>')
    .map((r) => r.target);
  return [
    ...deviceEffects(command, written),
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
    reason: kind === 'read' ? 'Reads a file.' : 'Writes a file.',
    targets: [target(w, command.cwd)],
  });
}

function accessEffects(command: ShellCommand, world: Surroundings): Effect[] {
  const accesses = accessesOf(command, world).filter((a) => !isHarmlessDevice(a.target.text));
  const written = accesses.filter((a) => a.how === 'write').map((a) => word(a.target.text));
  const facts = accesses.map((a) =>
    effect(command, {
      kind: a.how === 'read' ? 'read' : 'write',
      weight: 'plain',
      code: a.how,
      reason: `${a.how}s a file.`,
      targets: [a.target],
    }),
  );
  return [...deviceEffects(command, written), ...facts];
}

function ruleEffects(command: ShellCommand): Effect[] {
  const found = familiesOf(command.name).flatMap((family) =>
    matchRules(family, command).map((rule) => ({ family, rule })),
  );
  return found.map(({ family, rule }) =>
    effect(command, {
      kind: rule.kind ?? family.kind,
      weight: rule.weight ?? 'risky',
      code: rule.code,
      reason: rule.why,
      safer: rule.safer,
    }),
  );
}
