// macOS checks an executable page by page against the hashes of its signature. An ad-hoc signature, which the build
// tool gives, has no key, so the hashes of changed pages can be computed again.
import { createHash } from 'node:crypto';

const signatureCommand = 0x1d;
const adHoc = 2;
const sha256 = 2;

export function repairSignature(bytes: Buffer, changed: readonly number[]): void {
  const directory = codeDirectory(bytes);
  if (!directory) return;
  for (const page of new Set(changed.map((at) => Math.floor(at / directory.pageSize))))
    hashOfPage(bytes, directory, page).copy(bytes, directory.hashes + page * directory.hashSize);
}

/** The pages whose hash in the signature is not that of their bytes; undefined if there is no ad-hoc signature. */
export function badPages(bytes: Buffer): number[] | undefined {
  const directory = codeDirectory(bytes);
  if (!directory) return undefined;
  const { hashes, hashSize, pages } = directory;
  return Array.from({ length: pages }, (_, page) => page).filter((page) => {
    const at = hashes + page * hashSize;
    return !hashOfPage(bytes, directory, page).equals(bytes.subarray(at, at + hashSize));
  });
}

interface CodeDirectory {
  /** The place of the first hash. */
  hashes: number;
  hashSize: number;
  pageSize: number;
  pages: number;
  /** The end of the bytes that are signed. */
  limit: number;
}

function codeDirectory(bytes: Buffer): CodeDirectory | undefined {
  const signature = signatureAt(bytes);
  if (signature === undefined || bytes.readUInt32BE(signature + 8) !== 1) return undefined;
  const at = signature + bytes.readUInt32BE(signature + 16);
  const [hashSize, kind, , logPage] = bytes.subarray(at + 36, at + 40) as unknown as number[];
  if (!(bytes.readUInt32BE(at + 12) & adHoc) || kind !== sha256) return undefined;
  return {
    hashes: at + bytes.readUInt32BE(at + 16),
    hashSize: hashSize!,
    pageSize: 2 ** logPage!,
    pages: bytes.readUInt32BE(at + 28),
    limit: bytes.readUInt32BE(at + 32),
  };
}

function signatureAt(bytes: Buffer): number | undefined {
  const headerSize = 32;
  for (let at = headerSize, left = bytes.readUInt32LE(16); left > 0; left--) {
    if (bytes.readUInt32LE(at) === signatureCommand) return bytes.readUInt32LE(at + 8);
    at += bytes.readUInt32LE(at + 4);
  }
  return undefined;
}

function hashOfPage(bytes: Buffer, { pageSize, limit, hashSize }: CodeDirectory, page: number): Buffer {
  const end = Math.min((page + 1) * pageSize, limit);
  return createHash('sha256')
    .update(bytes.subarray(page * pageSize, end))
    .digest()
    .subarray(0, hashSize);
}
