// Finds the behaviours of a command: those that its spec names, and those that the kinds of its options and operands mean.
import type { ShellCommand } from '../types.ts';
import type { Args } from './args.ts';
import type { Behaviour } from './behaviour.ts';
import { behaviours } from './behaviours/index.ts';
import { argsOf, programOf } from './registry.ts';
import type { OperandKind, OptionKind } from './spec.ts';

type Name = keyof typeof behaviours;

/** What a kind means for every program. */
export const meanings: {
  operands: Partial<Record<OperandKind, Name>>;
  options: Partial<Record<OptionKind, Name>>;
} = {
  operands: { deletes: 'deletesTrees', moves: 'moves' },
  options: {
    deletes: 'deletesValues',
    sql: 'sqlOption',
    sends: 'sendsNamedFiles',
    'sends-file': 'sendsNamedFiles',
    login: 'sendsNamedFiles',
  },
};

/** Behaviours that a spec names where more than the kind matters. They stand in for the meaning of the kind. */
const insteadOf: Partial<Record<Name, RegExp>> = {
  deletesTrees: /^(deletes|shreds)/,
  moves: /^moves$/,
  sqlOption: /^sql/,
  sendsNamedFiles: /^transfersFiles$/,
};

export function behavioursOf(command: ShellCommand): readonly Behaviour[] {
  const spec = programOf(command);
  const args = argsOf(command);
  const inner = args.spec === spec ? [] : (args.spec.behaviours ?? []);
  const named = [...(spec.behaviours ?? []), ...inner];
  return [...named.filter(isName), ...meantBy(args, named)].map((name) => behaviours[name]);
}

/** A config could contain any name. */
const isName = (name: string): name is Name => Object.hasOwn(behaviours, name);

function meantBy({ spec, options }: Args, named: readonly string[]): Name[] {
  const meant = new Set(options.map(({ kind }) => kind && meanings.options[kind]));
  if (spec.operands) meant.add(meanings.operands[spec.operands]);
  return [...meant].flatMap((name) => {
    const instead = name && insteadOf[name];
    return name && !named.some((other) => instead?.test(other)) ? [name] : [];
  });
}
