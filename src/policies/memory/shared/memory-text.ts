// Chooses and formats memories for the model.
import { clip, oneLine } from '../../../core/text.ts';
import type { Memory, RecallMoment, ScoredMemory } from '../../../domain/memory/memory.ts';
import { lengthByScore, overlap, recallLimits } from '../../../domain/memory/recall.ts';

/** A memory is left out if a memory file contains more than this share of its words. */
const maxOverlap = 0.6;
/** Characters for memories at session start if the client has a memory file of its own. */
const charactersBesideNative = 4_500;
const assertionLength = 300;

export function chooseMemories(
  scored: readonly ScoredMemory[],
  moment: RecallMoment,
  written: string,
): ScoredMemory[] {
  const { count, characters } = recallLimits[moment];
  let remaining = moment === 'start' && written ? charactersBesideNative : characters;
  const chosen: ScoredMemory[] = [];
  for (const one of scored) {
    if (written && overlap(one.memory.content, written) > maxOverlap) continue;
    const { length } = excerpt(one);
    if (chosen.length === count || length > remaining) break;
    remaining -= length;
    chosen.push(one);
  }
  return chosen;
}

function excerpt({ memory, score }: ScoredMemory): string {
  const limit = lengthByScore.find(([minScore]) => score >= minScore)![1];
  return clip(memory.content.trim(), limit);
}

export function memoryLines(scored: readonly ScoredMemory[], now: number): string {
  return scored
    .map((one) => {
      const { id, at, category, entities } = one.memory;
      const about = entities.slice(0, 4).join(', ');
      return `<m ref="m${id}" age="${age(now - at)}" category="${escapeXml(category)}" about="${escapeXml(about)}">${escapeXml(excerpt(one))}</m>`;
    })
    .join('\n');
}

export function assertionLines(assertions: readonly Memory[]): string {
  const line = (text: string) => escapeXml(oneLine(text).trim()).slice(0, assertionLength);
  return assertions.map(({ topic, content }) => `- ${line(topic ?? '')}: ${line(content)}`).join('\n');
}

function age(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  return hours < 48 ? `${hours}h` : `${Math.round(hours / 24)}d`;
}

/** A lesson must not close the XML element it is printed in. */
function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
