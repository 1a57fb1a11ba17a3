// `pawl report`: writes the metrics to one HTML file.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { redactDeep } from '../../core/redact.ts';
import { metricsShown } from '../../dashboard/metrics.ts';
import { reportPage } from '../../dashboard/page.ts';
import type { ReportData } from '../../dashboard/shapes.ts';
import { UserError } from '../../system/errors.ts';
import { writeFileAtomic } from '../../system/files.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { openMetrics, period, sinceOption } from './metrics.ts';

const report: Command = {
  summary: 'Write metrics and charts to one HTML file',
  details: `
The file is self-contained and loads nothing from the network. It contains counts and names (tools, agents, policies,
projects), but no commands and no prompts.

  pawl report --since 30d --out report.html`,
  options: {
    out: { type: 'string', value: 'file', about: 'The file to write (needed)' },
    ...sinceOption,
    ...jsonOption,
  },
  run(args) {
    const out = args.options.out as string | undefined;
    if (!out) throw new UserError('Give the file to write: `pawl report --out report.html`.');
    const file = resolve(out);
    if (isFolder(file))
      throw new UserError(`Give a file: \`--out ${out}/report.html\`. ${file} is a folder.`);
    const { from, to } = period(args);
    const db = openMetrics(findHome());
    const data: ReportData = {
      made_at: Date.now(),
      overview: metricsShown(db, from, to, { prompts: false }),
    };
    const html = reportPage(redactDeep(data), `Pawl, ${from} to ${to}`);
    writeFileAtomic(file, html, 0o644);
    if (args.json) console.log(JSON.stringify({ file, from, to, bytes: Buffer.byteLength(html) }));
    else console.log(`Wrote ${file} (${from} to ${to}).`);
    return 0;
  },
};
export default report;

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
