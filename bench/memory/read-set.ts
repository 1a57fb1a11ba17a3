// Reads a set of memories with prompts and session starts, and the memories that are relevant for each.
import { readFileSync } from 'node:fs';

export interface LabelledPrompt {
  prompt: string;
  relevant: number[];
}

export interface LabelledStart {
  files: string[];
  commit: string;
  relevant: number[];
}

export interface MemorySet {
  memories: { number: number; text: string; about: string[] }[];
  prompts: LabelledPrompt[];
  starts: LabelledStart[];
}

export function readSet(file: string): MemorySet {
  const lines = readFileSync(file, 'utf8').split('\n');
  return {
    memories: lines.flatMap((line) => {
      const found = /^(\d+)\. (.*?)(?: @ (.*))?$/.exec(line);
      return found ? [{ number: Number(found[1]), text: found[2]!, about: found[3]?.split(', ') ?? [] }] : [];
    }),
    prompts: lines.flatMap((line) => {
      const found = /^\? (.*) => ([\d ]+)$/.exec(line);
      return found ? [{ prompt: found[1]!, relevant: numbers(found[2]!) }] : [];
    }),
    starts: lines.flatMap((line) => {
      const found = /^\^ (.*?); (.*) => ([\d ]+)$/.exec(line);
      return found ? [{ files: found[1]!.split(' '), commit: found[2]!, relevant: numbers(found[3]!) }] : [];
    }),
  };
}

const numbers = (text: string) => text.split(' ').map(Number);
