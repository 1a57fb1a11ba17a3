import { sessionStart } from '../../core/examples.ts';
import { definePolicy, inject } from '../../index.ts';

const status = {
  'project/status.json': '{"current_milestone": "MS-02", "milestone_description": "Log in"}',
};

export default definePolicy({
  id: 'workflow/session',
  summary: 'Tell a session its id and the milestone',
  why: 'Files of workflows are named after the session and the milestone, and a session does not know its own id. After `/clear` it is a new one.',
  on: 'SessionStart',
  level: 'warn',
  examples: () => [
    {
      event: sessionStart(),
      expect: 'inject',
      given: { files: status },
      says: 'Session example, milestone MS-02: Log in',
    },
    {
      event: sessionStart('clear'),
      expect: 'inject',
      says: 'milestone MS-01: work (no project/status.json yet)',
    },
    {
      event: sessionStart(),
      expect: 'inject',
      title: 'A status file that is damaged',
      given: { files: { 'project/status.json': '{"current_milestone": ' } },
      says: 'has no current_milestone that can be read',
    },
    {
      event: sessionStart(),
      expect: 'pass',
      title: 'No workflow is in use here',
      given: { workflow: { defined: { commands: [], agents: ['painter'] } } },
    },
  ],
  check({ agent_id }, { workflow }) {
    const names = agent_id ? undefined : workflow.describeNames();
    return names ? inject(names) : undefined;
  },
});
