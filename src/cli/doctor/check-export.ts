// Checks whether the export that the config asks for works, from what the last exports noted in the store.
import { type OtlpConfig, otlpDefaults } from '../../config/export.ts';
import type { Config } from '../../config/load.ts';
import { timeSpan } from '../../core/text.ts';
import { type ExportState, readExports } from '../../store/db/exports.ts';
import { Store } from '../../store/store.ts';
import type { Home } from '../../system/home.ts';
import { clock } from '../support/open-log.ts';
import { type Finding, finding } from './finding.ts';

const day = 86_400_000;

export function checkExport(home: Home, { layers }: Config, now: number): Finding[] {
  const config = layers.find(({ name }) => name === 'user')?.value.export?.otlp;
  const states = config && new Store(home).read(readExports);
  if (!config || !states) return [];
  const ours = states.filter(({ signal }) =>
    (config.signals ?? otlpDefaults.signals).includes(signal as never),
  );
  const failing = ours.filter(({ failing_since }) => failing_since !== null);
  return failing.length > 0 ? [failingFinding(failing, now)] : idleFindings(config, ours, now);
}

function failingFinding(failing: readonly ExportState[], now: number): Finding {
  const since = Math.min(...failing.map(({ failing_since }) => failing_since!));
  const names = failing.map(({ signal }) => signal).join(' and ');
  return finding(
    'export-failing',
    `The export of ${names} has failed since ${clock(since, now)} (${timeSpan(now - since)}): ${failing[0]!.problem}`,
  );
}

function idleFindings({ endpoint }: OtlpConfig, states: readonly ExportState[], now: number): Finding[] {
  const last = Math.max(0, ...states.map(({ sent_at }) => sent_at ?? 0));
  if (now - last < day) return [];
  const problem =
    last === 0 ? 'has not been sent anything yet' : `was last sent something on ${clock(last, now)}`;
  return [finding('export-idle', `${endpoint} ${problem}`)];
}
