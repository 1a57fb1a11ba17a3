// Alerts a person who is looking elsewhere: by a desktop notification if the terminal can show one, else by its bell.
// The client passes on these escape sequences and no others.

/** `auto` chooses by the terminal. */
export const alertWays = ['auto', 'bell', 'osc9', 'osc777'] as const;
export type AlertWay = (typeof alertWays)[number];

/** In these terminals the client itself sends a notification (seen with 2.1.325), so Pawl sends none. */
const clientNotifies = /^(iTerm\.app|ghostty|kitty)$/i;

/** The sequence for the client to pass on; empty if the client alerts the person itself. */
export function alertSequence(
  text: string,
  way: AlertWay,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const chosen = way === 'auto' ? wayFor(env) : way;
  const words = plain(text);
  if (chosen === 'osc9') return `\x1b]9;${words}\x07`;
  if (chosen === 'osc777') return `\x1b]777;notify;Pawl;${words}\x07`;
  return chosen === 'bell' ? '\x07' : '';
}

function wayFor({ TMUX, TERM = '', TERM_PROGRAM = '' }: Readonly<Record<string, string | undefined>>) {
  // tmux does not pass notifications on, but it shows a bell in its list of windows.
  if (TMUX || /^(screen|tmux)/.test(TERM)) return 'bell';
  if (clientNotifies.test(TERM_PROGRAM) || TERM === 'xterm-kitty' || TERM === 'xterm-ghostty')
    return undefined;
  if (TERM_PROGRAM === 'WezTerm') return 'osc9';
  return /^(foot|rxvt)/.test(TERM) ? 'osc777' : 'bell';
}

/** Removes control characters, which could end the sequence or start another one, and semicolons, which separate its fields. */
function plain(text: string): string {
  return text
    .replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ')
    .replaceAll(';', ',')
    .slice(0, 200);
}
