// Tells which kind a call is of, by its name, its object and its arguments. perform.ts then runs the action of that
// kind; a call without a kind does nothing that matters here.

import type { State } from '../state/state.ts';
import { isStatement } from './actions/databases.ts';
import { type CallKind, callKindOf, methodKind } from './calls.ts';
import { type CodeContext, isEverydayCallJudged } from './code-context.ts';
import { type Call, firstText, methodName } from './value.ts';

/** The kind of a call, if it has one and if calls of that kind are to be judged. */
export function kindOfCall(call: Call, context: CodeContext): CallKind | undefined {
  const { language, state } = context;
  const { callee, self } = call;
  const kind = callKindOf(language, callee);
  if (kind === 'module') return loadsNewCode(call, state) ? kind : undefined;
  if (kind === 'sql') return kindOfStatement(call, context);
  if (kind) return kind;
  // `c.run('ls')` in a task of Invoke or Fabric.
  if (callee === '.run' && language === 'python' && TASK_CONTEXT.test(self?.variable ?? '')) return 'shell';
  // `ctypes.CDLL('libc.so.6').unlink(…)` calls a function of C.
  if (C_LIBRARY.test(callee)) return callKindOf('compiled', methodName(callee));
  if (TAGGED_SQL.test(callee)) return kindOfStatement(call, context);
  return self || callee.startsWith('.') ? kindOfMethod(call, context) : undefined;
}

/** Whether a module may be one that was fetched, or that the command line has written before. */
const loadsNewCode = ({ args }: Call, { files }: State): boolean =>
  files.size > 0 || /^https?:/.test(firstText(args[0]));

/** A statement for a database is judged only in a snippet: programs drop tables because that is their job. */
const kindOfStatement = (call: Call, context: CodeContext): CallKind | undefined =>
  isStatement(call) && isEverydayCallJudged(context) ? 'sql' : undefined;

/** The kind of a method, if its object fits. */
function kindOfMethod(call: Call, context: CodeContext): CallKind | undefined {
  const { callee, self } = call;
  const { language } = context;
  const name = methodName(callee);
  const kind = methodKind(name);
  if (name === 'execute' && self?.texts && language === 'other') return 'shell';
  if (kind === 'sql') return kindOfStatement(call, context);
  if (!kind || kind === 'connect' || kind === 'dup' || kind === 'send') return kind;
  if (/Sync$/.test(name)) return language === 'node' ? kind : undefined;
  if (name === 'delete' && /^Bun\.file/.test(callee)) return kind;
  return self?.path ? kind : undefined;
}

/** ``sql`DELETE FROM x` ``: clients of databases that take the statement as a template. */
const TAGGED_SQL =
  /(?:^|\.)(?:sql|\$executeRaw|\$queryRaw|postgres\(\)|neon\(\)|SQL\(\)|mssql\.query|mssql\b.*\.query)`$/;

/** Names that tasks of Invoke and Fabric give to their first parameter. */
const TASK_CONTEXT = /^(?:c|ctx|context|conn|connection)$/;

const C_LIBRARY = /^(?:ctypes\.)?(?:CDLL\(\)|PyDLL\(\)|cdll\.LoadLibrary\(\))\.\w+$/;
