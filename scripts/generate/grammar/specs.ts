// Loads the specs of @withfig/autocomplete: one per program, and one for each part of a program that has its own file
// (`aws/s3`).
import loaders from '@withfig/autocomplete/dynamic';

export type OneOrMore<T> = T | readonly T[];

export interface FigArgument {
  name?: string;
  template?: OneOrMore<string>;
  generators?: OneOrMore<{ template?: OneOrMore<string>; custom?: unknown }>;
  isOptional?: boolean;
  isVariadic?: boolean;
  isDangerous?: boolean;
  isCommand?: boolean;
  isScript?: boolean;
  isModule?: string;
}

export interface FigOption {
  name: OneOrMore<string>;
  args?: OneOrMore<FigArgument>;
  isPersistent?: boolean;
  isDangerous?: boolean;
  requiresSeparator?: boolean | string;
  requiresEquals?: boolean;
}

export interface FigCommand {
  name?: OneOrMore<string>;
  subcommands?: readonly FigCommand[];
  options?: readonly FigOption[];
  args?: OneOrMore<FigArgument>;
  isDangerous?: boolean;
  loadSpec?: unknown;
  parserDirectives?: { flagsArePosixNoncompliant?: boolean; optionsMustPrecedeArguments?: boolean };
}

export const listed = <T>(value: OneOrMore<T> | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

/** All specs, by the name of their line in the table. */
export async function loadSpecs(): Promise<Map<string, FigCommand>> {
  const specs = new Map<string, FigCommand>();
  const load = async (line: string, file: string): Promise<void> => {
    if (specs.has(line) || !loaders[file]) return;
    const { default: spec } = (await loaders[file]()) as { default?: FigCommand };
    if (typeof spec !== 'object') return;
    specs.set(line, spec);
    await Promise.all(referencesOf(spec).map((name) => load(name, name)));
  };
  await Promise.all(programFiles().map(([line, file]) => load(line, file)));
  return specs;
}

/** `gcloud alpha` and `gcloud beta` are not in the package; they are read like `gcloud` itself. */
const SUBSTITUTES: Readonly<Record<string, string>> = { 'gcloud/alpha': 'gcloud', 'gcloud/beta': 'gcloud' };

/** The line that describes a command, if it is described in another one. */
export function referenceOf(command: FigCommand): string | undefined {
  if (typeof command.loadSpec !== 'string') return undefined;
  const name = SUBSTITUTES[command.loadSpec] ?? command.loadSpec;
  return loaders[name] || newest(name) ? name : undefined;
}

function referencesOf(command: FigCommand): string[] {
  const reference = referenceOf(command);
  return [...(reference ? [reference] : []), ...(command.subcommands ?? []).flatMap(referencesOf)];
}

/** The programs of the package with the file of each, and the modules that `python -m` runs. */
function programFiles(): [line: string, file: string][] {
  return Object.keys(loaders).flatMap((file): [string, string][] => {
    const versioned = /^(.+)\/index$/.exec(file)?.[1];
    if (versioned) return [[versioned, newest(versioned)!]];
    return isProgram(file) || file.startsWith('python/') ? [[file, file]] : [];
  });
}

/** A program, not a part of one; `-` stands for the folder that `cd` came from. */
export const isProgram = (file: string) => file !== '-' && /^(?:[^/]+|@[^/]+\/[^/]+)$/.test(file);

/** Programs with a file for each of their versions (`az/2.53.0`) are read as the newest of them. */
function newest(program: string): string | undefined {
  const versions = Object.keys(loaders).filter(
    (file) => file.startsWith(`${program}/`) && /^\d+\.\d+\.\d+$/.test(file.slice(program.length + 1)),
  );
  return versions
    .sort((a, b) => Bun.semver.order(a.slice(program.length + 1), b.slice(program.length + 1)))
    .at(-1);
}
