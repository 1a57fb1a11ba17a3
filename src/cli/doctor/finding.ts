// One finding of `pawl doctor`.
import { type Code, type CodeName, codes, type Severity } from './codes.ts';

export interface Finding {
  code: CodeName;
  severity: Severity;
  file?: string;
  line?: number;
  event?: string;
  what: string;
  why: string;
  fix: string;
  /** Whether `--fix` would fix it. */
  fixable: boolean;
}

export interface FindingDetails {
  file?: string;
  line?: number;
  event?: string;
  /** Overrides the severity of the code. */
  severity?: Severity;
  fix?: string;
  fixable?: boolean;
}

export function finding(code: CodeName, what: string, details: FindingDetails = {}): Finding {
  const row: Code = codes[code];
  return {
    code,
    severity: details.severity ?? row.severity,
    ...(details.file && { file: details.file }),
    ...(details.line && { line: details.line }),
    ...(details.event && { event: details.event }),
    what,
    why: row.why,
    fix: details.fix ?? row.fix,
    fixable: details.fixable ?? false,
  };
}
