// Figures over days: how much, how it ended, who objected, what it cost.
import type { Figures, Overview } from '../../shapes.ts';
import { useAnswer } from '../api.ts';
import { Chart, type Series } from '../chart.tsx';
import { go, type Route, to } from '../route.ts';
import { Card, Chips, Empty, Problem, Tile } from '../ui.tsx';
import { count, place, short, took } from '../words.ts';
import { number, policyColumns, spoke, Table, turns, work } from './figures.tsx';

const periods: [string, string][] = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
];

export function MetricsScreen({ route }: { route: Route }) {
  const days = route.params.days ?? '30';
  const { data, problem } = useAnswer<Overview>('metrics', { days });
  return (
    <div class="screen scrolls">
      <header class="bar">
        <h1>Metrics</h1>
        <Chips options={periods} value={days} pick={(value) => go('metrics', '', { days: value })} />
      </header>
      <Problem text={problem} />
      {data ? <Metrics data={data} linked /> : null}
    </div>
  );
}

export function Metrics({ data, linked = false }: { data: Overview; linked?: boolean }) {
  if (data.total.events === 0)
    return (
      <Empty title="Nothing was counted in this time.">
        Figures come with the first events. <code>pawl doctor</code> says whether they arrive.
      </Empty>
    );
  return (
    <>
      <Tiles total={data.total} />
      <div class="cards">
        <Charts days={data.days} />
        <Hours hours={data.hours} />
        <Table title="Tools" rows={data.tools} columns={work} />
        <Table
          title="Agents"
          rows={data.agents}
          columns={[
            ...work.filter(([head]) => head !== 'p50' && head !== 'asked'),
            ['started', (row) => number(row.routed)],
            ['handoffs', (row) => number(row.handoffs)],
          ]}
        />
        <Table
          title="Policies that spoke"
          rows={spoke(data.policies)}
          columns={policyColumns}
          {...(linked && { link: (name: string) => to('decisions', '', { policy: name }) })}
        />
        <Table title="Projects" rows={data.projects} columns={turns} name={place} />
        <Table
          title="Busiest sessions"
          rows={data.sessions.slice(0, 12)}
          columns={turns}
          name={short}
          {...(linked && { link: (name: string) => to('session', name) })}
        />
      </div>
    </>
  );
}

const Tiles = ({ total }: { total: Figures }) => (
  <div class="tiles">
    <Tile name="calls" value={count(total.calls)} note={`${count(total.failed)} failed`} />
    <Tile
      name="refused"
      value={count(total.refused)}
      note={`${count(total.asked)} asked`}
      tone={total.refused > 0 ? 'tile-red' : ''}
    />
    <Tile name="overrides" value={count(total.overrides)} note="by a person" />
    <Tile name="stops held" value={count(total.gates_held)} note={`${count(total.gates_passed)} passed`} />
    <Tile name="handoffs" value={count(total.handoffs)} note={`${count(total.routed)} agents`} />
    <Tile
      name="tests"
      value={`${count(total.tests_passed)} ✓`}
      note={`${count(total.tests_failed)} failed`}
    />
    <Tile name="injected" value={count(total.injected)} note="characters" />
    <Tile name="hook" value={took(total.hook_p50_ms)} note={`p95 ${took(total.hook_p95_ms)}`} />
  </div>
);

function Charts({ days }: { days: Figures[] }) {
  const times = days.map(({ name }) => Date.parse(`${name}T12:00:00`) / 1000);
  const line = (
    name: string,
    colour: string,
    value: (row: Figures) => number | null,
    more: Partial<Series> = {},
  ): Series => ({ name, colour, values: days.map(value), ...more });
  const ms = { spell: (value: number) => took(value) };
  return (
    <>
      <Card title="Calls a day">
        <Chart
          label="Calls a day"
          times={times}
          series={[
            line('calls', '--blue', (row) => row.calls, { shape: 'bars' }),
            line('failed', '--amber', (row) => row.failed),
          ]}
        />
      </Card>
      <Card title="Refused and asked a day">
        <Chart
          label="Refused and asked a day"
          times={times}
          series={[
            line('refused', '--red', (row) => row.refused, { shape: 'bars' }),
            line('asked', '--amber', (row) => row.asked),
            line('overrides', '--violet', (row) => row.overrides),
          ]}
        />
      </Card>
      <Card title="What Pawl takes, per event">
        <Chart
          label="Hook cost"
          times={times}
          series={[
            line('p95', '--violet', (row) => row.hook_p95_ms, ms),
            line('median', '--green', (row) => row.hook_p50_ms, ms),
          ]}
        />
      </Card>
      <Card title="Context injected a day">
        <Chart
          label="Characters injected a day"
          times={times}
          series={[line('characters', '--green', (row) => row.injected, { shape: 'bars' })]}
        />
      </Card>
    </>
  );
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** When the work happens: a weekday a row, an hour a column. */
function Hours({ hours }: { hours: Overview['hours'] }) {
  const top = Math.max(1, ...hours.map(({ n }) => n));
  const of = (weekday: number, hour: number) =>
    hours.find((one) => one.weekday === weekday && one.hour === hour)?.n ?? 0;
  return (
    <Card title="When it happens">
      <div class="heat">
        {weekdays.map((name, at) => (
          <div key={name}>
            <span>{name}</span>
            {Array.from({ length: 24 }, (_, hour) => {
              const n = of((at + 1) % 7, hour);
              return (
                <i
                  key={hour}
                  style={{ opacity: n === 0 ? 0.06 : 0.2 + (0.8 * n) / top }}
                  title={`${name} ${hour}:00, ${count(n)} events`}
                />
              );
            })}
          </div>
        ))}
      </div>
    </Card>
  );
}
