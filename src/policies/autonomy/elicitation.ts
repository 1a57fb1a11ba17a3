import { on } from '../../core/examples.ts';
import { block, definePolicy } from '../../index.ts';
import { describeGrantAndGiver } from './shared/grant.ts';

const asks = on('Elicitation', { mcp_server_name: 'tracker', message: 'Which project?', mode: 'form' });
const granted = { grants: [{ id: 'g1' }] };

export default definePolicy({
  id: 'autonomy/elicitation',
  summary: 'Decline questions of MCP servers while a session works alone',
  why: 'A dialog of an MCP server would wait for ever, and the session with it. When it is declined, the tool reports that and the session continues.',
  on: 'Elicitation',
  level: 'deny',
  onError: 'pass',
  options: {
    servers: {
      default: [] as string[],
      // Each server that is removed is one whose questions no person answers any more.
      weaker: 'fewer items',
      about: 'MCP servers whose questions still wait for the person.',
    },
  },
  examples: () => [
    { event: asks, expect: 'pass', title: 'A session without a grant' },
    { event: asks, expect: 'block', given: granted },
    {
      event: asks,
      expect: 'pass',
      title: 'A server that the option `servers` names',
      given: granted,
      options: { servers: ['tracker'] },
    },
  ],
  check(event, { grants, options }) {
    const [grant] = grants.current();
    if (!grant || options.servers.includes(event.mcp_server_name)) return undefined;
    return block(
      `No person is available to answer the MCP server ${event.mcp_server_name}; this session works alone under ${describeGrantAndGiver(grant)}`,
    );
  },
});
