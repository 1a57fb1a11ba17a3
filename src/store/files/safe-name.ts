// File names from ids that others chose.

/** Ids come from the payload: they name files only after they are made harmless. */
export function safeName(id: string): string {
  return isHarmless(id) ? id : `h${Bun.hash(id).toString(36)}`;
}

/** Letters, digits, `_` and `-`. By hand: every event asks, and the first pattern of a program costs more. */
function isHarmless(id: string): boolean {
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at);
    const letter = (code > 96 && code < 123) || (code > 64 && code < 91);
    if (!letter && !(code > 47 && code < 58) && code !== 45 && code !== 95) return false;
  }
  return id.length > 0 && id.length <= 80;
}
