// One thing the doctor has to say.
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
  /** `--fix` would mend it. */
  fixable: boolean;
}

export interface Where {
  file?: string;
  line?: number;
  event?: string;
  /** Overrides what the table says. */
  severity?: Severity;
  fix?: string;
  fixable?: boolean;
}

export function finding(code: CodeName, what: string, where: Where = {}): Finding {
  const row: Code = codes[code];
  return {
    code,
    severity: where.severity ?? row.severity,
    ...(where.file && { file: where.file }),
    ...(where.line && { line: where.line }),
    ...(where.event && { event: where.event }),
    what,
    why: row.why,
    fix: where.fix ?? row.fix,
    fixable: where.fixable ?? false,
  };
}
