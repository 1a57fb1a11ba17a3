// Sends metrics and decisions of the store to an OpenTelemetry collector. For commands and the background work; a hook
// never loads this.
export { type ExportReport, type ExportResult, exportOtlp } from './export.ts';
