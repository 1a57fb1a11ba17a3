// Names of artifacts: from a place to the path an agent should write, and to the glob by which it is found.
import type { Workflow } from './types.ts';

export interface Naming {
  places: Record<string, string>;
  session: string;
  now: number;
  /** Keys of the project's status file. */
  status: Record<string, string>;
}

/** Until a project says where it is. */
const unset: Record<string, string> = { current_milestone: 'MS-01', milestone_description: 'work' };

export function placesOf(
  workflow: Workflow | undefined,
  places: Record<string, string>,
): Record<string, string> {
  return { ...places, ...workflow?.places };
}

/** `file` names a place, or is a pattern itself. */
export function patternOf(file: string, { places }: Naming): string {
  return expand(places[file] ?? file, places);
}

function expand(pattern: string, places: Record<string, string>, depth = 0): string {
  if (depth > 8) return pattern;
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) =>
    places[name] === undefined ? whole : expand(places[name], places, depth + 1),
  );
}

/** The path somebody should write: the first of all alternatives, today's date. */
export function nameOf(file: string, naming: Naming): string {
  const values = {
    ...unset,
    ...mapped(naming.status, portable),
    session: naming.session,
    date: dateOf(naming.now),
  };
  return patternOf(file, naming)
    .replace(/\{(\w+)\}/g, (_, name: string) => values[name as keyof typeof values] ?? name)
    .replace(/\{([^{},]*)(,[^{}]*)*\}/g, '$1');
}

/** Any date; the session by its whole id or its beginning; older spellings of the milestone. */
export function globOf(file: string, naming: Naming): string {
  return patternOf(file, naming).replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'session') return oneOf([naming.session, naming.session.slice(0, 8)]);
    const value = naming.status[name];
    return value === undefined ? '*' : oneOf([portable(value), value]);
  });
}

function oneOf(values: string[]): string {
  const words = [...new Set(values.filter((one) => one && !one.includes('/')))].map(literal);
  return words.length > 1 ? `{${words.join(',')}}` : (words[0] ?? '*');
}

function literal(text: string): string {
  return text.replace(/[*?[\]{}!,\\]/g, '\\$&');
}

/** Room for the rest of a file's name. */
const longest = 80;

/** Letters that every file system takes. */
export function portable(text: string): string {
  return text
    .trim()
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
}

/** MMDDYY. */
function dateOf(now: number): string {
  const [year, month, day] = new Date(now).toISOString().slice(0, 10).split('-') as [string, string, string];
  return `${month}${day}${year.slice(2)}`;
}

function mapped(values: Record<string, string>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

/** The status file's plain values; nothing if it is not there or not readable. */
export function readStatus(text: string | undefined): Record<string, string> {
  try {
    const value = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const plain = Object.entries(value ?? {}).filter(([, one]) => ['string', 'number'].includes(typeof one));
    return Object.fromEntries(plain.map(([key, one]) => [key, String(one)]));
  } catch {
    return {};
  }
}

/** A message with the paths its places stand for. */
export function fillIn(message: string, naming: Naming): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) =>
    naming.places[name] === undefined && !(name in unset)
      ? whole
      : nameOf(name in naming.places ? name : whole, naming),
  );
}
