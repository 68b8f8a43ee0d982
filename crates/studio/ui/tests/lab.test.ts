import { expect, test } from 'vitest';
import { type Row, axis, byMeasure, costOf, figure, meaning, puzzlesOf, stairs, tally, tone } from '../src/lib/lab';

const reached = { steps: [[10, 0.25], [40, 0.75]] as [number, number][], longest: 100 };
const row = (change: Partial<Row>): Row => ({
  solver: 'tabu', puzzle: 'a', measure: 'score', more_is_better: true, sample: [400, 402], count: 10, best: 402, least: 400,
  greatest: 402, mean: 401, sd: 1, lower_quartile: 400.5, median: 401, upper_quartile: 401.5, mean_interval: [400, 402],
  successes: 0, success_interval: [0, 0.3], expected_work: null, expected_cpu_seconds: null, cpu_seconds: 1, work: 100,
  unit: 'nodes', published: null, verdict: null, by_work: reached, by_time: reached, ...change,
});

test('figures have the decimals they deserve', () => {
  expect([18, 26.756, 0.964583, 437_000, null, undefined].map(figure)).toEqual(['18', '26.76', '0.9646', '437 k', '–', '–']);
});

test('puzzles keep their order, and say whether anything is published on them', () => {
  const rows = [row({}), row({ puzzle: 'b', published: { best: 4 } }), row({ solver: 'ants' })];
  expect(puzzlesOf(rows)).toEqual([{ name: 'a', published: false }, { name: 'b', published: true }]);
  expect(byMeasure([...rows, row({ measure: 'work' })]).map((group) => group.length)).toEqual([3, 1]);
});

test('higher is better for scores and worse for costs', () => {
  expect(tone(row({ verdict: 'higher' }))).toBe('better');
  expect(tone(row({ verdict: 'lower (best)' }))).toBe('worse');
  expect(tone(row({ verdict: 'lower', more_is_better: false }))).toBe('better');
  expect(tone(row({ verdict: 'equal within chance' }))).toBe('even');
  expect(tone(row({ verdict: 'too few runs' }))).toBe('unsure');
});

test('verdicts are explained with the figures they rest on', () => {
  expect(meaning(row({}))).toContain('Nothing is published');
  expect(meaning(row({ verdict: 'higher', published: { mean: 391.2 } }))).toBe(
    'More than chance lies between our mean of 401 and the published 391.2: ours is higher, which is better.',
  );
  expect(meaning(row({ verdict: 'equal (best)', published: { best: 402, runs: 1 } }))).toContain('ours is 402 in 10 runs, theirs 402 in 1');
  expect(meaning(row({ verdict: 'equal within chance', published: { mean: 400.9 } }))).toContain('Chance alone');
  expect(meaning(row({ verdict: 'too few runs', published: { mean: 1 } }))).toContain('five runs');
});

test('verdicts are counted, and what nobody published is not', () => {
  const rows = [row({ verdict: 'higher' }), row({ verdict: 'higher (best)' }), row({ verdict: 'lower' }), row({}), row({ verdict: '-' })];
  expect(tally(rows).map(({ tone, count }) => [tone, count])).toEqual([['better', 2], ['worse', 1]]);
});

test('an axis has room, round ticks, and powers of ten for costs far apart', () => {
  const scores = axis([380, 410], false);
  expect(scores.ticks).toEqual([380, 390, 400, 410]);
  expect(scores.place(395)).toBeCloseTo(50);
  const costs = axis([90, 2e6], true);
  expect(costs.ticks).toEqual([100, 1e3, 1e4, 1e5, 1e6]);
  expect(costs.place(0)).toBeGreaterThanOrEqual(0);
  expect(axis([18, 18], false).place(18)).toBeCloseTo(50);
  expect(axis([], false).ticks.length).toBeGreaterThan(1);
});

test('a staircase starts with nothing and ends with the longest run', () => {
  expect(stairs(reached, 5)).toEqual([[5, 0], [10, 0.25], [40, 0.75], [100, 0.75]]);
  expect(stairs({ steps: [[7, 1]], longest: 7 }, 7)).toEqual([[7, 0], [7, 1]]);
  expect(stairs({ steps: [], longest: 9 }, 1)).toEqual([[1, 0], [9, 0]]);
  expect([0.25, 0.5, 1].map((share) => costOf(reached, share))).toEqual([10, 40, null]);
});
