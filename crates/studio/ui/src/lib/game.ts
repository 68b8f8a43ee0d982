// A game: pieces are placed, turned and taken back, and every move can be undone. Hints of the
// puzzle lie where they must and stay there.

import { EMPTY, cellCount, numberOf, pieceOf, rotationOf } from './board';
import type { Puzzle } from './types';

export interface Game {
  readonly puzzle: Puzzle;
  readonly cells: number[];
  readonly past: number[][];
}

export function newGame(puzzle: Puzzle): Game {
  const cells = new Array<number>(cellCount(puzzle)).fill(EMPTY);
  for (const hint of puzzle.hints) cells[hint.cell] = numberOf(hint.piece, hint.rotation);
  return { puzzle, cells, past: [] };
}

export function isFixed(game: Game, cell: number): boolean {
  return game.puzzle.hints.some((hint) => hint.cell === cell);
}

function moved(game: Game, change: (cells: number[]) => void): Game {
  const cells = [...game.cells];
  change(cells);
  return { ...game, cells, past: [...game.past, game.cells] };
}

/** Lays a piece; one that lay there goes back, and the piece leaves the cell it came from. */
export function place(game: Game, cell: number, piece: number, rotation: number): Game {
  if (isFixed(game, cell)) return game;
  const from = game.cells.findIndex((number) => number !== EMPTY && pieceOf(number) === piece);
  if (from >= 0 && isFixed(game, from)) return game;
  return moved(game, (cells) => {
    // Two pieces on the board change places.
    if (from >= 0) cells[from] = cells[cell];
    cells[cell] = numberOf(piece, rotation);
  });
}

export function lift(game: Game, cell: number): Game {
  if (isFixed(game, cell) || game.cells[cell] === EMPTY) return game;
  return moved(game, (cells) => (cells[cell] = EMPTY));
}

export function turn(game: Game, cell: number, by = 1): Game {
  const number = game.cells[cell];
  if (isFixed(game, cell) || number === EMPTY) return game;
  const sides = game.puzzle.sides;
  return moved(game, (cells) => {
    cells[cell] = numberOf(pieceOf(number), (rotationOf(number) + by + sides) % sides);
  });
}

export function undo(game: Game): Game {
  const cells = game.past.at(-1);
  return cells ? { ...game, cells, past: game.past.slice(0, -1) } : game;
}

/** Pieces that are not on the board. */
export function inHand(game: Game): number[] {
  const used = new Set(game.cells.filter((number) => number !== EMPTY).map(pieceOf));
  return game.puzzle.pieces.map((_, piece) => piece).filter((piece) => !used.has(piece));
}
