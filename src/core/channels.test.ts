import { expect, test } from 'bun:test';
import { channels, innerDeadline } from './channels.ts';

test('Pawl answers before the client gives up: within 80 % of the registered timeout', () => {
  for (const [event, { timeout }] of Object.entries(channels))
    expect(innerDeadline(event)).toBe(timeout * 800);
  expect(innerDeadline('AnEventOfTheFuture')).toBe(8_000);
});
