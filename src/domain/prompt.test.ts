import { expect, test } from 'bun:test';
import { promptKind } from './prompt.ts';

const there = ['review', 'deploy-check', 'rename', 'pawl'];
const kind = (prompt: string) => {
  const said = promptKind(prompt, (name) => there.includes(name));
  return said.kind === 'skill' ? `skill ${said.name}` : said.kind;
};

test.each([
  // Nothing to do.
  ['hi', 'trivial'],
  ['Hello!', 'trivial'],
  ['thanks', 'trivial'],
  ['ok', 'trivial'],
  ['y', 'trivial'],
  ['????', 'trivial'],
  ['What is the latest version of node?', 'trivial'],
  ['how do I make this faster?', 'trivial'],
  ['go on', 'trivial'],
  ['', 'trivial'],
  ['<task-notification>fix it</task-notification>', 'trivial'],
  ['/compact', 'trivial'],
  ['/pawl allow-once', 'trivial'],
  ['/pawl:pawl', 'trivial'],
  ['/model opus', 'trivial'],
  ['/plan the login', 'trivial'],
  ['/rename it', 'skill rename'],
  ['/pawl sessions', 'trivial'],
  ['why does `it` fail?', 'trivial'],
  ['what should I do to fix it?', 'trivial'],
  // Real commands.
  ['/review', 'skill review'],
  ['/review src/app.ts', 'skill review'],
  ['/plugin:thing do it', 'skill plugin:thing'],
  ['look at it, then /review please', 'skill review'],
  ['run (/deploy-check)', 'other'],
  ['use the pdf skill for this', 'skill pdf'],
  ['use skill pdf', 'skill pdf'],
  ['use the right skill for this', 'other'],
  // Not commands.
  ['fix src/app.ts', 'task'],
  ['see https://example.com/create/build', 'other'],
  ['either/or and/or', 'other'],
  ['/etc/hosts is wrong', 'other'],
  ['look at /tmp and /var please', 'other'],
  ['1/2 of it is there', 'other'],
  // Work.
  ['create a login page', 'task'],
  ['Please implement the API', 'task'],
  ['can you add tests for the parser?', 'task'],
  ['I want you to refactor the store', 'task'],
  ["let's build it", 'task'],
  ['The page is slow. Optimize it', 'task'],
  ['- add a button\n- write the docs', 'task'],
  ['1. update the schema\n2. test it', 'task'],
  ['first write the test, then make it pass', 'task'],
  ['It is red. Next, fix the parser', 'task'],
  ['Why does it fail? Fix it.', 'task'],
  // Words that only look like work.
  ['is the latest build green or red', 'other'],
  ['the test output is odd, tell me more', 'other'],
  ['this makes no sense to me at all', 'other'],
  ['show me the address of the builder', 'other'],
  ['tell me about `create` and `build`', 'other'],
  ['explain "make a build" in one line', 'other'],
  ['look at build.gradle and make.sh', 'other'],
  ['the next build is due tomorrow', 'other'],
  ['in the first test it was red', 'other'],
])('the prompt %j is classified as %s', (prompt, expected) => {
  expect(kind(prompt)).toBe(expected);
});

test('a long gap takes no time', () => {
  expect(kind(`look, ${' '.repeat(9_000)}please fix the parser`)).toBe('task');
  expect(kind(`look,${' '.repeat(9_000)}and tell me`)).toBe('other');
});

test.each(['x', 'a-', '“ ', '`', 'a.', 'skill ', ' \n', ', '])('megabytes of %j take no time', (part) => {
  const pasted = part.repeat(3_000_000 / part.length);
  expect(['other', 'trivial']).toContain(kind(pasted));
  expect(kind(`${pasted}\nnow fix the parser`)).toBe('task');
  expect(kind(`fix the parser:\n${pasted}`)).toBe('task');
});
