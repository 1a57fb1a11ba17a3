// Tests which endless loops fill the disk.
import { expect, test } from 'bun:test';
import { readShell } from '../index.ts';

const world = { cwd: '/p', home: '/home/me', projectRoot: '/p' };
const fills = (source: string) =>
  readShell(source, world).effects.some(({ code }) => code === 'exhausts-machine');

test.each([
  'while true; do dd if=/dev/zero of=/tmp/x$RANDOM bs=1M count=9; done',
  'while :; do echo x >> log; done',
  'for ((;;)); do i=$((i+1)); echo "$i" >> log; done',
])('%s fills the disk', (source) => expect(fills(source)).toBe(true));

test.each([
  'while true; do date >> log; sleep 1; done',
  'while read -r x; do echo "$x" >> log; done',
  'while true; do echo x >> log; [ -f stop ] && break; done',
  'for i in 1 2; do dd if=/dev/zero of=x$i bs=1M count=9; done',
])('%s does not fill the disk', (source) => expect(fills(source)).toBe(false));
