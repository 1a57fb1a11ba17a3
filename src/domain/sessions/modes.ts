// How sessions of each mode are treated. `CLAUDE_SESSION_MODE` names the mode; a session without one is interactive.

export interface Mode {
  name: string;
  /** Context warnings come this many percentage points earlier, because nobody is watching. */
  warnEarlier: number;
  /** A person is at the keyboard: questions can be answered, and messages may be sent to people. */
  attended: boolean;
  /** Is woken when the work it waits for is done. */
  wakeable: boolean;
  /** Is reminded once to report before it ends. */
  reports: boolean;
}

const interactive: Mode = {
  name: 'interactive',
  warnEarlier: 0,
  attended: true,
  wakeable: true,
  reports: false,
};
const unattended: Mode = { ...interactive, warnEarlier: 10, attended: false };

/** The state of a session is tracked in every mode; background sessions are those a person most wants to see. */
export const modes: Record<string, Mode> = {
  interactive,
  mission: { ...unattended, name: 'mission' },
  autonomous: { ...unattended, name: 'autonomous' },
  background: { ...unattended, name: 'background', wakeable: false, reports: true },
};

/** A custom mode is treated as unattended, without extra reminders. */
export function modeOf(name: string | undefined): Mode {
  if (!name) return interactive;
  return modes[name.toLowerCase()] ?? { ...unattended, name };
}
