// Every client whose hooks are commands.
import type { ConformClient, Protocol } from '../protocol.ts';
import { claude } from './claude.ts';
import { codex, copilot, gemini, qwen } from './others.ts';

export const protocols: Readonly<Record<ConformClient, Protocol>> = { claude, codex, copilot, gemini, qwen };
