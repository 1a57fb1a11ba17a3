// The behaviour of clients of Redis and its relatives.
import { effect } from '../../base/effect.ts';
import type { Effect, ShellCommand } from '../../types.ts';
import type { Args } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';

export const redis: Behaviour = { effects: redisEffects };

function redisEffects(command: ShellCommand, args: Args): Effect[] {
  // `get flushall`: the name of a key.
  if (
    /^(get|mget|exists|type|ttl|pttl|strlen|hget|hgetall|lrange|smembers|keys|scan|object|memory)$/i.test(
      args.operands[0]?.text ?? '',
    )
  )
    return [];
  const text = [...args.operands.map((w) => w.text), ...(command.stdin?.text?.split(/\s+/) ?? [])]
    .join(' ')
    // `"FLUSH" .. "ALL"`, `FLUSH"ALL"`
    .replace(/["']\s*\.\.\s*["']|(?<=\w)["'](?=\w)/g, '');
  const m =
    /(^|[\s'"(])(flushall|flushdb|shutdown|debug|replicaof|slaveof|script\s+flush|config\s+(set|rewrite|resetstat)|cluster\s+(reset|flushslots)|acl\s+(deluser|setuser)|swapdb|function\s+flush|client\s+kill|xtrim|module\s+unload)\b/i.exec(
      text,
    );
  const unlink =
    /^(del|unlink|hdel|ltrim|rename)\b/i.exec(args.operands[0]?.text ?? '') && /[*]|\u0000/.test(text);
  if (!m && !unlink) return [];
  const all = /flush/i.test(m?.[2] ?? '');
  return [
    effect(command, {
      kind: 'data',
      weight: all ? 'irreversible' : 'risky',
      code: all ? 'redis-flush' : 'redis-change',
      reason: all ? 'Deletes every key.' : 'Changes or stops the server, or deletes keys that are not named.',
      safer: 'redis-cli --scan --pattern NAME',
    }),
  ];
}
