// The facts about the client's settings that policies may ask for.
import type { Weakness } from './weaknesses.ts';

export interface SettingsFacts {
  /**
   * Weaknesses in the settings on disk that are new: they were neither there when the client started, nor accepted by a
   * person.
   */
  newWeaknesses(): readonly Weakness[];
  /**
   * Keeps what was found, so that the person is told until it is gone. If nothing was found, the settings as they are
   * now become what later changes are compared with.
   */
  remember(found: readonly Weakness[]): void;
}

/** Weaknesses that count even if the earlier settings are not known. */
export function isAlwaysNew({ kind, id }: Weakness, viaPlugin: boolean): boolean {
  if (kind === 'event') return !viaPlugin && (id === 'event PreToolUse' || id === 'event ConfigChange');
  return kind !== 'unknown' && kind !== 'hook';
}
