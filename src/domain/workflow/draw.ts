// Draws a workflow as text and as a Mermaid diagram.

import { describeChecks, describeStart } from './describe.ts';
import { exits, nextPhase } from './graph.ts';
import type { Naming } from './naming.ts';
import type { AgentSpec, Move, Phase, Workflow } from './types.ts';

export function drawText(name: string, workflow: Workflow, naming: Naming): string {
  const starts = describeStart(workflow.start);
  const lines = [
    `${name}: ${workflow.about}`,
    ...(starts ? [`starts with ${starts}`] : []),
    ...(workflow.requires ? [`needs       ${describeChecks(workflow.requires, naming)}`] : []),
    '',
    ...Object.entries(workflow.phases).flatMap(([phaseName, phase]) =>
      phaseText(phaseName, phase, workflow, naming),
    ),
    ...(workflow.next ? [`then ${workflow.next}`] : []),
  ];
  return lines.join('\n');
}

function phaseText(name: string, phase: Phase, workflow: Workflow, naming: Naming): string[] {
  const title = [
    name,
    phase.runs && phase.runs !== name ? `(workflow ${phase.runs})` : '',
    phase.about ?? '',
  ];
  return [
    `┌─ ${title.filter(Boolean).join('  ')}`,
    ...(phase.start ? [`│  starts with ${describeStart(phase.start)}`] : []),
    ...(phase.requires ? [`│  needs ${describeChecks(phase.requires, naming)}`] : []),
    ...Object.entries(phase.agents ?? {}).flatMap(([agent, spec]) => agentText(agent, spec, naming)),
    ...(phase.main_only ? ['│  main conversation only: agents that could edit files are refused'] : []),
    ...(phase.moves ?? []).map((move) => `│  ${describeMove(move)} ──▶ ${move.to}`),
    phase.moves ? '└─' : `└─▶ ${nextPhase(workflow, name)}`,
    '',
  ];
}

function agentText(agent: string, spec: AgentSpec, naming: Naming): string[] {
  const rows = (['requires', 'outside', 'delivers'] as const).flatMap((key) => {
    const words = describeChecks(spec[key], naming);
    const title = { requires: 'needs', outside: 'needs, when not running', delivers: 'delivers' }[key];
    return words ? [`│      ${title} ${words}`] : [];
  });
  return [`│  ● ${agent}`, ...rows];
}

export function describeMove({ when }: Move): string {
  const times = when.times && when.times > 1 ? `${when.times} ` : '';
  const words = [
    when.tests && `${times}${when.tests} test run${times ? 's' : ''}`,
    when.committed && 'committed',
    when.clean && 'nothing uncommitted',
    when.released && 'an agent stopped without its deliverables',
  ];
  return words.filter(Boolean).join(', ') || 'never';
}

export function drawMermaid(name: string, workflow: Workflow): string {
  const phases = Object.keys(workflow.phases);
  const starts = describeStart(workflow.start) || name;
  const boxes = phases.map((phase) => {
    const agents = Object.keys(workflow.phases[phase]!.agents ?? {});
    return `  ${idOf(phase)}["${[phase, ...agents].join('<br/>')}"]`;
  });
  const arrows = phases.flatMap((phase) => {
    const moves = workflow.phases[phase]!.moves;
    if (moves) return moves.map((move) => `  ${idOf(phase)} -->|${describeMove(move)}| ${idOf(move.to)}`);
    return exits(workflow, phase).map((to) => `  ${idOf(phase)} --> ${idOf(to)}`);
  });
  return [
    'flowchart TD',
    `  start(["${starts}"]) --> ${idOf(phases[0]!)}`,
    ...boxes,
    ...arrows,
    '  end_([end])',
  ].join('\n');
}

/** `end` is a keyword in Mermaid. */
function idOf(phase: string): string {
  return phase === 'end' ? 'end_' : phase.replace(/\W/g, '_');
}
