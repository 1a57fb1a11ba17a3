// Memory where the sentence encoder can't be used: lessons are found by their words, and nothing fails. In a file of its
// own, because the files of the encoder are missing for everything in this process.
import { expect, mock, test } from 'bun:test';
import type { SwitchedOn } from '../src/cli/init/needed.ts';
import { memoryDatabase } from './support/memory-store.ts';

mock.module('../src/system/encoder-files.ts', () => ({
  readEncoderFiles: () => {
    throw new Error('parameters.bin is missing');
  },
}));
const { encoderProblem, makeMissingVectors, compareTexts, compareAndSave } = await import(
  '../src/store/db/memory-vectors.ts'
);
const { addMemory, listMemories, searchMemories } = await import('../src/store/db/memory.ts');
const { checkEncoder } = await import('../src/cli/doctor/check-home.ts');

test('lessons are found by their words, and no vector is made', () => {
  const db = memoryDatabase();
  const origin = { repository: '/r', session_id: '', at: 1, source: 'command' };
  for (const content of ['VAT is rounded per line', 'Seagulls are loud before sunrise'])
    addMemory(db, { content, category: 'note', entities: [] }, origin);
  const find = (text: string) =>
    searchMemories(db, '/r', text, 5, compareAndSave(db, text)).map(({ content }) => content);
  expect(find('how is vat rounded?')).toEqual(['VAT is rounded per line']);
  expect(find('animals keep us awake')).toEqual([]);
  expect(compareTexts(db, 'vat', listMemories(db, '/r', 5), 1_000)).toEqual({
    comparison: undefined,
    newVectors: [],
  });
  expect(makeMissingVectors(db)).toBe(0);
});

test('pawl doctor says why, if lessons are recalled', () => {
  expect(encoderProblem()).toBe('parameters.bin is missing');
  const found = (...ids: string[]) =>
    checkEncoder({ policies: ids.map((id) => ({ id })) } as SwitchedOn).map(({ code, what }) => [code, what]);
  expect(found('memory/recall')).toEqual([['encoder-unusable', 'parameters.bin is missing']]);
  expect(found('guard/files')).toEqual([]);
});
