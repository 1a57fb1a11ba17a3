// `pawl report`: the figures as one file to keep or to send.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { redactDeep } from '../../core/redact.ts';
import { reportPage } from '../../dashboard/page.ts';
import type { ReportData } from '../../dashboard/shapes.ts';
import { overview } from '../../store/db/metrics-summary.ts';
import { UserError } from '../../system/errors.ts';
import { writeFileAtomic } from '../../system/files.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { openFigures, period, sinceOption } from './metrics.ts';

const report: Command = {
  summary: 'Write the figures and charts to one HTML file',
  details: `
The file needs nothing beside it and fetches nothing. It holds figures and names (tools, agents, policies, projects),
no commands and no prompts.

  pawl report --since 30d --out report.html`,
  options: {
    out: { type: 'string', value: 'file', about: 'Where to write it' },
    ...sinceOption,
    ...jsonOption,
  },
  run(words) {
    const out = words.options.out as string | undefined;
    if (!out) throw new UserError('Where to? `pawl report --out report.html`.');
    const file = resolve(out);
    if (isFolder(file))
      throw new UserError(`${file} is a folder. Name a file: \`--out ${out}/report.html\`.`);
    const { from, to } = period(words);
    const db = openFigures(findHome());
    const data: ReportData = { made_at: Date.now(), overview: overview(db, from, to) };
    const html = reportPage(redactDeep(data), `Pawl, ${from} to ${to}`);
    writeFileAtomic(file, html, 0o644);
    if (words.json) console.log(JSON.stringify({ file, from, to, bytes: Buffer.byteLength(html) }));
    else console.log(`Written to ${file} (${from} to ${to}).`);
    return 0;
  },
};
export default report;

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
