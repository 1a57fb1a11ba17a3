// `pawl help <topic>`: the pages of docs/, from inside the program, because an installed Pawl comes without files.
import { nearest } from '../../core/text.ts';
import { paint, wrap } from '../support/terminal.ts';
import { pages } from './pages.generated.ts';

export const topics: readonly string[] = Object.keys(pages);

/** The topics without those of single policies and programs. */
export const mainTopics: readonly string[] = topics.filter((topic) => !topic.includes('/'));

/** A page, or the part of a page about one code of `pawl doctor` or of the guard. */
export function findPage(topic: string): string | undefined {
  return Object.hasOwn(pages, topic) ? pages[topic] : aboutCode(topic);
}

function aboutCode(code: string): string | undefined {
  if (!/^[a-z][a-z-]+$/.test(code)) return undefined;
  const section = new RegExp(`^## ${code}\\n[\\s\\S]*?(?=^## |(?![\\s\\S]))`, 'm').exec(pages.doctor ?? '');
  if (section) return section[0];
  const row = (pages['guard-codes'] ?? '').split('\n').find((line) => line.startsWith(`| \`${code}\` |`));
  return (
    row && `## ${code}\n\n${row.split('|')[2]!.trim()}\n\n\`pawl help guard\` says how the guard decides.`
  );
}

export function nearestTopic(topic: string): string | undefined {
  const word = topic.toLowerCase();
  return (
    topics.find((one) => one.split('/').at(-1) === word) ??
    mainTopics.find((one) => one.startsWith(word)) ??
    nearest(word, topics)
  );
}

/** Markdown as text for a terminal: headings in bold, links by their text, paragraphs wrapped. */
export function printPage(text: string): void {
  const lines = text.replace(/<!--[\s\S]*?-->\n*/g, '').split('\n');
  let inCode = false;
  let paragraph = '';
  const flush = () => {
    if (paragraph !== '') console.log(textLine(paragraph));
    paragraph = '';
  };
  for (const line of lines) {
    const isFence = /^\s*```/.test(line);
    if (isFence || inCode || !isProse(line)) flush();
    if (isFence) inCode = !inCode;
    else if (inCode) console.log(`    ${line}`);
    else if (isProse(line)) paragraph = paragraph ? `${paragraph} ${line.trim()}` : line;
    else if (isListItem(line)) paragraph = line;
    else console.log(textLine(line));
  }
  flush();
}

const isListItem = (line: string) => /^\s*([-*]|\d+\.) /.test(line);
/** A line that continues the paragraph or list item before it, or begins a paragraph. */
const isProse = (line: string) => line.trim() !== '' && !/^[#|>]/.test(line) && !isListItem(line);

function textLine(line: string): string {
  const plain = line
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, (_, words: string) => paint('bold', words));
  const heading = /^#+ (.*)/.exec(plain)?.[1];
  if (heading !== undefined) return paint('bold', heading);
  if (/^\|[-| :]+\|$/.test(plain)) return '';
  return plain.startsWith('|') ? plain : wrap(plain);
}
