// Generated files are committed, so running the generator must change nothing.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

// Everything a generator may write to; compared by content, because `git diff` does not show a new file.
const PLACES = [
  'src',
  'docs',
  'plugin',
  'plugin-windows',
  '.claude-plugin',
  'scripts/package',
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
];

export async function generatedUnchanged(generate) {
  const before = fingerprints();
  const { code, output } = await generate();
  if (code !== 0) return { ok: false, output };
  const after = fingerprints();
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const changed = names.filter((name) => before.get(name) !== after.get(name));
  if (changed.length === 0) return { ok: true, output };
  return {
    ok: false,
    output: `These files were out of date and have been rewritten; commit them:\n  ${changed.join('\n  ')}`,
  };
}

function fingerprints() {
  const files = PLACES.flatMap(filesOf);
  return new Map(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(root, name)))
        .digest('hex'),
    ]),
  );
}

function filesOf(place) {
  const full = join(root, place);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [place];
  const names = readdirSync(full, { recursive: true }).map((name) => join(place, name));
  return names.filter((name) => statSync(join(root, name)).isFile());
}
