// Checks with unusual input: broken, large, deep, incomplete, or from a newer client.
import { isObject, type JsonObject } from '../../core/json.ts';
import { type Case, type Check, noNewMistakes, sameDecision } from '../check.ts';
import type { Harness } from '../harness.ts';

/** A large event takes longer on a busy machine. */
const longTimeout = { limit: 30_000 };

/** Checks that the usual call with an unusual change is answered like the usual call. */
async function oddCall(
  harness: Harness,
  cases: Readonly<Record<string, (call: JsonObject) => JsonObject | string | Uint8Array>>,
): Promise<Case[]> {
  const usual = await harness.usual();
  const call = harness.call(await harness.usualCommand());
  const judged: Case[] = [];
  for (const [name, change] of Object.entries(cases))
    judged.push(sameDecision(name, await harness.run(harness.event, change(call), longTimeout), usual));
  return judged;
}

/** Adds keys to the input of a tool call, or to the event itself if it is not a tool call. */
const inInput = (call: JsonObject, more: JsonObject): JsonObject =>
  isObject(call.tool_input) ? { ...call, tool_input: { ...call.tool_input, ...more } } : { ...call, ...more };

/** Keys that the client leaves out of some events or did not have in older versions. */
const optional = [
  'prompt_id',
  'effort',
  'permission_mode',
  'scratchpad_dir',
  'tool_use_id',
  'turn_id',
  'model',
];

const without = (call: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(call).filter(([key]) => !keys.includes(key)));

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const placeholder = '@@deep@@';

/** Built as text, because building such a value would be as hard as reading it. */
export const deepCall = (call: JsonObject): string =>
  JSON.stringify(inInput(call, { extra: placeholder })).replace(`"${placeholder}"`, nested(10_000));

export const hugeCall = (call: JsonObject): JsonObject =>
  inInput(call, { description: 'lorem ipsum '.repeat(10_000_000 / 12) });

/** An event with bytes in one of its texts that are not UTF-8. */
export function badBytes(call: JsonObject): Uint8Array {
  const [before = '', after = ''] = JSON.stringify(inInput(call, { description: placeholder })).split(
    placeholder,
  );
  return Buffer.concat([
    Buffer.from(before),
    Buffer.from([0x61, 0xff, 0xfe, 0xc3, 0x28]),
    Buffer.from(after),
  ]);
}

/** Inputs that can arrive instead of an event when a pipe breaks or a client has a bug. */
export const brokenInputs = (call: JsonObject): Record<string, string> => {
  const text = JSON.stringify(call);
  return {
    'no input': '',
    'a blank line': '\n',
    'half an event': text.slice(0, text.length / 2),
    'a list': '[1, 2]',
    null: 'null',
    'a number': '42',
    'a text': '"PreToolUse"',
    'two events': `${text}\n${text}`,
  };
};

