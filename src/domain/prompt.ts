// Classifies a prompt: trivial, a skill or command, a task, or something else. The words are tables; paths, URLs,
// quotations and code don't count as words.

export type PromptKind =
  | { kind: 'trivial' }
  | { kind: 'skill'; name: string }
  | { kind: 'task' }
  | { kind: 'other' };

/** Prompts that ask for no work. */
const trivialPrompts: readonly RegExp[] = [
  /^.{0,4}$/s,
  /^(hi|hello|hey|thanks|thank you|thx|ok|okay|yes|no|y|n|sure|yep|nope|great|nice|cool|done|continue|go on|go ahead)\b[\s!.?,]*$/i,
  /^\?+$/,
  /^</, // The client sends its own notifications as prompts; a person did not type them.
];

const question =
  /^(what|how|why|when|where|who|which)('s|\s+(is|are|was|were|do|does|did|can|could|would|should))\b/i;

/** Verbs that ask for work, at places where a sentence has its verb. */
const workVerbs =
  'create|make|build|implement|add|fix|update|write|generate|develop|design|refactor|test|migrate|rewrite|rename|remove|replace|convert|extend|integrate|optimi[sz]e|port|set up|clean up|improve|debug|upgrade|deploy|delete|split|change|modify|adjust|move|merge|extract|simplify|document|configure|install|investigate|diagnose|finish|complete|repair|solve|resolve|support|enable|disable|introduce|speed up|reduce|revert|translate|format|validate|handle';
const verbIntroductions =
  "please|and|then|to|now|also|just|let's|lets|let us|you|must|should|will|we|i'll|finally|go|can you|could you";
/** Ordinals count only at the start of a sentence: "the next build" asks for nothing. */
const ordinals = 'first|next|second|third';
const startsWork = new RegExp(
  `(?:(?:^|[.!?;:,\\n])\\s*(?:[-*•]|\\d+[.)])?\\s*(?:(?:and )?(?:${ordinals}),?\\s)?|\\b(?:${verbIntroductions})\\s)\\s*(?:${workVerbs})\\b`,
  'i',
);

/** Pawl's own command, also under the name that the plugin gives it: it only looks, or allows one call. */
const ownCommand = /^pawl(:|$)/;

/** The client's built-in slash commands, which start no work unless the project has its own of that name. */
const clientCommands =
  'add-dir agents branch btw bug chrome clear color compact config context copy cost desktop diff doctor effort exit export fast feedback fork help hooks ide init insights keybindings login logout mcp memory mobile model output-style passes permissions plan plugin quit release-notes remote-control rename resume rewind sandbox skills stats status statusline tasks terminal-setup theme todos upgrade usage vim voice'.split(
    ' ',
  );

const skillPhrases: readonly RegExp[] = [
  /\b(?:use|run|invoke)\s+(?:the\s+)?skill\s+["'`/]?([a-z][\w:-]*)/i,
  /\b(?:use|run|invoke)\s+the\s+["'`/]?([a-z][\w:-]*)["'`]?\s+skill\b/i,
];
const notSkillName =
  /^(right|best|same|appropriate|relevant|new|your|following|correct|other|available|proper|any|named|called)$/i;

/** `isKnown` tells whether a name is a skill or command of this project or user. */
export function promptKind(prompt: string, isKnown: (name: string) => boolean): PromptKind {
  const text = bothEnds(prompt.trim());
  const typed = /^\/([a-z][\w-]*(?::[\w-]+)?)(?=\s|$)/i.exec(text)?.[1];
  if (typed)
    return ownCommand.test(typed) || (clientCommands.includes(typed) && !isKnown(typed))
      ? { kind: 'trivial' }
      : { kind: 'skill', name: typed };
  if (trivialPrompts.some((pattern) => pattern.test(text))) return { kind: 'trivial' };
  if (question.test(text)) {
    // "Why does it fail? Fix it" asks for work after the question.
    const rest = /\?\s(.*)/s.exec(withoutCodeAndPaths(text))?.[1] ?? '';
    return startsWork.test(rest) ? { kind: 'task' } : { kind: 'trivial' };
  }
  const words = withoutCodeAndPaths(text);
  const name = skillByPhrase(words) ?? skillByMention(text, isKnown);
  if (name) return { kind: 'skill', name };
  return startsWork.test(words) ? { kind: 'task' } : { kind: 'other' };
}

/** The characters that are read at each end of a prompt. A person asks before or after what they paste. */
const maxEnd = 5_000;

/** Some of the patterns take time in proportion to the square of the length, and a prompt can have megabytes. */
const bothEnds = (text: string) =>
  text.length > 2 * maxEnd ? `${text.slice(0, maxEnd)}\n${text.slice(-maxEnd)}` : text;

function skillByPhrase(words: string): string | undefined {
  const names = skillPhrases.map((pattern) => pattern.exec(words)?.[1]);
  return names.find((name) => name !== undefined && !notSkillName.test(name));
}

/** A slash within a sentence may be a path, a fraction or "and/or", so it counts only if such a command exists. */
function skillByMention(text: string, known: (name: string) => boolean): string | undefined {
  const found = text.matchAll(/(?:^|\s)\/([a-z][\w-]*(?::[\w-]+)?)(?=[\s.,;!?)]|$)/gi);
  return [...found]
    .map((match) => match[1]!)
    .find((name) => !ownCommand.test(name) && !clientCommands.includes(name) && known(name));
}

/** Removes code, links, paths and quotations. */
function withoutCodeAndPaths(text: string): string {
  return (
    text
      .replace(/```[\s\S]*?(```|$)/g, ' ')
      .replace(/`[^`\n]*`/g, ' ')
      .replace(/\b[a-z][a-z+.-]*:\/\/\S+/gi, ' ')
      .replace(/(?:^|\s)["“][^"”\n]*["”]/g, ' ')
      .replace(/(?<!\S)\S*[/\\]\S*/g, ' ')
      .replace(/\b[\w-]+\.[a-z]{1,5}\b(?=\s|$|[,;:)])/gi, ' ')
      // Long gaps would take the patterns very long.
      .replace(/[^\S\n]+/g, ' ')
      .replace(/\n\s+/g, '\n')
  );
}
