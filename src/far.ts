// What only some events need: facts that are remembered, the database behind them, and the policies of all packs but
// the guard. One bundle, opened with `door('far')`.

export * as stopping from './core/gate.ts';
export * as continuity from './facts/continuity.ts';
export * as grants from './facts/grants.ts';
export * as identity from './facts/identity.ts';
export * as mail from './facts/mail.ts';
export * as workflow from './facts/workflow.ts';
export * as housekeeping from './housekeeping.ts';
export * as notices from './notices.ts';
export { policies } from './policies/far.ts';
export * as gate from './store/gate.ts';
export * as ingest from './store/ingest.ts';
export * as open from './store/open.ts';
export * as take from './store/take.ts';
