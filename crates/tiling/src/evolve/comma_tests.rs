//! The strategy against the document's code, taken word for word.

use super::*;
use crate::audit::audit;
use crate::tile::Tile;
use crate::tile_picture::read_tile;

/// The code of the document's appendix with its names, for one problem; `restrictions` is 0 for
/// single cells, 1 for 2x2 and 2 for L.
struct Printed {
    size: usize,
    restrictions: u8,
    given: [Vec<i64>; 2],
}

type Board = Vec<Vec<bool>>;

impl Printed {
    fn restrict(&self, b: &Board, i: usize, j: usize) -> i64 {
        let size = self.size as i64;
        let mut ret = 0;
        if self.restrictions > 0 {
            if i == self.size - 1 || j == self.size - 1 {
                return size * size;
            }
            if i > 0 {
                if j > 0 {
                    if b[i - 1][j - 1] {
                        ret += size;
                    }
                    if b[i][j - 1] {
                        ret += size;
                    }
                    if b[i + 1][j - 1] && self.restrictions == 1 {
                        ret += size;
                    }
                }
                if b[i - 1][j] {
                    ret += size;
                }
                if b[i - 1][j + 1] && self.restrictions == 1 {
                    ret += size;
                }
            }
            if b[i + 1][j] {
                ret += size;
            }
            if b[i][j + 1] {
                ret += size;
            }
            if b[i + 1][j + 1] {
                ret += size;
            }
        }
        ret
    }

    fn difference(&self, b: &Board) -> i64 {
        let mut diff = 0;
        for i in 0..self.size {
            let mut projection = [0, 0];
            for j in 0..self.size {
                if b[i][j] {
                    projection[0] += self.restrict(b, i, j) + 1;
                }
                if b[j][i] {
                    projection[1] += 1;
                }
            }
            diff += (self.given[0][i] - projection[0]).abs();
            diff += (self.given[1][i] - projection[1]).abs();
        }
        diff
    }

    /// `evolve`, with `mutate` and `select`; gives the number of generations.
    fn evolve(&self, pop_size: usize, random: &mut Stream) -> u64 {
        let genome_length = self.size * self.size;
        let random_row =
            |random: &mut Stream| (0..self.size).map(|_| random.below(2) == 1).collect();
        let mut population: Vec<Board> =
            (0..pop_size).map(|_| (0..self.size).map(|_| random_row(random)).collect()).collect();
        let mut best = 0;
        let mut trace = 0;
        loop {
            for bit in population.iter_mut().flatten().flatten() {
                if random.index(genome_length) == 0 {
                    *bit = !*bit;
                }
            }
            let mut progress = genome_length as i64;
            for (i, individual) in population.iter().enumerate() {
                let temp = self.difference(individual);
                if temp < progress {
                    progress = temp;
                    best = i;
                }
            }
            let chosen = population[best].clone();
            population.fill(chosen);
            trace += 1;
            if progress == 0 {
                return trace;
            }
        }
    }
}

fn printed(problem: &Problem) -> Printed {
    let tiles = [Tile::single(), Tile::square(), Tile::ell()];
    let restrictions = tiles.iter().position(|tile| tile == problem.tile()).unwrap() as u8;
    let numbers = |counts: &[u32]| counts.iter().map(|&count| i64::from(count)).collect();
    let given = [numbers(problem.rows()), numbers(problem.columns())];
    Printed { size: problem.width(), restrictions, given }
}

fn alternating(tile: &str, size: usize) -> Problem {
    let counts: Vec<u32> = (0..size).map(|index| u32::from(index % 2 == 0)).collect();
    Problem::new(read_tile(tile).unwrap(), counts.clone(), counts).unwrap()
}

