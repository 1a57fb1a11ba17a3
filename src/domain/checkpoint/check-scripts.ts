// The commands behind a check: `npm run test` runs a script of package.json, `make test` the recipe of a Makefile. They
// are read so that the guard can judge what a check would really run.

type Read = (name: string) => string | undefined;

/** The command itself, and everything it runs by name. */
export function commandsBehind(command: string, read: Read): string[] {
  const scripts = packageScripts(read('package.json'));
  const makefile = read('Makefile') ?? read('makefile') ?? '';
  const found: string[] = [];
  const queue = [command];
  // A script that calls itself is followed once.
  for (let next = queue.shift(); next !== undefined && found.length < maxCommands; next = queue.shift()) {
    if (found.includes(next)) continue;
    found.push(next);
    queue.push(...scriptsIn(next, scripts), ...recipesIn(next, makefile));
  }
  return found;
}

const maxCommands = 50;

const runsScript = /\b(?:npm|pnpm|yarn|bun)(?: +-\S+)*(?: +run(?:-script)?)?(?: +-\S+)* +([\w:.-]+)/g;

/** The bodies of the scripts that a command names, with those that run before and after each. */
function scriptsIn(command: string, scripts: Record<string, unknown>): string[] {
  const names = [...command.matchAll(runsScript)].map((match) => (match[1] === 't' ? 'test' : match[1]!));
  const scriptNames = names.flatMap((name) => [`pre${name}`, name, `post${name}`]);
  return scriptNames.flatMap((name) => (Object.hasOwn(scripts, name) ? [String(scripts[name])] : []));
}

function packageScripts(text: string | undefined): Record<string, unknown> {
  try {
    return (JSON.parse(text ?? '{}') as { scripts?: Record<string, unknown> }).scripts ?? {};
  } catch {
    return {};
  }
}

const runsMake = /\bmake((?: +[\w.-]+)*)/g;

function recipesIn(command: string, makefile: string): string[] {
  if (!makefile || !/\bmake\b/.test(command)) return [];
  const targets = [...command.matchAll(runsMake)].flatMap((match) => match[1]!.trim().split(/ +/));
  return targets.flatMap((target) => recipeOf(target, makefile, new Set()));
}

function recipeOf(target: string, makefile: string, seen: Set<string>): string[] {
  const rule = rules(makefile).find(({ names }) => names.includes(target));
  if (!rule || seen.has(target)) return [];
  seen.add(target);
  const before = rule.needs.flatMap((name) => recipeOf(name, makefile, seen));
  const values = variables(makefile);
  return [...before, ...rule.lines.map((line) => expand(line, values))];
}

interface MakeRule {
  names: string[];
  needs: string[];
  lines: string[];
}

function rules(makefile: string): MakeRule[] {
  const found: MakeRule[] = [];
  for (const line of makefile.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    const head = /^([^\s#:=][^:=#]*)::?(?!=)([^#;]*)(?:;(.*))?/.exec(line);
    if (line.startsWith('\t')) found.at(-1)?.lines.push(line.trim().replace(/^[@+-]+ */, ''));
    else if (head)
      found.push({ names: words(head[1]), needs: words(head[2]), lines: head[3] ? [head[3].trim()] : [] });
  }
  return found;
}

const words = (text = '') => text.trim().split(/\s+/).filter(Boolean);

function variables(makefile: string): Map<string, string> {
  return new Map(
    [...makefile.matchAll(/^(\w+)\s*[:?+]?:?=\s*(.*)$/gm)].map((match) => [match[1]!, match[2]!]),
  );
}

/** Replaces the variables of make, so that the shell reader does not take `$(CC)` for a command. */
function expand(line: string, values: Map<string, string>, depth = 0): string {
  const filled = line.replace(/\$[({](\w+)[)}]/g, (_, name: string) =>
    depth < 5 ? expand(values.get(name) ?? '', values, depth + 1) : '',
  );
  return depth === 0 ? filled.replaceAll('$$', '$').trim() : filled;
}
