import { expect, test } from 'bun:test';
import { commandKey, commandLine, findProgram } from './command-line.ts';

/** A variable in braces, as in `${HOME}`. */
const braced = (name: string) => `\${${name}}`;
const paths = { home: '/home/me', project: '/srv/app', pluginRoot: '/plugins/x' };

const started: [command: string, program: string, script?: string][] = [
  ['~/.claude/a.sh', '/home/me/.claude/a.sh'],
  ['"$HOME/my hooks/a.sh" --x', '/home/me/my hooks/a.sh'],
  ['python3 ~/.claude/a.py --flag', 'python3', '/home/me/.claude/a.py'],
  ['python3 -u "$HOME"/a.py', 'python3', '/home/me/a.py'],
  ['A=1 B=2 node $CLAUDE_PROJECT_DIR/x.mjs', 'node', '/srv/app/x.mjs'],
  ['bash -c "rm x"', 'bash'],
  ['node -e "0"', 'node'],
  ['python3 -m pytest', 'python3'],
  ['npx prettier --check .', 'npx'],
  [`sh '${braced('CLAUDE_PLUGIN_ROOT')}/a.sh'`, 'sh', '/plugins/x/a.sh'],
  ['jq -r .x | tee log', 'jq'],
];

for (const [command, program, script] of started) {
  test(`finds the program of: ${command}`, () => {
    const found = findProgram(commandLine({ type: 'command', command }, paths));
    expect(found).toEqual(script ? { program, script } : { program });
  });
}

test('in exec form the home is not expanded, and each argument is one word', () => {
  const handler = { type: 'command', command: 'node', args: ['~/a b.js', '$HOME'] };
  expect(commandLine(handler, paths).words).toEqual(['node', '~/a b.js', '$HOME']);
});

const same = (...commands: string[]) =>
  new Set(commands.map((command) => commandKey({ type: 'command', command }, paths))).size;

test('all spellings of a command have the same key, and different commands have different keys', () => {
  expect(
    same(
      'python3 ~/h/a.py',
      'python3 $HOME/h/a.py',
      `python3 "${braced('HOME')}/h/a.py"`,
      'python3  /home/me/h/a.py',
    ),
  ).toBe(1);
  expect(
    same('.claude/hooks/a.sh', '"$CLAUDE_PROJECT_DIR"/.claude/hooks/a.sh', '/srv/app/.claude/hooks/a.sh'),
  ).toBe(1);
  expect(same('a.sh', 'b.sh', 'a.sh --x')).toBe(3);
});
