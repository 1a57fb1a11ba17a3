// Decides how much text an answer may give the model, and drops what the session has already been told.
import type { Note } from './merge.ts';

/** The client saves longer strings to a file and shows the model only a preview. */
export const clientLimit = 10_000;

export interface Budget {
  /** Characters this answer may inject; never above the client's limit. */
  limit: number;
  /** True the first time a session is given this text, false afterwards. */
  firstTime(key: string): boolean;
  /** Saves the notes that did not fit, and returns the path of the file. */
  saveLeftover(text: string): string | undefined;
}

export interface FittedContext {
  text: string;
  /** Policies whose note this session has been given before. */
  repeated: string[];
  /** Policies whose note did not fit. */
  leftOut: string[];
}

export function fitContext(
  notes: readonly Note[],
  { limit, firstTime, saveLeftover }: Budget,
): FittedContext {
  const toSend = notes.filter((note) => note.again || firstTime(contentKey(note)));
  const repeated = notes.filter((note) => !toSend.includes(note)).map((note) => note.policy);
  const available = Math.min(limit, clientLimit - 1);
  const whole = join(toSend);
  if (whole.length <= available) return { text: whole, repeated, leftOut: [] };
  return { ...takeWholeNotes(toSend, available, saveLeftover), repeated };
}

/** Takes, in order, each note that still fits in full. The others are saved to a file, which the last line names. */
function takeWholeNotes(
  notes: readonly Note[],
  limit: number,
  saveLeftover: Budget['saveLeftover'],
): Omit<FittedContext, 'repeated'> {
  // Room for the last line.
  const reserve = 400;
  const included: Note[] = [];
  const excluded: Note[] = [];
  for (const note of notes) {
    const fits = join([...included, note]).length <= limit - reserve;
    (fits ? included : excluded).push(note);
  }
  const file = saveLeftover(join(excluded));
  const leftOut = excluded.map((note) => note.policy);
  const names = [...new Set(leftOut)].join(', ').slice(0, 150);
  const pointer = `Left out for length: ${names}. ${file ? `The full text is in ${file}` : 'Run `pawl explain` to read it'}.`;
  return { text: join([...included, { policy: 'pawl', text: pointer }]), leftOut };
}

function join(notes: readonly Note[]): string {
  return notes.map((note) => note.text).join('\n\n');
}

export function contentKey(note: Note): string {
  return Bun.hash(note.text).toString(36);
}
