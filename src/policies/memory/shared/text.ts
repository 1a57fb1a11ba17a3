// How memories are put before the model.
import { clip, oneLine } from '../../../core/text.ts';
import type { Memory, RecallMoment, ScoredMemory } from '../../../domain/memory/memory.ts';
import { lengthByScore, overlap, recallLimits } from '../../../domain/memory/recall.ts';

/** What is said elsewhere already is not said again. */
const saidAlready = 0.6;
/** With a memory file of its own the client needs less from us. */
const besideNative = 4_500;
const assertionLength = 300;

export function choose(
  scored: readonly ScoredMemory[],
  moment: RecallMoment,
  written: string,
): ScoredMemory[] {
  const { count, characters } = recallLimits[moment];
  let room = moment === 'start' && written ? besideNative : characters;
  const chosen: ScoredMemory[] = [];
  for (const one of scored) {
    if (written && overlap(one.memory.content, written) > saidAlready) continue;
    const { length } = cut(one);
    if (chosen.length === count || length > room) break;
    room -= length;
    chosen.push(one);
  }
  return chosen;
}

function cut({ memory, score }: ScoredMemory): string {
  const limit = lengthByScore.find(([least]) => score >= least)![1];
  return clip(memory.content.trim(), limit);
}

export function memoryLines(scored: readonly ScoredMemory[], now: number): string {
  return scored
    .map((one) => {
      const { id, at, category, entities } = one.memory;
      const about = entities.slice(0, 4).join(', ');
      return `<m ref="m${id}" age="${age(now - at)}" category="${markup(category)}" about="${markup(about)}">${markup(cut(one))}</m>`;
    })
    .join('\n');
}

export function assertionLines(assertions: readonly Memory[]): string {
  const line = (text: string) => markup(oneLine(text).trim()).slice(0, assertionLength);
  return assertions.map(({ topic, content }) => `- ${line(topic ?? '')}: ${line(content)}`).join('\n');
}

function age(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  return hours < 48 ? `${hours}h` : `${Math.round(hours / 24)}d`;
}

/** A lesson is somebody's text: it must not end its own element. */
function markup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
