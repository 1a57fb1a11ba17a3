// What kind of prompt a person typed, from real words and real commands. The words are tables; a path, a URL, a
// quotation or a piece of code is not a word.

export type PromptKind =
  | { kind: 'trivial' }
  | { kind: 'skill'; name: string }
  | { kind: 'task' }
  | { kind: 'other' };

/** Prompts that ask for no work. */
const trivial: readonly RegExp[] = [
  /^.{0,4}$/s,
  /^(hi|hello|hey|thanks|thank you|thx|ok|okay|yes|no|y|n|sure|yep|nope|great|nice|cool|done|continue|go on|go ahead)\b[\s!.?,]*$/i,
  /^\?+$/,
  /^(what|how|why|when|where|who|which)('s|\s+(is|are|was|were|do|does|did|can|could|would|should))\b/i,
  /^</, // Not typed by a person: notifications of the client come as prompts.
];

/** Words that begin work, where a sentence puts a verb. */
const verbs =
  'create|make|build|implement|add|fix|update|write|generate|develop|design|refactor|test|migrate|rewrite|rename|remove|replace|convert|extend|integrate|optimi[sz]e|port|set up|clean up';
const before =
  "please|and|then|to|now|also|just|let's|lets|let us|you|must|should|will|we|i'll|finally|go|can you|could you";
/** Only where a sentence begins: "the next build" is no order. */
const order = 'first|next|second|third';
const begins = new RegExp(
  `(?:(?:^|[.!?;:,\\n])\\s*(?:[-*•]|\\d+[.)])?\\s*(?:(?:and )?(?:${order}),?\\s)?|\\b(?:${before})\\s)\\s*(?:${verbs})\\b`,
  'i',
);

/** The client's own commands start no work. */
const clientCommands =
  'add-dir agents bug clear compact config context cost doctor exit export fast help hooks ide init login logout mcp memory model output-style permissions plugin quit release-notes rename resume rewind status statusline tasks terminal-setup theme upgrade usage vim'.split(
    ' ',
  );

const skillPhrases: readonly RegExp[] = [
  /\b(?:use|run|invoke)\s+(?:the\s+)?skill\s+["'`/]?([a-z][\w:-]*)/i,
  /\b(?:use|run|invoke)\s+the\s+["'`/]?([a-z][\w:-]*)["'`]?\s+skill\b/i,
];
const noName =
  /^(right|best|same|appropriate|relevant|new|your|following|correct|other|available|proper|any|named|called)$/i;

/** `known` says whether a name is a skill or command of this project or person. */
export function promptKind(prompt: string, known: (name: string) => boolean): PromptKind {
  const text = prompt.trim();
  const typed = /^\/([a-z][\w-]*(?::[\w-]+)?)(?=\s|$)/i.exec(text)?.[1];
  if (typed) return clientCommands.includes(typed) ? { kind: 'trivial' } : { kind: 'skill', name: typed };
  if (trivial.some((pattern) => pattern.test(text))) return { kind: 'trivial' };
  const words = onlyWords(text);
  const name = phrased(words) ?? mentioned(text, known);
  if (name) return { kind: 'skill', name };
  return begins.test(words) ? { kind: 'task' } : { kind: 'other' };
}

function phrased(words: string): string | undefined {
  const names = skillPhrases.map((pattern) => pattern.exec(words)?.[1]);
  return names.find((name) => name !== undefined && !noName.test(name));
}

/** A slash in mid-sentence may be a path, a fraction or "and/or": it counts only if there is such a command. */
function mentioned(text: string, known: (name: string) => boolean): string | undefined {
  const found = text.matchAll(/(?:^|\s)\/([a-z][\w-]*(?::[\w-]+)?)(?=[\s.,;!?)]|$)/gi);
  return [...found].map((match) => match[1]!).find((name) => !clientCommands.includes(name) && known(name));
}

/** Leaves out code, links, paths and quotations. */
function onlyWords(text: string): string {
  return text
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/\b[a-z][a-z+.-]*:\/\/\S+/gi, ' ')
    .replace(/(?:^|\s)["“][^"”\n]*["”]/g, ' ')
    .replace(/\S*[/\\]\S*/g, ' ')
    .replace(/\b[\w-]+\.[a-z]{1,5}\b(?=\s|$|[,;:)])/gi, ' ');
}
