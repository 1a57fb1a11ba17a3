// Checks with captured events of the real client: does the client understand each answer?
import type { Check } from '../check.ts';
import type { MistakeKind } from '../read-answer.ts';

function fromMistakes(kind: MistakeKind, check: Omit<Check, 'id' | 'judge'>): Check {
  return {
    id: `events.${kind}`,
    ...check,
    judge: async (harness) =>
      (await harness.events()).map(({ capture, answer }) => ({
        name: capture.name,
        problem: answer.mistakes.find((mistake) => mistake.kind === kind)?.problem,
      })),
  };
}

/** The longest time in seconds that a person should have to wait for one event. */
const maxSeconds = 5;

export const eventChecks: readonly Check[] = [
  fromMistakes('ends', {
    title: 'Every captured event is answered',
    why: 'A hook that hangs holds up the session until its timeout, which is ten minutes unless it is set, and then it decided nothing.',
    fix: 'Read stdin to its end, set a deadline of your own, and end without waiting for children.',
  }),
  fromMistakes('exit-code', {
    title: 'The exit code is 0 or 2',
    why: 'Every other code is a failure of the hook: the person sees an error at each event, and the action goes on as if nobody had looked (or is refused, with `onFailure: "block"` or in Copilot).',
    fix: 'End with 0 where you have nothing to say, also for events and tools that you do not know; catch errors.',
  }),
  fromMistakes('json', {
    title: 'stdout is one JSON object, or text where text is read',
    why: 'Text elsewhere reaches nobody, and JSON that does not parse is dropped with the decision in it.',
    fix: 'Print one JSON object and nothing before or after it. Send debug output to stderr or a file.',
  }),
  fromMistakes('keys', {
    title: 'Every key is one that the client reads at this event',
    why: 'A key at the wrong place or event is ignored without an error, so what it should have done does not happen. Codex drops the whole answer.',
    fix: 'Put the key where the event’s output has it; docs/events.md lists what each event can carry.',
  }),
  fromMistakes('values', {
    title: 'Every value has a type and a word that the protocol allows',
    why: 'A wrong value makes the whole answer invalid: the action goes on and the rest of the object is lost.',
    fix: 'Use the documented words, and `hookEventName` equal to the event.',
  }),
  fromMistakes('reasons', {
    title: 'Every refusal says why',
    why: 'The model repeats what it does not understand. In Codex and Gemini, exit code 2 without a text refuses nothing.',
    fix: 'Give a reason with every refusal; with exit code 2, write it to stderr.',
  }),
  fromMistakes('exit-2', {
    title: 'Exit code 2 is used only where it has an effect',
    why: 'Some events ignore it and drop its text, for example PermissionRequest: what looks like a refusal is not one.',
    fix: 'Answer such events with JSON, or not at all.',
  }),
  fromMistakes('length', {
    title: 'No text is longer than the client passes on',
    why: 'Claude Code puts more than 10,000 characters into a file and gives the model only the beginning.',
    fix: 'Shorten the text, and say where the rest can be read.',
  }),
  {
    id: 'events.time',
    title: `Every event is answered within ${maxSeconds} s, the end of a session within the client’s limit`,
    why: 'The session waits for every hook. At its end all hooks share 1.5 s in Claude Code, and what takes longer is ended.',
    fix: 'Do slow work in the background or later, and load less at the start.',
    judge: async (harness) => {
      const cases = (await harness.events()).map(async ({ capture, answer }) => {
        const end = capture.event.toLowerCase() === 'sessionend';
        const seconds = end ? Math.min(harness.protocol.sessionEnd, maxSeconds) : maxSeconds;
        // A late answer gets a second try, because the machine was busy with all the other events.
        const again = answer.ms > seconds * 1_000 && !answer.late;
        const { ms } = again ? await harness.run(capture.event, capture.payload) : answer;
        const late = ms > seconds * 1_000;
        return { name: capture.name, problem: late ? `took ${(ms / 1_000).toFixed(1)} s` : undefined };
      });
      return Promise.all(cases);
    },
  },
];
