import { bash } from '../../core/examples.ts';
import { definePolicy, deny } from '../../index.ts';
import { acceptOption, SHELLS } from './shared/effects.ts';
import { waitsForCommands } from './shared/prompts.ts';

const code = 'typed-input';
/** A client's report that the program of a call may later be typed into without asking a hook. */
const unseen = { typed_input_unseen: true };

export default definePolicy({
  id: 'guard/typed-input',
  summary: 'Stop programs that wait for commands which can’t be checked',
  why: 'Some clients let the agent type into a program that already runs, and ask no hook about it: in a shell that was left open, every command would go unchecked. It concerns only these clients ([which](../../clients.md)).',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: 'any',
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('bash', unseen), expect: 'deny' },
    { event: bash('cd app && env FOO=1 bash -i', unseen), expect: 'deny' },
    { event: bash('exec zsh -l', unseen), expect: 'deny' },
    { event: bash('python3', unseen), expect: 'deny' },
    { event: bash('python3 -i setup.py', unseen), expect: 'deny' },
    { event: bash('docker exec -it web sh', unseen), expect: 'deny' },
    { event: bash('psql -h localhost shop', unseen), expect: 'deny' },
    { event: bash('sqlite3 app.db', unseen), expect: 'deny' },
    { event: bash('ssh build.example.com', unseen), expect: 'deny' },
    { event: bash('vim notes.md', unseen), expect: 'deny' },
    { event: bash('bash'), expect: 'pass', title: 'A client that reports everything that is typed' },
    { event: bash('bash build.sh', unseen), expect: 'pass' },
    { event: bash('fish "$script"', unseen), expect: 'pass' },
    { event: bash("bash -lc 'npm test'", unseen), expect: 'pass' },
    { event: bash('python3 --version && node -v', unseen), expect: 'pass' },
    { event: bash('python3 -m pytest', unseen), expect: 'pass' },
    {
      event: bash("python3 - <<'E'\nprint(1)\nE", unseen),
      expect: 'pass',
      title: 'Code in the command itself',
    },
    { event: bash('psql shop < schema.sql', unseen), expect: 'pass' },
    { event: bash("psql shop -c 'select 1'", unseen), expect: 'pass' },
    { event: bash("sqlite3 app.db 'select 1'", unseen), expect: 'pass' },
    { event: bash('ssh build.example.com uptime', unseen), expect: 'pass' },
    { event: bash('echo bash', unseen), expect: 'pass', title: 'A word that names a shell' },
  ],
  check(event, { options, shell }) {
    if (!('typed_input_unseen' in event) || options.accept.includes(code)) return undefined;
    const waiting = shell.commands.find(waitsForCommands);
    if (!waiting) return undefined;
    return deny(
      `\`${waiting.name}\` would wait for commands, and with this client nothing can check what is typed next`,
      {
        code,
        instead: `give ${waiting.name} what it should do on its command line, in a file or on its input`,
      },
    );
  },
});
