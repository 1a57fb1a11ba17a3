// How sessions of each mode are treated. `CLAUDE_SESSION_MODE` names the mode; a session without one is interactive.

export interface Mode {
  name: string;
  /** Nobody watches: context warnings come this many points earlier. */
  earlier: number;
  /** May send messages and mail to people, if the contact's tags allow it. */
  comms: boolean;
  /** Is woken when work it waits for is done. */
  woken: boolean;
  /** Is reminded once to report before it ends. */
  reports: boolean;
}

const interactive: Mode = { name: 'interactive', earlier: 0, comms: true, woken: true, reports: false };
const unattended: Mode = { ...interactive, earlier: 10, comms: false };

/** States are followed in every mode: a person wants to see the background most of all. */
export const modes: Record<string, Mode> = {
  interactive,
  mission: { ...unattended, name: 'mission' },
  autonomous: { ...unattended, name: 'autonomous' },
  background: { ...unattended, name: 'background', woken: false, reports: true },
};

/** A mode of somebody's own is treated like the most careful one we know, without its reminders. */
export function modeOf(name: string | undefined): Mode {
  if (!name) return interactive;
  return modes[name.toLowerCase()] ?? { ...unattended, name };
}
