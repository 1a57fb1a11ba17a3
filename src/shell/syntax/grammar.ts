// The Bash grammar, in a bundle of its own: plain commands are read without it.
export { forEachChild, parse } from 'unbash';
