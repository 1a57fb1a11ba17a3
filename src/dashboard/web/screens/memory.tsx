// The lessons of earlier sessions: search them, and forget wrong ones.
import { useState } from 'preact/hooks';
import type { Memory as Lesson } from '../../shapes.ts';
import { change, useAnswer } from '../api.ts';
import { ago, count } from '../format.ts';
import { List } from '../list.tsx';
import { navigate, type Route } from '../route.ts';
import { ConfirmButton, Empty, Problem, Search } from '../ui.tsx';

interface MemoryPage {
  rows: Lesson[];
  stats: { memories: number; assertions: number; injected: number; cited: number };
}

export function Memory({ route }: { route: Route }) {
  const text = route.params.text ?? '';
  const { data, problem, reload } = useAnswer<MemoryPage>('memory', { text });
  const [failed, setFailed] = useState('');
  const forget = (id: number) =>
    change('forget', { id }).then(reload, (error: Error) => setFailed(error.message));
  return (
    <div class="screen">
      <header class="bar">
        <h1>Memory</h1>
        {data ? (
          <p class="counts">
            {count(data.stats.memories)} lessons · {count(data.stats.assertions)} statements · given{' '}
            {count(data.stats.injected)} × · cited {count(data.stats.cited)} ×
          </p>
        ) : null}
        <span class="gap" />
        <Search
          value={text}
          change={(value) => navigate('memory', '', { text: value })}
          hint="Search memories"
        />
      </header>
      <Problem text={problem ?? (failed || undefined)} />
      {data && data.rows.length === 0 ? <Nothing text={text} /> : null}
      {data && data.rows.length > 0 ? (
        <List
          rows={data.rows}
          height={84}
          label="Memories"
          draw={(lesson) => <Row lesson={lesson} forget={() => forget(lesson.id)} />}
        />
      ) : null}
    </div>
  );
}

const Nothing = ({ text }: { text: string }) =>
  text ? (
    <Empty title={`No lesson matches “${text}”.`}>
      The search compares words, their forms and words of a similar meaning.
    </Empty>
  ) : (
    <Empty title="There are no lessons yet.">
      Switch on the packs <code>checkpoint</code> and <code>memory</code>, or add one yourself:{' '}
      <code>pawl memory add "The proxy strips the Origin header" --about cors</code>
    </Empty>
  );

const Row = ({ lesson, forget }: { lesson: Lesson; forget: () => void }) => (
  <article class="memory">
    <div>
      <p class="memory-text">{lesson.content}</p>
      <small>
        <b>m{lesson.id}</b> {lesson.topic ?? lesson.category} · {ago(lesson.at)} ago · given {lesson.injected}{' '}
        ×, cited {lesson.cited} ×
        {lesson.entities.slice(0, 6).map((entity) => (
          <span class="tag" key={entity}>
            {entity}
          </span>
        ))}
      </small>
    </div>
    <ConfirmButton label="Forget" sure="Yes, forget" act={forget} />
  </article>
);
