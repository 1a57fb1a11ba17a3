// `pawl help <topic>`: the pages of docs/, from inside the program, because an installed Pawl comes without files.
import { nearest } from '../../core/text.ts';
import { allPolicies } from '../../policies/registry.ts';
import { pages } from './pages.generated.ts';
import { renderPage } from './render.ts';

export const topics: readonly string[] = Object.keys(pages);

/** The topics without those of single policies and programs. */
export const mainTopics: readonly string[] = topics.filter((topic) => !topic.includes('/'));

interface Page {
  /** The page of docs/ that the text is from. */
  topic: string;
  text: string;
}

/** A page, or the part of a page about one code of `pawl doctor` or of the guard. */
export function findPage(topic: string): Page | undefined {
  return Object.hasOwn(pages, topic) ? { topic, text: pages[topic]! } : aboutCode(topic);
}

function aboutCode(code: string): Page | undefined {
  if (!/^[a-z][a-z-]+$/.test(code)) return undefined;
  const section = new RegExp(`^## ${code}\\n[\\s\\S]*?(?=^## |(?![\\s\\S]))`, 'm').exec(pages.doctor ?? '');
  if (section) return { topic: 'doctor', text: section[0] };
  const text = aboutGuardCode(code);
  return text === undefined ? undefined : { topic: 'guard-codes', text };
}

/** Explains the code, and for each policy that uses it how to let such commands pass. */
function aboutGuardCode(code: string): string | undefined {
  const sections = (pages['guard-codes'] ?? '').split(/^## /m).slice(1);
  const found = sections.flatMap((section) => {
    const row = section.split('\n').find((line) => line.startsWith(`| \`${code}\` |`));
    const [, policy] = /^\[([\w/-]+)\]/.exec(section) ?? [];
    return row && policy ? [{ policy, about: row.split('|')[2]!.trim() }] : [];
  });
  if (found.length === 0) return undefined;
  const parts = found.map(({ policy, about }) => `${about}\n\n${howToChange(policy, code)}`);
  return `## ${code}\n\n${parts.join('\n\n')}\n\n\`pawl help guard\` says how the guard decides.`;
}

function howToChange(id: string, code: string): string {
  const policy = allPolicies().find((policy) => policy.id === id);
  const accepts = policy?.options !== undefined && 'accept' in policy.options;
  const setting = accepts ? `"accept": ["${code}"]` : '"level": "observe"';
  const means = accepts
    ? 'To let such commands pass, and keep the rest of the policy'
    : 'To have the policy only record what it finds';
  return `The policy ${id} decides (\`pawl help ${id}\`). ${means}:\n\n\`\`\`\n// ~/.pawl/config.jsonc\n{ "policies": { "${id}": { ${setting} } } }\n\`\`\`\n\nThis call only, once: \`pawl allow-once\`.`;
}

export function nearestTopic(topic: string): string | undefined {
  const word = topic.toLowerCase();
  return (
    topics.find((topic) => topic.split('/').at(-1) === word) ??
    mainTopics.find((topic) => topic.startsWith(word)) ??
    nearest(word, topics)
  );
}

export function printPage({ topic, text }: Page): void {
  console.log(renderPage(text, topic));
}
