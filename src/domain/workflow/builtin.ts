// The built-in workflows. They have the same form as in a config file, so that they can be read, copied and changed.
import type { WorkflowCheck, Workflows } from './types.ts';

/**
 * Where artifacts are stored; `$places` in the config changes it for all workflows. New names are valid on every file
 * system; the colon in the names of older milestone folders is still understood.
 */
export const places: Record<string, string> = {
  status: 'project/status.json',
  milestone: 'project/{current_milestone}{-,:}{milestone_description}',
  tasks: 'specs/tasks.md',
  exploration: '{milestone}/exploration/codebase-status_{session}_{date}.md',
  research: '{milestone}/researches/research_{session}_{date}.md',
  plan: '{milestone}/plans/plan_{session}_{date}.md',
  review: '{milestone}/reviews/review_{session}_{date}.md',
  tests:
    '{src,test,tests,spec,specs,__tests__,lib,app,packages}/**/{test_*,*_test,*.test,*.spec,*-test,*-spec,*_spec}.*',
};

export const codePaths = ['src/**'];

/** The code is committed, or the TDD workflow has reached its commit phase. */
const codeCommitted: WorkflowCheck = {
  any: [{ clean: codePaths }, { phase: 'code.commit' }],
  message: 'Commit the code first',
};

export const builtIn: Workflows = {
  explore: {
    about: 'Document the state of the codebase before changing it',
    start: { commands: ['explore'], skills: ['explore'] },
    phases: {
      explore: {
        agents: {
          'codebase-explorer': {
            requires: [
              { file: 'tasks', message: 'There is no {tasks}. Write the tasks down there, then explore' },
            ],
            delivers: [
              {
                file: 'exploration',
                message:
                  'The state of the codebase is not documented. Continue exploring and write {exploration}',
              },
            ],
          },
        },
      },
    },
    end: 'The codebase is explored.',
    next: 'research',
  },
  research: {
    about: 'Research what the task needs, and have the result validated',
    start: { commands: ['research'], skills: ['research'] },
    phases: {
      research: {
        agents: {
          'research-specialist': {
            requires: [{ file: 'exploration', by: 'codebase-explorer' }],
            delivers: [
              {
                file: 'research',
                message: 'The research report is missing. Continue and write {research}',
              },
            ],
          },
          'research-consultant': {
            requires: [{ file: 'research', by: 'research-specialist' }],
            delivers: [
              {
                file: 'research',
                marker: { validated_by: 'research-consultant' },
                message:
                  'The research is not validated. When you have checked it, add `validated_by: research-consultant` to the front matter of {research}',
              },
              {
                file: 'research',
                committed: true,
                message: 'The research is not committed. Commit {research}',
              },
            ],
          },
        },
      },
    },
    end: 'The research is validated and committed.',
    next: 'plan',
  },
  plan: {
    about: 'A plan that is based on research and reviewed by a second agent',
    start: { commands: ['plan'], skills: ['plan'] },
    phases: {
      plan: {
        agents: {
          'strategic-planner': {
            requires: [{ file: 'research', by: 'research-specialist' }],
            delivers: [{ file: 'plan', message: 'The plan is missing. Continue and write {plan}' }],
          },
          'consulting-expert': {
            requires: [{ file: 'plan', by: 'strategic-planner' }],
            delivers: [
              {
                file: 'plan',
                marker: { consulted_by: 'consulting-expert' },
                message:
                  'The plan does not say that an expert was consulted. Add `consulted_by: consulting-expert` to the front matter of {plan}',
              },
            ],
          },
        },
      },
    },
    end: 'The plan is written and reviewed.',
    next: 'code',
  },
  code: {
    about: 'Test-driven: a failing test, code that passes it, refactoring, commit',
    start: { commands: ['code'], skills: ['code'] },
    paths: codePaths,
    phases: {
      failing_test: {
        about: 'A test that fails for the right reason',
        agents: {
          'test-engineer': {
            delivers: [
              { file: 'tests', message: 'There is no test file. Write the test first' },
              {
                new_test: true,
                message:
                  'No new test was seen to fail. Write a test for what is to be built and run it, so that the failure is recorded',
              },
            ],
          },
        },
        test_first: true,
        moves: [{ when: { tests: 'failing', new_test: true }, to: 'passing_test' }],
        message: 'Write a test for what is to be built and run it: it must fail. Code comes after that.',
      },
      passing_test: {
        about: 'The least code that makes the test pass',
        main_only: true,
        moves: [
          { when: { tests: 'passing' }, to: 'refactor' },
          { when: { tests: 'failing', times: 3 }, to: 'troubleshoot' },
        ],
        message:
          'Write the code that makes the test pass, in the main conversation and not in an agent, and run all tests.',
      },
      refactor: {
        about: 'Better code, the same tests',
        main_only: true,
        moves: [
          { when: { tests: 'failing' }, to: 'troubleshoot' },
          { when: { committed: true }, to: 'end' },
          { when: { tests: 'passing' }, to: 'commit' },
        ],
        message:
          'Refactor with the tests passing. Run all of them again when done, or commit if there is nothing to refactor.',
      },
      troubleshoot: {
        about: 'Find out why tests fail',
        agents: { troubleshooter: {} },
        moves: [
          { when: { tests: 'passing' }, to: 'refactor' },
          { when: { committed: true }, to: 'end' },
        ],
        message:
          'Tests keep failing. Find the cause, or have an agent look for it. A passing run of all tests ends this phase.',
      },
      commit: {
        about: 'The change is in git',
        moves: [
          { when: { committed: true }, to: 'end' },
          { when: { tests: 'failing' }, to: 'troubleshoot' },
        ],
        message: 'Commit the change.',
      },
    },
    end: 'The change is tested and committed.',
    next: 'code-review',
  },
  'code-review': {
    about: 'A review with a report, of code that is committed',
    start: { commands: ['code-review', 'review'], skills: ['code-review'] },
    requires: [codeCommitted],
    phases: {
      review: {
        agents: {
          'code-reviewer': {
            outside: [codeCommitted],
            delivers: [
              { file: 'review', message: 'The review has no report. Write it to {review}' },
              {
                file: 'review',
                sections: ['summary', 'findings'],
                min_length: 200,
                message: 'The report {review} is not complete',
              },
            ],
          },
        },
      },
    },
    end: 'The review is complete.',
  },
  implement: {
    about: 'From tasks to committed code: explore, research, plan, code, review, commit',
    start: { commands: ['implement'], skills: ['implement'] },
    paths: codePaths,
    phases: {
      explore: { runs: 'explore' },
      research: { runs: 'research' },
      plan: { runs: 'plan' },
      code: { runs: 'code' },
      review: { runs: 'code-review' },
      commit: {
        start: { commands: ['commit'], skills: ['commit'] },
        moves: [
          { when: { clean: true }, to: 'end' },
          { when: { committed: true }, to: 'end' },
        ],
        message: 'Commit what is left (`/commit`).',
      },
    },
    end: 'All phases of the implementation are done.',
  },
};
