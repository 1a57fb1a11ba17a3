// The recipes of a justfile that `just` runs, as shell source.

const HEADER =
  /^@?([A-Za-z_][\w-]*)((?:\s+[*+$]?[\w-]+(?:\s*=\s*(?:'[^']*'|"[^"]*"|\S+))?)*)\s*:(?!=)\s*(.*)$/;
const VALUE = /^(?:export\s+)?([\w-]+)\s*:=\s*(?:'([^']*)'|"([^"]*)")\s*$/;

interface Recipe {
  needs: readonly string[];
  parameters: readonly string[];
  lines: string[];
}

/** The recipes that the operands name (or the first one), and those they need. */
export function justRecipes(text: string, operands: readonly string[]): readonly string[] {
  const values = new Map<string, string>();
  const recipes = new Map<string, Recipe>();
  let current: Recipe | undefined;
  for (const line of text.replace(/\\\r?\n[ \t]*/g, ' ').split(/\r?\n/)) {
    if (/^[ \t]+\S/.test(line)) current?.lines.push(line.trim());
    else {
      const [, name, single, double] = VALUE.exec(line) ?? [];
      if (name !== undefined) values.set(name, single ?? double ?? '');
      current = headerOf(line, recipes) ?? (line.trim() === '' ? current : undefined);
    }
  }
  const [first = [...recipes.keys()][0] ?? '', ...rest] = operands.filter(
    (operand) => !operand.includes('='),
  );
  return collect(first, rest, { recipes, values }, new Set());
}

function headerOf(line: string, recipes: Map<string, Recipe>): Recipe | undefined {
  const [, name, parameters = '', needs = ''] = HEADER.exec(line) ?? [];
  if (name === undefined || name === 'set' || name === 'alias') return undefined;
  const recipe: Recipe = {
    needs: needs.replace(/#.*/, '').match(/[A-Za-z_][\w-]*/g) ?? [],
    parameters: [...parameters.matchAll(/(?:^|\s)[*+$]?([A-Za-z_][\w-]*)/g)].map((m) => m[1] as string),
    lines: [],
  };
  recipes.set(name, recipe);
  return recipe;
}

function collect(
  name: string,
  given: readonly string[],
  file: { recipes: ReadonlyMap<string, Recipe>; values: ReadonlyMap<string, string> },
  seen: Set<string>,
): readonly string[] {
  const recipe = file.recipes.get(name);
  if (!recipe || seen.has(name)) return [];
  seen.add(name);
  const before = recipe.needs.flatMap((need) => collect(need, [], file, seen));
  const fill = (line: string) =>
    line.replace(/\{\{\s*([\w-]+)?[^{}]*\}\}/g, (_all, used = '') => {
      const at = recipe.parameters.indexOf(used as string);
      return file.values.get(used as string) ?? given[at] ?? '$JUST_VALUE';
    });
  return [...before, ...sourcesOf(recipe.lines.map(fill))];
}

/** A recipe that begins with `#!` is one script; otherwise every line is a command. */
function sourcesOf(lines: readonly string[]): readonly string[] {
  const program = /^#!\s*\S*?(?:env\s+(?:-S\s+)?)?([^\s/]+)(?:\s|$)/.exec(lines[0] ?? '')?.[1];
  if (program) return [`${program} <<'END_OF_RECIPE'\n${lines.slice(1).join('\n')}\nEND_OF_RECIPE`];
  return lines.map((line) => line.replace(/^[@-]+/, ''));
}
