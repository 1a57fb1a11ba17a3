import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientPath } from '../../../test/support/client.ts';
import { checkDrift, clientObjections } from './check-drift.ts';

test('the client that our table was made for has nothing against it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drift-'));
  try {
    symlinkSync(clientPath(), join(folder, 'claude'));
    expect(await clientObjections({ PATH: `${folder}:/usr/bin:/bin` })).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('no client: nothing to ask', async () => {
  expect(await clientObjections({ PATH: '/nonexistent' })).toBeUndefined();
});

test('what the client does not know, and what we do not know, is named', () => {
  const found = checkDrift(
    ['hooks.Stop: unknown hook event'],
    [{ event: 'TeaReady' }, { event: 'Stop' }, { event: 'pawl:pause' }],
  );
  expect(found.map((one) => one.code)).toEqual(['client-objects', 'event-new']);
});
