// Boards as the page knows them: a number for each cell, -1 for nothing, else four times the piece
// plus its rotation. What touches what is said here for drawing and playing; the server's auditor
// has the last word on scores.

import type { Puzzle, Shape } from './types';

export const EMPTY = -1;
export const EDGE = 100;
export const ROW_HEIGHT = (EDGE * Math.sqrt(3)) / 2;

export const pieceOf = (number: number): number => number >> 2;
export const rotationOf = (number: number): number => number & 3;
export const numberOf = (piece: number, rotation: number): number => piece * 4 + rotation;

export function cellCount(shape: Shape): number {
  return shape.shape === 'square' ? shape.width! * shape.height! : shape.side! ** 2;
}

export function position(shape: Shape, cell: number): [row: number, column: number] {
  if (shape.shape === 'square') return [Math.floor(cell / shape.width!), cell % shape.width!];
  const row = Math.floor(Math.sqrt(cell));
  return [row, cell - row * row];
}

export function cellAt(shape: Shape, row: number, column: number): number | null {
  if (shape.shape === 'square') {
    const inside = row >= 0 && row < shape.height! && column >= 0 && column < shape.width!;
    return inside ? row * shape.width! + column : null;
  }
  return row >= 0 && row < shape.side! && column >= 0 && column <= 2 * row ? row * row + column : null;
}

export function isInverted(shape: Shape, cell: number): boolean {
  return shape.shape === 'triangle' && position(shape, cell)[1] % 2 === 1;
}

/** The name that players use: a letter for the row, a number for the column. */
export function cellName(shape: Shape, cell: number): string {
  const [row, column] = position(shape, cell);
  const letter = (n: number) => String.fromCharCode(65 + (n % 26));
  return (row >= 26 ? letter(Math.floor(row / 26) - 1) : '') + letter(row) + (column + 1);
}

/** What a side of a cell touches; null is the rim. */
export function neighbour(shape: Shape, cell: number, side: number): [cell: number, side: number] | null {
  const [row, column] = position(shape, cell);
  const to = (r: number, c: number, back: number): [number, number] | null => {
    const other = cellAt(shape, r, c);
    return other === null ? null : [other, back];
  };
  if (shape.shape === 'square') {
    const step = [[-1, 0], [0, 1], [1, 0], [0, -1]][side];
    return to(row + step[0], column + step[1], (side + 2) % 4);
  }
  if (isInverted(shape, cell)) {
    return [to(row - 1, column - 1, 2), to(row, column + 1, 0), to(row, column - 1, 1)][side];
  }
  return [to(row, column - 1, 1), to(row, column + 1, 2), to(row + 1, column + 1, 0)][side];
}

/** The colours of a piece after clockwise turns. */
export function turned(colours: number[], rotation: number): number[] {
  const count = colours.length;
  return colours.map((_, side) => colours[(side - rotation + count) % count]);
}

/** The colours as they lie. */
export function sidesOf(puzzle: Puzzle, number: number): number[] | null {
  return number === EMPTY ? null : turned(puzzle.pieces[pieceOf(number)], rotationOf(number));
}

export function labelOf(puzzle: Puzzle, piece: number): string {
  return puzzle.labels[piece] ?? String(piece + 1);
}

/** Which colour goes with which; the rim's goes with none. */
export function mateTable(puzzle: Puzzle): (colour: number) => number | null {
  const mates = new Map<number, number>();
  for (const [one, other] of puzzle.mates) {
    mates.set(one, other);
    mates.set(other, one);
  }
  return (colour) => (colour === puzzle.rim ? null : (mates.get(colour) ?? colour));
}

export interface Marks {
  score: number;
  /** Joins between two pieces that do not match, as the first cell and its side. */
  mismatches: [cell: number, side: number][];
  /** Sides that break the rim. */
  broken: [cell: number, side: number][];
}

/** Score and faults of colours as they lie. */
export function judge(puzzle: Puzzle, sides: (number[] | null)[]): Marks {
  const mate = mateTable(puzzle);
  const marks: Marks = { score: 0, mismatches: [], broken: [] };
  sides.forEach((colours, cell) => {
    if (!colours) return;
    colours.forEach((colour, side) => {
      const contact = neighbour(puzzle, cell, side);
      if (!contact) {
        if (puzzle.rim !== null && colour !== puzzle.rim) marks.broken.push([cell, side]);
        return;
      }
      const other = sides[contact[0]];
      if (!other) {
        if (puzzle.rim !== null && colour === puzzle.rim) marks.broken.push([cell, side]);
      } else if (cell < contact[0]) {
        if (mate(colour) === other[contact[1]]) marks.score += 1;
        else marks.mismatches.push([cell, side]);
      }
    });
  });
  return marks;
}

/** Width and height of a board, in units in which an edge is 100 long. */
export function extent(shape: Shape): [number, number] {
  return shape.shape === 'square'
    ? [shape.width! * EDGE, shape.height! * EDGE]
    : [shape.side! * EDGE, shape.side! * ROW_HEIGHT];
}

/** The middle of a cell. */
export function centre(shape: Shape, cell: number): [x: number, y: number] {
  const [row, column] = position(shape, cell);
  if (shape.shape === 'square') return [(column + 0.5) * EDGE, (row + 0.5) * EDGE];
  const x = ((shape.side! - 1 - row) / 2 + column / 2 + 0.5) * EDGE;
  return [x, (row + (isInverted(shape, cell) ? 1 / 3 : 2 / 3)) * ROW_HEIGHT];
}

/** How far a side is turned, in degrees clockwise, from one that faces up. */
export function sideAngle(shape: Shape, cell: number, side: number): number {
  if (shape.shape === 'square') return 90 * side;
  return ((isInverted(shape, cell) ? 0 : 300) + 120 * side) % 360;
}

/** The cell at a point, or null outside. */
export function cellUnder(shape: Shape, x: number, y: number): number | null {
  if (shape.shape === 'square') return cellAt(shape, Math.floor(y / EDGE), Math.floor(x / EDGE));
  const row = Math.floor(y / ROW_HEIGHT);
  if (row < 0 || row >= shape.side!) return null;
  const down = y / ROW_HEIGHT - row;
  const from = x / EDGE - (shape.side! - 1 - row) / 2;
  const falling = Math.floor(from - 0.5 - down / 2) + 1;
  const rising = Math.floor(from - 0.5 + down / 2);
  return rising < 0 || falling > row ? null : cellAt(shape, row, rising + falling);
}

/** Cells that differ between two boards of a puzzle. */
export function difference(one: number[], other: number[]): Set<number> {
  return new Set(one.flatMap((number, cell) => (number === other[cell] ? [] : [cell])));
}
