// The two effects of running code that nobody has read: fetched from the network, or put together by commands.
import type { Effect, ShellCommand } from '../types.ts';
import { effect } from './effect.ts';

export const fetchedCode = (command: ShellCommand): Effect =>
  effect(command, {
    kind: 'fetch-and-run',
    weight: 'irreversible',
    code: 'fetch-and-run',
    reason: 'Runs code from the network that nobody has read.',
    safer: 'curl -fsSL URL -o /tmp/script.sh, read it, then ask for permission to run it',
  });

export const unseenCode = (command: ShellCommand): Effect =>
  effect(command, {
    kind: 'unknown-code',
    weight: 'risky',
    code: 'unseen-code',
    reason: 'Runs code that other commands put together, so nobody can see it beforehand.',
    safer: 'run the command itself, written out',
  });
