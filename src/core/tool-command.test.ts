// The shell command in the input of a tool call.
import { expect, test } from 'bun:test';
import { commandOf } from './tool-command.ts';

const of = (tool_name: string, tool_input: Record<string, unknown>) => commandOf({ tool_name, tool_input });

test('the command of Bash, and of tools of servers by whatever name', () => {
  expect(of('Bash', { command: 'ls' })).toBe('ls');
  expect(of('mcp__x__run', { cmd: 'ls -l' })).toBe('ls -l');
  expect(of('mcp__x__run', { script: 'ls' })).toBe('ls');
  expect(of('mcp__docker__exec', { command: ['rm', '-rf', '/a b'] })).toBe("rm -rf '/a b'");
  expect(of('mcp__x__run', { command: 'rm', args: ['-rf', '/'] })).toBe('rm -rf /');
  expect(of('mcp__cloud__aws_cli', { args: ['s3', 'ls'] })).toBe('aws s3 ls');
  expect(of('mcp__cloud__notes', { args: ['s3', 'ls'] })).toBeUndefined();
  expect(of('Skill', { cmd: 'ls' })).toBeUndefined();
});

const CODE = "<<'END_OF_CODE'";

test('the code of a notebook, with its lines for a shell', () => {
  expect(of('NotebookEdit', { new_source: 'x = !pwd' })).toBe(`python3 ${CODE}\nx = !pwd\nEND_OF_CODE`);
  expect(of('NotebookEdit', { new_source: '%%bash\nls\npwd' })).toBe('ls\npwd');
  expect(of('NotebookEdit', { new_source: '' })).toBeUndefined();
  expect(of('NotebookEdit', { new_source: '!ls', cell_type: 'markdown' })).toBeUndefined();
});

test('code that a tool of a server runs, as the command that would run it', () => {
  const first = (tool: string, input: Record<string, unknown>) => of(tool, input)?.split(' ')[0];
  expect(of('mcp__python__execute_code', { code: 'f( )' })).toBe(`python3 ${CODE}\nf( )\nEND_OF_CODE`);
  expect(first('mcp__x__eval', { javascript: 'f()' })).toBe('node');
  expect(first('mcp__x__run_code', { code: 'puts(1)', language: 'ruby' })).toBe('ruby');
  expect(first('mcp__x__run_code', { code: "const fs = require('fs')" })).toBe('node');
  expect(first('mcp__x__run', { argv: ['rm', '-rf'] })).toBe('rm');
  expect(of('mcp__fs__move_file', { source: '/a b', destination: '/c' })).toBeUndefined();
  expect(of('mcp__github__search_code', { q: 'f()' })).toBeUndefined();
});
