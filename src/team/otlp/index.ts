// OpenTelemetry out: figures and decisions of the store, sent to a collector. For commands and the daily work; a hook
// never loads this.
export { type ExportReport, type ExportResult, exportOtlp } from './export.ts';
