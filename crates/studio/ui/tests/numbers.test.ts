import { expect, test } from 'vitest';
import { query } from '../src/lib/api';
import { bars, duration, fromWorth, logTicks, median, parseDuration, power, rate, short, sparkline, thin, timeTo } from '../src/lib/numbers';

test('durations are written and read as people do', () => {
  expect([1.23, 42, 90, 7300, 200_000].map(duration)).toEqual(['1.2 s', '42 s', '1 m 30 s', '2 h 1 m', '2 d 7 h']);
  expect(['90s', '5m', '2h', '1m30s', '12'].map(parseDuration)).toEqual([90, 300, 7200, 90, 12]);
  expect(parseDuration(' ')).toBeUndefined();
  expect(['soon', '5 parsecs', '1m x'].map(parseDuration)).toEqual([null, null, null]);
});

test('large numbers are short', () => {
  expect([950, 1234, 4_020_000, 3.5e9].map(short)).toEqual(['950', '1.23 k', '4.02 M', '3.50 G']);
  expect([power(88.4), power(1), power(-7), power(null)]).toEqual(['10⁸⁸', '10', '10⁻⁷', 'none']);
});

test('the median is in the middle', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([1, 2, 3, 10])).toBe(2.5);
});

test('the time to a score is that of the first point that has it', () => {
  const curve = [1, 4, 9].map((score, index) => ({ seconds: index, score, nodes: null, evaluations: null }));
  expect(timeTo(curve, 4)).toBe(1);
  expect(timeTo(curve, 10)).toBeNull();
});

test('a curve begins with the first board that is worth anything', () => {
  expect(fromWorth([[0, 0], [1, 0], [2, 458], [3, 460]])).toEqual([[2, 458], [3, 460]]);
  expect(fromWorth([[0, 400]])).toEqual([[0, 400]]);
  expect(fromWorth([[0, 0]])).toEqual([[0, 0]]);
});

test('rates look at the last second', () => {
  const track: [number, number, number][] = [[0, 0, 1], [1, 100, 5], [2, 300, 9]];
  expect(rate(track)).toBe(200);
  expect(rate(track.slice(0, 1))).toBeNull();
});

test('a sparkline steps from the first score to now', () => {
  expect(sparkline([[0, 10], [5, 20]], 10, 100, 20)).toBe('0,20 0,20 50,20 50,0 100,0');
  expect(sparkline([[3, 7]], 3, 100, 20)).toBe('0,10 0,10 100,10');
  expect(sparkline([], 9, 100, 20)).toBe('');
});

test('ticks along powers of ten are round, and few', () => {
  expect(logTicks(36_000, 208_000)).toEqual([50_000, 100_000, 200_000]);
  expect(logTicks(0.003, 40)).toEqual([0.01, 0.1, 1, 10]);
  expect(logTicks(1.2, 3.5)).toEqual([1.5, 2, 3]);
});

test('long lists become few bars that lose nothing', () => {
  expect(bars([1, 2, 3])).toEqual([1, 2, 3]);
  expect(bars([1, 2, 3, 4, 5], 2)).toEqual([6, 9]);
  expect(bars([])).toEqual([]);
});

test('thinning keeps the last point', () => {
  expect(thin([1, 2, 3, 4], 4)).toEqual([1, 2, 3, 4]);
  expect(thin([1, 2, 3, 4, 5, 6], 5)).toEqual([1, 3, 5, 6]);
});

test('only what is set goes into a query', () => {
  expect(query({ puzzle: 'a b', solver: '', limit: 3, before: undefined })).toBe('?puzzle=a+b&limit=3');
  expect(query({})).toBe('');
});
