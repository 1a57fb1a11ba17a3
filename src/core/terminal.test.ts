import { expect, test } from 'bun:test';
import { alertSequence, alertWays } from './terminal.ts';

const auto = (env: Record<string, string>) => alertSequence('api: needs you', 'auto', env);

test('the person gets a desktop notification where the terminal shows one, else a bell', () => {
  expect(auto({ TERM_PROGRAM: 'WezTerm' })).toBe('\x1b]9;api: needs you\x07');
  expect(auto({ TERM: 'foot' })).toBe('\x1b]777;notify;Pawl;api: needs you\x07');
  expect(auto({ TERM: 'xterm-256color' })).toBe('\x07');
  expect(auto({ TERM_PROGRAM: 'WezTerm', TMUX: '/tmp/t,1,0' })).toBe('\x07');
});

test('a person may choose among the ways', () => {
  expect([...alertWays].sort()).toEqual(['auto', 'bell', 'osc777', 'osc9']);
  expect(alertSequence('x', 'osc777', {})).toBe('\x1b]777;notify;Pawl;x\x07');
});

test('no alert is sent where the client alerts the person itself, unless the config asks for it', () => {
  for (const TERM_PROGRAM of ['iTerm.app', 'ghostty', 'kitty']) expect(auto({ TERM_PROGRAM })).toBe('');
  expect(auto({ TERM: 'xterm-kitty' })).toBe('');
  for (const TERM_PROGRAM of ['my-kitty', 'kitty-like']) expect(auto({ TERM_PROGRAM })).toBe('\x07');
  expect(alertSequence('x', 'bell', { TERM_PROGRAM: 'iTerm.app' })).toBe('\x07');
});

test('a text can’t end the sequence or start another one', () => {
  const text = 'a\x07\x1b]0;b\x1b\\c;d\n\u009be';
  expect(alertSequence(text, 'osc9', {})).toBe('\x1b]9;a ]0,b \\c,d e\x07');
});

test('a long text is cut to its first 200 characters', () => {
  const text = Array.from({ length: 60 }, (_, n) => `w${n}`).join(' ');
  expect(alertSequence(text, 'osc9', {})).toBe(`\x1b]9;${text.slice(0, 200)}\x07`);
});

test('inside tmux and screen it is the bell; a terminal with a similar name counts as any other', () => {
  for (const TERM of ['tmux-256color', 'screen'])
    expect(auto({ TERM, TERM_PROGRAM: 'WezTerm' })).toBe('\x07');
  expect(auto({ TERM: 'my-screen', TERM_PROGRAM: 'WezTerm' })).toBe('\x1b]9;api: needs you\x07');
  expect(auto({ TERM: 'rxvt-unicode' })).toStartWith('\x1b]777;');
  expect(auto({ TERM: 'barefoot' })).toBe('\x07');
  expect(auto({ TERM: 'xterm-ghostty' })).toBe('');
});
