// What earlier sessions learnt: search it, and forget what is wrong.
import { useState } from 'preact/hooks';
import type { MemoryShown } from '../../shapes.ts';
import { change, useAnswer } from '../api.ts';
import { List } from '../list.tsx';
import { go, type Route } from '../route.ts';
import { Empty, Problem, Search, Sure } from '../ui.tsx';
import { ago, count } from '../words.ts';

interface Found {
  rows: MemoryShown[];
  stats: { memories: number; assertions: number; injected: number; cited: number };
}

export function Memory({ route }: { route: Route }) {
  const text = route.params.text ?? '';
  const { data, problem, again } = useAnswer<Found>('memory', { text });
  const [failed, setFailed] = useState('');
  const forget = (id: number) =>
    change('forget', { id }).then(again, (error: Error) => setFailed(error.message));
  return (
    <div class="screen">
      <header class="bar">
        <h1>Memory</h1>
        {data ? (
          <p class="counts">
            {count(data.stats.memories)} lessons · {count(data.stats.assertions)} statements · given{' '}
            {count(data.stats.injected)} × · helped {count(data.stats.cited)} ×
          </p>
        ) : null}
        <span class="gap" />
        <Search value={text} change={(value) => go('memory', '', { text: value })} hint="Search memories" />
      </header>
      <Problem text={problem ?? (failed || undefined)} />
      {data && data.rows.length === 0 ? <Nothing text={text} /> : null}
      <List
        rows={data?.rows ?? []}
        height={92}
        label="Memories"
        draw={(one) => <Row one={one} forget={() => forget(one.id)} />}
      />
    </div>
  );
}

const Nothing = ({ text }: { text: string }) =>
  text ? (
    <Empty title={`Nothing was learnt about “${text}”.`}>Search looks for the beginnings of words.</Empty>
  ) : (
    <Empty title="Nothing was learnt yet.">
      Switch on the packs <code>checkpoint</code> and <code>memory</code>, or tell it yourself:{' '}
      <code>pawl memory add "The proxy strips the Origin header" --about cors</code>
    </Empty>
  );

const Row = ({ one, forget }: { one: MemoryShown; forget: () => void }) => (
  <article class="memory">
    <div>
      <p class="memory-text">{one.content}</p>
      <small>
        <b>m{one.id}</b> {one.topic ?? one.category} · {ago(one.at)} ago · given {one.injected} ×, helped{' '}
        {one.cited} ×
        {one.entities.slice(0, 6).map((entity) => (
          <span class="tag" key={entity}>
            {entity}
          </span>
        ))}
      </small>
    </div>
    <Sure label="Forget" sure="Really forget" act={forget} />
  </article>
);
