// Remembers in this checkout how long each test file took last time, which decides the order of the next run.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './install.mjs';

const KEPT = join(root, '.cache', 'test-seconds.json');

/** Expected seconds of a test file: as last time, else by its size; files that start programs take far longer. */
export function expectedSeconds(file, known = readKnown()) {
  const perKilobyte = file.startsWith('src/') ? 0.05 : 1;
  return known[file] ?? (statSync(join(root, file)).size / 1000) * perKilobyte;
}

export function readKnown() {
  try {
    return JSON.parse(readFileSync(KEPT, 'utf8'));
  } catch {
    return {};
  }
}

/** Drops files that no longer exist. */
export function remember(seconds) {
  const all = { ...readKnown(), ...seconds };
  const kept = Object.entries(all).filter(([file]) => existsSync(join(root, file)));
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(Object.fromEntries(kept)));
}
