// `npm start`: builds Pawl, installs it into a temporary home, runs a session of the real client with it, and shows what
// happened and why. Nothing outside that home is changed.
import { readFileSync } from 'node:fs';
import { install, pawlJson } from '../test/support/pawl.ts';
import { toolResults } from '../test/support/read.ts';
import { freshWorld, type World } from '../test/support/world.ts';
import { build } from './build.ts';
import { offerDashboard } from './demo/dashboard.ts';
import { bold, dim } from './demo/paint.ts';
import {
  heading,
  printExplanation,
  printModelTexts,
  printOutcome,
  printTimeline,
  type Recorded,
} from './demo/print.ts';
import { outcome, play, setUpScene } from './demo/story.ts';

function registeredEvents(world: World): string[] {
  const { hooks } = JSON.parse(readFileSync(world.settings, 'utf8')) as { hooks: Record<string, unknown> };
  return Object.keys(hooks);
}

const howToInstall = `  dist/pawl init --dry-run   ${dim('shows what would change in ~/.claude/settings.json')}
  dist/pawl init             ${dim('installs it; running sessions pick it up at once')}
  dist/pawl doctor           ${dim('checks every hook on this machine, not only Pawl’s')}
  dist/pawl uninstall        ${dim('restores the file as it was')}`;

async function main(): Promise<number> {
  console.log(bold('Pawl, played through a real Claude Code session'));
  console.log(dim('Building dist/pawl …'));
  build();
  using world = freshWorld();
  setUpScene(world);
  install(world);
  console.log(
    dim(`Installed into a throw-away home: ${registeredEvents(world).length} events are registered.`),
  );
  console.log(dim('A repository in the middle of a conflicted merge; the model is asked to publish it …'));
  const run = await play(world);

  const events = pawlJson<Recorded[]>(world, ['log', '--limit', '100']).sort((a, b) => a.at - b.at);
  heading('What happened');
  printTimeline(events);
  heading('What the model was told');
  printModelTexts(run);
  const refused = toolResults(run).find((result) => result.refused);
  heading(`Why the push was refused (pawl explain ${refused?.id})`);
  printExplanation(pawlJson<Recorded>(world, ['explain', refused?.id ?? '']));
  heading('How it ended');
  const end = outcome(world);
  printOutcome(end);
  heading('To install it for real');
  console.log(howToInstall);
  heading('To see it all');
  await offerDashboard(world, process.argv.slice(2), refused?.id);
  return end.colleagueSafe && end.mergeFinished ? 0 : 1;
}

process.exit(
  await main().catch((problem: Error) => {
    console.error(problem.message);
    return 1;
  }),
);
