// Charts, drawn with uPlot in the colours of the page.
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { dateLabel, ticksOf } from './ticks.ts';

export interface Series {
  name: string;
  values: (number | null)[];
  /** A CSS variable, such as `--red`. */
  colour: string;
  shape?: 'line' | 'bars' | 'steps';
  format?: (value: number) => string;
}

interface ChartProps {
  /** Seconds since 1970, in order. */
  times: number[];
  series: Series[];
  height?: number;
  label: string;
  top?: number;
  /** One value for each day. */
  perDay?: boolean;
}

const colourOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const timeLabel = (seconds: number) => new Date(seconds * 1000).toLocaleTimeString('sv');

/** Labels days under their bars, and other periods at round times; as many as there is room for. */
function xAxis(times: number[], perDay: boolean): Partial<uPlot.Axis> {
  const labels = new Map<number, string>();
  const splits = ({ width }: uPlot, _axis: number, min: number, max: number) => {
    const room = Math.max(2, Math.floor(width / 90));
    const every = Math.ceil(times.length / room);
    const marks = perDay
      ? times
          .filter((_, at) => at % every === 0)
          .map((at) => ({ at: at * 1000, label: dateLabel(at * 1000) }))
      : ticksOf(min * 1000, max * 1000, room);
    for (const { at, label } of marks) labels.set(at / 1000, label);
    return marks.map(({ at }) => at / 1000);
  };
  return { splits, values: (_, ticks) => ticks.map((tick) => labels.get(tick) ?? '') };
}

/** Steps of the vertical axis: figures that are counted have no halves. */
const wholeSteps = [1, 2, 5]
  .flatMap((n) => Array.from({ length: 9 }, (_, zeros) => n * 10 ** zeros))
  .sort((a, b) => a - b);

const pathsOf: Record<string, uPlot.Series.PathBuilder | undefined> = {
  bars: uPlot.paths.bars?.({ size: [0.7, 40] }),
  steps: uPlot.paths.stepped?.({ align: 1 }),
};

function optionsOf(
  { times, series, height = 180, top, perDay = false }: ChartProps,
  width: number,
): uPlot.Options {
  // Half a day of room at each end, so that the first and the last bar are not cut off.
  const edge = perDay ? 43_200 : 0;
  const [grid, ink] = [colourOf('--line'), colourOf('--soft')];
  const axis = {
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    font: '11px system-ui',
  };
  const format = series[0]?.format ?? ((value: number) => value.toLocaleString('en'));
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
      { ...axis, size: 28, ...xAxis(times, perDay) },
      { ...axis, size: 52, incrs: wholeSteps, values: (_, ticks) => ticks.map((tick) => format(tick)) },
    ],
    series: [
      { label: 'at', value: (_, at) => (at === null ? '' : perDay ? dateLabel(at * 1000) : timeLabel(at)) },
      ...series.map(seriesOf),
    ],
  };
}

function seriesOf({ name, colour, values, shape = 'line', format }: Series): uPlot.Series {
  const stroke = colourOf(colour);
  return {
    label: name,
    stroke,
    width: shape === 'bars' ? 0 : 1.5,
    fill: shape === 'bars' ? stroke : `${stroke}22`,
    // A line through one or two points would hardly be visible.
    points: {
      show: shape === 'line' && values.filter((value) => value !== null).length < 3,
      size: 6,
      fill: stroke,
    },
    ...(pathsOf[shape] && { paths: pathsOf[shape] }),
    value: (_, value) => (value === null ? '–' : (format?.(value) ?? value.toLocaleString('en'))),
  };
}

/** A single day gets an empty one on each side: uPlot has no scale of its own for one point. */
function dataOf({ times, series, perDay }: ChartProps): uPlot.AlignedData {
  const columns = [times, ...series.map(({ values }) => values)];
  if (!perDay || times.length > 1) return columns as uPlot.AlignedData;
  const [day] = times as [number];
  return [[day - 86_400, day, day + 86_400], ...series.map(({ values }) => [null, values[0]!, null])];
}

/** The plot in words, for people who can't see it: the last and the highest value of each series. */
function describe({ label, series }: ChartProps): string {
  const parts = series.map(({ name, values, format = String }) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0
      ? `${name}: none`
      : `${name}: last ${format(known.at(-1)!)}, highest ${format(Math.max(...known))}`;
  });
  return `${label}. ${parts.join('; ')}`;
}

export function Chart(props: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const key = JSON.stringify([props.times, props.series.map(({ values }) => values)]);
  // Draws again when the figures change.
  useEffect(() => {
    const element = box.current!;
    const data = dataOf(props);
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
  return <div class="chart" ref={box} role="img" aria-label={describe(props)} />;
}