#[test]
fn individuals_are_judged_as_the_printed_code_judges_them() {
    let mut random = stream(1, 0);
    for tile in ["1x1", "2x2", "L"] {
        for size in [2, 3, 4, 6, 9] {
            let problem = alternating(tile, size);
            let printed = printed(&problem);
            let rules = Rules::new(&problem, Quirks::Kept);
            let mut individual = rules.blank();
            rules.judge_all(&mut individual);
            for _ in 0..300 {
                // Dense and sparse boards in turns.
                let (row, column) = (random.index(size), random.index(size));
                individual.rows[row] ^= 1 << column;
                rules.judge_flip(&mut individual, row, column);
                let board: Board = (0..size)
                    .map(|row| (0..size).map(|c| individual.rows[row] >> c & 1 == 1).collect())
                    .collect();
                assert_eq!(individual.difference as i64, printed.difference(&board), "{board:?}");
                let flipped = individual.difference;
                rules.judge_all(&mut individual);
                assert_eq!(individual.difference, flipped);
            }
        }
    }
}

/// Means of 400 runs each; the two draw their random numbers in different ways.
#[test]
fn it_takes_as_many_generations_as_the_printed_code() {
    for tile in ["1x1", "2x2", "L"] {
        let problem = alternating(tile, 4);
        let printed = printed(&problem);
        let runs = 400;
        let theirs: Vec<f64> =
            (0..runs).map(|run| printed.evolve(10, &mut stream(2, run)) as f64).collect();
        let ours: Vec<f64> = (0..runs)
            .map(|seed| solved(&problem, 10, Quirks::Kept, seed).generations() as f64)
            .collect();
        let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
        let variance = |numbers: &[f64]| {
            let mean = mean(numbers);
            numbers.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / (numbers.len() - 1) as f64
        };
        let error = ((variance(&ours) + variance(&theirs)) / runs as f64).sqrt();
        let gap = (mean(&ours) - mean(&theirs)).abs();
        assert!(gap < 3.0 * error, "{tile}: {} and {}", mean(&ours), mean(&theirs));
    }
}

fn solved(problem: &Problem, population: usize, quirks: Quirks, seed: u64) -> Comma {
    let mut strategy = Comma::new(problem, population, quirks, seed);
    while strategy.solution().is_none() {
        strategy.generation();
    }
    strategy
}

#[test]
fn solutions_pass_the_auditor_with_quirks_and_without() {
    for (tile, rows, columns) in [
        ("1x1", vec![1, 2, 0], vec![1, 1, 1]),
        ("2x2", vec![1, 0, 1, 0], vec![1, 0, 1, 0, 0]),
        ("L", vec![1, 1, 0, 0], vec![1, 0, 1, 0]),
        ("XX/O.", vec![0, 1, 1], vec![1, 0, 1, 0]),
        ("1x1", vec![1], vec![1]),
        ("1x1", vec![0], vec![0]),
    ] {
        let problem = Problem::new(read_tile(tile).unwrap(), rows, columns).unwrap();
        for quirks in [Quirks::Kept, Quirks::Mended] {
            for seed in 0..20 {
                let strategy = solved(&problem, 20, quirks, seed);
                assert_eq!(audit(&problem, strategy.solution().unwrap()), []);
                assert_eq!(strategy.evaluations(), 20 * strategy.generations());
                assert_eq!(strategy.difference(), 0);
            }
        }
    }
}

#[test]
fn the_clean_strategy_needs_a_tenth_of_the_generations() {
    let problem = alternating("2x2", 4);
    let mean = |quirks| {
        let generations = |seed| solved(&problem, 10, quirks, seed).generations();
        (0..400).map(generations).sum::<u64>() as f64 / 400.0
    };
    let (kept, mended) = (mean(Quirks::Kept), mean(Quirks::Mended));
    assert!((200.0..300.0).contains(&kept) && (18.0..28.0).contains(&mended), "{kept} {mended}");
}

#[test]
fn a_seed_repeats_a_run_and_a_solved_run_stays_as_it_is() {
    let problem = alternating("L", 4);
    let (mut one, other) =
        (solved(&problem, 10, Quirks::Kept, 5), solved(&problem, 10, Quirks::Kept, 5));
    assert_eq!(one.generations(), other.generations());
    one.generation();
    assert_eq!((one.generations(), one.solution()), (other.generations(), other.solution()));
}
