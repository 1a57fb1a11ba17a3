// Names of artifacts: the path at which an agent should write one, and the glob that finds it.
import type { Workflow } from './types.ts';

export interface Naming {
  places: Record<string, string>;
  session: string;
  now: number;
  /** Keys of the project's status file. */
  status: Record<string, string>;
}

/** Used until the project's status file sets them. */
const defaults: Record<string, string> = { current_milestone: 'MS-01', milestone_description: 'work' };

export function placesOf(
  workflow: Workflow | undefined,
  places: Record<string, string>,
): Record<string, string> {
  return { ...places, ...workflow?.places };
}

/** `file` is the name of a place, or a pattern. */
export function patternOf(file: string, { places }: Naming): string {
  return expand(places[file] ?? file, places);
}

function expand(pattern: string, places: Record<string, string>, depth = 0): string {
  if (depth > 8) return pattern;
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) =>
    places[name] === undefined ? whole : expand(places[name], places, depth + 1),
  );
}

/** The path to write: the first of all alternatives, with today's date. */
export function pathToWrite(file: string, naming: Naming): string {
  const values = {
    ...defaults,
    ...mapValues(naming.status, portableName),
    session: naming.session,
    date: dateOf(naming.now),
  };
  return patternOf(file, naming)
    .replace(/\{(\w+)\}/g, (_, name: string) => values[name as keyof typeof values] ?? name)
    .replace(/\{([^{},]*)(,[^{}]*)*\}/g, '$1');
}

/** A glob for any date, for the session's full or shortened id, and for older spellings of the milestone. */
export function globToFind(file: string, naming: Naming): string {
  return patternOf(file, naming).replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'session') return oneOf([naming.session, naming.session.slice(0, 8)]);
    const value = naming.status[name];
    return value === undefined ? '*' : oneOf([portableName(value), value]);
  });
}

/**
 * A glob for the files of all sessions in the same milestone; undefined if the name of the file does not depend on the
 * session. Without a status file that is the default milestone, not every one.
 */
export function globOfAllSessions(file: string, naming: Naming): string | undefined {
  const pattern = patternOf(file, naming);
  if (!pattern.includes('{session}')) return undefined;
  const status = { ...defaults, ...naming.status };
  return globToFind(pattern.replaceAll('{session}', '*'), { ...naming, status });
}

function oneOf(values: string[]): string {
  const words = [...new Set(values.filter((value) => value && !value.includes('/')))].map(escapeGlob);
  return words.length > 1 ? `{${words.join(',')}}` : (words[0] ?? '*');
}

function escapeGlob(text: string): string {
  return text.replace(/[*?[\]{}!,\\]/g, '\\$&');
}

/** Leaves space for the rest of the file name. */
const maxLength = 80;

/** Replaces characters that some file systems don't allow. */
export function portableName(text: string): string {
  return text
    .trim()
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
}

/** The date as MMDDYY. */
function dateOf(now: number): string {
  const [year, month, day] = new Date(now).toISOString().slice(0, 10).split('-') as [string, string, string];
  return `${month}${day}${year.slice(2)}`;
}

function mapValues(values: Record<string, string>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

/** The value of a key of the status file, or its default. */
export function statusValue(key: string, { status }: Naming): string {
  return status[key] ?? defaults[key] ?? '';
}

/** The strings and numbers of the status file; empty if it does not exist or can't be parsed. */
export function readStatus(text: string | undefined): Record<string, string> {
  try {
    const value = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const plain = Object.entries(value ?? {}).filter(([, entry]) =>
      ['string', 'number'].includes(typeof entry),
    );
    return Object.fromEntries(plain.map(([key, entry]) => [key, String(entry)]));
  } catch {
    return {};
  }
}

/** Replaces each `{place}` in a message with its path. */
export function fillPlaces(message: string, naming: Naming): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) =>
    naming.places[name] === undefined && !(name in defaults)
      ? whole
      : pathToWrite(name in naming.places ? name : whole, naming),
  );
}
