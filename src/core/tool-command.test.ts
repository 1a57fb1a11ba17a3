// The shell command in the input of a tool call.
import { expect, test } from 'bun:test';
import { commandOf } from './tool-command.ts';

const commandIn = (tool_name: string, tool_input: Record<string, unknown>) =>
  commandOf({ tool_name, tool_input });

test('the command of Bash is found, and that of an MCP tool under any field name', () => {
  expect(commandIn('Bash', { command: 'ls' })).toBe('ls');
  expect(commandIn('mcp__x__run', { cmd: 'ls -l' })).toBe('ls -l');
  expect(commandIn('mcp__x__run', { script: 'ls' })).toBe('ls');
  expect(commandIn('mcp__docker__exec', { command: ['rm', '-rf', '/a b'] })).toBe("rm -rf '/a b'");
  expect(commandIn('mcp__x__run', { command: 'rm', args: ['-rf', '/'] })).toBe('rm -rf /');
  expect(commandIn('mcp__cloud__aws_cli', { args: ['s3', 'ls'] })).toBe('aws s3 ls');
  expect(commandIn('mcp__git__git_push', { args: ['--force'] })).toBe('git --force\ngit push --force');
  expect(commandIn('mcp__cloud__notes', { args: ['s3', 'ls'] })).toBeUndefined();
  expect(commandIn('Skill', { cmd: 'ls' })).toBeUndefined();
  expect(commandIn('mcp__x__run', { request: { command: 'ls -a' } })).toBe('ls -a');
  expect(commandIn('mcp__x__run', { params: '{"step": {"cmd": "ls -b"}}' })).toBe('ls -b');
  expect(commandIn('mcp__x__run', { commands: ['ls', 'pwd'] })).toBe('ls\npwd');
  expect(commandIn('mcp__x__run', { deep: { deep: { deep: { deep: { cmd: 'ls' } } } } })).toBe('ls');
  expect(commandIn('mcp__x__run', { steps: [{ cmd: 'ls' }, { cmd: 'pwd' }, { cmd: 'ls' }] })).toBe('ls\npwd');
  expect(commandIn('mcp__x__run', { program: 'rm', args: ['-rf', 'x'] })).toBe('rm -rf x');
  expect(commandIn('mcp__x__list', { program: 'rm' })).toBeUndefined();
  expect(commandIn('mcp__x__bash', { input: 'ls' })).toBe('ls');
  expect(commandIn('mcp__x__run', { commandToRun: 'ls' })).toBe('ls');
  expect(commandIn('mcp__x__run', { shell: '/bin/zsh', command: 'ls -l' })).toBe('ls -l');
  expect(commandIn('mcp__azure__extension_az', { command: 'group list' })).toBe('group list\naz group list');
  expect(commandIn('mcp__aws__call_aws', { cli_command: 'aws s3 ls' })).toBe('aws s3 ls');
  expect(commandIn('mcp__desk__interact_with_process', { pid: 1, input: 'rm -r x' })).toBe('rm -r x');
  expect(commandIn('mcp__desk__interact_with_process', { pid: 1, input: 'f.close()' })).toStartWith(
    'python3 <<',
  );
  expect(commandIn('mcp__mac__applescript_execute', { script: 'tell app "Mail" to quit' })).toStartWith(
    'osascript <<',
  );
  expect(commandIn('mcp__screen__type_text', { text: 'ls' })).toBe('ls');
  expect(commandIn('mcp__playwright__browser_type', { text: 'ls' })).toBeUndefined();
  expect(
    commandIn('mcp__mac__run', { code: 'tell app "Finder" to quit', language: 'applescript' }),
  ).toStartWith('osascript');
});

const CODE = "<<'END_OF_CODE'";

