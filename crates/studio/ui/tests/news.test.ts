import { expect, test } from 'vitest';
import { withNews, type News } from '../src/lib/news';
import type { LiveRun } from '../src/lib/types';

const state = (run: number, name: LiveRun['state']): News => ({
  kind: 'state',
  data: { run, puzzle: 'clue1', spec: { puzzle: 'clue1', solver: 'exact', seed: 1, threads: 1, budget: {} }, unit: 'nodes', max_score: 60, state: name, stop_reason: null, trouble: null },
});
const sample = (run: number, seconds: number, nodes: number): News => ({
  kind: 'sample',
  data: { run, sample: { seconds, cpu_seconds: seconds, score: 1, placed: 1, counters: { nodes, evaluations: 0, restarts: 0, depth: 3, progress: null } } },
});
const board = (run: number, seconds: number, score: number): News => ({
  kind: 'board',
  data: { run, board: { seconds, score, max_score: 60, placed: 9, hints_matched: 0, hints: 0, solved: false, cells: [1, 2] } },
});
const told = (news: News[], from: LiveRun[] = []) => news.reduce(withNews, from);

test('a run appears, works, finds boards, ends and goes', () => {
  const runs = told([state(1, 'running'), sample(1, 0.5, 100), board(1, 0.6, 20), board(1, 0.9, 25), state(1, 'ended')]);
  expect(runs).toHaveLength(1);
  expect(runs[0].state).toBe('ended');
  expect(runs[0].curve).toEqual([[0.6, 20], [0.9, 25]]);
  expect(runs[0].track).toEqual([[0.5, 100, 3]]);
  expect(told([{ kind: 'gone', data: { run: 1 } }], runs)).toEqual([]);
});

test('what is told twice changes nothing', () => {
  const once = told([state(1, 'running'), sample(1, 0.5, 100), board(1, 0.6, 20)]);
  const twice = told([sample(1, 0.5, 100), board(1, 0.6, 20)], once);
  expect(twice).toEqual(once);
});

test('the whole takes the place of everything, and news of unknown runs is left alone', () => {
  const runs = told([state(1, 'running'), state(2, 'running')]);
  expect(told([{ kind: 'whole', data: { runs: [runs[1]] } }], runs)).toEqual([runs[1]]);
  expect(told([sample(9, 1, 1), board(9, 1, 1)], runs)).toEqual(runs);
});

test('a day of news stays light', () => {
  let runs = told([state(1, 'running')]);
  for (let second = 0; second < 10_000; second += 1) runs = withNews(runs, sample(1, second, second));
  expect(runs[0].track.length).toBeLessThan(1300);
  expect(runs[0].track.at(-1)![0]).toBe(9999);
});
