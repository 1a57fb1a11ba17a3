// Chooses and formats memories for the model.
import { clip, oneLine, timeSpan } from '../../../core/text.ts';
import type { Memory, RecallMoment, ScoredMemory } from '../../../domain/memory/memory.ts';
import { lengthByScore, overlap, recallLimits } from '../../../domain/memory/recall.ts';

/** A memory is left out if a memory file contains more than this share of its words. */
const maxOverlap = 0.6;
const assertionLength = 300;

export function chooseMemories(
  scored: readonly ScoredMemory[],
  moment: RecallMoment,
  written: string,
): ScoredMemory[] {
  const { count, characters } = recallLimits[moment];
  let remaining = characters;
  const chosen: ScoredMemory[] = [];
  for (const candidate of scored) {
    if (written && overlap(candidate.memory.content, written) > maxOverlap) continue;
    const { length } = excerpt(candidate);
    if (chosen.length === count || length > remaining) break;
    remaining -= length;
    chosen.push(candidate);
  }
  return chosen;
}

function excerpt({ memory, score }: ScoredMemory): string {
  const limit = lengthByScore.find(([minScore]) => score >= minScore)![1];
  return clip(memory.content.trim(), limit);
}

/** How each memory was written. Whether a person typed `pawl memory add` can't be told for certain. */
const origins: Record<string, string> = {
  stop: 'a session',
  command: 'pawl memory add',
  import: 'an import',
};

function originOf({ source, session_id, author, machine }: Memory): string {
  if (author) return escapeXml(clip(oneLine(`${author}${machine ? ` on ${machine}` : ''}`), 60));
  return source === 'command' && session_id ? 'a session' : (origins[source] ?? 'unknown');
}

export function memoryLines(scored: readonly ScoredMemory[], now: number): string {
  return scored
    .map(({ memory, score }) => {
      const { id, at, entities } = memory;
      const about = entities.length > 0 ? ` about="${escapeXml(entities.slice(0, 4).join(', '))}"` : '';
      return `<m ref="m${id}" from="${originOf(memory)}" age="${timeSpan(now - at)}"${about}>${escapeXml(excerpt({ memory, score }))}</m>`;
    })
    .join('\n');
}

/** Notes that every session gets, one per topic. */
export function assertionLines(assertions: readonly Memory[], now: number): string {
  const line = (text: string) => escapeXml(oneLine(text).trim()).slice(0, assertionLength);
  return assertions
    .map((assertion) => {
      const written = `(from ${originOf(assertion)}, ${timeSpan(now - assertion.at)} ago)`;
      return `- ${line(assertion.topic ?? '')}: ${line(assertion.content)} ${written}`;
    })
    .join('\n');
}

/** A lesson must not close the XML element it is printed in. */
function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
