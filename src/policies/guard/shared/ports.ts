// Reads port numbers from the arguments of lsof, ss, netstat and tools that free a port.
import type { ProcessSelector } from '../../../core/look.ts';
import type { ShellCommand } from '../../../shell/types.ts';

type Selectors = readonly ProcessSelector[] | undefined;

const HIGHEST_PORT = 65_535;

/** The ports in `3000`, `3000,3001` or `3000-3010`; undefined for any other text. */
export function portsIn(text: string, listening: boolean): Selectors {
  const ranges = text.split(',').map((part) => /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part));
  if (ranges.some((range) => !range || Number(range[1]) > HIGHEST_PORT)) return undefined;
  return ranges.map((range) => ({
    by: 'port',
    from: Number(range![1]),
    to: Number(range![2] ?? range![1]),
    listening,
  }));
}

/** The ports in `kill-port 3000 3001` and `fkill :3000`. */
export function freedPorts(command: ShellCommand): Selectors {
  const texts = command.words.slice(1).map((w) => w.text);
  const flags = texts.filter((text) => text.startsWith('-'));
  if (flags.some((flag) => !/^(-p|--port|-f|--force|-s|--silent|-y|--yes)$/.test(flag))) return undefined;
  const ports = texts.filter((text) => !text.startsWith('-')).map((text) => text.replace(/^:/, ''));
  const isPort = command.name !== 'fkill' || texts.every((text) => /^(:|-)/.test(text));
  return isPort && ports.length > 0 ? portsIn(ports.join(','), true) : undefined;
}

/** `lsof -ti:3000`, `lsof -t -i tcp:3000 -sTCP:LISTEN`. A connection to the port counts, unless only listeners do. */
export function lsofPorts({ words }: ShellCommand): Selectors {
  const texts = words.slice(1).map((w) => w.text);
  const listening = texts.some((text) => /^-s(tcp:)?listen$/i.test(text));
  const rest: string[] = [];
  const ports: string[] = [];
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at]!;
    const internet = /^-[a-hj-rt-zA-Z]*i(.*)$/.exec(text)?.[1];
    if (internet === undefined) {
      rest.push(text);
      continue;
    }
    const value = internet || texts[++at] || '';
    ports.push(/^[46]?(?:tcp|udp)?(?:@[\w.[\]-]+)?:([\d,-]+)$/i.exec(value)?.[1] ?? '?');
  }
  // `-p`, `-c`, `-u` and files would mean other processes as well.
  const known = rest.every((text) => /^(-[tnPlwQ]+|-a|-s.*|[A-Z]+:LISTEN|-F\w*)$/i.test(text));
  return known && ports.length > 0 ? portsIn(ports.join(','), listening) : undefined;
}

/** The port in `ss -lptn 'sport = :3000'` and `netstat -tlnp | grep :3000`. */
export function socketPorts({ words }: ShellCommand, filters: readonly ShellCommand[] = []): Selectors {
  const own = /\bsport\s*(?:=|==|eq)?\s*:?(\d+)/.exec(words.map((w) => w.text).join(' '))?.[1];
  const grepped = filters
    .filter(({ name }) => /^([ef]?grep|rg)$/.test(name))
    .flatMap((filter) => filter.words.slice(1).map((w) => /^:(\d+)\b\W*$/.exec(w.text)?.[1] ?? ''))
    .find(Boolean);
  const port = own ?? grepped;
  return port ? portsIn(port, false) : undefined;
}
