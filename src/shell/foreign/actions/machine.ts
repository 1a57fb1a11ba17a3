// Calls that print variables, end processes or change the working directory. In comes a call, and the command that does
// the same is run; `os.chdir(x)` changes the state itself.
import { resolve } from '../../base/paths.ts';
import { HOLE } from '../../base/words.ts';
import { runAsCommand } from '../../state/run-as-command.ts';
import { atMost, fork, readSource } from '../../state/state.ts';
import type { Origin } from '../../types.ts';
import { type Action, type CodeContext, isEverydayCallJudged, wordsFor } from '../code-context.ts';
import { firstText, type Value } from '../value.ts';

export const runCd: Action = ({ args }, { state, reader }) => {
  const folder = args[0]?.texts?.[0];
  if (folder !== undefined) state.cwd = resolve(folder.replace(/^~(?=\/|$)/, reader.world.home), state.cwd);
};

const MAX_ORIGINS = 64;

/** `print(os.environ['KEY'])`: an environment variable that is shown, not just used. */
export const runPrint: Action = ({ args }, context) => {
  const { state, reader } = context;
  const origins = args.flatMap((arg) => (arg.fullName === undefined ? arg.origins : []));
  for (const { kind, name } of atMost(origins, MAX_ORIGINS, reader))
    if (kind === 'variable' && isEverydayCallJudged(context)) runAsCommand(['printenv', name], state, reader);
  if (args.some(isEnvironment) && context.mentions(SECRET_NAME) && isEverydayCallJudged(context))
    readSource('env | grep -i token', fork(state), reader);
};

/** The environment as a whole, or what a filter has left of it: `os.environ.items()`. */
const isEnvironment = ({ fullName, origins }: Value): boolean =>
  origins.some(({ kind }) => kind === 'environment') &&
  (fullName === undefined ||
    /^(?:Object\.|dict\(|JSON\.)|\.(?:filter|map|items|select|sort|slice)\(\)$/.test(fullName));

/** A part of the name of a variable that holds a secret, by which code chooses what it prints. */
const SECRET_NAME =
  /^\W*(?:\w{1,12}\|)*_?(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|API_?KEY|PRIVATE_?KEY|KEY)S?\b/i;

/** `os.kill(pid, 9)`: what matters is whose process it is. */
export const runKill: Action = ({ args }, context) => {
  const { state, reader, language } = context;
  if (firstText(args[0]) === '-1' || firstText(args[1]) === '-1')
    runAsCommand(['kill', '-9', '-1'], state, reader);
  // Ruby and Perl name the signal first.
  const target = args[/^(ruby|perl)$/.test(language) ? 1 : 0];
  if (firstText(target) === '1') runAsCommand(['kill', '1'], state, reader);
  if (target && killsAnyProcess(target, context)) runAsCommand(['killall', '-9', HOLE], state, reader);
  const parent = args.find(({ origins }) => origins.some(({ name }) => name === 'PPID'));
  if (parent) runAsCommand(['kill', ...wordsFor(parent)], state, reader);
};

/**
 * Whether the process is taken from a list of all of them: `for line in check_output(['ps', '-A'])`,
 * `os.listdir('/proc')`.
 */
function killsAnyProcess(target: Value, context: CodeContext): boolean {
  if (target.origins.some(isProcessList) || /^\/proc\//.test(firstText(target))) return true;
  return context.listsProcesses && !target.texts && isFoundProcess(target) && isEverydayCallJudged(context);
}

/** A process that was found in a list, and not one that the code has started. */
const isFoundProcess = ({ fullName = '' }: Value): boolean =>
  LISTS_PROCESSES.test(fullName) || !/(?:Popen|spawn|fork|Process|exec\w*|run)\(\)/.test(fullName);

/** Functions that list the processes of the machine. */
export const LISTS_PROCESSES =
  /^(?:psutil\.(?:process_iter|pids)|ps-node\.lookup|find-process|ps-list|systeminformation\.processes|Sys\.ProcTable\.ps|Proc\.ProcessTable\b.*|process\.Processes|ps\.Processes)\b/;

const isProcessList = ({ kind, name }: Origin) => kind === 'command' && name === 'ps';
