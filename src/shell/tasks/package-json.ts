// The scripts of a package.json that a command of a package manager runs.
import { singleQuoted } from '../base/words.ts';

/** Subcommands that run scripts of other names, or several. */
const LIFECYCLES: Readonly<Record<string, readonly string[]>> = {
  t: ['test'],
  tst: ['test'],
  i: ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'],
  restart: ['stop', 'restart', 'start'],
};
const INSTALLS = /^(?:install|ci|clean-install|add)$/;
const RUNS = /^(?:run|run-script|rum|urn)$/;

/** The names of the scripts that the operands of a package manager ask for, and the arguments of the script. */
export function scriptNames(operands: readonly string[]): {
  names: readonly string[];
  rest: readonly string[];
} {
  const [first = 'install', ...more] = operands;
  if (RUNS.test(first)) return { names: withLifecycle(more[0] ?? ''), rest: more.slice(1) };
  if (INSTALLS.test(first)) return { names: LIFECYCLES.i as readonly string[], rest: [] };
  return {
    names: (Object.hasOwn(LIFECYCLES, first) ? LIFECYCLES[first]! : [first]).flatMap(withLifecycle),
    rest: more,
  };
}

const withLifecycle = (name: string) => (name === '' ? [] : [`pre${name}`, name, `post${name}`]);

/** The shell source of these scripts. Text that is no package.json has none. */
export function packageScripts(text: string, operands: readonly string[]): readonly string[] {
  const { names, rest } = scriptNames(operands);
  const scripts = scriptsIn(text);
  return names.flatMap((name) => {
    const source = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
    if (typeof source !== 'string') return [];
    return [
      rest.length > 0 && !/^(?:pre|post)/.test(name)
        ? `${source} ${rest.map(singleQuoted).join(' ')}`
        : source,
    ];
  });
}

/** The scripts of a package.json or a composer.json. */
export function scriptsIn(text: string): Record<string, unknown> {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: Record<string, unknown> };
    return scripts ?? {};
  } catch {
    return {};
  }
}
