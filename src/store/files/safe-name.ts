// File names made from ids of the payload, which may hold anything.

/** The id itself if it is safe as a file name, else a hash of it. */
export function safeName(id: string): string {
  return isSafe(id) ? id : `h${Bun.hash(id).toString(36)}`;
}

/** True for at most 80 letters, digits, `_` and `-`. A regular expression would cost more, as the first of its process. */
function isSafe(id: string): boolean {
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at);
    const letter = (code > 96 && code < 123) || (code > 64 && code < 91);
    if (!letter && !(code > 47 && code < 58) && code !== 45 && code !== 95) return false;
  }
  return id.length > 0 && id.length <= 80;
}
