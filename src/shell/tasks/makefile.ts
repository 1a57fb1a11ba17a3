// The recipes of a Makefile that `make` runs for some targets, as shell source.

interface Rule {
  needs: readonly string[];
  recipe: string[];
}

interface Makefile {
  variables: Map<string, string>;
  rules: Map<string, Rule>;
  first: string | undefined;
  /** Commands that run while the file is read. */
  early: string[];
}

const ASSIGNMENT = /^\s*(?:export\s+|override\s+|private\s+)*([\w.-]+)\s*(\?|\+|!|:{1,3})?=\s*(.*)$/;
const RULE = /^([^\t:=#\s][^:=#]*?)\s*::?(?!=)([^;]*)(?:;(.*))?$/;

/** The recipes of the targets (or of the first target) and of everything they need. */
export function recipesToRun(text: string, operands: readonly string[]): readonly string[] {
  const file = parse(text);
  for (const operand of operands) {
    const [, name, , value] = ASSIGNMENT.exec(operand) ?? [];
    if (name !== undefined && value !== undefined) file.variables.set(name, value);
  }
  const targets = operands.filter((operand) => !operand.includes('='));
  const wanted = targets.length > 0 ? targets : file.first === undefined ? [] : [file.first];
  const sources = file.early.map((line) => expand(line, file, ''));
  const seen = new Set<string>();
  for (const target of wanted) collect(target, file, seen, sources);
  return sources;
}

function parse(text: string): Makefile {
  const file: Makefile = { variables: new Map(), rules: new Map(), first: undefined, early: [] };
  let current: Rule[] = [];
  for (const line of text.replace(/[ \t]*\\\r?\n[ \t]*/g, ' ').split(/\r?\n/)) {
    if (line.startsWith('\t')) for (const rule of current) rule.recipe.push(line);
    else current = parseLine(line.replace(/(^|\s)#.*/, ''), file) ?? current;
  }
  return file;
}

/** Reads an assignment or the first line of a rule; returns the rules that the next lines belong to. */
function parseLine(line: string, file: Makefile): Rule[] | undefined {
  const [, name, operator, value = ''] = ASSIGNMENT.exec(line) ?? [];
  if (name !== undefined) {
    assign(name, operator, value, file);
    return [];
  }
  const [, targets, needs = '', inline] = RULE.exec(line) ?? [];
  if (targets === undefined) return undefined;
  return targets.split(/\s+/).map((target) => {
    const rule = file.rules.get(target) ?? { needs: [], recipe: [] };
    rule.needs = [...rule.needs, ...needs.replace('|', ' ').split(/\s+/).filter(Boolean)];
    if (inline) rule.recipe.push(inline);
    file.rules.set(target, rule);
    if (!/^\.|%/.test(target)) file.first ??= target;
    return rule;
  });
}

function assign(
  name: string,
  operator: string | undefined,
  value: string,
  { variables, early }: Makefile,
): void {
  // `:` does nothing, but the shell runs the `$(shell …)` in its arguments.
  if (operator === '!' || /\$[({]shell\s/.test(value)) early.push(operator === '!' ? value : `: ${value}`);
  if (operator === '+') variables.set(name, `${variables.get(name) ?? ''} ${value}`);
  else if (operator !== '?' || !variables.has(name)) variables.set(name, operator === '!' ? '' : value);
}

const MAX_RULES = 200;

function collect(target: string, file: Makefile, seen: Set<string>, sources: string[]): void {
  const rule = file.rules.get(target);
  if (!rule || seen.has(target) || seen.size > MAX_RULES) return;
  seen.add(target);
  for (const need of rule.needs) collect(expand(need, file, target), file, seen, sources);
  for (const line of rule.recipe)
    sources.push(expand(line.trim().replace(/^[@+\s-]+/, ''), file, target, rule));
}

/** Replaces `$(NAME)`, `$@` and the like. `$(shell x)` becomes `$(x)`; an unknown name becomes a variable of the shell. */
function expand(text: string, file: Makefile, target: string, rule?: Rule, depth = 0): string {
  if (depth > 8 || text.length > 20_000) return text;
  return text.replace(
    /\$\$|\$[({]shell\s+((?:[^()]|\([^()]*\))*)[)}]|\$[({]([\w.-]+)[)}]|\$[({][^(){}]*(?:\([^()]*\)[^(){}]*)*[)}]|\$([@<^?*+])/g,
    (all, shell?: string, name?: string, sign?: string) => {
      if (all === '$$') return '$';
      if (shell !== undefined) return `$(${expand(shell, file, target, rule, depth + 1)})`;
      if (sign !== undefined)
        return sign === '@' ? target : sign === '<' ? (rule?.needs[0] ?? '') : (rule?.needs.join(' ') ?? '');
      if (name === undefined) return '$MAKE_FUNCTION';
      const value = file.variables.get(name);
      return value === undefined
        ? `$${name.replace(/\W/g, '_')}`
        : expand(value, file, target, rule, depth + 1);
    },
  );
}
