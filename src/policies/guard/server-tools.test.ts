// What MCP tools do, by their names and their input, in the words of the question.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { tool } from '../../core/examples.ts';
import { verdictsFor } from '../../user-policies/run-examples.ts';
import serverTools from './server-tools.ts';

/** What the question says that a tool does, such as `moves money, or binds the person to pay`; or `passes`. */
async function does(name: string, input: Record<string, never>): Promise<string> {
  const example = { event: tool(name, input), expect: 'ask' };
  const [verdict] = await verdictsFor(serverTools as never, example as never);
  return verdict?.kind === 'ask' ? verdict.reason.replace(`The tool ${name} `, '') : 'passes';
}

test('every tool in tools.txt does what its line says', async () => {
  const lines = readFileSync(`${import.meta.dir}/corpus/tools.txt`, 'utf8')
    .trim()
    .split('\n');
  const wrong: string[] = [];
  for (const line of lines) {
    const [, expected, name, input = '{}'] = /^(.*?) \| (\S+)(?: (.*))?$/.exec(line)!;
    const found = await does(name!, JSON.parse(input));
    if (found !== expected) wrong.push(`${found} | ${name} ${input}`);
  }
  expect(wrong).toEqual([]);
});
