import { expect, test } from 'bun:test';
import { readShell } from '../index.ts';
import { displayWords } from './words.ts';

test.each([
  ['rm -rf "$X"', 'rm -rf $X'],
  ['rm -rf $A/b/$B', 'rm -rf $A/b/$B'],
  ['rm -rf $A/$A', 'rm -rf …/…'],
  ['rm -rf "$X"/{a,b}', 'rm -rf $X/a $X/b'],
  ['rm -rf "$(date +%s)"', 'rm -rf $(date +%s)'],
  ['rm -rf $1', 'rm -rf …'],
  ['for f in $(cat list); do rm "$f/$DIR"; done', 'rm …/$DIR'],
  ['read d; rm -rf $d/$X', 'rm -rf …/…'],
])('%s is shown as %s', (source, shown) => {
  const { commands } = readShell(source, { cwd: '/home/me/p', home: '/home/me' });
  expect(displayWords(commands.at(-1)!.words)).toBe(shown);
});
