import { sessionStart } from '../../core/examples.ts';
import type { Inject } from '../../core/verdict.ts';
import { type FrontMatter, readFrontMatter } from '../../domain/front-matter.ts';
import {
  type ContextFile,
  type FileSearch,
  type FittedFiles,
  findFiles,
  fitFiles,
  textEntries,
  type Variables,
} from '../../domain/sessions/context-files.ts';
import { type Context, definePolicy, type EventOf, inject } from '../../index.ts';

const roleFile =
  '---\nauto_include:\n  - docs/plan.md\n  - ${PROJECT_PATH}/CLAUDE.md\n---\nYou keep the plan.';

export default definePolicy({
  id: 'session/context',
  summary: 'Give a new session its context files and those of its role',
  why: 'A session that starts with the day’s notes and the documents of its role does not have to search for them. Small files are given in full before a large one is cut, files left out are named, and a missing or broken file blocks nothing.',
  on: 'SessionStart',
  level: 'warn',
  options: {
    core: {
      default: [] as readonly string[],
      about:
        'Files that every session gets: paths relative to the project’s root, `~/…` or absolute, or globs.',
    },
    roles: {
      default: ['.claude/roles/${ROLE}/role.md', '.claude/roles/${ROLE}.md'] as readonly string[],
      about: 'Where the file of a role may be. Its front matter can list more files under `auto_include`.',
    },
    role_text: { default: true, about: 'Also give the text of the role’s file itself.' },
    matches: { default: 3, about: 'How many files are taken per glob, the newest first.' },
    budget: { default: 7_000, about: 'The maximum number of characters for all files together.' },
  },
  examples: () => [
    { event: sessionStart(), expect: 'pass', title: 'No files are configured' },
    {
      event: sessionStart(),
      expect: 'inject',
      title: 'A core file for every session',
      options: { core: ['TODAY.md', 'missing.md'] },
      given: { files: { 'TODAY.md': 'Ship the parser.' } },
      says: 'Ship the parser.',
    },
    {
      event: sessionStart(),
      expect: 'inject',
      title: 'The files of a role; an entry whose variable is not set is skipped',
      given: {
        env: { CLAUDE_SESSION_ROLE: 'planner' },
        files: { '.claude/roles/planner/role.md': roleFile, 'docs/plan.md': 'Step one.' },
      },
      says: 'Step one.',
    },
    {
      event: sessionStart(),
      expect: 'inject',
      title: 'Invalid front matter is reported; the other files are given',
      options: { core: ['TODAY.md'] },
      given: {
        env: { CLAUDE_SESSION_ROLE: 'planner' },
        files: { '.claude/roles/planner.md': '---\nauto_include: [\n---\nText.', 'TODAY.md': 'Ship it.' },
      },
      says: 'Ship it.',
    },
    {
      event: sessionStart(),
      expect: 'pass',
      title: 'A role’s list can’t name files outside the project, or secrets',
      given: {
        env: { CLAUDE_SESSION_ROLE: 'spy' },
        files: {
          '.claude/roles/spy.md': '---\nauto_include: [../../other/secret.md, /etc/passwd, .env]\n---\n',
          '/etc/passwd': 'root:x:0:0',
          '.env': 'TOKEN=1',
        },
      },
    },
    {
      event: sessionStart('fork'),
      expect: 'pass',
      title: 'A fork already has the files in its transcript',
      options: { core: ['TODAY.md'] },
      given: { files: { 'TODAY.md': 'Ship the parser.' } },
    },
  ],
  check(event, context) {
    // A fork's transcript contains the files. After a resume, the budget drops those that have not changed.
    if (event.source === 'fork') return undefined;
    const { files, project, home, options } = context;
    const search: FileSearch = {
      files,
      home,
      root: project.root,
      matches: options.matches,
      variables: variables(event, context),
    };
    const role = findRole(options.roles, search);
    const within = [project.root, search.variables.PROJECT_PATH].filter((path) => path !== undefined);
    const roleFiles = findFiles(textEntries(role?.head.auto_include), { ...search, within });
    const roleText = role?.body.trim() && options.role_text ? [{ ...role.file, text: role.body.trim() }] : [];
    const found = unique([...findFiles(options.core, search), ...roleText, ...roleFiles]);
    return found.length > 0 || role?.problem ? injectFiles(fitFiles(found, options.budget), role) : undefined;
  },
});

interface Role extends FrontMatter {
  file: ContextFile;
}

function findRole(places: readonly string[], search: FileSearch): Role | undefined {
  const [file] = findFiles(places, { ...search, within: [search.root, search.home] });
  return file && { file, ...readFrontMatter(file.text) };
}

/** The variables that a path in the config or in a role’s file may use. */
function variables(event: EventOf<'SessionStart'>, { env, project, home, session }: Context): Variables {
  const { project_path } = event as { project_path?: unknown };
  return {
    HOME: home,
    ROLE: session.role,
    MODE: session.mode.name,
    PROJECT_ROOT: project.root,
    PROJECT_PATH: typeof project_path === 'string' ? project_path : env('PROJECT_PATH'),
    WORKSPACE: env('WORKSPACE'),
  };
}

function unique(files: readonly ContextFile[]): ContextFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

/** Each file is a separate text, so that a changed file is given again without the others. */
function injectFiles({ whole, cut, leftOut }: FittedFiles, role: Role | undefined): Inject[] {
  const names = [...whole.map((file) => file.name), ...(cut ? [`${cut.file.name} (beginning)`] : [])];
  const lines = [
    `Files for this session${role ? `, role ${role.file.name}` : ''}: ${names.join(', ') || 'none'}.`,
    ...leftOut.map(({ name, text }) => `Left out for length: ${name} (${text.length} characters).`),
    ...(role?.problem ? [`${role.file.name}: ${role.problem}`] : []),
  ];
  return [
    inject(lines.join('\n')),
    ...whole.map(({ name, text }) => inject(`## ${name}\n${text}`)),
    ...(cut ? [inject(`## ${cut.file.name}\n${cut.text}\n… (cut; the full file is ${cut.file.path})`)] : []),
  ];
}
