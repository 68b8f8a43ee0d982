// What the server sends; `openapi.json` describes the same in full.

export interface Look {
  colour: number;
  ground: string;
  ink: string;
  figure: { path: number; fill: string } | null;
  hatch: { path: number; width: number } | null;
  sign: '+' | '-' | null;
}

export type Theme = 'motifs' | 'plain' | 'colour-blind';

export interface Shape {
  shape: 'square' | 'triangle';
  width?: number;
  height?: number;
  side?: number;
}

export interface Puzzle extends Shape {
  name: string;
  embedded: boolean;
  text: string | null;
  size: string;
  sides: number;
  rim: number | null;
  mates: [number, number][];
  pieces: number[][];
  labels: string[];
  hints: { cell: number; piece: number; rotation: number; mandatory: boolean }[];
  colours: number;
  max_score: number;
  looks: { paths: string[] } & Record<Theme, Look[]>;
}

export interface Verdict {
  score: number;
  max_score: number;
  placed: number;
  hints_matched: number;
  hints: number;
  solved: boolean;
}

export interface Audit extends Verdict {
  pieces_ok: boolean;
  rim_ok: boolean;
  complete: boolean;
  valid: boolean;
  mismatches: { cell: number; side: number; other: number; words: string }[];
  missing: string[];
  problems: string[];
}

export interface Spec {
  puzzle: string;
  solver: string;
  settings?: Record<string, string>;
  seed: number;
  threads: number;
  start?: string;
  floor?: number;
  budget: { seconds?: number; nodes?: number; evaluations?: number; target?: number };
}

export interface Sample {
  seconds: number;
  cpu_seconds: number;
  score: number;
  placed: number;
  counters: { nodes: number; evaluations: number; restarts: number; depth: number; progress: number | null };
}

export interface LiveRun {
  run: number;
  puzzle: string;
  spec: Spec;
  unit: 'nodes' | 'evaluations';
  max_score: number;
  state: 'running' | 'paused' | 'ended' | 'failed';
  stop_reason: string | null;
  trouble: string | null;
  sample: Sample;
  board: (Verdict & { seconds: number; cells: number[] }) | null;
  report: Record<string, unknown>;
  /** Seconds and score. */
  curve: [number, number][];
  /** Seconds, work and depth. */
  track: [number, number, number][];
}

export interface RunRecord extends Verdict {
  id: number;
  puzzle: string;
  regime: string;
  spec: Spec;
  state: 'running' | 'finished' | 'interrupted' | 'failed';
  stop_reason: string | null;
  failure: string | null;
  created: number;
  seconds: number;
  cpu_seconds: number;
  counters: Sample['counters'];
  best_board: number | null;
  can_go_on: boolean;
}

export interface Point {
  seconds: number;
  score: number;
  nodes: number | null;
  evaluations: number | null;
}

export interface BoardRecord extends Verdict {
  id: number;
  puzzle: string;
  regime: string;
  run: number | null;
  found: number;
  cells: number[];
}

export interface Written {
  link: string | null;
  letters: string | null;
  formats: { format: string; title: string; text: string; extension?: string; notes?: string[] }[];
}

export interface Parameter {
  name: string;
  meaning: string;
  default: string | null;
  allowed: string;
  kind: 'integer' | 'real' | 'flag' | 'choice' | 'text';
  min: number | null;
  max: number | null;
  words: string[] | null;
}

export interface Solver {
  name: string;
  summary: string;
  source: string;
  unit: string;
  takes_start: boolean;
  parameters: Parameter[];
}

export interface PuzzleEntry {
  name: string;
  description: string;
  size: string;
  pieces: number;
  sides: number;
  colours: number;
  hints: number;
  max_score: number;
}

export interface KnownBoard {
  name: string;
  regime: string;
  score: number;
  cells: number[];
}

export interface Estimate {
  log10_combinations: number | null;
  log10_expected_solutions: number | null;
  hardest_inner_colours: number | null;
  hardest_rim_colours: number | null;
  log10_nodes_by_depth: (number | null)[];
  log10_total_nodes: number | null;
}

export type Source = { name: string } | { text: string; size?: Shape } | { run: number } | { board: number };
