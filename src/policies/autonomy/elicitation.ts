import { on } from '../../core/examples.ts';
import { block, definePolicy } from '../../index.ts';
import { inWords } from './shared/under-grant.ts';

const asks = on('Elicitation', { mcp_server_name: 'tracker', message: 'Which project?', mode: 'form' });
const granted = { grants: [{ id: 'g1' }] };

export default definePolicy({
  id: 'autonomy/elicitation',
  summary: 'Decline what a tool server asks a person while a session works alone',
  why: 'The dialog of a server waits for ever when nobody is there, and the session with it. Declined, the tool says so and the session goes on.',
  on: 'Elicitation',
  level: 'deny',
  onError: 'pass',
  options: {
    servers: { default: [] as string[], about: 'Servers whose questions wait for the person all the same.' },
  },
  examples: () => [
    { event: asks, expect: 'pass', title: 'Somebody is there' },
    { event: asks, expect: 'block', given: granted },
    {
      event: asks,
      expect: 'pass',
      title: 'Worth waiting for',
      given: granted,
      options: { servers: ['tracker'] },
    },
  ],
  check(event, { grants, options }) {
    const [grant] = grants.current();
    if (!grant || options.servers.includes(event.mcp_server_name)) return undefined;
    return block(`Nobody is there to answer ${event.mcp_server_name}; the session has ${inWords(grant)}`);
  },
});
