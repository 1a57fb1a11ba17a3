import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { ticksOf } from './ticks.ts';

test('the labels of a scale are never equal, however short or long the period', () => {
  const start = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) });
  const length = fc.integer({ min: 500, max: 300 * 86_400_000 });
  fc.assert(
    fc.property(start, length, fc.integer({ min: 3, max: 8 }), (from, ms, max) => {
      const ticks = ticksOf(from, from + ms, max);
      expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
      expect(ticks.length).toBeLessThanOrEqual(max + 1);
      for (const { at } of ticks) expect(at >= from && at <= from + ms).toBe(true);
    }),
    // Noon and midnight of two days.
    { examples: [[Date.UTC(2020, 0), 129_600_000, 3]] },
  );
});

test('the times are round', () => {
  const from = new Date(2026, 4, 4, 10, 7, 31).getTime();
  const labels = (ms: number) => ticksOf(from, from + ms, 5).map(({ label }) => label.replace('May 4, ', ''));
  expect(labels(4_000)).toEqual(['10:07:31', '10:07:32', '10:07:33', '10:07:34', '10:07:35']);
  expect(labels(60 * 60_000)).toEqual(['10:15', '10:30', '10:45', '11:00']);
  expect(labels(4 * 86_400_000)).toEqual(['May 5', 'May 6', 'May 7', 'May 8']);
});
