// Reads from a command how it chooses the processes that it ends: by a pattern, a name or a port.
import type { ProcessSelector } from '../../../core/look.ts';
import { HOLE } from '../../../shell/base/words.ts';
import { has, valuesOf } from '../../../shell/programs/args.ts';
import { argsOf } from '../../../shell/programs/registry.ts';
import type { ShellCommand, Word } from '../../../shell/types.ts';
import { printerOf } from './effects.ts';
import { freedPorts, lsofPorts, portsIn, socketPorts } from './ports.ts';

type Selectors = readonly ProcessSelector[] | undefined;

/** How a command chooses processes; undefined if that can't be known before it runs. `all`: every command of the source. */
export function processSelectors(command: ShellCommand, all: readonly ShellCommand[]): Selectors {
  if (command.remote) return undefined;
  if (command.name === 'kill') return foundProcesses(command, all);
  const read = Object.hasOwn(SELECTORS, command.name) ? SELECTORS[command.name] : undefined;
  return command.words.some((w) => w.text.includes(HOLE)) ? undefined : read?.(command);
}

/** Programs that choose processes by themselves: those that end them, and those that print their numbers. */
const SELECTORS: Record<string, (command: ShellCommand) => Selectors> = {
  pkill: patternOf,
  pgrep: patternOf,
  killall: namesOf,
  pidof: namesOf,
  lsof: lsofPorts,
  fuser: fuserPorts,
  'kill-port': freedPorts,
  killport: freedPorts,
  fkill: freedPorts,
  ss: socketPorts,
};

function patternOf(command: ShellCommand): Selectors {
  const args = argsOf(command);
  // `-v` chooses all other processes, and a file of pids can't be known.
  if (has(args, '-v --inverse -F --pidfile')) return undefined;
  const patterns = args.operands.filter((w) => !isSignal(w));
  // `pkill -P $$` ends only processes that this command itself has started.
  const parents = valuesOf(args, '-P --parent').map((w) => w.text);
  if (parents.length > 0) return parents.every((text) => text === '$$') ? [] : undefined;
  if (patterns.length !== 1) return undefined;
  const full = has(args, '-f --full');
  const exact = has(args, '-x --exact');
  const ignoreCase = has(args, '-i --ignore-case');
  return [{ by: 'pattern', pattern: patterns[0]?.text ?? '', full, exact, ignoreCase }];
}

function namesOf(command: ShellCommand): Selectors {
  const args = argsOf(command);
  const names = args.operands.filter((w) => !isSignal(w)).map((w) => w.text);
  if (names.length === 0) return undefined;
  const ignoreCase = has(args, '-I --ignore-case');
  return names.map((name) =>
    has(args, '-r --regexp -m')
      ? { by: 'pattern', pattern: name, full: false, ignoreCase }
      : { by: 'name', name, ignoreCase },
  );
}

const isSignal = (w: Word) => /^-?(SIG)?(HUP|INT|QUIT|KILL|TERM|USR[12]|STOP|CONT)$|^-\d+$/.test(w.text);

/** `fuser -k 3000/tcp 3001/tcp`, `fuser -k -n tcp 3000` */
function fuserPorts(command: ShellCommand): Selectors {
  const args = argsOf(command);
  const namesPorts = valuesOf(args, '-n --namespace').some((w) => /^(tcp|udp)$/.test(w.text));
  const texts = args.operands.filter((w) => !isSignal(w)).map((w) => w.text);
  const ports = texts.map((text) => /^(\d+)\/(tcp|udp)$/.exec(text)?.[1] ?? (namesPorts ? text : ''));
  return ports.length > 0 ? portsIn(ports.join(','), false) : undefined;
}

/** The processes whose ids other commands print: `kill $(lsof -ti:3000)`, `ps aux | grep x | awk '{print $2}' | xargs kill`. */
export function foundProcesses(command: ShellCommand, all: readonly ShellCommand[]): Selectors {
  const found = command.words.slice(1).filter((w) => w.text.includes(HOLE));
  const chains = found.map((w) => w.origins.map((origin) => printerOf(origin, all, command)));
  const selectors = chains.map(chainSelectors);
  return selectors.length > 0 && selectors.every(isKnown) ? selectors.flat() : undefined;
}

const isKnown = <T>(value: T | undefined): value is T => value !== undefined;

/** Commands of a pipe that only pick lines or columns, so they add no processes. */
const FILTERS = /^([ef]?grep|rg|awk|gawk|mawk|cut|head|tail|sort|uniq|tr|xargs|cat|sed)$/;

function chainSelectors(chain: readonly (ShellCommand | undefined)[]): Selectors {
  if (chain.length === 0 || !chain.every(isKnown)) return undefined;
  const sources = chain.filter(({ name }) => !FILTERS.test(name));
  const filters = chain.filter(({ name }) => FILTERS.test(name));
  const [source] = sources;
  if (!source || sources.some(({ remote }) => remote)) return undefined;
  if (sources.length === 1 && source.name === 'ps') return linesOf(filters);
  if (sources.length === 1 && /^(ss|netstat)$/.test(source.name)) return socketPorts(source, filters);
  const selectors = sources.map((command) =>
    command.words.some((w) => w.text.includes(HOLE)) ? undefined : SELECTORS[command.name]?.(command),
  );
  return selectors.every(isKnown) ? selectors.flat() : undefined;
}

/** The lines of `ps` that all filters let through. */
function linesOf(filters: readonly ShellCommand[]): Selectors {
  const patterns = filters.flatMap((filter) => linePattern(filter) ?? []);
  return patterns.length > 0 ? [{ by: 'line', patterns }] : undefined;
}

function linePattern(filter: ShellCommand) {
  if (filter.words.some((w) => w.text.includes(HOLE))) return undefined;
  const args = argsOf(filter);
  const ignoreCase = has(args, '-i --ignore-case');
  if (/^(g|m)?awk$/.test(filter.name)) {
    const pattern = /^\s*\/((?:[^/\\]|\\.)+)\/\s*(&&[^|]*)?(\{|$)/.exec(args.operands[0]?.text ?? '')?.[1];
    return pattern ? { pattern } : undefined;
  }
  if (!/^([ef]?grep|rg)$/.test(filter.name) || has(args, '-v --invert-match')) return undefined;
  const [pattern] = [...valuesOf(args, '-e --regexp'), ...args.operands].map((w) => w.text);
  if (!pattern) return undefined;
  if (filter.name === 'fgrep' || has(args, '-F --fixed-strings')) return { pattern, fixed: true, ignoreCase };
  const extended = filter.name !== 'grep' || has(args, '-E -P --extended-regexp --perl-regexp');
  return { pattern: extended ? pattern : basicToExtended(pattern), ignoreCase };
}

/** In a basic regular expression `\|` is the operator and `|` the character. */
const basicToExtended = (pattern: string) =>
  pattern.replace(/\\([|+?(){}])|([|+?(){}])/g, (_, operator?: string, character?: string) =>
    operator !== undefined ? operator : `\\${character}`,
  );
