// Packs the captured events of the clients for `pawl conform`, and writes its page from the table of checks.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import measured from '../../bench/conformance.json';
import { clients } from '../../src/clients/index.ts';
import { checks, groupOf, groups } from '../../src/conform/checks/index.ts';
import type { ConformClient } from '../../src/conform/protocol.ts';

const root = join(import.meta.dir, '..', '..');

type Packed = [name: string, event: string, payload: object];

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

export function packedCaptures(): string {
  const folder = join(root, 'test', 'captures');
  const { client } = readJson(join(folder, 'INDEX.json')) as { client: string };
  const names = readdirSync(folder)
    .filter((name) => name !== 'INDEX.json')
    .sort();
  const claude = names.map((name): Packed => {
    const payload = readJson(join(folder, name));
    return [name.replace(/\.json$/, ''), payload.hook_event_name, payload];
  });
  const others = (['codex', 'copilot', 'gemini', 'qwen'] as const).map((name) => [
    name,
    { version: clients[name].seenWith, captures: ofClient(name) },
  ]);
  const all = {
    claude: { version: client.split(' ').at(-1), captures: claude },
    ...Object.fromEntries(others),
  };
  return JSON.stringify(all);
}

function ofClient(client: Exclude<ConformClient, 'claude'>): Packed[] {
  const folder = join(root, 'test', 'clients', 'captures', client);
  const names = readdirSync(folder).sort();
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const { registered_as, stdin } = readJson(join(folder, name));
      return [name.replace(/\.json$/, ''), registered_as, stdin];
    });
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function checksPart(): string {
  return Object.entries(groups)
    .map(([group, title]) => {
      const rows = checks
        .filter((check) => groupOf(check) === group)
        .map(({ id, title, why, fix }) => `| \`${id}\` | ${cell(title)} | ${cell(why)} | ${cell(fix)} |`);
      return `### ${title}\n\n| check | asks | because | if it fails |\n|---|---|---|---|\n${rows.join('\n')}`;
    })
    .join('\n\n');
}

function measuredPart(): string {
  const rows = measured.map(
    ({ name, events, passed, of, failed }) =>
      `| ${name.replace(/^test\/conform\/programs\/(.*)$/, '[$1](../$&)')} | ${events?.join(', ') ?? 'all'} | ${passed} of ${of} | ${failed.map((id) => `\`${id}\``).join(', ')} |`,
  );
  return `| program | registered for | checks | failed |\n|---|---|---|---|\n${rows.join('\n')}`;
}

/** The parts of the page between `<!-- name: generated -->` and `<!-- /name -->` are replaced; the rest is written by hand. */
export function conformancePage(): string {
  let page = readFileSync(join(root, 'docs', 'conformance.md'), 'utf8');
  for (const [name, text] of Object.entries({ checks: checksPart(), measured: measuredPart() }))
    page = page.replace(
      new RegExp(`(<!-- ${name}: generated -->)[\\s\\S]*?(<!-- /${name} -->)`),
      (_, open, close) => `${open}\n\n${text}\n\n${close}`,
    );
  return page;
}
