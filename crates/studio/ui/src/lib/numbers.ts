// Numbers as people read them, and what is made of curves.

import type { Point } from './types';

export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (hours === 0) return `${minutes} m ${Math.floor(seconds % 60)} s`;
  return hours < 48 ? `${hours} h ${minutes % 60} m` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Seconds in `90s`, `5m`, `2h` or `1m30s`; null if it is none of these, undefined if it is empty. */
export function parseDuration(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
  const parts = [...trimmed.matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)\s*/g)];
  if (parts.map((part) => part[0]).join('') !== trimmed || parts.length === 0) return null;
  const unit: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86400 };
  return parts.reduce((sum, part) => sum + Number(part[1]) * unit[part[2]], 0);
}

export function short(value: number): string {
  const steps: [number, string][] = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']];
  const step = steps.find(([size]) => Math.abs(value) >= size);
  if (!step) return Number.isInteger(value) ? String(value) : value.toFixed(1);
  const scaled = value / step[0];
  return scaled.toFixed(scaled < 10 ? 2 : scaled < 100 ? 1 : 0) + ' ' + step[1];
}

/** A power of ten in words. */
export function power(log10: number | null): string {
  if (log10 === null) return 'none';
  return log10 < 6 && log10 > -3 ? Number((10 ** log10).toPrecision(3)).toLocaleString('en') : `10${[...String(Math.round(log10))].map((digit) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(digit)]).join('')}`;
}

export function median(values: number[]): number {
  if (values.length === 0) return NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** When a curve first reaches a score; null if it never does. */
export function timeTo(curve: Point[], score: number): number | null {
  return curve.find((point) => point.score >= score)?.seconds ?? null;
}

/** A curve from the first board that is worth anything: some solvers begin by showing an empty one. */
export function fromWorth(curve: [number, number][]): [number, number][] {
  const first = curve.findIndex(([, score]) => score > 0);
  return first > 0 ? curve.slice(first) : curve;
}

/** Work per second over the last moments. */
export function rate(track: [number, number, number][]): number | null {
  const last = track.at(-1);
  const before = last && track.findLast((point) => point[0] <= last[0] - 1);
  return last && before ? (last[1] - before[1]) / (last[0] - before[0]) : null;
}

/** A long list of counts in so many bars at most, each the sum of its part. */
export function bars(counts: number[], most = 48): number[] {
  const step = Math.ceil(counts.length / most) || 1;
  return Array.from({ length: Math.ceil(counts.length / step) }, (_, bar) =>
    counts.slice(bar * step, (bar + 1) * step).reduce((sum, count) => sum + count, 0),
  );
}

/** No more points than these: every second one goes, the last one stays. */
export function thin<T>(points: T[], most: number): T[] {
  if (points.length <= most) return points;
  return points.filter((_, index) => index % 2 === 0 || index === points.length - 1);
}

/** Round numbers along an axis of powers of ten: with 2 and 5 between them where there is room. */
export function logTicks(low: number, high: number): number[] {
  const times = high / low > 200 ? [1] : high / low > 4 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7];
  const first = Math.floor(Math.log10(low));
  const powers = Array.from({ length: Math.max(1, Math.ceil(Math.log10(high)) - first + 1) }, (_, index) => first + index);
  const ticks = powers.flatMap((power) => times.map((time) => Number(`${time}e${power}`)));
  return ticks.filter((tick) => tick >= low && tick <= high);
}

/** A curve as the points of a small picture, `width` by `height`, up to now; steps, since scores jump. */
export function sparkline(curve: [number, number][], now: number, width: number, height: number): string {
  if (curve.length === 0) return '';
  const first = curve[0][0];
  const span = Math.max(now, curve.at(-1)![0]) - first || 1;
  const scores = curve.map(([, score]) => score);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const x = (seconds: number) => round(((seconds - first) / span) * width);
  const y = (score: number) => round(high > low ? height - ((score - low) / (high - low)) * height : height / 2);
  const steps = curve.flatMap(([seconds, score], index) => [`${x(seconds)},${y(scores[Math.max(0, index - 1)])}`, `${x(seconds)},${y(score)}`]);
  return [...steps, `${round(width)},${y(scores.at(-1)!)}`].join(' ');
}

const round = (value: number) => Math.round(value * 100) / 100;
