// Pieces on a canvas. Each colour's side is drawn once, facing up, and then stamped wherever it is
// seen, so that a board of 256 pieces is drawn anew in a few milliseconds.

import { EDGE, ROW_HEIGHT, centre, extent, isInverted, labelOf, pieceOf, sideAngle, type Marks } from './board';
import type { Look, Puzzle, Shape, Theme } from './types';

const INK = '#1b1d22';
const PAPER = '#fbf8ef';
const ALARM = '#e4002b';
const GOLD = '#ffc41f';

export const apothem = (shape: Shape): number => (shape.shape === 'square' ? EDGE / 2 : ROW_HEIGHT / 3);

/** Sides in the looks of one puzzle, theme and size. */
export class Stamps {
  #stamps = new Map<number, HTMLCanvasElement>();
  #looks: Map<number, Look>;
  #paths: Path2D[];
  readonly scale: number;

  constructor(
    readonly puzzle: Puzzle,
    readonly theme: Theme,
    scale: number,
  ) {
    this.#looks = new Map(puzzle.looks[theme].map((look) => [look.colour, look]));
    this.#paths = puzzle.looks.paths.map((path) => new Path2D(path));
    this.scale = Math.min(4, Math.max(0.02, scale));
  }

  get(colour: number): HTMLCanvasElement {
    const known = this.#stamps.get(colour);
    if (known) return known;
    const high = apothem(this.puzzle);
    const stamp = document.createElement('canvas');
    stamp.width = Math.ceil((EDGE + 2) * this.scale);
    stamp.height = Math.ceil((high + 2) * this.scale);
    const context = stamp.getContext('2d')!;
    context.setTransform(this.scale, 0, 0, this.scale, stamp.width / 2, (high + 1) * this.scale);
    this.#side(context, colour, high);
    this.#stamps.set(colour, stamp);
    return stamp;
  }

  #side(context: CanvasRenderingContext2D, colour: number, high: number): void {
    const look = this.#looks.get(colour);
    const outline = new Path2D(`M-50-${high}H50L0 0Z`);
    context.fillStyle = context.strokeStyle = look?.ground ?? '#777';
    context.lineWidth = 0.8;
    context.fill(outline);
    context.stroke(outline);
    if (!look) return;
    context.save();
    context.clip(outline);
    context.translate(0, -high);
    const size = (this.puzzle.sides === 3 ? 0.66 : 1) * (look.sign ? 0.6 : 1);
    context.scale(size, size);
    if (look.hatch) {
      context.strokeStyle = look.ink;
      context.globalAlpha = 0.5;
      context.lineCap = 'round';
      context.lineWidth = look.hatch.width;
      context.stroke(this.#paths[look.hatch.path]);
      context.globalAlpha = 1;
    }
    if (look.figure) {
      const path = this.#paths[look.figure.path];
      context.lineJoin = 'round';
      context.strokeStyle = this.theme === 'colour-blind' ? look.ground : INK;
      context.lineWidth = this.theme === 'colour-blind' ? 7 : 2.8;
      context.stroke(path);
      context.fillStyle = look.figure.fill;
      context.fill(path);
    }
    context.restore();
    if (look.sign) {
      context.save();
      context.translate(0, -0.41 * high);
      context.scale(high / 50, high / 50);
      context.fillStyle = look.ink;
      context.fillRect(-6, -1.6, 12, 3.2);
      if (look.sign === '+') context.fillRect(-1.6, -6, 3.2, 12);
      context.restore();
    }
  }
}

/** The outline of a cell around its middle, drawn in by a margin. */
function outline(context: CanvasRenderingContext2D, shape: Shape, inverted: boolean, inset: number): void {
  const high = apothem(shape);
  const shrink = 1 - inset / high;
  const [half, top] = [50 * shrink, high * shrink];
  context.beginPath();
  if (shape.shape === 'square') {
    context.rect(-half, -half, 2 * half, 2 * half);
    return;
  }
  const up = inverted ? 1 : -1;
  context.moveTo(-half, -up * top);
  context.lineTo(half, -up * top);
  context.lineTo(0, up * 2 * top);
  context.closePath();
}

/** The lines from the corners to the middle. */
function spokes(context: CanvasRenderingContext2D, shape: Shape, inverted: boolean): void {
  const high = apothem(shape);
  const up = inverted ? 1 : -1;
  const corners = shape.shape === 'square' ? [[-50, -50], [50, -50], [50, 50], [-50, 50]] : [[-50, -up * high], [50, -up * high], [0, up * 2 * high]];
  context.beginPath();
  for (const [x, y] of corners) {
    context.moveTo(0, 0);
    context.lineTo(x, y);
  }
}

/** A piece around the origin. */
export function paintPiece(
  context: CanvasRenderingContext2D,
  stamps: Stamps,
  sides: number[],
  inverted: boolean,
): void {
  const shape = stamps.puzzle;
  const high = apothem(shape);
  sides.forEach((colour, side) => {
    const stamp = stamps.get(colour);
    const first = shape.shape === 'square' ? 0 : inverted ? 0 : 300;
    const angle = first + (360 / sides.length) * side;
    context.save();
    context.rotate((angle * Math.PI) / 180);
    const [width, height] = [stamp.width / stamps.scale, stamp.height / stamps.scale];
    context.drawImage(stamp, -width / 2, -high - 1, width, height);
    context.restore();
  });
  context.strokeStyle = INK;
  const dim = context.globalAlpha;
  context.globalAlpha = 0.4 * dim;
  context.lineWidth = 1;
  spokes(context, shape, inverted);
  context.stroke();
  context.globalAlpha = 0.65 * dim;
  context.lineWidth = 1.1;
  outline(context, shape, inverted, 0);
  context.stroke();
  context.globalAlpha = dim;
}

