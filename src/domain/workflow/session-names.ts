// Describes how files of workflows are named in this session. The model is told when the session starts.
import { namingFor, type WorkflowEngine } from './context.ts';
import { patternOf, statusValue } from './naming.ts';

export function describeNames(engine: WorkflowEngine): string | undefined {
  const { workflows, unused, places } = engine.loaded();
  const naming = namingFor(engine, undefined);
  const used = Object.keys(workflows).some((name) => !unused.includes(name) && usesSession(name));
  if (!used) return undefined;
  const [id, description] = ['current_milestone', 'milestone_description'].map((key) =>
    statusValue(key, naming),
  );
  const from =
    naming.status.current_milestone !== undefined
      ? `from ${places.status}`
      : engine.files.read(`${engine.root}/${places.status}`) === undefined
        ? `no ${places.status} yet`
        : `${places.status} has no current_milestone that can be read`;
  return `Session ${engine.session}, milestone ${id}: ${description} (${from}). Files of workflows are named after both.`;

  function usesSession(name: string): boolean {
    const { phases, places: ownPlaces = {} } = workflows[name]!;
    const ownNaming = { ...naming, places: { ...naming.places, ...ownPlaces } };
    return Object.values(phases).some(({ agents = {} }) =>
      Object.values(agents).some(({ requires = [], delivers = [] }) =>
        [...requires, ...delivers].some(
          ({ file }) => file && patternOf(file, ownNaming).includes('{session}'),
        ),
      ),
    );
  }
}
