// The bundle for events that need stored state (`loadBundle('stateful')`): the database, the facts read from it, and
// the policies of all packs but the guard.

export * as stopGate from '../../core/stop-gate.ts';
export * as clientSettings from '../../facts/client-settings.ts';
export * as continuity from '../../facts/continuity.ts';
export { gitFacts } from '../../facts/git.ts';
export * as grants from '../../facts/grants.ts';
export * as identity from '../../facts/identity.ts';
export * as messages from '../../facts/messages.ts';
export * as notes from '../../facts/notes.ts';
export * as sender from '../../facts/sender.ts';
export * as work from '../../facts/work.ts';
export * as workflow from '../../facts/workflow.ts';
export * as allowOnceRequests from '../../store/allow-once-requests.ts';
export * as ingest from '../../store/db/ingest.ts';
export * as insertEvent from '../../store/db/insert-event.ts';
export * as open from '../../store/db/open.ts';
export * as stopGateRows from '../../store/db/stop-gate.ts';
export * as backgroundSync from '../background-sync.ts';
export * as daily from '../daily.ts';
export * as namedFiles from '../named-files.ts';
export * as noticeTexts from '../notice-texts.ts';
export { policies } from './stateful-policies.ts';
