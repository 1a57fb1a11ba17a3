// `git push origin <branch>`: documentation writes names in angle brackets. A shell takes the second bracket for a
// redirect without a target, which is an error, so nothing of that line runs. Such a name is read as a word.

/** A name in brackets after which no target of a redirect can follow. */
const PLACEHOLDER = /<(?![<&(])[^<>|&;()$`"'\\\n]{1,60}>(?=[^\S\n]*(?:$|[\n;)<#])|[^\S\n]+[&|])/g;

/** The source with placeholders as words of the same length, so that positions stay; undefined if it has none. */
export function withoutPlaceholders(source: string): string | undefined {
  const read = source.replace(PLACEHOLDER, (name) => name.replace(/[<>\s]/g, '_'));
  return read === source ? undefined : read;
}