test('the code of a notebook is a command, and so are its lines for a shell', () => {
  expect(commandIn('NotebookEdit', { new_source: 'x = !pwd' })).toBe(
    `python3 ${CODE}\nx = !pwd\nEND_OF_CODE`,
  );
  expect(commandIn('NotebookEdit', { new_source: '%%bash\nls\npwd' })).toBe('ls\npwd');
  expect(commandIn('NotebookEdit', { new_source: '%%script bash\nls' })).toBe('ls');
  expect(commandIn('NotebookEdit', { new_source: '%%writefile a.py\nx = 1' })).toBe(
    `cat > a.py ${CODE}\nx = 1\nEND_OF_CODE`,
  );
  expect(commandIn('NotebookEdit', { new_source: '%%ruby\nputs 1' })).toBe(
    `ruby ${CODE}\nputs 1\nEND_OF_CODE`,
  );
  expect(commandIn('NotebookEdit', { new_source: '' })).toBeUndefined();
  expect(commandIn('NotebookEdit', { new_source: '!ls', cell_type: 'markdown' })).toBeUndefined();
});

test('code that an MCP tool runs is returned as the command that would run it', () => {
  const first = (tool: string, input: Record<string, unknown>) => commandIn(tool, input)?.split(' ')[0];
  expect(commandIn('mcp__python__execute_code', { code: 'f( )' })).toBe(`python3 ${CODE}\nf( )\nEND_OF_CODE`);
  expect(first('mcp__x__eval', { javascript: 'f()' })).toBe('node');
  expect(first('mcp__x__run_code', { code: 'puts(1)', language: 'ruby' })).toBe('ruby');
  expect(first('mcp__x__run_code', { code: "const fs = require('fs')" })).toBe('node');
  expect(first('mcp__x__run', { argv: ['rm', '-rf'] })).toBe('rm');
  expect(commandIn('mcp__fs__move_file', { source: '/a b', destination: '/c' })).toBeUndefined();
  expect(commandIn('mcp__github__search_code', { q: 'f()' })).toBeUndefined();
});

test.each([
  'command',
  'cmd',
  'script',
  'shell_command',
  'shellCommand',
  'command_line',
  'commandLine',
  'cli_command',
  'cliCommand',
  'argv',
  'bash',
  'shell',
])('a tool of a server may call its command %s', (field) => {
  expect(commandIn('mcp__x__y', { [field]: 'rm -rf /' })).toBe('rm -rf /');
});

test.each([
  'gcloud',
  'aws',
  'az',
  'kubectl',
  'docker',
  'helm',
  'terraform',
  'git',
  'gh',
  'npm',
  'psql',
  'heroku',
  'flyctl',
  'vercel',
])('a tool that is named after %s runs it with its arguments', (client) => {
  expect(commandIn(`mcp__x__run_${client}_command`, { arguments: ['a', 'b c'] })).toBe(`${client} a 'b c'`);
  expect(commandIn(`mcp__x__${client}ish`, { args: ['a'] })).toBeUndefined();
});

const TERMINALS = ['terminal', 'iterm', 'tmux', 'shell', 'pty'];

test.each([
  ...[...TERMINALS, 'console'].map((terminal) => `${terminal}_write`),
  ...['write', 'send', 'type', 'input', 'paste', 'keys'].map((verb) => `tmux_${verb}`),
  ...[...TERMINALS, 'stdin'].map((terminal) => `type_into_${terminal}`),
  ...['write', 'send', 'type', 'input', 'paste'].map((verb) => `${verb}_tmux`),
  'Send_Keys_To_Terminal',
])('%s types into a terminal, whatever its field is called', (tool) => {
  for (const field of ['text', 'keys', 'input', 'data', 'content'])
    expect(commandIn(`mcp__x__${tool}`, { [field]: 'rm -rf /' })).toBe('rm -rf /');
  expect(commandIn(`mcp__x__${tool}`, { text: '', keys: 'ls' })).toBe('ls');
});

test('a tool that writes elsewhere does not type', () => {
  expect(commandIn('mcp__fs__write_file', { content: 'rm -rf /' })).toBeUndefined();
  expect(commandIn('mcp__x__read_terminal', { text: 'rm -rf /' })).toBeUndefined();
});

test('arguments are a list under several names; a list with anything but strings is not a command', () => {
  for (const field of ['args', 'params', 'arguments'])
    expect(commandIn('mcp__x__run', { command: 'rm', [field]: ['-rf', 'a b'] })).toBe("rm -rf 'a b'");
  expect(commandIn('mcp__x__run', { command: ['rm', 7] })).toBeUndefined();
});
