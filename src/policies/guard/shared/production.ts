// Recognises production by name: in the words of a deploy command (stack, profile, environment, context, workspace,
// project …), in variables set for it, and in what was selected before it runs.
import type { Facts } from '../../../core/facts.ts';
import type { ShellCommand } from '../../../shell/types.ts';

const productionName = /(^|[^a-z])(prod|production|prd|live)([^a-z]|$)/i;

/** Options whose value is prose, which may mention production without being about it. */
const proseOptions = /^(-m|--message|--description|--title|--comment|--notes?|--change-cause)(=|$)/;

/** Variables that choose a build, not the place to which it goes. */
const buildVariables = /^(NODE_ENV|BABEL_ENV)$/;

/** The word, value or selection by which a command is about production; undefined if there is none. */
export function productionIn(command: ShellCommand, facts: Facts): string | undefined {
  const names = [...targetWords(command), ...assignedValues(command)];
  return [...names, ...selectedBefore(command, facts)].find(isProductionName);
}

/** `ProdStack` and `app-prod-eu` are production; `prodigy` and `product` are not. */
export function isProductionName(name: string): boolean {
  const separated = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return productionName.test(separated);
}

/** The arguments, and the name of a script that deploys: `./deploy-prod.sh`. */
function targetWords({ words }: ShellCommand): string[] {
  const [program = '', ...given] = words.map(({ text }) => text);
  const name = program.slice(program.lastIndexOf('/') + 1);
  const texts = [/deploy/i.test(name) ? name : '', ...given];
  return texts.filter((text, at) => {
    const before = texts[at - 1] ?? '';
    return !proseOptions.test(text) && !(proseOptions.test(before) && !before.includes('='));
  });
}

function assignedValues({ assignments }: ShellCommand): string[] {
  return assignments.filter(({ name }) => !buildVariables.test(name)).map(({ value }) => value.text);
}

interface Selection {
  programs: RegExp;
  /** With one of these options, the command itself names the target. */
  options: RegExp;
  variables: readonly string[];
  file?: { path: (facts: Facts) => string; name: RegExp };
}

/** Files and variables that select the target of a command that does not name one. */
const selections: readonly Selection[] = [
  {
    programs: /^(kubectl|oc|helm|helmfile|skaffold|kustomize)$/,
    options: /^--(kube-?)?context(=|$)|^--kubeconfig(=|$)/,
    variables: [],
    file: {
      path: ({ env, home }) => env('KUBECONFIG')?.split(':')[0] ?? `${home}/.kube/config`,
      name: /^current-context:\s*["']?([^"'\n]+)/m,
    },
  },
  {
    programs: /^(aws|cdk|sam|sst|serverless|sls|copilot|amplify|chalice|zappa|eb)$/,
    options: /^--(aws-)?profile(=|$)|^--stage(=|$)/,
    variables: ['AWS_PROFILE', 'AWS_DEFAULT_PROFILE'],
  },
  {
    programs: /^gcloud$/,
    options: /^--project(=|$)/,
    variables: ['CLOUDSDK_CORE_PROJECT', 'GOOGLE_CLOUD_PROJECT'],
  },
];

function selectedBefore({ name, words, assignments }: ShellCommand, facts: Facts): string[] {
  const found = selections.find(({ programs }) => programs.test(name));
  if (!found || words.some(({ text }) => found.options.test(text))) return [];
  const free = found.variables.filter((variable) =>
    assignments.every(({ name: assigned }) => assigned !== variable),
  );
  const values = free.flatMap((variable) => facts.env(variable) ?? []);
  const { file } = found;
  const chosen = file?.name.exec(facts.files.read(file.path(facts), 1_000_000) ?? '')?.[1];
  return chosen ? [...values, chosen] : values;
}
