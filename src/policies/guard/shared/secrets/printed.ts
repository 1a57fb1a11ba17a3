// Judges secrets that a command prints: variables, and what password managers, vaults and clouds give out.
import type { Facts } from '../../../../core/facts.ts';
import { ask } from '../../../../index.ts';
import { has, valuesOf } from '../../../../shell/programs/args.ts';
import { argsOf } from '../../../../shell/programs/registry.ts';
import type { Origin, ShellCommand } from '../../../../shell/types.ts';
import { isPrintedBy, verdictFor } from '../effects.ts';
import { SECRET_VARIABLE } from '../sensitive.ts';
import { showsNoContent } from './searched.ts';

export function judgePrinted({ commands }: Facts['shell']) {
  const printed = printedVariable(commands);
  if (printed)
    return ask(`Prints ${printed} into the conversation`, {
      code: 'secret-printed',
      instead: `test -n "$${printed}" && echo set`,
    });
  if (!searchesEnvironment(commands)) return undefined;
  return ask('Prints secrets of the environment into the conversation', {
    code: 'secret-printed',
    instead: 'env | cut -d= -f1',
  });
}

/** Judges commands that show or change secrets of a store: a password manager, a vault, a cloud. */
export function judgeStores({ effects, commands }: Facts['shell']) {
  const stores = effects.filter(
    (e) =>
      (e.code === 'secret-read' && (!e.command.captured || isPrinted(e.command, commands))) ||
      e.code === 'secret-write' ||
      e.code === 'instance-metadata',
  );
  return verdictFor(stores);
}

const PRINTERS = /^(echo|printf|printenv)$/;

/** Filters that show all of their input in another form. */
const ENCODES = /^(base64|base32|xxd|od|hexdump|rev|cat|tac)$/;

/** A secret variable whose value is printed to the screen, not to a file, a pipe or another command's argument. */
function printedVariable(commands: readonly ShellCommand[]): string | undefined {
  for (const command of commands) {
    if (!PRINTERS.test(command.name) || command.captured || command.redirects.length > 0) continue;
    const name = printedNames(command).find((text) => SECRET_VARIABLE.test(text));
    const piped = (c: ShellCommand) =>
      c.stdin?.kind === 'pipe' &&
      c.stdin.origins.some((o) => o.name.includes(name ?? '')) &&
      !ENCODES.test(c.name);
    if (name && !commands.some(piped)) return name;
  }
  return undefined;
}

/** True for `env | grep -i token` if no later command removes the values. */
function searchesEnvironment(commands: readonly ShellCommand[]): boolean {
  const fed = commands.filter(
    (c) => c.stdin?.kind === 'pipe' && c.stdin.origins.some((o) => o.kind === 'environment'),
  );
  const last = fed.at(-1);
  if (fed.some((c) => !/^([ef]?grep|rg|sort|uniq|cat|head|tail)$/.test(c.name))) return false;
  if (!last || !/^([ef]?grep|rg)$/.test(last.name) || last.captured || last.redirects.length > 0)
    return false;
  const args = argsOf(last);
  const patterns = [...args.operands, ...valuesOf(args, '-e --regexp')];
  return (
    !has(args, '-v -o --invert-match --only-matching') &&
    !showsNoContent(last, '') &&
    patterns.some((w) => /secret|token|passw|api_?key|credential/i.test(w.text))
  );
}

/** True if captured output is printed after all, as in `echo "$(vault read x)"`. */
function isPrinted(secret: ShellCommand, commands: readonly ShellCommand[]): boolean {
  const carries = (w: { origins: readonly Origin[] }) => w.origins.some((o) => isPrintedBy(o, secret));
  return (
    commands.some(
      (c) =>
        !c.captured &&
        c.redirects.length === 0 &&
        ((PRINTERS.test(c.name) && c.words.some(carries)) ||
          (c.name === 'cat' && c.stdin?.kind === 'heredoc' && carries(c.stdin))),
    ) && !commands.some((c) => c.stdin?.kind === 'pipe' && !passesOn(c) && carries(c.stdin))
  );
}

/** Filters whose output still contains their input. */
const PASSES_ON = /^(base64|tr|cat|jq|cut|head|tail|sed|awk|[ef]?grep)$/;

const passesOn = (command: ShellCommand) => PASSES_ON.test(command.name) && !showsNoContent(command, '');

function printedNames({ name, words }: ShellCommand): string[] {
  const given = words.slice(1);
  if (name === 'printenv') return given.map((w) => w.text);
  return given.flatMap((w) => w.origins.filter((o) => o.kind === 'variable').map((o) => o.name));
}
