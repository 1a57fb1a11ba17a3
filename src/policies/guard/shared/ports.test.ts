// The ports whose processes a command ends or lists.
import { expect, test } from 'bun:test';
import { readShell } from '../../../shell/index.ts';
import { freedPorts, lsofPorts, portsIn, socketPorts } from './ports.ts';

const world = { cwd: '/p', home: '/home/me', projectRoot: '/p', tmp: ['/tmp'], readFile: () => undefined };
const command = (source: string) => readShell(source, world).commands.find(({ words }) => words.length > 0)!;
const shown = (found: ReturnType<typeof portsIn>) =>
  found?.map((selector) => {
    const { from, to, listening } = selector as { from: number; to: number; listening: boolean };
    return `${from}-${to}${listening ? ' listening' : ''}`;
  });

test('a port, a list or a range of ports; any other text is not known', () => {
  expect(shown(portsIn('3000', true))).toEqual(['3000-3000 listening']);
  expect(shown(portsIn('3000,4000-4002', false))).toEqual(['3000-3000', '4000-4002']);
  expect(shown(portsIn('65535', true))).toEqual(['65535-65535 listening']);
  for (const text of ['', 'http', '3000,', '65536', '300000', '3000-', ' 3000'])
    expect(portsIn(text, true), text).toBeUndefined();
});

test.each([
  ['kill-port 3000 3001', ['3000-3000 listening', '3001-3001 listening']],
  ['kill-port --port 3000', ['3000-3000 listening']],
  ['kill-port -f 3000', ['3000-3000 listening']],
  ['fkill :3000', ['3000-3000 listening']],
  ['fkill --force :3000', ['3000-3000 listening']],
  ['fkill 3000', undefined],
  ['fkill node', undefined],
  ['kill-port --method udp 3000', undefined],
  ['kill-port', undefined],
])('the ports that %s frees', (source, expected) => {
  expect(shown(freedPorts(command(source)))).toEqual(expected as string[]);
});

test.each([
  ['lsof -ti:3000', ['3000-3000']],
  ['lsof -ti :3000,3001', ['3000-3000', '3001-3001']],
  ['lsof -t -i tcp:3000 -sTCP:LISTEN', ['3000-3000 listening']],
  ['lsof -t -i tcp:3000 -s TCP:LISTEN', ['3000-3000']],
  ['lsof -i 4tcp@127.0.0.1:3000', ['3000-3000']],
  ['lsof -nP -iTCP:3000', ['3000-3000']],
  ['lsof -i', undefined],
  ['lsof -i tcp', undefined],
  ['lsof -ti:3000 -u me', undefined],
  ['lsof -t file', undefined],
])('the ports whose processes %s lists', (source, expected) => {
  expect(shown(lsofPorts(command(source)))).toEqual(expected as string[]);
});

test.each([
  ["ss -lptn 'sport = :3000'", [], ['3000-3000']],
  ['ss -lptn sport eq 3000', [], ['3000-3000']],
  ['netstat -tlnp', ['grep :3000'], ['3000-3000']],
  ['netstat -tlnp', ['rg ":3000 "'], ['3000-3000']],
  ['netstat -tlnp', ['grep 3000'], undefined],
  ['netstat -tlnp', ['sed :3000'], undefined],
  ['netstat -tlnp', [], undefined],
])('the port in %s with the filters %p', (source, filters, expected) => {
  expect(shown(socketPorts(command(source), filters.map(command)))).toEqual(expected as string[]);
});
