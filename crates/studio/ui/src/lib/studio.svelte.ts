// The one store: what is going on at the server, what comes with the program, and what one page
// hands to the next.

import { get } from './api';
import { type News, withNews } from './news';
import type { KnownBoard, LiveRun, Puzzle, PuzzleEntry, Solver, Theme } from './types';

interface About {
  version: string;
  cores: number;
  most_runs: number;
}

function remembered<T extends string>(key: string, otherwise: T): T {
  return (localStorage.getItem(`tilewright.${key}`) as T | null) ?? otherwise;
}

class Studio {
  runs = $state.raw<LiveRun[]>([]);
  connected = $state(false);
  about = $state.raw<About>({ version: '', cores: 1, most_runs: 1 });
  puzzles = $state.raw<PuzzleEntry[]>([]);
  known = $state.raw<KnownBoard[]>([]);
  solvers = $state.raw<Solver[]>([]);
  theme = $state<Theme>(remembered('theme', 'motifs'));
  numbers = $state(remembered<string>('numbers', 'no') === 'yes');
  scheme = $state<'auto' | 'light' | 'dark'>(remembered('scheme', 'auto'));
  message = $state('');
  /** A puzzle, perhaps with a board, that one page hands to another. */
  handed = $state.raw<{ puzzle: Puzzle; cells?: number[] } | null>(null);
  #puzzles = new Map<string, Promise<Puzzle>>();

  async open(): Promise<void> {
    this.listen();
    const [about, all, solvers] = await Promise.all([
      get<About>('/api/about'),
      get<{ puzzles: PuzzleEntry[]; known_boards: KnownBoard[] }>('/api/puzzles'),
      get<Solver[]>('/api/solvers'),
    ]);
    this.about = about;
    this.puzzles = all.puzzles;
    this.known = all.known_boards;
    this.solvers = solvers;
  }

  listen(): void {
    const hear = (message: News | { connected: boolean }) => {
      if ('connected' in message) this.connected = message.connected;
      else {
        this.connected = true;
        this.runs = withNews(this.runs, message);
      }
    };
    if (typeof SharedWorker !== 'undefined') {
      const worker = new SharedWorker(new URL('./events.worker.ts', import.meta.url), { type: 'module', name: 'tilewright' });
      worker.port.onmessage = (event) => hear(event.data);
      addEventListener('pagehide', () => worker.port.postMessage('bye'));
      return;
    }
    const source = new EventSource('/api/events');
    source.onopen = () => hear({ connected: true });
    source.onerror = () => hear({ connected: false });
    for (const kind of ['whole', 'sample', 'board', 'state', 'gone'] as const) {
      source.addEventListener(kind, (event) => hear({ kind, data: JSON.parse(event.data) } as News));
    }
  }

  /** A puzzle that comes with the program. */
  puzzle(name: string): Promise<Puzzle> {
    return this.cached(`name ${name}`, () => get<Puzzle>(`/api/puzzles/${encodeURIComponent(name)}`));
  }

  /** The puzzle of a run. */
  puzzleOfRun(run: number): Promise<Puzzle> {
    return this.cached(`run ${run}`, async () => (await get<{ puzzle_data: Puzzle }>(`/api/runs/${run}`)).puzzle_data);
  }

  private cached(key: string, ask: () => Promise<Puzzle>): Promise<Puzzle> {
    const known = this.#puzzles.get(key);
    if (known) return known;
    const asked = ask();
    this.#puzzles.set(key, asked);
    asked.catch(() => this.#puzzles.delete(key));
    return asked;
  }

  remember(key: 'theme' | 'numbers' | 'scheme', value: string): void {
    localStorage.setItem(`tilewright.${key}`, value);
  }

  /** Does something and tells the user in words if it fails. */
  async attempt<T>(what: () => Promise<T>): Promise<T | undefined> {
    try {
      return await what();
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  tell(words: string): void {
    this.message = words;
  }
}

export const studio = new Studio();
