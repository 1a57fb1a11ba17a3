// Checks for programs that refuse a dangerous command: is it still refused with broken, huge or deep input, inside a
// subagent, and without a writable home? Here a question to the person counts as a refusal.
import { join } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import type { Case, Check } from '../check.ts';
import { type Answered, type Harness, stops } from '../harness.ts';
import { badBytes, brokenInputs, deepCall, hugeCall } from './input.ts';

const longTimeout = { limit: 30_000 };

const stopped = (name: string, answer: Answered): Case => ({
  name,
  problem: stops(answer) ? undefined : `the call goes on (exit code ${answer.code ?? answer.signal})`,
});

async function sampleCall(harness: Harness, more: JsonObject = {}): Promise<JsonObject> {
  return harness.call(await harness.usualCommand(), more);
}

export const guardChecks: readonly Check[] = [
  {
    id: 'guard.broken',
    needs: 'guard',
    title: 'A call that can’t be read does not pass',
    why: 'Whoever can break the guard’s input would get everything past it. Only exit code 2 or a decision counts here: other failures let the call run unless the hook is registered with `onFailure: "block"`.',
    fix: 'Where you can’t read a tool call, refuse it or ask: exit code 2 with a text on stderr.',
    judge: async (harness) => {
      const cases: Case[] = [];
      const call = await sampleCall(harness);
      const { 'half an event': half, 'no input': none } = brokenInputs(call);
      const inputs = { 'half an event': half!, 'no input': none!, 'bad bytes': badBytes(call) };
      for (const [name, input] of Object.entries(inputs))
        cases.push(stopped(name, await harness.run(harness.event, input)));
      return cases;
    },
  },
  {
    id: 'guard.padding',
    needs: 'guard',
    title: 'A refused call is still refused with 10 MB of other text in it',
    why: 'A guard that gives up on long input is switched off by making the input long.',
    fix: 'Refuse or ask when there is more than you can look at.',
    judge: async (harness) => [
      stopped('10 MB', await harness.run(harness.event, hugeCall(await sampleCall(harness)), longTimeout)),
    ],
  },
  {
    id: 'guard.nesting',
    needs: 'guard',
    title: 'A refused call is still refused with 10,000 levels of JSON beside it',
    why: 'A guard whose parser overflows on deep input is switched off by making the input deep.',
    fix: 'Refuse or ask when the parser fails.',
    judge: async (harness) => [
      stopped(
        '10,000 levels',
        await harness.run(harness.event, deepCall(await sampleCall(harness)), longTimeout),
      ),
    ],
  },
  {
    id: 'guard.subagent',
    needs: 'guard',
    title: 'A refused call is also refused inside a subagent',
    why: 'Hooks fire inside subagents too, with agent_id; their calls run on the same machine.',
    fix: 'Do not skip events that have an agent_id.',
    judge: async (harness) => {
      const call = await sampleCall(harness, { agent_id: 'a1b2c3', agent_type: 'general-purpose' });
      return [stopped('agent_id', await harness.run(harness.event, call))];
    },
  },
  {
    id: 'guard.no-home',
    needs: 'guard',
    title: 'A refused call is still refused when nothing can be written',
    why: 'Disks fill up and homes are read-only in containers. A guard that fails while it writes its log fails open.',
    fix: 'Decide first and write afterwards; ignore errors of the log.',
    judge: async (harness) => {
      // Below a file there can be no folder, not even for root.
      const HOME = join(harness.sandbox.project, 'README.md', 'home');
      const env = { ...harness.sandbox.env, HOME, TMPDIR: HOME };
      return [stopped('no home', await harness.run(harness.event, await sampleCall(harness), { env }))];
    },
  },
];
