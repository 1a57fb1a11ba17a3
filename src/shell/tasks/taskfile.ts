// The commands of a Taskfile that `task` runs, as shell source.

interface Task {
  cmds?: unknown;
  cmd?: unknown;
  deps?: unknown;
}

/** The commands of the tasks that the operands name (or of `default`), and of those they need. */
export function taskCommands(text: string, operands: readonly string[]): readonly string[] {
  const tasks = tasksIn(text);
  const names = operands.filter((operand) => !operand.includes('='));
  const seen = new Set<string>();
  return (names.length > 0 ? names : ['default']).flatMap((name) => collect(name, tasks, seen));
}

function tasksIn(text: string): Record<string, unknown> {
  try {
    const file = Bun.YAML.parse(text) as { tasks?: Record<string, unknown> } | null;
    return file?.tasks ?? {};
  } catch {
    return {};
  }
}

function collect(name: string, tasks: Record<string, unknown>, seen: Set<string>): readonly string[] {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (task === undefined || task === null || seen.has(name)) return [];
  seen.add(name);
  if (typeof task === 'string' || Array.isArray(task)) return stepsOf(task, tasks, seen);
  const { deps, cmds, cmd } = task as Task;
  const needed = list(deps).flatMap((step) => collect(nameOf(step), tasks, seen));
  return [...needed, ...stepsOf(cmds ?? cmd, tasks, seen)];
}

const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

const nameOf = (step: unknown): string =>
  typeof step === 'string' ? step : String((step as { task?: unknown } | null)?.task ?? '');

function stepsOf(steps: unknown, tasks: Record<string, unknown>, seen: Set<string>): readonly string[] {
  return list(steps).flatMap((step) => {
    if (typeof step === 'string') return [filled(step)];
    const { cmd, task, defer } = (step ?? {}) as Record<string, unknown>;
    if (typeof cmd === 'string') return [filled(cmd)];
    if (typeof defer === 'string') return [filled(defer)];
    return typeof task === 'string' ? collect(task, tasks, seen) : [];
  });
}

/** `{{.NAME}}` is a value that is not known. */
const filled = (source: string) =>
  source.replace(/\{\{\s*\.?(\w+)?[^{}]*\}\}/g, (_all, name = 'TASK_VALUE') => `$${name}`);
