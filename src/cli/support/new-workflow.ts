// `pawl workflow new`: writes a small workflow with its command and its agents, as a starting point.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readOrEmpty, withValue, writeConfig } from '../../config/edit.ts';
import { readLayer } from '../../config/read.ts';
import type { LoadedWorkflows } from '../../domain/workflow/read.ts';
import { allPolicies } from '../../policies/registry.ts';
import { UserError } from '../../system/errors.ts';
import { writeFileAtomic } from '../../system/files.ts';
import type { InForce } from '../../user-policies/in-force.ts';

export function newWorkflow(name: string | undefined, loaded: LoadedWorkflows, { place }: InForce): string[] {
  if (!name || !/^[a-z][a-z0-9-]*$/.test(name))
    throw new UserError(
      'Give the new workflow a name of lower-case letters, digits and hyphens: `pawl workflow new notes`.',
    );
  if (Object.hasOwn(loaded.workflows, name))
    throw new UserError(`There is a workflow "${name}" already: \`pawl workflow show ${name}\` draws it.`, 1);
  const [writer, editor] = [`${name}-writer`, `${name}-editor`];
  const file = join(place.root, '.pawl', 'config.jsonc');
  const before = readOrEmpty(file);
  const layer = readLayer('project', file, before, allPolicies());
  if (layer.state === 'broken')
    throw new UserError(`${file} can’t be read; \`pawl config\` says why. Nothing was written.`, 1);
  // A project's config that is not trusted is not in force, but somebody wrote it.
  if (Object.hasOwn(layer.value.workflows ?? {}, name))
    throw new UserError(`There is a workflow "${name}" in ${file} already. Nothing was written.`, 1);
  writeConfig(file, withValue(before, ['workflows', name], template(name, writer, editor)));
  const claude = (path: string) => join(place.root, '.claude', path);
  const written = [
    [claude(`commands/${name}.md`), `Start the agent ${writer}, then the agent ${editor}.\n`],
    [claude(`agents/${writer}.md`), definition(writer, `Writes the document of the workflow ${name}.`)],
    [
      claude(`agents/${editor}.md`),
      definition(editor, `Reads the document of the workflow ${name} and corrects it.`),
    ],
  ].filter(([path]) => !existsSync(path!));
  for (const [path, text] of written) writeFileAtomic(path!, text!);
  return [file, ...written.map(([path]) => path!)];
}

function template(name: string, writer: string, editor: string) {
  const marker = { edited_by: editor };
  return {
    about: `Say here what ${name} is for`,
    start: { commands: [name] },
    places: { document: `docs/${name}_{session}_{date}.md` },
    agents: {
      [writer]: { delivers: [{ file: 'document', min_length: 100 }] },
      [editor]: {
        requires: [{ file: 'document', by: writer }],
        delivers: [
          { file: 'document', marker },
          { file: 'document', committed: true },
        ],
      },
    },
    end: 'The document is edited and committed.',
  };
}

const definition = (name: string, about: string) =>
  `---\nname: ${name}\ndescription: ${about}\n---\n${about}\n`;
