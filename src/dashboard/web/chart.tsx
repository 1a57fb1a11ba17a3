// Charts: uPlot in the page's own colours.
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';

export interface Series {
  name: string;
  values: (number | null)[];
  /** A variable of the style: `--red`. */
  colour: string;
  shape?: 'line' | 'bars' | 'steps';
  spell?: (value: number) => string;
}

interface ChartProps {
  /** Seconds since 1970, in order. */
  times: number[];
  series: Series[];
  height?: number;
  label: string;
  top?: number;
}

const colourOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Hours within two days, days beyond. */
function moment(seconds: number, long: boolean): string {
  const date = new Date(seconds * 1000);
  if (long) return date.toLocaleDateString('en', { day: 'numeric', month: 'short' });
  return date.toLocaleTimeString('sv', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

const pathsOf: Record<string, uPlot.Series.PathBuilder | undefined> = {
  bars: uPlot.paths.bars?.({ size: [0.7, 40] }),
  steps: uPlot.paths.stepped?.({ align: 1 }),
};

function optionsOf({ times, series, height = 180, top }: ChartProps, width: number): uPlot.Options {
  const long = times.at(-1)! - times[0]! > 172_800;
  // Half a bar at each end, so that the first and the last are whole.
  const edge = series.some(({ shape }) => shape === 'bars') ? 43_200 : 0;
  const [grid, ink] = [colourOf('--line'), colourOf('--soft')];
  const axis = {
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    font: '11px system-ui',
  };
  const spell = series[0]?.spell ?? ((value: number) => value.toLocaleString('en'));
  return {
    width,
    height,
    padding: [8, 8, 0, 0],
    cursor: { points: { size: 6 }, drag: { x: false, y: false } },
    legend: { live: true },
    scales: {
      x: { range: (_, min, max) => [min - edge, Math.max(max + edge, min + 1)] },
      y: { range: (_, _min, max) => [0, top ?? Math.max(1, max * 1.1)] },
    },
    axes: [
      { ...axis, space: 70, size: 28, values: (_, ticks) => ticks.map((tick) => moment(tick, long)) },
      { ...axis, size: 52, values: (_, ticks) => ticks.map((tick) => spell(tick)) },
    ],
    series: [
      { label: 'at', value: (_, at) => (at === null ? '' : moment(at, long)) },
      ...series.map(seriesOf),
    ],
  };
}

function seriesOf({ name, colour, values, shape = 'line', spell }: Series): uPlot.Series {
  const stroke = colourOf(colour);
  return {
    label: name,
    stroke,
    width: shape === 'bars' ? 0 : 1.5,
    fill: shape === 'bars' ? stroke : `${stroke}22`,
    // A line of one point would not be seen.
    points: { show: shape === 'line' && values.filter((value) => value !== null).length < 3, size: 6 },
    ...(pathsOf[shape] && { paths: pathsOf[shape] }),
    value: (_, value) => (value === null ? '–' : (spell?.(value) ?? value.toLocaleString('en'))),
  };
}

export function Chart(props: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const key = JSON.stringify([props.times, props.series.map(({ values }) => values)]);
  // drawn anew when the figures change
  useEffect(() => {
    const element = box.current!;
    const data = [props.times, ...props.series.map(({ values }) => values)] as uPlot.AlignedData;
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      plot = new uPlot(optionsOf(props, element.clientWidth), data, element);
    };
    draw();
    const resize = new ResizeObserver(() =>
      plot?.setSize({ width: element.clientWidth, height: props.height ?? 180 }),
    );
    resize.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    addEventListener('pawl-theme', draw);
    scheme.addEventListener('change', draw);
    return () => {
      resize.disconnect();
      removeEventListener('pawl-theme', draw);
      scheme.removeEventListener('change', draw);
      plot?.destroy();
    };
  }, [key]);
  return <div class="chart" ref={box} role="img" aria-label={props.label} />;
}
