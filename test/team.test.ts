// The team store with a real PostgreSQL server and the built program. One server for all, because its start takes seconds.
import { afterAll, beforeAll } from 'bun:test';
import { startShared, stopShared } from './team/server.ts';

beforeAll(startShared, 60_000);
afterAll(stopShared);

await import('./team/push.ts');
await import('./team/people.ts');
await import('./team/owners.ts');
await import('./team/access.ts');
await import('./team/hostile-member.ts');
await import('./team/memory.ts');
await import('./team/background.ts');
await import('./team/continuous-sync.ts');
await import('./team/publish.ts');
await import('./team/views.ts');
await import('./team/screens.ts');
await import('./team/servers.ts');
await import('./team/versions.ts');
