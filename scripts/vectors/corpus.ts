// The prose about software from which words are learnt: the documentation in well-known packages (corpus.txt), which is
// their Markdown files and the comments of their type declarations.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFiles } from './package-files.ts';

const documents = /(?<!licen[cs]e)\.(?:md|mdx|d\.ts)$/i;
const minWords = 5;
const maxLength = 2_000;

export interface Corpus {
  /** Each paragraph is a list of words. */
  paragraphs: string[][];
  /** How often a word occurs, and in how many packages. */
  counts: Map<string, { times: number; packages: number }>;
}

export async function readCorpus(): Promise<Corpus> {
  const packages = readFileSync(join(import.meta.dir, 'corpus.txt'), 'utf8')
    .trim()
    .split('\n');
  const corpus: Corpus = { paragraphs: [], counts: new Map() };
  // Packages copy texts from each other.
  const seen = new Set<string>();
  for (const spec of packages) addPackage(corpus, await packageFiles(spec, documents), seen);
  return corpus;
}

function addPackage({ paragraphs, counts }: Corpus, files: readonly string[], seen: Set<string>): void {
  const inPackage = new Set<string>();
  for (const text of files.flatMap(paragraphsOf)) {
    const start = text.slice(0, 200);
    const words = wordsOf(text);
    if (seen.has(start) || words.length < minWords) continue;
    seen.add(start);
    paragraphs.push(words);
    for (const word of words) {
      const count = counts.get(word) ?? { times: 0, packages: 0 };
      count.times++;
      if (!inPackage.has(word)) count.packages++;
      inPackage.add(word);
      counts.set(word, count);
    }
  }
}

/** Comments of code are the documentation of type declarations; in Markdown it is the text without the code. */
function paragraphsOf(file: string): string[] {
  const comments = /^(?:export|declare|import|\/\/\/)/m.test(file) ? file.match(/\/\*\*[\s\S]*?\*\//g) : null;
  const parts = comments?.map((one) => one.replace(/@example[\s\S]*/, '')) ?? splitMarkdown(file);
  return parts.map((one) => plainText(one).slice(0, maxLength));
}

const splitMarkdown = (text: string) => text.replace(/```[\s\S]*?```/g, ' ').split(/\n\s*\n|\n(?=\s*[-*] )/);

function plainText(text: string): string {
  return text
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/<[^>]{1,200}>/g, ' ')
    .replace(/\{@link\s+([^}]*)\}/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ');
}

function wordsOf(text: string): string[] {
  const apart = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return apart.match(/[a-z][a-z0-9]*/g) ?? [];
}
