// News of runs, put together to what is seen. The server may tell the same twice, never not at all.

import { thin } from './numbers';
import type { LiveRun, Sample } from './types';

const MOST_POINTS = 1200;

export type News =
  | { kind: 'whole'; data: { runs: LiveRun[] } }
  | { kind: 'state'; data: Omit<LiveRun, 'sample' | 'board' | 'report' | 'curve' | 'track'> }
  | { kind: 'sample'; data: { run: number; sample: Sample; report?: Record<string, unknown> } }
  | { kind: 'board'; data: { run: number; board: NonNullable<LiveRun['board']> } }
  | { kind: 'gone'; data: { run: number } };

const nothing: Sample = {
  seconds: 0,
  cpu_seconds: 0,
  score: 0,
  placed: 0,
  counters: { nodes: 0, evaluations: 0, restarts: 0, depth: 0, progress: null },
};

export function withNews(runs: LiveRun[], news: News): LiveRun[] {
  switch (news.kind) {
    case 'whole':
      return news.data.runs;
    case 'gone':
      return runs.filter((run) => run.run !== news.data.run);
    case 'state': {
      const fresh = { sample: nothing, board: null, report: {}, curve: [], track: [] };
      const known = runs.find((run) => run.run === news.data.run);
      const changed = { ...(known ?? fresh), ...news.data } as LiveRun;
      return known ? runs.map((run) => (run === known ? changed : run)) : [...runs, changed];
    }
    case 'sample':
      return changed(runs, news.data.run, (run) => {
        const { sample, report } = news.data;
        const last = run.track.at(-1);
        const point: [number, number, number] = [sample.seconds, sample.counters[run.unit], sample.counters.depth];
        const track = last && last[0] >= point[0] ? run.track : thin([...run.track, point], MOST_POINTS);
        return { ...run, sample, report: report ?? run.report, track };
      });
    case 'board':
      return changed(runs, news.data.run, (run) => {
        const { board } = news.data;
        const last = run.curve.at(-1);
        const isNew = !last || board.score > last[1];
        const curve = isNew ? thin<[number, number]>([...run.curve, [board.seconds, board.score]], MOST_POINTS) : run.curve;
        return { ...run, board, curve };
      });
  }
}

function changed(runs: LiveRun[], id: number, change: (run: LiveRun) => LiveRun): LiveRun[] {
  return runs.map((run) => (run.run === id ? change(run) : run));
}

/** How it stands with a run, in words. */
export function stateOf(run: LiveRun): string {
  return run.state === 'ended' && run.stop_reason ? `ended: ${run.stop_reason.replace('_', ' ')}` : run.state;
}
