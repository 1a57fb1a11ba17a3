// One place decides how much text a session gets, and drops what it was told before.
import type { Note } from './merge.ts';

/** The client saves longer strings to a file and shows the model only a preview. */
export const clientLimit = 10_000;

export interface Budget {
  /** Characters this answer may inject; never above the client's limit. */
  limit: number;
  /** True exactly once per session and text. */
  firstTime(key: string): boolean;
  /** Keeps a text that did not fit, and returns where it can be read. */
  keep(text: string): string | undefined;
}

export interface Fitted {
  text: string;
  /** Policies whose note was said before. */
  repeated: string[];
  /** Policies whose note did not fit. */
  leftOut: string[];
}

export function fitContext(notes: readonly Note[], { limit, firstTime, keep }: Budget): Fitted {
  const fresh = notes.filter((note) => note.again || firstTime(contentKey(note)));
  const repeated = notes.filter((note) => !fresh.includes(note)).map((note) => note.policy);
  const room = Math.min(limit, clientLimit - 1);
  const whole = join(fresh);
  if (whole.length <= room) return { text: whole, repeated, leftOut: [] };
  return { ...squeeze(fresh, room, keep), repeated };
}

/** Takes notes in order as long as they fit whole; the rest goes to a file that is named. */
function squeeze(notes: readonly Note[], limit: number, keep: Budget['keep']): Omit<Fitted, 'repeated'> {
  const reserve = 400;
  const taken: Note[] = [];
  const left: Note[] = [];
  for (const note of notes) {
    const fits = join([...taken, note]).length <= limit - reserve;
    (fits ? taken : left).push(note);
  }
  const where = keep(join(left));
  const leftOut = left.map((note) => note.policy);
  const names = [...new Set(leftOut)].join(', ').slice(0, 150);
  const pointer = `Left out for length: ${names}. ${where ? `The whole text is in ${where}` : 'Run `pawl explain` to read it'}.`;
  return { text: join([...taken, { policy: 'pawl', text: pointer }]), leftOut };
}

function join(notes: readonly Note[]): string {
  return notes.map((note) => note.text).join('\n\n');
}

export function contentKey(note: Note): string {
  return Bun.hash(note.text).toString(36);
}
