import { bash } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import type { FoundProcess } from '../../core/look.ts';
import { definePolicy } from '../../index.ts';
import type { Effect } from '../../shell/types.ts';
import { acceptOption, SHELLS } from './shared/effects.ts';
import { judgeByEvidence, type LookupResult, listSome } from './shared/evidence.ts';
import { processSelectors } from './shared/process-selectors.ts';

const own = { pid: 4242, program: 'node', folder: '/home/me/project', owner: 'project' } as const;
const foreign = { pid: 99, program: 'postgres', folder: '/var/lib/postgresql', owner: 'other' } as const;

export default definePolicy({
  id: 'guard/processes',
  summary: 'Stop commands that kill more processes than intended',
  why: 'Killing by name or search can also hit the editor, the database or other sessions. Processes of this project, and those that this session started, may be ended.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['kill'],
  level: 'deny',
  onError: 'deny',
  passesIf:
    'every process that it would end works in this project or was started by this session, or there is none',
  options: acceptOption,
  examples: () => [
    {
      event: bash('pkill -P $$'),
      expect: 'pass',
      title: 'Processes that this command itself has started',
      given: { processes: [] },
    },
    { event: bash('kill -9 -1'), expect: 'deny' },
    { event: bash('pkill node'), expect: 'ask', title: 'The processes are not known' },
    { event: bash('killall -9 python'), expect: 'ask' },
    { event: bash('lsof -ti :3000 | xargs kill'), expect: 'ask' },
    { event: bash('kill $(lsof -t -i:8080)'), expect: 'ask' },
    {
      event: bash('pkill -f "next dev"'),
      expect: 'pass',
      title: 'All matching processes work in this project',
      given: { processes: [own, { ...own, pid: 4243, owner: 'session' }] },
    },
    { event: bash('lsof -ti :3000 | xargs kill -9'), expect: 'pass', given: { processes: [own] } },
    { event: bash('kill $(lsof -ti:3000)'), expect: 'pass', given: { processes: [own] } },
    { event: bash('fuser -k 3000/tcp'), expect: 'pass', given: { processes: [own] } },
    { event: bash('npx kill-port 3000'), expect: 'pass', given: { processes: [own] } },
    {
      event: bash(`ps aux | grep "next dev" | grep -v grep | awk '{print $2}' | xargs kill -9`),
      expect: 'pass',
      given: { processes: [own] },
    },
    {
      event: bash('pkill -f vite'),
      expect: 'pass',
      title: 'No process matches',
      given: { processes: [] },
    },
    {
      event: bash('killall node'),
      expect: 'ask',
      says: '99 (postgres in /var/lib/postgresql)',
      title: 'One matching process works elsewhere',
      given: { processes: [own, foreign] },
    },
    { event: bash('npx kill-port 5432'), expect: 'ask', says: 'postgres', given: { processes: [foreign] } },
    {
      event: bash('pkill -f claude'),
      expect: 'ask',
      says: 'this session',
      given: { processes: [{ ...own, program: 'claude', owner: 'client' }] },
    },
    {
      event: bash('pkill -v -f keep'),
      expect: 'ask',
      title: 'Ends all processes except those that match',
      given: { processes: [] },
    },
    { event: bash('lsof -ti:$PORT | xargs kill'), expect: 'ask', given: { processes: [] } },
    { event: bash('ssh host pkill node'), expect: 'ask', given: { processes: [] } },
    { event: bash('kill 1234'), expect: 'pass' },
    { event: bash('kill -0 $PID'), expect: 'pass' },
    { event: bash('kill %1'), expect: 'pass' },
    { event: bash('pgrep -l node'), expect: 'pass' },
  ],
  check(_event, context) {
    return judgeByEvidence(context, ['kill'], context.options.accept, (effect) => lookUp(effect, context));
  },
});

/** Tools that people run to free the port of their own server. They pass if the process can't be looked up. */
const FREES_PORTS = /^kill-?port$/;
const UNSEEN = 'the process on that port is not known';

function lookUp({ weight, command }: Effect, { shell, look }: Facts): LookupResult | undefined {
  if (weight === 'irreversible') return undefined;
  const selectors = processSelectors(command, shell.commands);
  const found = selectors && look.processes(selectors, { asRoot: command.via.includes('sudo') });
  if (!found) return FREES_PORTS.test(command.name) ? { harmless: true, found: UNSEEN } : undefined;
  const others = found.filter(({ owner }) => owner === 'client' || owner === 'other');
  return others.length === 0
    ? { harmless: true, found: ownText(found) }
    : { harmless: false, found: describe(others), effect: { ...refusal(found, others) } };
}

function ownText(found: readonly FoundProcess[]): string {
  if (found.length === 0) return 'no process matches';
  const started = found.every(({ owner }) => owner === 'session');
  const where = started ? 'started by this session' : 'in this project';
  return found.length === 1 ? `1 process, ${where}` : `${found.length} processes, all ${where}`;
}

function refusal(found: readonly FoundProcess[], others: readonly FoundProcess[]) {
  const owned = found.filter((process) => !others.includes(process)).map(({ pid }) => pid);
  const count = `${others.length} ${others.length === 1 ? 'process' : 'processes'}`;
  return {
    reason: `Ends ${count} that ${others.length === 1 ? 'does' : 'do'} not belong to this project: ${describe(others)}`,
    safer:
      owned.length > 0
        ? `kill ${owned.slice(0, 20).join(' ')}`
        : 'kill PID, with the number of the process you mean',
  };
}

const describe = (processes: readonly FoundProcess[]) => listSome(processes.map(describeOne), 5);

function describeOne({ pid, program, folder, owner }: FoundProcess): string {
  const note = owner === 'client' ? ', which this session runs in' : '';
  return `${pid} (${program} in ${folder ?? 'a folder that can’t be seen'}${note})`;
}