function paintLabel(context: CanvasRenderingContext2D, shape: Shape, label: string, gold: boolean): void {
  const radius = 0.27 * apothem(shape);
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fillStyle = gold ? GOLD : PAPER;
  context.fill();
  context.lineWidth = radius * 0.09;
  context.strokeStyle = INK;
  context.stroke();
  context.fillStyle = INK;
  const size = Math.min(1.15 * radius, (3.1 * radius) / Math.max(1, label.length));
  context.font = `600 ${size}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(label, 0, size * 0.06);
}

function paintMark(context: CanvasRenderingContext2D, angle: number, half: boolean): void {
  context.save();
  context.rotate((angle * Math.PI) / 180);
  for (const [reach, wide, fill] of [[25, 12.5, '#fff'], [18, 9, ALARM]] as const) {
    context.beginPath();
    context.moveTo(-reach, 0);
    if (!half) context.lineTo(0, -wide);
    context.lineTo(reach, 0);
    context.lineTo(0, wide);
    context.closePath();
    context.fillStyle = fill;
    context.fill();
    if (fill === '#fff') {
      context.strokeStyle = INK;
      context.lineWidth = 2;
      context.stroke();
    }
  }
  context.restore();
}

export interface Scene {
  puzzle: Puzzle;
  /** The colours as they lie. */
  sides: (number[] | null)[];
  /** The pieces, where they are known. */
  cells: number[] | null;
  marks: Marks | null;
  numbers: boolean;
  hints: boolean;
  /** Cells to bring out; the others step back. */
  bright: Set<number> | null;
  cursor: number | null;
  /** How many units a pixel of the screen is. */
  pixel: number;
}

/** A whole board; the context is set so that an edge is 100 long. */
export function paintBoard(context: CanvasRenderingContext2D, stamps: Stamps, scene: Scene): void {
  const { puzzle, sides } = scene;
  const at = (cell: number, draw: (inverted: boolean) => void) => {
    const [x, y] = centre(puzzle, cell);
    context.save();
    context.translate(x, y);
    draw(isInverted(puzzle, cell));
    context.restore();
  };
  const hintAt = new Map(scene.hints ? puzzle.hints.map((hint) => [hint.cell, hint]) : []);
  sides.forEach((colours, cell) =>
    at(cell, (inverted) => {
      if (colours) {
        if (scene.bright && !scene.bright.has(cell)) context.globalAlpha = 0.28;
        paintPiece(context, stamps, colours, inverted);
        context.globalAlpha = 1;
        return;
      }
      outline(context, puzzle, inverted, 2);
      context.fillStyle = 'rgba(127, 135, 150, 0.16)';
      context.fill();
      context.strokeStyle = 'rgba(127, 135, 150, 0.35)';
      context.lineWidth = 1.5;
      context.stroke();
    }),
  );
  sides.forEach((colours, cell) => {
    const hint = hintAt.get(cell);
    const number = scene.cells?.[cell] ?? -1;
    const piece = number >= 0 ? pieceOf(number) : null;
    at(cell, (inverted) => {
      if (hint) {
        outline(context, puzzle, inverted, 5);
        context.lineJoin = 'round';
        for (const [wide, ink] of [[8, INK], [5, GOLD]] as const) {
          context.lineWidth = wide;
          context.strokeStyle = ink;
          if (piece !== hint.piece) context.setLineDash([9, 7]);
          context.stroke();
        }
        context.setLineDash([]);
      }
      if (scene.numbers && colours && piece !== null) paintLabel(context, puzzle, labelOf(puzzle, piece), !!hint);
      else if (hint && !colours) paintLabel(context, puzzle, labelOf(puzzle, hint.piece), false);
    });
  });
  const mark = ([cell, side]: [number, number], half: boolean) =>
    at(cell, () => {
      const angle = sideAngle(puzzle, cell, side);
      const high = apothem(puzzle);
      const radians = (angle * Math.PI) / 180;
      context.translate(high * Math.sin(radians), -high * Math.cos(radians));
      paintMark(context, half ? angle : angle % 180, half);
    });
  scene.marks?.mismatches.forEach((join) => mark(join, false));
  scene.marks?.broken.forEach((place) => mark(place, true));
  if (scene.cursor !== null) {
    at(scene.cursor, (inverted) => {
      outline(context, puzzle, inverted, 1);
      context.lineJoin = 'round';
      for (const [wide, ink] of [[6, INK], [3.5, '#4fd1ff']] as const) {
        context.lineWidth = Math.min(wide * 2, wide * scene.pixel);
        context.strokeStyle = ink;
        context.stroke();
      }
    });
  }
}

/** One piece in the middle of a canvas of its own. */
export function paintAlone(canvas: HTMLCanvasElement, stamps: Stamps, sides: number[], label: string | null): void {
  const context = canvas.getContext('2d')!;
  const [width, height] = stamps.puzzle.sides === 4 ? [EDGE, EDGE] : [EDGE, ROW_HEIGHT];
  const scale = Math.min(canvas.width / (width + 4), canvas.height / (height + 4));
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const middle = stamps.puzzle.sides === 4 ? 0.5 : 2 / 3;
  const top = (canvas.height - height * scale) / 2;
  context.setTransform(scale, 0, 0, scale, canvas.width / 2, top + height * middle * scale);
  paintPiece(context, stamps, sides, false);
  if (label) paintLabel(context, stamps.puzzle, label, false);
}

/** The scale at which a board fills a box. */
export function fit(shape: Shape, width: number, height: number, margin = 6): number {
  const [across, down] = extent(shape);
  return Math.max(0.01, Math.min((width - 2 * margin) / across, (height - 2 * margin) / down));
}
