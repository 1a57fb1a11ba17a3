// Asks Codex which of the hooks in a file a person trusted. Only `codex app-server` reports that.
import { isObject, type JsonObject } from '../../core/json.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';

/** Codex usually answers within a second; a machine under load takes longer. */
const timeout = 15_000;

export interface TrustedHook {
  event: string;
  /** `trusted`, `untrusted`, `modified` or `managed`; `disabled` if a person switched it off. */
  status: string;
}

/** Undefined if Codex can't be started or gives no answer. */
export async function askCodexAboutTrust(
  program: string,
  file: string,
  cwd: string,
  env: Env,
): Promise<TrustedHook[] | undefined> {
  const child = attempt(() =>
    Bun.spawn([program, 'app-server'], { env, cwd, stdin: 'pipe', stdout: 'pipe', stderr: 'ignore' }),
  );
  if (!child) return undefined;
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
  try {
    const send = (message: JsonObject) => {
      child.stdin.write(`${JSON.stringify(message)}\n`);
      child.stdin.flush();
    };
    const clientInfo = { name: 'pawl', title: 'Pawl', version: '0' };
    send({ id: 1, method: 'initialize', params: { clientInfo } });
    for await (const { id, result } of messagesOf(child.stdout)) {
      if (id === 1) {
        send({ method: 'initialized' });
        send({ id: 2, method: 'hooks/list', params: { cwds: [cwd] } });
      }
      if (id === 2) return hooksIn(result, file);
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    await child.exited;
  }
}

async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<JsonObject> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const message: unknown = attempt(() => JSON.parse(line));
      if (isObject(message)) yield message;
    }
  }
}

function hooksIn(result: unknown, file: string): TrustedHook[] | undefined {
  const places = isObject(result) && Array.isArray(result.data) ? result.data.filter(isObject) : undefined;
  const hooks = places?.flatMap(({ hooks }) => (Array.isArray(hooks) ? hooks.filter(isObject) : []));
  return hooks
    ?.filter(({ sourcePath, command }) => sourcePath === file && String(command).includes(' --client codex'))
    .map(({ eventName, trustStatus, enabled }) => ({
      event: String(eventName),
      status: enabled === false ? 'disabled' : String(trustStatus),
    }));
}
