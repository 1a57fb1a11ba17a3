// The scripts of a composer.json that a command of Composer runs.
import { scriptsIn } from './package-json.ts';

/** Subcommands that run the scripts of an event. */
const EVENTS: Readonly<Record<string, string>> = {
  install: 'pre-install-cmd post-install-cmd pre-autoload-dump post-autoload-dump',
  update: 'pre-update-cmd post-update-cmd pre-autoload-dump post-autoload-dump',
  'dump-autoload': 'pre-autoload-dump post-autoload-dump',
};
const RUNS = /^(?:run|run-script)$/;

/** The shell source of the scripts that the operands ask for. A script is one command or a list of them. */
export function composerScripts(text: string, operands: readonly string[]): readonly string[] {
  const [first = 'install', second = ''] = operands;
  const names = RUNS.test(first)
    ? [second]
    : (Object.hasOwn(EVENTS, first) ? EVENTS[first]! : first).split(' ');
  const scripts = scriptsIn(text);
  return names
    .flatMap((name) => (Object.hasOwn(scripts, name) ? scripts[name] : []))
    .filter((source) => typeof source === 'string')
    .map((source) => source.replace(/^@php\b/, 'php'));
}
