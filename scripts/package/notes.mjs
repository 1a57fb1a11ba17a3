// Prints the part of CHANGELOG.md about this version, for the text of a release.
import { readFileSync } from 'node:fs';
import { release } from './release.mjs';

const { version } = release();
const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
const sections = changelog.split(/^## /m).slice(1);
const found =
  sections.find((section) => section.startsWith(version)) ??
  sections.find((section) => /^unreleased/i.test(section));
if (!found) throw new Error(`CHANGELOG.md has no section about ${version}`);
console.log(found.slice(found.indexOf('\n')).trim());
