import { expect, test } from 'vitest';
import { EMPTY, numberOf } from '../src/lib/board';
import { inHand, lift, newGame, place, turn, undo } from '../src/lib/game';
import type { Puzzle } from '../src/lib/types';

const puzzle = {
  shape: 'square', width: 2, height: 2, sides: 4, labels: [],
  pieces: [[0, 1, 2, 0], [0, 0, 3, 1], [2, 4, 0, 0], [3, 0, 0, 4]],
  hints: [{ cell: 3, piece: 3, rotation: 0, mandatory: true }],
} as unknown as Puzzle;

test('hints lie there from the beginning and stay', () => {
  const game = newGame(puzzle);
  expect(game.cells).toEqual([EMPTY, EMPTY, EMPTY, numberOf(3, 0)]);
  expect(inHand(game)).toEqual([0, 1, 2]);
  expect(lift(game, 3)).toBe(game);
  expect(turn(game, 3)).toBe(game);
  expect(place(game, 3, 0, 0)).toBe(game);
  expect(place(game, 0, 3, 0)).toBe(game);
});

test('pieces are placed, turned, exchanged and taken back, and all of it undone', () => {
  const first = place(newGame(puzzle), 0, 1, 2);
  expect(first.cells[0]).toBe(numberOf(1, 2));
  const second = turn(turn(first, 0), 0);
  expect(second.cells[0]).toBe(numberOf(1, 0));
  const third = place(place(second, 1, 2, 0), 0, 2, 3);
  expect(third.cells.slice(0, 2)).toEqual([numberOf(2, 3), numberOf(1, 0)]);
  const fourth = lift(third, 0);
  expect(inHand(fourth)).toEqual([0, 2]);
  let back = fourth;
  while (back.past.length) back = undo(back);
  expect(back.cells).toEqual(newGame(puzzle).cells);
  expect(undo(back)).toBe(back);
});
