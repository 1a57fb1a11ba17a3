// Tests that an option with a value before the subcommand does not change which subcommand is read.
import { expect, test } from 'bun:test';
import { readGroups } from '../../../scripts/generate/programs.ts';
import { decisionOn } from '../../../test/support/objections.ts';
import { readShell } from '../index.ts';
import { grammarOf } from './grammar/grammar.ts';
import type { CommandGrammar } from './grammar/types.ts';
import { kindOf } from './read-args.ts';
import { specOf } from './registry.ts';

const world = { cwd: '/home/me/project', home: '/home/me', projectRoot: '/home/me/project', tmp: ['/tmp'] };
const codes = (source: string) =>
  readShell(source, world)
    .effects.filter((effect) => effect.weight !== 'plain')
    .map((effect) => effect.code);

test.each([
  'pnpm --dir "$d" test',
  'helm --kube-context "$c" list',
  'uv --directory "$d" sync',
  'poetry -C "$d" install',
  'az --subscription "$s" account show',
  'alembic -c "$f" current',
  'gcloud --project "$p" compute instances list',
  'docker --context "$c" ps',
  'kubectl --context "$c" -n "$n" get pods',
  'terraform -chdir="$d" plan',
  'gh --repo "$r" pr list',
  'npm --prefix "$d" ls',
  'cargo --config "$c" test',
  'gpg --verify "$f"',
])('passes with an unknown value before the subcommand: %s', (source) => {
  expect(decisionOn(source)).toBe('pass');
});

test.each([
  ['pnpm --dir "$d" publish', 'publish'],
  ['helm --kube-context "$c" uninstall x', 'cluster-delete'],
  ['docker --context "$c" volume rm x', 'container-volume-delete'],
  ['git -C "$d" reset --hard', 'git-reset-hard'],
  ['git --git-dir "$d" push --force', 'git-push-force'],
  ['kubectl --context "$c" delete ns x', 'kube-delete'],
  ['docker --frobnicate x volume rm y', 'container-volume-delete'],
  ['npm --frobnicate x unpublish y', 'unpublish'],
  ['aws $options ssm send-command --document-name x', 'cloud-run-command'],
  ['aws ssm $options send-command --document-name x', 'cloud-run-command'],
  ['pscale "$flags" database delete shop', 'platform-delete'],
  ['git $flags push $more --force', 'git-push-force'],
])('is still found after an option with a value: %s', (source, code) => {
  expect(codes(source)).toContain(code);
});

/** Options of a program that take one value, according to the grammar table. */
const valuedOptions = ({ options, sharedOptions }: CommandGrammar) =>
  [...options, ...sharedOptions]
    .filter(([, option]) => option.values.length === 1 && !option.attachedOnly && !option.values[0]?.optional)
    .map(([name]) => name)
    .filter((name) => /^-(\w|-[\w-]+)$/.test(name));

/** Whether our own spec lists the option. */
function isOurs(name: string, option: string): boolean {
  const spec = specOf({ name });
  const rules =
    spec?.effects?.flatMap(({ flags = '', unless = '' }) => `${flags} ${unless}`.split(' ')) ?? [];
  return (spec && kindOf(spec, option) !== undefined) || rules.includes(option);
}

const programs = (await readGroups()).flatMap((group) =>
  group.programs.flatMap((spec) => spec.names.split(' ')),
);

test('an unknown option value is not taken for a subcommand, in every program whose subcommands have effects', () => {
  const shifted: string[] = [];
  let tried = 0;
  for (const name of programs) {
    const grammar = specOf({ name })?.effects ? grammarOf(name) : undefined;
    if (!grammar) continue;
    const subs = [...grammar.subcommands.keys()].filter((sub) => /^[a-z]/.test(sub)).slice(0, 12);
    for (const sub of subs)
      for (const option of valuedOptions(grammar)
        .filter((listed) => !isOurs(name, listed))
        .slice(0, 12)) {
        tried++;
        const alone = codes(`${name} ${sub}`);
        const shown = codes(`${name} ${option} "$x" ${sub}`);
        if (shown.some((code) => !alone.includes(code)))
          shifted.push(`${name} ${option} "$x" ${sub}: ${shown}`);
      }
  }
  expect(tried).toBeGreaterThan(500);
  expect(shifted).toEqual([]);
});
