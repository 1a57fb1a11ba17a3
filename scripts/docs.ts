// `npm run docs`: makes a site of the README and the pages below docs/ in dist/site. It is plain files: nothing is
// fetched from the network, and it can be read without a server.
import { dirname, join } from 'node:path';
import { buildSite } from './docs/site.ts';

const out = join(dirname(import.meta.dir), 'dist', 'site');
const count = await buildSite(out);
console.log(`${count} pages; open dist/site/index.html`);
