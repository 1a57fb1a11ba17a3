// Turns markdown into HTML: headings with the ids that GitHub gives them, links to pages of the site, tables that
// scroll, and the text of each section for the search.
import { join } from 'node:path';

interface Token {
  type: string;
  depth?: number;
  href?: string;
  text: string;
  raw: string;
  tokens?: Token[];
}

/** The part of marked that is used here. It is installed in a separate folder, and only by this job. */
interface Parser {
  parseInline(tokens: Token[], renderer?: unknown): string;
  textRenderer: unknown;
}
interface Marked {
  use(extension: {
    renderer: Record<string, (this: { parser: Parser }, token: never) => string | false>;
  }): void;
  parse(text: string): string;
}

export interface Section {
  heading: string;
  id: string;
  text: string;
}

export interface Rendered {
  title: string;
  html: string;
  sections: Section[];
}

type Link = (file: string, href: string) => string;

export async function renderer(link: Link): Promise<(file: string, text: string) => Rendered> {
  const { Marked: Make } = (await import(join(import.meta.dir, 'node_modules/marked/lib/marked.esm.js'))) as {
    Marked: new () => Marked;
  };
  return (file, text) => {
    const page = new Make();
    const ids = new Map<string, number>();
    const sections: Section[] = [{ heading: '', id: '', text: '' }];
    page.use({
      renderer: {
        heading(this: { parser: Parser }, { tokens = [], depth = 1 }: Token) {
          const heading = decoded(this.parser.parseInline(tokens, this.parser.textRenderer));
          const id = unique(slug(heading), ids);
          sections.push({ heading, id: depth === 1 ? '' : id, text: '' });
          return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
        },
        link(this: { parser: Parser }, { href = '', tokens = [] }: Token) {
          return `<a href="${escaped(link(file, href))}">${this.parser.parseInline(tokens)}</a>`;
        },
        image({ href = '', text: alt }: Token) {
          return `<img src="${escaped(link(file, href))}" alt="${escaped(alt)}" loading="lazy">`;
        },
        // Comments are for people who edit the page, so they are left out.
        html: ({ text: raw }: Token) => (raw.trim().startsWith('<!--') ? '' : false),
        code: ({ text: source }: Token) =>
          `<pre tabindex="0"><code>${escaped(source.replace(/\n$/, ''))}</code></pre>\n`,
      } as never,
    });
    const html = withScrollingTables(page.parse(text));
    return { title: titleOf(sections, file), html, sections: withTexts(sections, html) };
  };
}

const titleOf = (sections: readonly Section[], file: string) =>
  sections.find(({ heading }) => heading)?.heading ?? file;

/** The text of each section, taken from the HTML, so that no markup is in it. */
function withTexts(sections: readonly Section[], html: string): Section[] {
  const parts = html.split(/<h[1-6] [^>]*>[\s\S]*?<\/h[1-6]>/);
  return sections
    .map((section, at) => ({ ...section, text: plain(parts[at] ?? '') }))
    .filter(({ heading, text }) => heading || text);
}

const plain = (html: string) =>
  decoded(html.replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

const withScrollingTables = (html: string) =>
  html
    .replaceAll('<table>', '<div class="table" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>');

/** Makes anchors as GitHub does: lower case, without punctuation, spaces as hyphens. */
export const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

function unique(id: string, ids: Map<string, number>): string {
  const before = ids.get(id) ?? 0;
  ids.set(id, before + 1);
  return before === 0 ? id : `${id}-${before}`;
}

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const decoded = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', '’')
    .replaceAll('&amp;', '&');
