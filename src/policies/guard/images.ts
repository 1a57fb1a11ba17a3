import { bash, tool } from '../../core/examples.ts';
import { definePolicy, deny } from '../../index.ts';
import { resolve } from '../../shell/base/paths.ts';

export default definePolicy({
  id: 'guard/images',
  summary: 'Refuse images and PDFs that would make the session unusable',
  why: 'An image above the API’s limit stays in the conversation, so every later request fails and the session is lost.',
  on: 'PreToolUse',
  tools: ['Read', 'mcp__*'],
  effects: 'any',
  level: 'deny',
  onError: 'pass',
  options: {
    pixels: {
      default: 1800,
      weaker: 'higher',
      about: 'Longest edge, in pixels, of an image that may be read.',
    },
    megabytes: {
      default: 8,
      weaker: 'higher',
      about: 'Largest image or PDF, in megabytes, that may be read.',
    },
  },
  examples: () => [
    {
      event: tool('Read', { file_path: 'shot.gif' }),
      expect: 'deny',
      title: 'A GIF 4096 pixels wide',
      given: { files: { 'shot.gif': 'GIF89a\u0000\u0010\u0010\u0000' } },
      says: '4096',
    },
    {
      event: tool('Read', { file_path: 'icon.gif' }),
      expect: 'pass',
      title: 'A small GIF',
      given: { files: { 'icon.gif': 'GIF89a\u0010\u0000\u0010\u0000' } },
    },
    {
      event: tool('Read', { file_path: 'big.gif' }),
      expect: 'deny',
      title: 'A GIF 8192 pixels wide',
      given: { files: { 'big.gif': 'GIF89a\u0000\u0020\u0010\u0000' } },
    },
    { event: tool('Read', { file_path: 'src/a.ts' }), expect: 'pass' },
    { event: bash('ls *.png'), expect: 'pass' },
  ],
  check({ tool_input, cwd }, { options, files, project }) {
    const written = tool_input.file_path ?? tool_input.path;
    if (typeof written !== 'string' || !/\.(png|jpe?g|gif|webp|pdf|bmp|tiff?)$/i.test(written))
      return undefined;
    const path = resolve(written, cwd || project.root) ?? written;
    const size = files.size(path) ?? 0;
    if (size > options.megabytes * 1_000_000) return tooLarge(written, `${Math.round(size / 1e6)} MB`);
    const edge = longestEdge(files.bytes(path, 65_536));
    return edge !== undefined && edge > options.pixels ? tooLarge(written, `${edge} pixels`) : undefined;
  },
});

const tooLarge = (name: string, size: string) =>
  deny(`${name} is too large to read (${size}); it would make every later request of this session fail`, {
    code: 'image-too-large',
    instead:
      'make a small copy in /tmp and read that: `magick IN -resize 1500x1500 /tmp/small.png`, or `sips -Z 1500 IN --out /tmp/small.png`',
  });

/** The larger of width and height, from the first bytes of an image. */
export function longestEdge(bytes: Uint8Array | undefined): number | undefined {
  if (!bytes || bytes.length < 10) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(1, 4) === 'PNG' && bytes.length >= 24) return Math.max(view.getUint32(16), view.getUint32(20));
  if (text(0, 4) === 'GIF8') return Math.max(view.getUint16(6, true), view.getUint16(8, true));
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP' && bytes.length >= 30)
    return webpEdge(view, text(12, 16));
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegEdge(view) : undefined;
}

function webpEdge(view: DataView, kind: string): number | undefined {
  if (kind === 'VP8X')
    return 1 + Math.max(view.getUint32(24, true) & 0xffffff, (view.getUint32(26, true) >> 8) & 0xffffff);
  if (kind === 'VP8 ') return Math.max(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  const bits = view.getUint32(21, true);
  return 1 + Math.max(bits & 0x3fff, (bits >> 14) & 0x3fff);
}

/** Follows the segments of a JPEG to its frame header. */
function jpegEdge(view: DataView): number | undefined {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const frame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (frame) return Math.max(view.getUint16(at + 5), view.getUint16(at + 7));
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