export const inputChecks: readonly Check[] = [
  {
    id: 'input.unknown-event',
    needs: 'every event',
    title: 'An event of a later version passes',
    why: 'Claude Code had 9 events once and has 33 now. A hook that fails on a new one breaks sessions on the day of an update.',
    fix: 'Look at the name of the event first and end with 0 if you do not know it.',
    judge: async (harness) => {
      const { session_id, cwd, transcript_path } = harness.call('');
      const event = { session_id, cwd, transcript_path, hook_event_name: 'TimeTravel', when: 'tomorrow' };
      const answer = await harness.run('TimeTravel', event);
      const refused =
        answer.code === 2 ? { name: 'TimeTravel', problem: 'exit code 2: it refuses' } : undefined;
      return [refused ?? noNewMistakes('TimeTravel', answer, await harness.usual())];
    },
  },
  {
    id: 'input.unknown-keys',
    title: 'Keys of a later version change nothing',
    why: 'Real events carry keys that no document lists, and more with every version.',
    fix: 'Read the keys that you need and ignore the others; do not validate strictly.',
    judge: (harness) =>
      oddCall(harness, {
        'new keys': (call) => ({
          ...call,
          later: { added: ['x'] },
          constructor: 'x',
          __proto__x: null,
          toString: 1,
        }),
        'new keys of the tool': (call) => inInput(call, { later: true, constructor: { a: 1 } }),
      }),
  },
  {
    id: 'input.optional-keys',
    title: 'Optional keys may be missing',
    why: 'permission_mode, prompt_id, effort and others are absent at some events and in older versions.',
    fix: 'Rely only on the name of the event, the session, the folder and the tool’s own keys.',
    judge: (harness) => oddCall(harness, { 'without optional keys': (call) => without(call, optional) }),
  },
  {
    id: 'input.unicode',
    title: 'Any text in an event is accepted',
    why: 'Commands and file contents hold emoji, NUL, escape codes, and halves of surrogate pairs, which JSON allows.',
    fix: 'Use a real JSON parser, encode what you print, and do not pass text of the event through a shell.',
    judge: (harness) =>
      oddCall(harness, {
        emoji: (call) => inInput(call, { description: '👩‍💻 naïve \u202e txt' }),
        'control characters': (call) => inInput(call, { description: '\u0000\u001b[31m\u0007\r\n' }),
        'half a surrogate pair': (call) =>
          JSON.stringify(inInput(call, { description: placeholder })).replace(placeholder, '\\ud83d'),
        'quotes and dollars': (call) => inInput(call, { description: `'"\`$(id)\${HOME}\\` }),
      }),
  },
  {
    id: 'input.folder-gone',
    title: 'The folder and the transcript of the event may be gone',
    why: 'A session can outlive its folder (a worktree that was removed), and the transcript is written later than the event.',
    fix: 'Treat a missing folder or transcript as nothing known.',
    judge: (harness) =>
      oddCall(harness, {
        'no folder': (call) => ({ ...call, cwd: `${harness.sandbox.project}/gone` }),
        'no transcript': (call) => ({ ...call, transcript_path: `${harness.sandbox.home}/gone.jsonl` }),
      }),
  },
  {
    id: 'input.huge',
    title: 'An event of 10 MB is answered',
    why: 'Events carry whole files and outputs. A hook that stops reading, or takes minutes, fails just then.',
    fix: 'Read all of stdin, and limit what you analyse instead of what you read. Do not pass it as an argument.',
    judge: (harness) => oddCall(harness, { '10 MB': hugeCall }),
  },
  {
    id: 'input.deep',
    title: 'An event nested 10,000 levels deep is answered',
    why: 'The input of an MCP tool is any JSON that a model, or whoever talked it into it, writes: 20 kB make a recursive parser crash.',
    fix: 'Catch the parser’s error, and answer it as you answer broken input.',
    judge: async (harness) => {
      const answer = await harness.run(harness.event, deepCall(harness.call('echo hello')), longTimeout);
      return [noNewMistakes('10,000 levels', answer, await harness.usual())];
    },
  },
  {
    id: 'input.broken',
    title: 'Input that is not an event gets an answer',
    why: 'A crash is reported as an error of the hook, and the action goes on unchecked.',
    fix: 'Catch the parser’s error: end with 0, or refuse (exit code 2 with a text) if you guard tool calls.',
    judge: async (harness) => {
      const cases: Case[] = [];
      for (const [name, input] of Object.entries(brokenInputs(harness.call('echo hello'))))
        cases.push(noNewMistakes(name, await harness.run(harness.event, input), await harness.usual()));
      return cases;
    },
  },
  {
    id: 'input.invalid-utf8',
    title: 'Bytes that are not UTF-8 get an answer',
    why: 'File names and program output on Linux are bytes. A strict decoder raises where nobody expects it.',
    fix: 'Decode with replacement characters.',
    judge: async (harness) => {
      const answer = await harness.run(harness.event, badBytes(harness.call('echo hello')));
      return [noNewMistakes('bad bytes', answer, await harness.usual())];
    },
  },
  {
    id: 'input.broken-stop',
    needs: 'stop',
    title: 'A stop that can’t be read is not blocked',
    why: 'A hook that blocks a stop because it is broken keeps the model working on nothing, and nobody can end the turn.',
    fix: 'When you fail at the end of a turn, end with 0.',
    judge: async (harness) => {
      const { stop } = harness.protocol;
      const text = JSON.stringify(harness.captureOf(stop)?.payload ?? {});
      const answer = await harness.run(stop, text.slice(0, -2));
      return [
        { name: 'half a stop', problem: answer.decision === 'refuse' ? 'the stop was blocked' : undefined },
      ];
    },
  },
  {
    id: 'input.held-stop',
    needs: 'stop',
    title: 'A stop that was blocked before passes in the end',
    why: 'A hook that always blocks makes an endless turn. Claude Code overrides it after eight times and warns; other clients do not.',
    fix: 'Look at stop_hook_active, or count the blocks, and let the stop pass.',
    judge: async (harness) => {
      const { stop } = harness.protocol;
      const payload = { ...harness.captureOf(stop)?.payload, stop_hook_active: true };
      for (let times = 0; times < 8; times++)
        if ((await harness.run(stop, payload)).decision !== 'refuse') return [{ name: 'stop_hook_active' }];
      return [{ name: 'stop_hook_active', problem: 'blocked eight times in a row' }];
    },
  },
];
