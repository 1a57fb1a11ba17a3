// The list of pages that `pawl help` prints: everything below docs/ that a user reads, embedded into the program.
import { join } from 'node:path';

const root = join(import.meta.dir, '..', '..');

/** Decisions are for people who work on Pawl. */
const isForUsers = (path: string) => !path.startsWith('decisions/');

export function helpPages(generated: string): string {
  const inDocs = [...new Bun.Glob('**/*.md').scanSync({ cwd: join(root, 'docs') })].filter(isForUsers).sort();
  const paths = [...inDocs.map((path) => `docs/${path}`), 'SECURITY.md'];
  const imports = paths.map((path, n) => `import page${n} from '../../../${path}' with { type: 'text' };`);
  const rows = paths.map((path, n) => `  ${JSON.stringify(topicOf(path))}: page${n},`);
  return [
    `// ${generated}`,
    ...imports,
    '',
    '/** Pages by topic. */',
    `export const pages: Record<string, string> = {\n${rows.join('\n')}\n};\n`,
  ].join('\n');
}

/** `guard`, `guard/force-push`, `programs/git`, `policies`, `security`. */
const topicOf = (path: string) =>
  path
    .replace(/^docs\/|\.md$/g, '')
    .replace(/\/README$/, '')
    .replace(/^policies\//, '')
    .replace('SECURITY', 'security');
