// Programs that press keys for somebody: into a window, or into a terminal that can be controlled from outside.
import type { EffectRule, ProgramSpec } from '../spec.ts';

const typesInto = (when: string): EffectRule => ({
  code: 'type-into-terminal',
  ...(when && { when }),
  why: 'Types into a window, where it looks as if a person had typed.',
  safer: 'run the command itself, or let the person type it',
});

const callsMethod: EffectRule = {
  code: 'desktop-call',
  why: 'Calls a method of another program, which may run a command or type for a person.',
  safer: 'run the command itself, or let the person do it',
};

/** Methods that only ask for something or show a notice. */
const ASKS =
  '*.get|*.getall|*.getnameowner|*.getconnection*|*.getid|*.list*|*.is*|*.can*|*.has*|*.ping|*.introspect|*.name*|*.notify|get*|list*|introspect';

export const programs: readonly ProgramSpec[] = [
  {
    names:
      'gnome-terminal konsole alacritty foot footclient xfce4-terminal kgx ptyxis terminator tilix urxvt rxvt lxterminal mate-terminal guake yakuake',
    about: 'Opens a terminal window.',
    options: { '-e -x --command --execute': 'flag' },
    runs: {},
    kind: 'typing',
    effects: [
      {
        code: 'type-into-terminal',
        unless: '--help -h --version',
        why: 'Opens a terminal window, in which what runs looks as if a person had started it.',
        safer: 'run the command itself, or let the person open the window',
      },
    ],
    examples: [
      { command: 'gnome-terminal --version', expect: 'pass' },
      { command: 'konsole -e htop', expect: 'ask' },
      { command: 'gnome-terminal -- rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'dbus-send gdbus busctl qdbus qdbus6 qdbus-qt5',
    about: 'Calls other programs of the desktop over D-Bus.',
    options: {
      '-d --dest -o --object-path -t --timeout --type': 'text',
      '-e --session -y --system -m --method --user --print-reply': 'flag',
    },
    kind: 'typing',
    effects: [
      typesInto('** *runcommand*|*sendtext*|*starttransientunit*|*eval'),
      { ...callsMethod, when: 'call', except: ASKS },
      { ...callsMethod, flags: '--dest', except: `introspect|monitor|wait|emit|${ASKS}` },
      { ...callsMethod, when: '*.* /* *.* **', except: ASKS },
    ],
    examples: [
      { command: 'gdbus call --session -d org.x -o /x -m org.x.Run', expect: 'ask' },
      { command: 'busctl --user call org.x /x org.x Start s job', expect: 'ask' },
      { command: 'dbus-send --session --dest=org.x --type=method_call /x org.x.Run', expect: 'ask' },
      { command: 'qdbus org.kde.yakuake /yakuake/sessions org.kde.yakuake.addSession', expect: 'ask' },
      {
        command: 'gdbus call -y -d org.freedesktop.login1 -o /x -m org.freedesktop.DBus.Properties.Get a b',
        expect: 'pass',
      },
      {
        command: 'dbus-send --session --print-reply --dest=org.x /x org.freedesktop.DBus.ListNames',
        expect: 'pass',
      },
      { command: 'busctl --user list', expect: 'pass' },
      {
        command: "busctl --address=unixexec:path=/bin/sh,argv1=-c,argv2='rm -rf ~/Documents'",
        expect: 'ask',
        title: 'An address that starts a program',
      },
      { command: 'qdbus org.x /x', expect: 'pass', title: 'Only lists the methods of a service' },
      { command: "qdbus org.kde.konsole /Sessions/1 runCommand 'ls'", expect: 'ask' },
      { command: 'gdbus introspect --session --dest org.freedesktop.DBus --object-path /', expect: 'pass' },
    ],
  },
  {
    names: 'empty',
    about: 'Starts a program in a terminal of its own, and types into it.',
    options: {
      '-f -w -s -c -r -v -S': 'flag',
      '-k -b -t': 'text',
      '-i -p': 'reads',
      '-o -l -L': 'writes',
    },
    runs: {},
    kind: 'typing',
    effects: [
      {
        ...typesInto(''),
        flags: '-f -s -w',
        why: 'Runs a program in a terminal of its own and types into it, as a person would.',
      },
    ],
    examples: [
      { command: 'empty -r -b 1000', expect: 'pass' },
      { command: 'empty -f -i in.fifo -o out.fifo claude', expect: 'ask' },
      { command: 'empty -s -o in.fifo "/build"', expect: 'ask' },
      { command: 'empty -f rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'xdotool',
    about: 'Presses keys and moves windows on X11.',
    kind: 'typing',
    effects: [typesInto('** key|type|keydown|keyup|click|mousedown|exec|behave')],
    examples: [
      { command: 'xdotool type /build', expect: 'ask' },
      { command: 'xdotool search --name Terminal windowactivate key Return', expect: 'ask' },
      { command: 'xdotool getactivewindow', expect: 'pass' },
    ],
  },
  {
    names: 'ydotool dotool reptyr conspy wtype wlrctl kdotool xte xvkbd evemu-event uinput-play',
    about: 'Presses keys for somebody.',
    kind: 'typing',
    effects: [{ ...typesInto(''), unless: '--help -h --version' }],
    examples: [
      { command: 'ydotool --help', expect: 'pass' },
      { command: 'ydotool type hello', expect: 'ask' },
      { command: 'echo "type hello" | dotool', expect: 'ask' },
      { command: 'wtype -k Return', expect: 'ask' },
    ],
  },
  {
    names: 'ttyecho writevt',
    about: 'Puts text into the input of another terminal.',
    kind: 'typing',
    effects: [
      {
        ...typesInto(''),
        unless: '--help -h',
        weight: 'irreversible',
        why: 'Puts text into the input of another terminal.',
      },
    ],
    examples: [
      { command: 'ttyecho --help', expect: 'pass' },
      { command: 'ttyecho -n /dev/pts/3 pawl pause', expect: 'deny' },
    ],
  },
  {
    names: 'kitty kitten',
    about: 'Is a terminal, and controls others of its kind from outside.',
    kind: 'typing',
    effects: [
      typesInto('@ send-text|send-key|signal-child|run|launch|kitten|action'),
      typesInto('@send-text|@send-key'),
    ],
    examples: [
      { command: 'kitty @ send-text --match all "/build\\n"', expect: 'ask' },
      { command: 'kitten @ send-key enter', expect: 'ask' },
      { command: 'kitty @ ls', expect: 'pass' },
      { command: 'kitten icat image.png', expect: 'pass' },
      { command: "kitty @send-text 'rm -rf ~'", expect: 'ask' },
    ],
  },
  {
    names: 'wezterm',
    about: 'Is a terminal, and controls others of its kind from outside.',
    kind: 'typing',
    effects: [typesInto('cli send-text')],
    examples: [
      { command: 'wezterm cli send-text --no-paste "/build"', expect: 'ask' },
      { command: 'wezterm cli list', expect: 'pass' },
    ],
  },
];
