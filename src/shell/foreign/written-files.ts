// Keeps the content of files that code writes, in `state.files`, because the same code may run or load them afterwards.
// perform.ts passes every call; what is kept is the text, if it is known, and whether it was received or decoded.
import { resolve } from '../base/paths.ts';
import { HOLE } from '../base/words.ts';
import { flow, type State } from '../state/state.ts';
import type { Origin } from '../types.ts';
import { type Call, methodName, originsIn, textsOf, type Value } from './value.ts';

/**
 * The file and the data of a call that writes to an open file: `file.write(data)`, `response.pipe(file)`,
 * `copyfileobj(response, file)`.
 */
function writtenData({
  callee,
  self,
  args,
}: Call): readonly [file: Value | undefined, data: Value | undefined] {
  const name = methodName(callee);
  if (/^(?:write|writelines|puts|print|syswrite|end)$/.test(name)) return [self, args[0]];
  if (name === 'pipe') return [args[0], self];
  if (name === 'copyfileobj') return [args[1], args[0]];
  // `ftp.retrbinary('RETR x', file.write)`
  if (/^retr(?:binary|lines)$/.test(name)) return [args[1]?.self ?? args[1], RECEIVED];
  return [undefined, undefined];
}

const RECEIVED: Value = { origins: [{ kind: 'network', name: 'network' }] };

/** Keeps the data of a call that writes to an open file. */
export function keepStreamedData(call: Call, state: State): void {
  const [file, data] = writtenData(call);
  if (!file || !data) return;
  const paths = file.origins.flatMap(({ kind, name }) => (kind === 'file' ? [name] : []));
  // A temporary file is known by its path.
  if (file.texts?.[0]?.startsWith('/tmp/')) paths.push(file.texts[0]);
  for (const path of paths) keepData(path, data, state);
}

/** Keeps the data of a call that is given the path: `fs.writeFileSync(path, data)`, `path.write_text(data)`. */
export function keepWrittenData({ self, args }: Call, path: string, state: State): void {
  const data = self?.path ? args[0] : args[1];
  if (data) keepData(path, data, state);
}

/** Data that is not known is kept only if it was received or decoded. */
function keepData(path: string, data: Value, state: State): void {
  const fullPath = resolve(path, state.cwd);
  const [text] = textsOf(data);
  const isKnown = text !== undefined && !text.includes(HOLE);
  const origins = originsIn(data).filter(isReceivedOrDecoded);
  if (fullPath && (isKnown || origins.length > 0))
    state.files.set(fullPath, flow(isKnown ? text : undefined, origins, 'heredoc'));
}

const isReceivedOrDecoded = ({ kind }: Origin) => kind === 'network' || kind === 'decoded';
