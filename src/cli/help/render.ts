// A page of docs/ as text for a terminal: headings in bold, paragraphs and lists wrapped, tables aligned, and behind a
// link the command that opens the page.
import { hang, paint, wrap } from '../support/terminal.ts';
import { linkText } from './links.ts';
import { isRule, renderTable } from './page-table.ts';

/** `topic` is the page’s own name, from which its links are resolved. */
export function renderPage(text: string, topic: string): string {
  return blocksOf(text.replace(/<!--[\s\S]*?-->\n*/g, ''))
    .map((block) => renderBlock(block, topic))
    .filter((block) => block !== '')
    .join('\n\n');
}

type Block = { kind: 'code' | 'table' | 'heading' | 'list' | 'quote' | 'text'; lines: string[] };

/** Splits a page at blank lines, and where one kind of line follows another. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let fence = '';
  let open = false;
  for (const line of text.split('\n')) {
    const [, mark = ''] = /^\s*(```+|~~~+)/.exec(line) ?? [];
    const last = blocks.at(-1);
    if (fence !== '') {
      if (mark.startsWith(fence) && line.trim() === mark) fence = '';
      else last!.lines.push(line);
      open = false;
    } else if (mark !== '') {
      fence = mark;
      blocks.push({ kind: 'code', lines: [] });
    } else if (line.trim() === '') open = false;
    else {
      const kind = kindOf(line, open ? last : undefined);
      if (open && last?.kind === kind && kind !== 'heading') last.lines.push(line);
      else blocks.push({ kind, lines: [line] });
      open = true;
    }
  }
  return blocks;
}

function kindOf(line: string, last: Block | undefined): Block['kind'] {
  if (/^#+ /.test(line)) return 'heading';
  if (line.startsWith('|')) return 'table';
  if (line.startsWith('>')) return 'quote';
  if (/^\s*([-*]|\d+\.) /.test(line)) return 'list';
  // An indented line, or one right behind a list item, continues the item.
  return last?.kind === 'list' ? 'list' : 'text';
}

function renderBlock({ kind, lines }: Block, topic: string): string {
  switch (kind) {
    case 'code':
      return lines.map((line) => `    ${line}`.trimEnd()).join('\n');
    case 'table':
      return renderTable(
        lines.filter((line) => !isRule(line)),
        (cell) => inline(cell, topic),
      );
    case 'heading':
      return paint('bold', inline(lines[0]!.replace(/^#+ /, ''), topic, { links: false }));
    case 'list':
      return listItems(lines)
        .map(([mark, item]) => hang(mark, inline(item, topic)))
        .join('\n');
    case 'quote':
      return lines.map((line) => wrap(inline(line.replace(/^>\s?/, ''), topic), '  ')).join('\n');
    case 'text':
      return wrap(inline(lines.join(' '), topic));
  }
}

function listItems(lines: readonly string[]): [mark: string, text: string][] {
  const items: [string, string][] = [];
  for (const line of lines) {
    const [, mark, text] = /^(\s*(?:[-*]|\d+\.) )(.*)$/.exec(line) ?? [];
    const last = items.at(-1);
    if (mark !== undefined) items.push([mark.replace('*', '-'), text!]);
    else if (last) last[1] += ` ${line.trim()}`;
  }
  return items;
}

function inline(text: string, topic: string, { links = true } = {}): string {
  return text
    .replaceAll('<br>', '; ')
    .replace(/&(lt|gt|amp);/g, (_, name: 'lt') => ({ lt: '<', gt: '>', amp: '&' })[name])
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\(([^)]*)\)/g, (_, words: string, target: string) =>
      links ? linkText(words, target, topic) : words,
    )
    .replace(emphasis, (all, bold?: string, italic?: string) =>
      bold === undefined ? (italic ?? all) : paint('bold', bold),
    );
}

/** Stars in backquotes mean themselves. */
const emphasis = /`[^`]*`|\*\*((?:`[^`]*`|[^*`])+)\*\*|(?<![\w*])\*([^\s*`][^*`]*)\*(?![\w*])/g;
