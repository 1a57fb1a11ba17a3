// Checks of the process itself: its pipes, parallel processes, and what it leaves behind.
import { relative } from 'node:path';
import { type Check, sameDecision } from '../check.ts';

const parallelRuns = 64;

export const processChecks: readonly Check[] = [
  {
    id: 'process.slow-input',
    title: 'An event that arrives in pieces is read to its end',
    why: 'A pipe delivers as much as it has. A program that reads once, or with a timeout, sees half an event.',
    fix: 'Read stdin until it is closed.',
    judge: async (harness) => {
      const call = harness.call(await harness.usualCommand());
      return [
        sameDecision(
          'three pieces',
          await harness.run(harness.event, call, { pieces: 3 }),
          await harness.usual(),
        ),
      ];
    },
  },
  {
    id: 'process.closed-output',
    title: 'The program ends if nobody reads its answer',
    why: 'A client that was ended leaves its hooks behind; one that spins or waits on a closed pipe stays for ever.',
    fix: 'Treat an error while writing as the end.',
    judge: async (harness) => {
      const call = harness.call(await harness.usualCommand());
      const { late, limit } = await harness.run(harness.event, call, { closed: true });
      return [{ name: 'closed pipes', problem: late ? `still running after ${limit / 1_000} s` : undefined }];
    },
  },
  {
    id: 'process.at-once',
    title: `${parallelRuns} events at once are answered like one`,
    why: 'Parallel calls, subagents and several sessions run hooks at the same time. State in one file is then lost, locked or half written.',
    fix: 'Keep state per session, write files atomically, and wait for locks only briefly.',
    judge: async (harness) => {
      const usual = await harness.usual();
      const command = await harness.usualCommand();
      const runs = Array.from({ length: parallelRuns }, async (_, index) => {
        const more = { session_id: `conform-${index}`, tool_use_id: `toolu_${index}` };
        const answer = await harness.run(harness.event, harness.call(command, more), { limit: 60_000 });
        return sameDecision(`number ${index + 1}`, answer, usual);
      });
      return Promise.all(runs);
    },
  },
  {
    id: 'process.left-running',
    title: 'No process stays behind',
    why: 'A hook runs thousands of times a day; what each leaves running fills the machine, and outlives the session.',
    fix: 'End your children, or let them end by themselves within seconds.',
    judge: async (harness) => {
      const running = () => harness.sandbox.running(harness.groups);
      for (const end = Date.now() + 10_000; running().length > 0 && Date.now() < end; ) await Bun.sleep(200);
      const left = running();
      return [
        {
          name: 'processes',
          problem:
            left.length > 0 ? `${left.length} still running after 10 s: ${left.slice(0, 5)}` : undefined,
        },
      ];
    },
  },
  {
    id: 'process.left-files',
    title: 'No file stays in the project or in the temporary folder',
    why: 'Files in a project appear in its next commit; files in the temporary folder pile up with every event.',
    fix: 'Keep files in your own folder in the home, or in the client’s (.claude); remove temporary ones.',
    judge: async ({ sandbox }) => {
      const files = sandbox.leftFiles().map((file) => relative(sandbox.home, file));
      const problem =
        files.length > 0 ? `${files.length}, such as ${files.slice(0, 3).join(', ')}` : undefined;
      return [{ name: 'files', problem }];
    },
  },
  {
    id: 'process.private-files',
    title: 'Files with text of events are readable by their owner only',
    why: 'Events hold prompts, file contents and secrets; logs of them are often readable by everybody on the machine.',
    fix: 'Create folders with mode 0700 and files with 0600.',
    judge: async ({ sandbox }) => {
      const open = sandbox.readableByOthers().map((file) => relative(sandbox.home, file));
      const problem = open.length > 0 ? `others can read ${open.slice(0, 3).join(', ')}` : undefined;
      return [{ name: 'modes', problem }];
    },
  },
];
