// Chooses the memories that a session is given: by what they have in common with its work, by age, and by whether they
// helped before. Weights and limits are tables.
import type { Comparison, Memory, RecallMoment, ScoredMemory, Subject } from './memory.ts';
import { type RankOptions, rankMemories } from './rank.ts';
import { isCommonName } from './words.ts';

export const weights = {
  /** The worth of a file in common, in rare terms. */
  file: { path: 1.5, name: 1.2, mentioned: 1.2 },
  /** How much more a memory counts that is new, and one that helped in earlier sessions. */
  recency: 0.1,
  useful: { bonus: 0.05, injected: 3, rate: 0.3 },
} as const;

export interface RecallLimits {
  /** Memories per recall. */
  count: number;
  characters: number;
  /** The best memory must have this much in common with the subject, or none is given: 1 is one rare term. */
  minBest: number;
  /** And the others this much. */
  minMatch: number;
  /** Its score must be at least this share of the best one's. */
  minShare: number;
  /** Recalls per session, and the pause between two. */
  times: number;
  pauseSeconds: number;
}

export const recallLimits: Record<RecallMoment, RecallLimits> = {
  start: {
    count: 5,
    characters: 4_500,
    minBest: 0.8,
    minMatch: 0.8,
    minShare: 0.45,
    times: 1_000,
    pauseSeconds: 0,
  },
  prompt: {
    count: 5,
    characters: 1_500,
    minBest: 0.5,
    minMatch: 0.3,
    minShare: 0.1,
    times: 30,
    pauseSeconds: 0,
  },
  read: { count: 2, characters: 1_200, minBest: 1, minMatch: 1, minShare: 0.6, times: 8, pauseSeconds: 30 },
};

/**
 * A prompt is off topic if no memory is this similar to it: “stop”, “make it shorter”. The best one must then have more
 * in common with it, because most of its words are in some memory.
 */
const offTopic = { maxSimilarity: 0.28, minBest: 0.8 };

/** The most characters that one memory may take, by its share of the best score. */
export const lengthByScore: readonly [score: number, characters: number][] = [
  [0.6, 600],
  [0.4, 350],
  [0, 250],
];

/** The memories to give, best first, with scores from 0 to 1. */
export function bestMatches(
  memories: readonly Memory[],
  subjects: readonly Subject[],
  moment: RecallMoment,
  now: number,
  more: Pick<RankOptions, 'total' | 'comparison'> = {},
): ScoredMemory[] {
  const { minBest, minMatch, minShare, count } = recallLimits[moment];
  const { comparison } = more;
  const files = subjects.filter(({ path }) => path).map(fileOf);
  const scored = rankMemories(memories, subjects, { ...more, related: moment === 'prompt' })
    .map(({ memory, score, match, rarest }) => {
      const file = fileMatch(memory, files);
      const bonus =
        1 + weights.recency * recency(now - memory.at) + (wasUseful(memory) ? weights.useful.bonus : 0);
      return { memory, score: (score + file * rarest) * bonus, match: match + file };
    })
    .filter(({ match }) => match >= minMatch)
    .sort((a, b) => b.score - a.score || b.memory.at - a.memory.at);
  const least = comparison && isOffTopic(comparison, memories) ? offTopic.minBest : minBest;
  if (!scored.some(({ match }) => match >= least)) return [];
  const best = scored[0]!.score;
  return scored
    .map(({ memory, score }) => ({ memory, score: score / best }))
    .filter(({ score }) => score >= minShare)
    .slice(0, count * 3);
}

/** Whether a prompt is about something other than all memories. False if the similarity of one is unknown. */
const isOffTopic = ({ similarities }: Comparison, memories: readonly Memory[]) =>
  memories.every(({ id }) => (similarities.get(id) ?? 1) < offTopic.maxSimilarity);

interface WorkFile {
  name: string;
  /** The folder and the name. */
  path: string;
  weight: number;
  /** A name like `index.ts` tells nothing without its folder. */
  nameTells: boolean;
}

function fileOf({ text, weight }: Subject): WorkFile {
  const parts = text.toLowerCase().split('/').filter(Boolean);
  const name = parts.at(-1) ?? '';
  const nameTells = name.includes('.') && !isCommonName(name);
  return { name, path: parts.slice(-2).join('/'), weight, nameTells };
}

/** Whether a memory is about one of these files. */
function fileMatch({ entities, content }: Memory, files: readonly WorkFile[]): number {
  const text = content.toLowerCase();
  const { path, name, mentioned } = weights.file;
  return Math.max(
    0,
    ...files.map((file) => {
      if (entities.some((one) => one === file.path || one.endsWith(`/${file.path}`)))
        return file.weight * path;
      if (!file.nameTells) return 0;
      if (entities.some((one) => one === file.name || one.endsWith(`/${file.name}`)))
        return file.weight * name;
      return text.includes(file.name) ? file.weight * mentioned : 0;
    }),
  );
}

function wasUseful({ injected, cited }: Memory): boolean {
  return injected >= weights.useful.injected && cited / injected >= weights.useful.rate;
}

export function recency(ageMs: number): number {
  const hours = Math.max(0, ageMs) / 3_600_000;
  return hours <= 48 ? 1 - hours / 96 : 0.5 * 0.5 ** (hours / 24 / 7);
}

/** The share of a text's words that the other text contains too. */
export function overlap(text: string, other: string): number {
  const words = (one: string) => new Set(one.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  const mine = words(text);
  const theirs = words(other);
  if (mine.size === 0) return 0;
  return [...mine].filter((word) => theirs.has(word)).length / mine.size;
}
