import { describe, expect, test } from 'vitest';
import { EMPTY, cellAt, cellCount, cellName, cellUnder, centre, difference, judge, neighbour, numberOf, sideAngle, sidesOf, turned } from '../src/lib/board';
import type { Puzzle, Shape } from '../src/lib/types';

const square: Shape = { shape: 'square', width: 5, height: 3 };
const triangle: Shape = { shape: 'triangle', side: 5 };

/** Two pieces side by side that share colour 3, with a grey rim. */
const pair = {
  shape: 'square', width: 2, height: 1, sides: 4, rim: 0, mates: [], labels: [], hints: [], max_score: 1,
  pieces: [[0, 3, 0, 0], [0, 0, 0, 3]],
} as unknown as Puzzle;

describe.each([['squares', square], ['triangles', triangle]])('%s', (_, shape) => {
  const cells = Array.from({ length: cellCount(shape) }, (_, cell) => cell);
  const sides = shape.shape === 'square' ? [0, 1, 2, 3] : [0, 1, 2];

  test('neighbours agree about the side they share', () => {
    for (const cell of cells) {
      for (const side of sides) {
        const contact = neighbour(shape, cell, side);
        if (contact) expect(neighbour(shape, contact[0], contact[1])).toEqual([cell, side]);
      }
    }
  });

  test('the two sides of a join face each other', () => {
    for (const cell of cells) {
      for (const side of sides) {
        const contact = neighbour(shape, cell, side);
        if (!contact) continue;
        const turn = sideAngle(shape, cell, side) - sideAngle(shape, contact[0], contact[1]);
        expect(((turn % 360) + 360) % 360).toBe(180);
      }
    }
  });

  test('the middle of a cell lies in it, and points outside lie in none', () => {
    for (const cell of cells) expect(cellUnder(shape, ...centre(shape, cell))).toBe(cell);
    expect(cellUnder(shape, -5, -5)).toBeNull();
    expect(cellUnder(shape, 5, 2000)).toBeNull();
  });
});

test('cells have the names that players use', () => {
  const board: Shape = { shape: 'square', width: 16, height: 16 };
  expect(cellName(board, cellAt(board, 8, 7)!)).toBe('I8');
  expect(cellName({ shape: 'square', width: 1, height: 30 }, 27)).toBe('AB1');
});

test('a clockwise turn moves the top to the right', () => {
  expect(turned([1, 2, 3, 4], 1)).toEqual([4, 1, 2, 3]);
  expect(turned([1, 2, 3], 1)).toEqual([3, 1, 2]);
});

test('matched joins are counted, and mismatches and broken rims are marked', () => {
  const lying = (cells: number[]) => cells.map((number) => sidesOf(pair, number));
  expect(judge(pair, lying([numberOf(0, 0), numberOf(1, 0)]))).toEqual({ score: 1, mismatches: [], broken: [] });
  const wrong = judge(pair, lying([numberOf(0, 1), numberOf(1, 0)]));
  expect(wrong.score).toBe(0);
  expect(wrong.mismatches).toEqual([[0, 1]]);
  expect(wrong.broken).toEqual([[0, 2]]);
  expect(judge(pair, lying([numberOf(0, 1), EMPTY])).broken).toEqual([[0, 1], [0, 2]]);
});

test('mates match each other and not themselves', () => {
  const signed = { ...pair, mates: [[3, 4]], pieces: [[0, 3, 0, 0], [0, 0, 0, 4], [0, 0, 0, 3]] } as unknown as Puzzle;
  const score = (piece: number) => judge(signed, [sidesOf(signed, 0), sidesOf(signed, numberOf(piece, 0))]).score;
  expect([score(1), score(2)]).toEqual([1, 0]);
});

test('boards are compared cell by cell', () => {
  expect([...difference([1, 2, 3], [1, 5, -1])]).toEqual([1, 2]);
});
