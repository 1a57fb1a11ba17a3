// The metrics of a period: calls, refusals, durations, policies, agents and projects.
import type { Figures, MetricsPage, MetricsShown, TeamMetricsPage } from '../../shapes.ts';
import { useAnswer } from '../api.ts';
import { Chart, type Series } from '../chart.tsx';
import { count, formatMs, short, shortPath } from '../format.ts';
import { hrefTo, navigate, type Route } from '../route.ts';
import { Card, Chips, Empty, Problem, Tile, titleText } from '../ui.tsx';
import {
  activePolicies,
  BlockedStops,
  number,
  policyColumns,
  Refusals,
  sessionColumns,
  Table,
  toolColumns,
} from './figures.tsx';
import { TeamFilter, type TeamSelection, useTeam, WhereChips } from './team.tsx';

const periods: [string, string][] = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
];

export function MetricsScreen({ route }: { route: Route }) {
  const { days = '30', where = '', person = '', machine = '' } = route.params;
  const { data, problem } = useAnswer<MetricsPage>('metrics', { days });
  const set = (more: Record<string, string>) => navigate('metrics', '', { ...route.params, ...more });
  return (
    <div class="screen scrolls">
      <header class="bar">
        <h1>Metrics</h1>
        {data?.team ? <WhereChips where={where} set={set} /> : null}
        <Chips label="Period" options={periods} value={days} pick={(value) => set({ days: value })} />
      </header>
      <Problem text={problem} />
      {where === 'team' ? <TeamMetrics days={days} person={person} machine={machine} set={set} /> : null}
      {data && where === '' ? <Metrics data={data} linked /> : null}
    </div>
  );
}

/** Without links, because the sessions and decisions of others are not in the store of this machine. */
function TeamMetrics({ days, ...selection }: TeamSelection & { days: string }) {
  const { person, machine } = selection;
  const { page, last, problem } = useTeam<TeamMetricsPage>('team-metrics', { days, person, machine });
  return (
    <>
      <TeamFilter {...selection} machines={last?.machines ?? []} />
      <Problem text={problem} />
      {page ? <Metrics data={page} /> : null}
    </>
  );
}

export function Metrics({ data, linked = false }: { data: MetricsShown; linked?: boolean }) {
  if (data.total.events === 0)
    return (
      <Empty title="There are no metrics for this period.">
        They begin with the first event. <code>pawl doctor</code> shows whether events arrive.
      </Empty>
    );
  return (
    <>
      <Tiles total={data.total} />
      <div class="cards">
        <Charts days={data.days} />
        <Hours hours={data.hours} />
        <Table title="Tools" rows={data.tools} columns={toolColumns} />
        <Table
          title="Agents"
          rows={data.agents}
          columns={[
            ...toolColumns.filter(([head]) => head !== 'p50'),
            ['started', (row) => number(row.routed)],
            ['handoffs', (row) => number(row.handoffs)],
          ]}
        />
        <Table
          title="Policies"
          rows={activePolicies(data.policies)}
          columns={policyColumns}
          {...(linked && { link: (name: string) => hrefTo('decisions', '', { policy: name }) })}
        />
        <Table title="Projects" rows={data.projects} columns={sessionColumns} name={shortPath} />
        <Table
          title="Busiest sessions"
          rows={data.sessions.slice(0, 12)}
          columns={sessionColumns}
          name={(id) => (data.titles[id] ? titleText(data.titles[id]) : short(id))}
          {...(linked && { link: (name: string) => hrefTo('session', name) })}
        />
      </div>
    </>
  );
}

const Tiles = ({ total }: { total: Figures }) => (
  <div class="tiles">
    <Tile name="calls" value={count(total.calls)} note={`${count(total.failed)} failed`} />
    <Refusals figures={total} />
    <Tile name="overrides" value={count(total.overrides)} note="by a person" />
    <BlockedStops figures={total} />
    <Tile
      name="handoffs"
      value={count(total.handoffs)}
      note={`${count(total.routed)} ${total.routed === 1 ? 'agent' : 'agents'}`}
    />
    <Tile
      name="tests"
      value={`${count(total.tests_passed)} ✓`}
      note={`${count(total.tests_failed)} failed`}
    />
    <Tile name="injected" value={count(total.injected)} note="characters" />
    <Tile name="hook" value={formatMs(total.hook_p50_ms)} note={`p95 ${formatMs(total.hook_p95_ms)}`} />
  </div>
);

function Charts({ days: all }: { days: Figures[] }) {
  // The plots begin with the first day on which anything was recorded.
  const days = all.slice(
    Math.max(
      0,
      all.findIndex(({ events }) => events > 0),
    ),
  );
  const times = days.map(({ name }) => Date.parse(`${name}T12:00:00`) / 1000);
  const line = (
    name: string,
    colour: string,
    value: (row: Figures) => number | null,
    more: Partial<Series> = {},
  ): Series => ({ name, colour, values: days.map(value), ...more });
  const ms = { format: (value: number) => formatMs(value) };
  const bars = { shape: 'bars' as const };
  const charts: [title: string, series: Series[]][] = [
    [
      'Calls per day',
      [line('calls', '--blue', (row) => row.calls, bars), line('failed', '--magenta', (row) => row.failed)],
    ],
    [
      'Refused and asked per day',
      [
        line('refused', '--red', (row) => row.refused, bars),
        line('asked', '--amber-area', (row) => row.asked),
        line('overrides', '--violet', (row) => row.overrides),
      ],
    ],
    [
      'Duration of Pawl per event',
      [
        line('p95', '--violet', (row) => row.hook_p95_ms, ms),
        line('median', '--green', (row) => row.hook_p50_ms, ms),
      ],
    ],
    ['Context injected per day', [line('characters', '--green', (row) => row.injected, bars)]],
  ];
  return charts.map(([title, series]) => (
    <Card key={title} title={title}>
      <Chart label={title} times={times} perDay series={series} />
    </Card>
  ));
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const busiest = (hours: MetricsShown['hours']) => {
  const most = hours.toSorted((a, b) => b.n - a.n)[0];
  return most
    ? `Events by weekday and hour. Most on ${weekdays[(most.weekday + 6) % 7]} at ${most.hour}:00: ${count(most.n)}`
    : 'No events';
};

/** Activity by weekday (rows) and hour (columns). */
function Hours({ hours }: { hours: MetricsShown['hours'] }) {
  const top = Math.max(1, ...hours.map(({ n }) => n));
  const eventsAt = (weekday: number, hour: number) =>
    hours.find((cell) => cell.weekday === weekday && cell.hour === hour)?.n ?? 0;
  return (
    <Card title="Activity by hour">
      <div class="heat" role="img" aria-label={busiest(hours)}>
        {weekdays.map((name, at) => (
          <div key={name}>
            <span>{name}</span>
            {Array.from({ length: 24 }, (_, hour) => {
              const n = eventsAt((at + 1) % 7, hour);
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
