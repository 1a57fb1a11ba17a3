// Where the knowledge about a program comes from, as `pawl check` shows it.
import { expect, test } from 'bun:test';
import { knowledgeOf } from './registry.ts';

test('a program is known from a spec, the config, the grammar table, or not at all', () => {
  expect(knowledgeOf('git', [])).toEqual({ from: 'built-in', group: 'git' });
  expect(knowledgeOf('python3.11', [])).toEqual({ from: 'built-in', group: 'python' });
  expect(knowledgeOf('ffmpeg', [])).toEqual({ from: 'grammar' });
  expect(knowledgeOf('our-deployer', [])).toEqual({ from: 'nowhere' });
});

test('a program that the config describes is known, also if it is built in', () => {
  const ours = [{ names: 'our-deployer git', about: 'Deploys.' }];
  expect(knowledgeOf('our-deployer', ours)).toEqual({ from: 'config' });
  expect(knowledgeOf('git', ours)).toEqual({ from: 'config', group: 'git' });
  expect(knowledgeOf('our', ours)).toEqual({ from: 'nowhere' });
  const added = [{ ...ours[0]!, onlyAdds: true as const }];
  expect(knowledgeOf('our-deployer', added)).toEqual({ from: 'nowhere' });
});
