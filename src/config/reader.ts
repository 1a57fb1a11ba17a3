// The bundle that reads config files (`loadBundle('config-reader')`): a user's file that has changed, and a project's.

export { readProjectLayers } from './project-layers.ts';
export { readLayer } from './read.ts';
export { withoutWeakening } from './weakening.ts';
