// Runs the shell commands that do the same as the calls of a piece of code. In come the calls (statements.ts) and the
// context in which they are judged; each call is given to the action of its kind (actions/). Out go the kinds that were
// seen.

import { runAsCommand } from '../state/run-as-command.ts';
import { runEval, runModule } from './actions/code.ts';
import { placeOfCall, runSql } from './actions/databases.ts';
import { runChmod, runCopy, runDelete, runOpen, runReadOrWrite } from './actions/files.ts';
import { runCd, runKill, runPrint } from './actions/machine.ts';
import { runFetch, runSend } from './actions/network.ts';
import {
  reportHiddenCode,
  runArgv,
  runProcess,
  runSource,
  runsUnknownCommand,
  startsBareShell,
} from './actions/processes.ts';
import { kindOfCall } from './call-kind.ts';
import type { CallKind } from './calls.ts';
import { type Action, type CodeContext, isEverydayCallJudged, stateForCall } from './code-context.ts';
import { IN_MEMORY, statementCommand } from './places.ts';
import { DATABASE_CLIENTS } from './services/databases.ts';
import { serviceCommand } from './services.ts';
import { type Call, firstText } from './value.ts';
import { keepStreamedData } from './written-files.ts';

/** How many different calls are run; if there are more, the reading is noted as incomplete. */
const MAX_CALLS = 300;

/** The kinds of calls in a piece of code, and two cases that matter for the code as a whole (`givesShell`). */
export type SeenKind = CallKind | 'bare shell' | 'unknown command';

export function performCalls(calls: readonly Call[], context: CodeContext): ReadonlySet<SeenKind> {
  const seen = new Set<SeenKind>();
  const performed = new Set<string>();
  for (const call of calls) {
    const kind = kindOfCall(call, context);
    if (kind) {
      for (const seenKind of kindsSeen(call, kind)) seen.add(seenKind);
      const key = keyOf(call, kind);
      if (performed.has(key)) continue;
      performed.add(key);
      if (performed.size > MAX_CALLS) {
        context.reader.notes.add('too-many');
        return seen;
      }
      ACTION_OF_KIND[kind]?.(call, context, kind);
    }
    performUnlistedCall(call, context);
  }
  return seen;
}

const kindsSeen = (call: Call, kind: CallKind): readonly SeenKind[] => [
  ...(kind !== 'connect' || isSocket(call) ? [kind] : []),
  ...(startsBareShell(call, kind) ? ['bare shell' as const] : []),
  ...(runsUnknownCommand(call, kind) ? ['unknown command' as const] : []),
];

/** Calls with the same key do the same, so only the first of them is run. */
const keyOf = ({ self, args, named }: Call, kind: CallKind) =>
  `${kind} ${JSON.stringify([self?.texts, args, [...named]], omitCircularFields)}`;

/** Leaves out functions, objects and fields: they may contain each other in a circle. */
const omitCircularFields = (key: string, value: unknown) =>
  key === 'userFunction' || key === 'self' || value instanceof Map ? undefined : value;

/** Whether a call connects to another machine by a socket, not to a database. */
const isSocket = ({ callee }: Call) =>
  /sock|\bnet\b|tls\b|(?:connect|open_connection|accept)$/i.test(callee) &&
  !/\bsql|mongo|redis|pg\b|db\b/i.test(callee);

/** What is done for each kind of call. A kind without an action matters only for the code as a whole. */
const ACTION_OF_KIND: Partial<Record<CallKind, Action>> = {
  shell: (call, context) =>
    runSource(call.args[0] ?? call.named.get('cmd') ?? call.named.get('command') ?? call.self, {
      ...context,
      state: stateForCall(call, context),
    }),
  process: runProcess,
  words: runProcess,
  argv: runArgv,
  eval: runEval,
  module: runModule,
  rm: runDelete,
  'rm -r': runDelete,
  open: runOpen,
  cat: runReadOrWrite,
  tee: runReadOrWrite,
  chmod: runChmod,
  mv: runCopy,
  cp: runCopy,
  ln: runCopy,
  sql: runSql,
  fetch: runFetch,
  send: runSend,
  cd: runCd,
  print: runPrint,
  kill: runKill,
};

/** Runs calls that no table of names lists: services, methods that depend on their object, code that is fetched. */
function performUnlistedCall(call: Call, context: CodeContext): void {
  const { callee, self, args } = call;
  keepStreamedData(call, context.state);
  performServiceCall(call, context);
  // `Command::new("sh").arg("-c")….spawn()` of Rust: the object holds the words.
  if (/^Command\.new\(\)\.(?:status|spawn|output|exec)$/.test(callee) && self?.items)
    runProcess({ callee, self: undefined, args: self.items, named: new Map() }, context, 'process');
  // `get_ipython().run_cell_magic('bash', '', source)`
  if (/\.run_cell_magic$/.test(callee) && /^(?:ba|z)?sh$/.test(firstText(args[0])))
    runSource(args[2], context);
  // `fetch(url).then(eval)`
  if (/\.then$/.test(callee) && args[0]?.fullName === 'eval' && self) reportHiddenCode(self, context);
}

/** Runs the command for a call of a client library, unless it acts on a database that is gone when the code ends. */
function performServiceCall(call: Call, context: CodeContext): void {
  const { mentions, state, reader } = context;
  const place = placeOfCall(call, context);
  const service = serviceCommand(call, () => isEverydayCallJudged(context), { place, mentions });
  if (!service) return;
  const [program = '', , statement = ''] = service;
  const isLost = place === IN_MEMORY && DATABASE_CLIENTS.test(program);
  const command = program === 'psql' ? statementCommand(statement, place) : isLost ? undefined : service;
  if (command) runAsCommand(command, state, reader);
}
