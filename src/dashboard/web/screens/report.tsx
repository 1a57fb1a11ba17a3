// The page of a report file, which shows the metrics.
import type { ReportData } from '../../shapes.ts';
import { Metrics } from './metrics.tsx';

export const Report = ({ data: { overview, made_at } }: { data: ReportData }) => (
  <main class="report">
    <header class="bar">
      <h1>Pawl report</h1>
      <p class="counts">
        {overview.from} to {overview.to} · written {new Date(made_at).toLocaleString()}
      </p>
    </header>
    <Metrics data={overview} />
  </main>
);
