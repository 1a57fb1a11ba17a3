// Behaviours of programs that type into a terminal.
import { effect } from '../../base/effect.ts';
import type { Effect, ShellCommand } from '../../types.ts';
import type { Behaviour } from '../behaviour.ts';
import { TMUX_TYPES } from '../tmux.ts';

const typing = (command: ShellCommand): Effect =>
  effect(command, {
    kind: 'typing',
    weight: 'risky',
    code: 'type-into-terminal',
    reason: 'Types into a terminal, where it looks as if a person had typed.',
    safer: 'run the command itself, or let the person type it',
  });

/** Commands of tmux that run their argument later, or set an option. */
const TMUX_RUNS_LATER =
  /^(bind-key|bind|set-hook|set-option|set|set-window-option|setw|command-prompt|run-shell|run|if-shell|if)$/;

/** What types into panes if it is in such an argument. */
const TYPES_IN_ARGUMENT = /\b(send-keys|send-prefix|paste-buffer|pasteb|synchronize-panes)\b/;

/** `tmux send-keys`, `tmux set -w synchronize-panes on`, `tmux -C attach < commands` */
export const typesInTmux: Behaviour = {
  effects(command) {
    const words = command.words.slice(1).map(({ text }) => text);
    const types = words.some((word) => TMUX_TYPES.test(word));
    const typesLater =
      words.some((word) => TMUX_RUNS_LATER.test(word)) && words.some((word) => TYPES_IN_ARGUMENT.test(word));
    const controls = words.some((word) => /^-C+$/.test(word));
    const pipesIntoPane =
      words.some((word) => /^(pipe-pane|pipep)$/.test(word)) && words.some((word) => /^-\w*I/.test(word));
    // A file of commands may hold any of them; a person's own settings are read in any case.
    const loadsCommands =
      words.some((word) => /^(source-file|source)$/.test(word)) &&
      !words.some((word) => /\.tmux\.conf$|tmux\/tmux\.conf$/.test(word));
    return types || typesLater || controls || pipesIntoPane || loadsCommands ? [typing(command)] : [];
  },
};

/** `screen -S dev -X stuff 'text'`, `paste`, `exec`, `readreg` */
export const typesInScreen: Behaviour = {
  effects: (command) => {
    const words = command.words.slice(1).map((w) => w.text);
    const controls = words.some((word) => /^-\w*[XQ]$/.test(word));
    return controls && words.some((word) => /^(stuff|paste|readbuf|process|source|eval|at|exec)$/.test(word))
      ? [typing(command)]
      : [];
  },
};

/** `osascript -e 'tell application "System Events" to keystroke "y"'` */
export const typesInAppleScript: Behaviour = {
  effects: (command) => {
    const code = [
      ...command.words.map((w) => w.text),
      command.stdin?.text ?? '',
      command.code?.text ?? '',
    ].join('\n');
    return /\b(keystroke|key code|key down)\b|\bwrite text\b|\bdo script\b.*\bin (window|tab)\b/i.test(code)
      ? [typing(command)]
      : [];
  },
};
