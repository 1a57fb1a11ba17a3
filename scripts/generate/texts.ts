// Generates docs/texts.md: every text that the examples make a policy say, by policy and situation, on one page, so
// that a reader can judge them side by side, at the level that each policy has by default. The texts themselves are in
// the policies.

import type { EventName } from '../../src/core/channels.ts';
import { limitToLevel } from '../../src/core/engine.ts';
import { packOf } from '../../src/core/pack.ts';
import { examplesOf, type Policy } from '../../src/core/policy.ts';
import { withSuggestion } from '../../src/core/verdict.ts';
import { fullTitleOf, verdictsFor } from '../../src/user-policies/run-examples.ts';

/** The reader of each kind of verdict's text. */
const readers: Record<string, string> = {
  deny: 'refused; to the model',
  ask: 'asked; to the person',
  block: 'blocked; to the model',
  allow: 'approved; to the person',
  rewrite: 'changed; to the model',
  inject: 'to the model',
  tell: 'to the person',
};

interface PolicyText {
  situation: string;
  kind: string;
  event: string;
  text: string;
  /** The turn continues with this text; see `news` in core/verdict.ts. */
  news: boolean;
  /** The code by which `accept` lets a refusal pass, and how often the text is given. */
  details: readonly string[];
}

export async function textsPage(policies: readonly Policy[], generated: string): Promise<string> {
  const sections: string[] = [];
  let pack = '';
  for (const policy of policies) {
    const texts = await textsOf(policy);
    if (texts.length === 0) continue;
    if (packOf(policy.id) !== pack) sections.push(`## ${packOf(policy.id)}`);
    pack = packOf(policy.id);
    sections.push(`### [${policy.id}](policies/${policy.id}.md)\n\n${texts.map(entry).join('\n\n')}`);
  }
  return `<!-- ${generated} -->
# What Pawl says

Every text of a policy that reaches a model or a person, as its examples produce it. A text that several examples share is shown once. A model is given the same text once per session and a person every time, unless the line above the text says otherwise. A code is what the option \`accept\` takes ([all codes](guard-codes.md)). Each policy has a [page](policies/README.md) with all of its examples.

${sections.join('\n\n')}
`;
}

async function textsOf(policy: Policy): Promise<PolicyText[]> {
  const found = new Map<string, PolicyText>();
  for (const example of examplesOf(policy)) {
    const event = example.event.hook_event_name as EventName;
    const verdicts = (await verdictsFor(policy, example)).flatMap((verdict) =>
      limitToLevel(verdict, policy.level, event),
    );
    for (const verdict of verdicts) {
      const text = textOf(verdict as unknown as Record<string, unknown>);
      // Texts that differ only in their quotations count as one.
      const key = `${verdict.kind} ${text.replace(/`[^`]*`|[\w./~-]*[./][\w./~-]*|\d+/g, '…')}`;
      if (text && !found.has(key))
        found.set(key, {
          situation: fullTitleOf(example),
          kind: verdict.kind,
          event,
          text,
          news: 'news' in verdict && verdict.news === true,
          details: detailsOf(verdict as unknown as Record<string, unknown>),
        });
    }
  }
  return [...found.values()];
}

/** A text is given to a model once per session and to a person every time, unless the verdict says otherwise. */
function detailsOf({ kind, code, once, again }: Record<string, unknown>): string[] {
  return [
    ...(code ? [`code \`${code}\``] : []),
    ...(once ? ['only once'] : []),
    ...(kind === 'inject' && again ? ['every time'] : []),
    ...(kind === 'tell' && again === false ? ['once per session'] : []),
  ];
}

/** The text as the reader gets it. The basis of a decision (`evidence`) is only recorded. */
function textOf({ kind, reason, text, instead, news }: Record<string, unknown>): string {
  if (kind === 'evidence') return '';
  if (news) return String(reason);
  const whole =
    typeof reason === 'string' ? withSuggestion(reason, instead as string | undefined) : String(text ?? '');
  return whole.replaceAll('\u0000', '…').trim();
}

/** Tells whether a block of the event holds up the end of a turn or a task. */
const isStop = (event: string) => /Stop$|^TaskCompleted$|^TeammateIdle$/.test(event);

function entry({ situation, kind, event, text, news, details }: PolicyText): string {
  const held = kind === 'block' && isStop(event) ? 'stop ' : '';
  const reader = news ? 'the turn goes on; to the model' : `${held}${readers[kind]}`;
  const quoted = text.split('\n').map((line) => `> ${escapeHtml(line)}`.trimEnd());
  return `**${escapeHtml(situation.replace(/[\s\u0000]+/g, ' ').slice(0, 120))}** (${[reader, ...details].join('; ')})\n\n${quoted.join('  \n')}`;
}

/** In backquotes a `<` means itself. */
const escapeHtml = (text: string) => text.replace(/`[^`]*`|</g, (found) => (found === '<' ? '&lt;' : found));
