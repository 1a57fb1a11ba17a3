// Starts the page: the live dashboard, or a report whose data is embedded in the file.
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { render } from 'preact';
import type { ReportData } from '../shapes.ts';
import { startLive } from './api.ts';
import { App } from './app.tsx';
import { Report } from './screens/report.tsx';

const root = document.getElementById('app')!;
const report = document.getElementById('report')?.textContent;

if (report) render(<Report data={JSON.parse(report) as ReportData} />, root);
else {
  const chosen = localStorage.getItem('theme');
  if (chosen) document.documentElement.dataset.theme = chosen;
  void startLive();
  render(<App />, root);
}
