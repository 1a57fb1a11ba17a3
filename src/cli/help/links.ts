// Links between pages of docs/, as a reader of `pawl help` can follow them.
import { posix } from 'node:path';
import { pages } from './pages.generated.ts';

/**
 * The words of a link and the command that opens its page. A link within the page, or to a file that an installed Pawl
 * does not have, is only its words.
 */
export function linkText(words: string, target: string, from: string): string {
  if (/^https?:/.test(target)) return words === target ? words : `${words} (${target})`;
  const topic = topicOf(target, from);
  if (topic === undefined || topic === from) return words;
  const command = `\`pawl help ${topic}\``;
  // The name of a file says nothing to someone who has only the program.
  return words.endsWith('.md') ? command : `${words} [${command}]`;
}

function topicOf(target: string, from: string): string | undefined {
  const file = target.replace(/#.*/, '');
  if (file === '') return undefined;
  const path = posix.join('docs', posix.dirname(pathOf(from)), file);
  const topic = topicOfPath(path);
  return topic !== undefined && Object.hasOwn(pages, topic) ? topic : undefined;
}

/** `docs/policies/guard/delete.md` is the topic `guard/delete`. */
function topicOfPath(path: string): string | undefined {
  if (path === 'SECURITY.md') return 'security';
  const [, page] = /^docs\/(.+)\.md$/.exec(path) ?? [];
  return page?.replace(/\/README$/, '').replace(/^policies\//, '');
}

/** The file of a topic, below docs/. */
function pathOf(topic: string): string {
  if (topic === 'security') return '../SECURITY.md';
  if (topic === 'policies' || topic === 'programs') return `${topic}/README.md`;
  if (!topic.includes('/') || topic.startsWith('programs/')) return `${topic}.md`;
  return `policies/${topic}.md`;
}
