// The server that all tests of the team store share.
import { type Server, startPostgres, withoutPostgres } from '../support/postgres.ts';
import { testUnless } from '../support/skip.ts';

const reason = withoutPostgres();
let started: Server | undefined;

export const testWithServer = testUnless(reason);

export async function startShared(): Promise<void> {
  if (!reason) started = await startPostgres();
}

export function stopShared(): void {
  started?.[Symbol.dispose]();
}

export const server = (): Server => started!;
