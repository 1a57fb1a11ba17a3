// Finds the pages, turns them into HTML, and writes them with the style sheet, the search and the images.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { document } from './document.ts';
import { type Rendered, renderer } from './render.ts';

const root = join(import.meta.dir, '..', '..');
const repository = 'https://github.com/pawl-dev/pawl/blob/main';

/** Pages outside of docs/, and their names on the site. */
const others: Record<string, string> = {
  'README.md': 'index.html',
  'ARCHITECTURE.md': 'architecture.html',
  'CONTRIBUTING.md': 'contributing.html',
  'SECURITY.md': 'security.html',
  'CHANGELOG.md': 'changelog.html',
  'bench/RESULTS.md': 'benchmark.html',
};

/** Every page by its file in the repository. */
function findPages(): Map<string, string> {
  const names = (readdirSync(join(root, 'docs'), { recursive: true }) as string[]).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const docs = names
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name): [string, string] => [
      `docs/${name}`,
      name.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html'),
    ]);
  return new Map([...Object.entries(others).filter(([file]) => existsSync(join(root, file))), ...docs]);
}

/**
 * Where a link of a page leads: to another page, to an image that is copied, or to the file in the repository. A link to
 * nothing is an error.
 */
export function linker(pages: Map<string, string>, images: Set<string>) {
  return (file: string, href: string): string => {
    if (/^[a-z]+:/i.test(href) || href.startsWith('#')) return href;
    const [path = '', hash] = href.split('#');
    const target = posix.join(posix.dirname(file), path).replace(/\/$/, '');
    const page = pages.get(target) ?? pages.get(`${target}/README.md`);
    const from = posix.dirname(pages.get(file)!);
    if (page) return posix.relative(from, page) + (hash ? `#${hash}` : '');
    if (!existsSync(join(root, target))) throw new Error(`${file}: ${href} leads to nothing`);
    if (!/\.(png|svg)$/.test(target)) return `${repository}/${target}`;
    images.add(target);
    return posix.relative(from, posix.join('images', posix.basename(target)));
  };
}

export async function buildSite(out: string): Promise<number> {
  const pages = findPages();
  const images = new Set<string>();
  const render = await renderer(linker(pages, images));
  const rendered = [...pages].map(([file, name]) => ({
    name,
    ...render(file, readFileSync(join(root, file), 'utf8')),
  }));
  rmSync(out, { recursive: true, force: true });
  const titles = new Map(rendered.map(({ name, title }) => [name, title]));
  for (const page of rendered) write(join(out, page.name), document(page, titles));
  for (const image of images) copy(join(root, image), join(out, 'images', posix.basename(image)));
  for (const asset of ['style.css', 'search.js'])
    copy(join(import.meta.dir, 'assets', asset), join(out, asset));
  write(join(out, 'search-index.js'), `window.pawlSections = ${JSON.stringify(sectionsOf(rendered))};\n`);
  return rendered.length;
}

/** The index of the search: each section of each page as [title of the page, heading, address, text]. */
const sectionsOf = (pages: readonly (Rendered & { name: string })[]) =>
  pages.flatMap(({ name, title, sections }) =>
    sections.map(({ heading, id, text }) => [title, heading, id ? `${name}#${id}` : name, text]),
  );

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
