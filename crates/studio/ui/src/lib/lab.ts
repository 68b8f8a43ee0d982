// What the lab's tables mean, in words and in places on an axis. The statistics themselves are the
// server's: the same that `tilewright lab report` prints.

import { short } from './numbers';

export interface Published {
  best?: number;
  worst?: number;
  mean?: number;
  sd?: number;
  runs?: number;
  note?: string;
}

/** Cost and the share of all runs that had reached the target by then. */
export interface Reached {
  steps: [number, number][];
  longest: number;
}

export interface Row {
  solver: string;
  puzzle: string;
  measure: string;
  more_is_better: boolean;
  sample: number[];
  count: number;
  best: number;
  least: number;
  greatest: number;
  mean: number;
  sd: number | null;
  lower_quartile: number;
  median: number;
  upper_quartile: number;
  mean_interval: [number, number] | null;
  successes: number;
  success_interval: [number, number];
  expected_work: number | null;
  expected_cpu_seconds: number | null;
  cpu_seconds: number;
  work: number;
  unit: string;
  published: Published | null;
  verdict: string | null;
  by_work: Reached;
  by_time: Reached;
}

export interface Head {
  id: number;
  name: string;
  host: string;
  version: string;
  machine: Record<string, unknown>;
  updated: number;
  scale: number | null;
}

export interface Comparison {
  puzzle: string;
  first: string;
  second: string;
  a: number;
  p: number;
  corrected: number;
}

export interface Experiment extends Head {
  title: string;
  source: string | null;
  notes: string[];
  command: string;
  complete: boolean;
  trials: number;
  all_trials: number;
  rows: Row[];
  comparisons: Comparison[];
  ranking: { solver: string; mean_rank: number }[];
}

export interface Listed {
  experiments: Head[];
  embedded: { name: string; title: string; source: string | null; scaled: number }[];
}

/** A figure with as many decimals as it deserves: shares, such as a fitness, get more. */
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (Math.abs(value) >= 1e5) return short(value);
  return String(Number(value.toFixed(Math.abs(value) <= 1 ? 4 : 2)));
}

/** The puzzles in the order of the table, and whether others have published anything on them. */
export function puzzlesOf(rows: Row[]): { name: string; published: boolean }[] {
  const names = [...new Set(rows.map((row) => row.puzzle))];
  return names.map((name) => ({ name, published: rows.some((row) => row.puzzle === name && row.published) }));
}

/** Rows whose figures can stand on one axis, together. */
export function byMeasure(rows: Row[]): Row[][] {
  return [...new Set(rows.map((row) => row.measure))].map((measure) => rows.filter((row) => row.measure === measure));
}

/** Whether ours is better or worse than theirs, or neither can be said. */
export type Tone = 'better' | 'worse' | 'even' | 'unsure';

export function tone(row: Row): Tone {
  const words = row.verdict ?? '';
  if (words.startsWith('equal')) return 'even';
  if (words.startsWith('higher')) return row.more_is_better ? 'better' : 'worse';
  if (words.startsWith('lower')) return row.more_is_better ? 'worse' : 'better';
  return 'unsure';
}

/** Whether there is a verdict: a mean of theirs and one run of ours, say, give none. */
export function isTold(row: Row): boolean {
  return row.verdict !== null && row.verdict !== '-';
}

/** What a verdict says, in a sentence. */
export function meaning(row: Row): string {
  const theirs = row.published;
  if (!theirs || !row.verdict) return 'Nothing is published for this contender.';
  if (row.verdict === 'too few runs') return 'Fewer than five runs of ours say nothing about a mean.';
  if (row.verdict.endsWith('(best)')) {
    return `Only a best is published: ours is ${figure(row.best)} in ${row.count} runs, theirs ${figure(theirs.best)}${theirs.runs ? ` in ${theirs.runs}` : ''}.`;
  }
  const means = `our mean of ${figure(row.mean)} and the published ${figure(theirs.mean)}`;
  if (tone(row) === 'even') return `Chance alone explains the difference between ${means}.`;
  if (!isTold(row)) return 'The published figures cannot be compared with ours.';
  return `More than chance lies between ${means}: ours is ${row.verdict}, which is ${tone(row)}.`;
}

/** How often each verdict was given, the good news first. */
export function tally(rows: Row[]): { words: string; tone: Tone; count: number }[] {
  const order: Tone[] = ['better', 'even', 'worse', 'unsure'];
  const words = { better: 'better than published', even: 'equal to what is published', worse: 'worse than published', unsure: 'with too few runs to tell' };
  const told = rows.filter(isTold).map(tone);
  return order.map((tone) => ({ words: words[tone], tone, count: told.filter((other) => other === tone).length })).filter((entry) => entry.count > 0);
}

export interface Axis {
  /** Where a number lies, from 0 to 100. */
  place: (value: number) => number;
  ticks: number[];
}

/** An axis that holds all numbers; one of powers of ten where costs are far apart. */
export function axis(values: number[], isCost: boolean): Axis {
  const finite = values.filter(Number.isFinite);
  let [low, high] = finite.length ? [Math.min(...finite), Math.max(...finite)] : [0, 1];
  const isLog = isCost && low > 0 && high / low > 20;
  if (isLog) {
    const [from, to] = [Math.log10(low) - 0.05, Math.log10(high) + 0.05];
    const powers = Array.from({ length: 40 }, (_, index) => Math.ceil(from) + index).filter((power) => power <= to);
    return { place: (value) => within((Math.log10(Math.max(value, low)) - from) / (to - from)), ticks: powers.map((power) => 10 ** power) };
  }
  const room = high > low ? (high - low) * 0.06 : Math.max(1, Math.abs(low)) * 0.06;
  [low, high] = [low - room, high + room];
  const step = roundStep((high - low) / 5);
  const first = Math.ceil(low / step);
  const ticks = Array.from({ length: 12 }, (_, index) => Number(((first + index) * step).toPrecision(12))).filter((tick) => tick <= high);
  return { place: (value) => within((value - low) / (high - low)), ticks };
}

const within = (share: number) => 100 * Math.min(1, Math.max(0, share));

/** 1, 2 or 5 times a power of ten. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-12)));
  return (([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10)) * power;
}

/** A staircase for a plot: from nothing at the start to the share at the end of the longest run. */
export function stairs(reached: Reached, start: number): [number, number][] {
  const last = reached.steps.at(-1)?.[1] ?? 0;
  const inside: [number, number][] = [[start, 0], ...reached.steps];
  return reached.longest > (inside.at(-1)?.[0] ?? 0) ? [...inside, [reached.longest, last]] : inside;
}

/** The cost by which this share of all runs had reached the target; null if so many never did. */
export function costOf(reached: Reached, share: number): number | null {
  return reached.steps.find(([, so]) => so >= share - 1e-9)?.[0] ?? null;
}
