// The page begins here: as the live dashboard, or as a report that brings its figures along.
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
  startLive();
  render(<App />, root);
}
