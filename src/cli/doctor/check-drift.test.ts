import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientPath } from '../../../test/support/client.ts';
import { checkDrift, clientObjections } from './check-drift.ts';

test('the client version that Pawl was tested with accepts all events', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drift-'));
  try {
    symlinkSync(clientPath(), join(folder, 'claude'));
    expect(await clientObjections({ PATH: `${folder}:/usr/bin:/bin` })).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('without a client there is no result', async () => {
  expect(await clientObjections({ PATH: '/nonexistent' })).toBeUndefined();
});

test('events that only one side knows are reported', () => {
  const found = checkDrift(
    ['hooks.Stop: unknown hook event'],
    [{ event: 'TeaReady' }, { event: 'Stop' }, { event: 'pawl:pause' }],
  );
  expect(found.map((finding) => finding.code)).toEqual(['client-objects', 'event-new']);
});
