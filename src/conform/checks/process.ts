// The process itself: its pipes, its neighbours, and what it leaves behind.
import { relative } from 'node:path';
import { alike, type Check } from '../check.ts';

const many = 64;

export const processChecks: readonly Check[] = [
  {
    id: 'process.slow-input',
    title: 'An event that arrives in pieces is read to its end',
    why: 'A pipe delivers as much as it has. A program that reads once, or with a timeout, sees half an event.',
    fix: 'Read stdin until it is closed.',
    judge: async (bench) => {
      const call = bench.call(await bench.usualCommand());
      return [alike('three pieces', await bench.run(bench.event, call, { pieces: 3 }), await bench.usual())];
    },
  },
  {
    id: 'process.closed-output',
    title: 'It ends if nobody reads its answer',
    why: 'A client that was ended leaves its hooks behind; one that spins or waits on a closed pipe stays for ever.',
    fix: 'Treat an error while writing as the end.',
    judge: async (bench) => {
      const call = bench.call(await bench.usualCommand());
      const { late, limit } = await bench.run(bench.event, call, { closed: true });
      return [{ name: 'closed pipes', problem: late ? `still running after ${limit / 1_000} s` : undefined }];
    },
  },
  {
    id: 'process.at-once',
    title: `${many} at once are answered like one`,
    why: 'Parallel calls, subagents and several sessions run hooks at the same time. State in one file is then lost, locked or half written.',
    fix: 'Keep state per session, write files atomically, and wait for locks only briefly.',
    judge: async (bench) => {
      const usual = await bench.usual();
      const command = await bench.usualCommand();
      const runs = Array.from({ length: many }, async (_, index) => {
        const more = { session_id: `conform-${index}`, tool_use_id: `toolu_${index}` };
        const answer = await bench.run(bench.event, bench.call(command, more), { limit: 60_000 });
        return alike(`number ${index + 1}`, answer, usual);
      });
      return Promise.all(runs);
    },
  },
  {
    id: 'process.left-running',
    title: 'No process stays behind',
    why: 'A hook runs thousands of times a day; what each leaves running fills the machine, and outlives the session.',
    fix: 'End your children, or let them end by themselves within seconds.',
    judge: async (bench) => {
      const running = () => bench.world.running(bench.groups);
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
    judge: async ({ world }) => {
      const left = world.leftFiles().map((file) => relative(world.home, file));
      const problem = left.length > 0 ? `${left.length}, such as ${left.slice(0, 3).join(', ')}` : undefined;
      return [{ name: 'files', problem }];
    },
  },
  {
    id: 'process.private-files',
    title: 'Files with text of events are readable by their owner only',
    why: 'Events hold prompts, file contents and secrets; logs of them are often readable by everybody on the machine.',
    fix: 'Create folders with mode 0700 and files with 0600.',
    judge: async ({ world }) => {
      const open = world.readableByOthers().map((file) => relative(world.home, file));
      const problem = open.length > 0 ? `others can read ${open.slice(0, 3).join(', ')}` : undefined;
      return [{ name: 'modes', problem }];
    },
  },
];
