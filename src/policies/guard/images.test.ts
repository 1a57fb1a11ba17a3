// Reads the size of an image from its first bytes, and recognises images by the names of their files.
import { expect, test } from 'bun:test';
import { tool } from '../../core/examples.ts';
import { verdictsFor } from '../../user-policies/run-examples.ts';
import policy, { longestEdge } from './images.ts';

const bytes = (...values: (number | string)[]) =>
  new Uint8Array(values.flatMap((v) => (typeof v === 'string' ? [...v].map((c) => c.charCodeAt(0)) : [v])));

test('the size of a PNG is read', () => {
  expect(
    longestEdge(bytes(0x89, 'PNG\r\n', 0x1a, '\n', 0, 0, 0, 13, 'IHDR', 0, 0, 0x0f, 0xa0, 0, 0, 3, 0xe8)),
  ).toBe(4000);
});

test('the size of a JPEG is read, although other segments come first', () => {
  const app = [0xff, 0xe0, 0, 4, 1, 2];
  const frame = [0xff, 0xc2, 0, 11, 8, 0x04, 0x00, 0x08, 0x00, 1, 1, 0x11, 0];
  expect(longestEdge(bytes(0xff, 0xd8, ...app, ...frame))).toBe(2048);
});

test('the size of a WebP is read in two of its formats', () => {
  const riff = (kind: string, ...rest: number[]) =>
    bytes('RIFF', 0, 0, 0, 0, 'WEBP', kind, 0, 0, 0, 0, ...rest);
  expect(longestEdge(riff('VP8X', 0, 0, 0, 0, 0xcf, 0x07, 0, 0xe7, 0x03, 0))).toBe(2000);
  expect(longestEdge(riff('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, 0x00, 0x05, 0xd0, 0x02))).toBe(1280);
});

test('a file that is no image has no size', () => {
  expect(longestEdge(bytes('hello world, no image here'))).toBeUndefined();
  expect(longestEdge(undefined)).toBeUndefined();
});

const large = 'GIF89a\u0000\u0020\u0010\u0000';
const verdicts = async (file: string, input: object = { file_path: file }) => {
  const given = { files: { [file]: large } };
  const event = tool('Read', input as never);
  return (await verdictsFor(policy, { event, expect: 'pass', given })).map(({ kind }) => kind);
};

test.each(['a.png', 'a.jpg', 'a.jpeg', 'a.gif', 'a.webp', 'a.pdf', 'a.bmp', 'a.tif', 'a.tiff', 'A.PNG'])(
  '%s is an image by its name, whatever the field is called',
  async (file) => {
    expect(await verdicts(file)).toEqual(['deny']);
    expect(await verdicts(file, { path: file })).toEqual(['deny']);
  },
);

test.each(['a.png.txt', 'a.svg', 'png', 'a.jpegs'])('%s is no image by its name', async (file) => {
  expect(await verdicts(file)).toEqual([]);
});
