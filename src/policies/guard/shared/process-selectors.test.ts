// How a command chooses the processes that it ends.
import { expect, test } from 'bun:test';
import { readShell } from '../../../shell/index.ts';
import { processSelectors } from './process-selectors.ts';

const world = { cwd: '/p', home: '/home/me', projectRoot: '/p', tmp: ['/tmp'], readFile: () => undefined };

function selectors(source: string) {
  const { commands } = readShell(source, world);
  const command = commands.findLast(({ name }) =>
    /^(kill|pkill|killall|fuser|kill-?port|fkill)$/.test(name),
  )!;
  return processSelectors(command, commands);
}

const pattern = (text: string, more: object = {}) => ({
  by: 'pattern' as const,
  pattern: text,
  full: false,
  exact: false,
  ignoreCase: false,
  ...more,
});
const name = (text: string, ignoreCase = false) => ({ by: 'name' as const, name: text, ignoreCase });
const port = (number: number, listening = false) => ({
  by: 'port' as const,
  from: number,
  to: number,
  listening,
});
const line = (...patterns: object[]) => ({ by: 'line' as const, patterns });
const word = (text: string, more: object = {}) => ({ pattern: text, ignoreCase: false, ...more });

test.each<[string, object[] | undefined]>([
  ['pkill node', [pattern('node')]],
  ['pkill -f "npm run dev"', [pattern('npm run dev', { full: true })]],
  ['pkill -x node', [pattern('node', { exact: true })]],
  ['pkill -i Node', [pattern('Node', { ignoreCase: true })]],
  ['pkill -9 node', [pattern('node')]],
  ['pkill -KILL node', [pattern('node')]],
  ['pkill -v node', undefined],
  ['pkill -F pids', undefined],
  ['pkill', undefined],
  ['pkill a b', undefined],
  ['pkill $NAME', undefined],
  ['pkill -P $$', []],
  ['pkill -P 1', undefined],
  ['ssh host pkill node', undefined],
  ['killall node', [name('node')]],
  ['killall -9 node deno', [name('node'), name('deno')]],
  ['killall -I Node', [name('Node', true)]],
  ['killall -r "no.*"', [{ by: 'pattern', pattern: 'no.*', full: false, ignoreCase: false }]],
  ['killall', undefined],
  ['fuser -k 3000/tcp', [port(3000)]],
  ['fuser -k 3000/tcp 3001/udp', [port(3000), port(3001)]],
  ['fuser -k -n tcp 3000', [port(3000)]],
  ['fuser -k -n udp 3000', [port(3000)]],
  ['fuser -k -n file 3000', undefined],
  ['fuser -k 3000', undefined],
  ['fuser -k /tmp/x', undefined],
  ['fuser -k', undefined],
  ['kill-port 3000', [port(3000, true)]],
  ['kill $(pgrep node)', [pattern('node')]],
  ['kill $(pgrep node) $(pidof deno)', [pattern('node'), name('deno')]],
  ['kill $(pgrep $NAME)', undefined],
  ['kill $(cat pids)', undefined],
  ['kill $(pgrep node) $(cat pids)', undefined],
  ['kill 42', undefined],
  ['kill $(lsof -ti:3000)', [port(3000)]],
  ['lsof -ti:3000 | xargs kill', [port(3000)]],
  ['kill $(ssh host pgrep node)', undefined],
  ["ps aux | grep node | awk '{print $2}' | xargs kill", [line(word('node'))]],
  ['ps aux | grep -i node | grep -v grep | xargs kill', [line(word('node', { ignoreCase: true }))]],
  ['ps aux | grep node | grep vite | xargs kill', [line(word('vite'), word('node'))]],
  ['ps aux | grep -F a.b | xargs kill', [line(word('a.b', { fixed: true }))]],
  ['ps aux | fgrep a.b | xargs kill', [line(word('a.b', { fixed: true }))]],
  ['ps aux | grep -e node | xargs kill', [line(word('node'))]],
  ["ps aux | grep 'a|b\\|c' | xargs kill", [line(word('a\\|b|c'))]],
  ["ps aux | grep -E 'a|b' | xargs kill", [line(word('a|b'))]],
  ["ps aux | egrep 'a|b' | xargs kill", [line(word('a|b'))]],
  ["ps aux | rg 'a|b' | xargs kill", [line(word('a|b'))]],
  ["ps aux | awk '/node/ {print $2}' | xargs kill", [line({ pattern: 'node' })]],
  ["ps aux | gawk '/node/ && !/awk/ {print $2}' | xargs kill", [line({ pattern: 'node' })]],
  ["ps aux | awk '{print $2}' | xargs kill", undefined],
  ['ps aux | grep "$NAME" | xargs kill', undefined],
  ['ps aux | xargs kill', undefined],
  ["ss -lptn 'sport = :3000' | cut -d, -f2 | xargs kill", [port(3000)]],
])('the processes that are selected by: %s', (source, expected) => {
  expect(selectors(source)).toEqual(expected as never);
});
