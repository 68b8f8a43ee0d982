//! `auto`: chooses the method for a puzzle by what the theory expects, and says why.
//!
//! Where a first solution is expected soon, exact search alone finds it. Where it is not, nobody
//! can say beforehand whether clauses that are learnt or nodes that are cheap get there first, so
//! on boards that are small enough for both they race by turns. On squares, where the kernel
//! walks, exact search has most of the time: it solved the hardest 7x7 in seconds, and SAT none of
//! them in a minute (docs/experiments/exact.md). On other boards they are closer together and share
//! the time. Where no end is in sight, a beam gives a good board at once and a hunt better ones later,
//! and each new best board is repaired.

mod repair;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::theory::{Magnitude, expected_solutions};
use tilewright_puzzle::{Board, Puzzle, Shape};
use tilewright_search::{
    Best, BuildError, Built, Counters, Params, SaveError, Solver, SolverInfo, Status, Task, Unit,
    state,
};

use self::repair::{Done, Repair};
use crate::exact::order::cheapest;

/// `auto`, as registered.
pub static AUTO: SolverInfo = SolverInfo {
    name: "auto",
    summary: "chooses a method by the theory of the puzzle, and says which and why",
    source: "our own",
    takes_start: true,
    unit: Unit::Nodes,
    parameters: &[],
    build: |task| Ok(Box::new(Auto::new(&task, None)?)),
    restore: |task, saved| -> Built { Ok(Box::new(Auto::new(&task, Some(saved))?)) },
};

/// The work of each turn, in units of their own. A conflict of the SAT solver takes as long as
/// thousands of nodes; its turn takes two to three times as long as one of exact search. The beam
/// has a good board within some turns, and the hunt more time.
const TURNS: [(&str, u64); 4] =
    [("exact", 1_000_000), ("sat", 250), ("beam", 300_000), ("hunt", 8_000_000)];
/// Those that race for a solution.
const RACERS: [&str; 2] = ["exact", "sat"];
/// How many turns exact search takes in a row: on squares, where the kernel walks, so many that a
/// tenth of the time is left for SAT; on other boards about half of it.
const TURNS_OF_EXACT_ON_SQUARES: u64 = 20;
const TURNS_OF_EXACT: u64 = 2;
/// Exact search alone, if so many nodes are expected up to the first solution: seconds.
const SOON_LOG10: f64 = 9.0;
/// Exact search may get there in a day.
const SOME_DAY_LOG10: f64 = 13.0;
/// The largest boards for which a formula is worth writing.
const MOST_CELLS_TO_RACE: usize = 144;

/// What a hunt can take.
const MOST_CELLS_TO_HUNT: usize = 484;
const MOST_COLOURS_TO_HUNT: usize = 31;

/// What was chosen and why.
struct Choice {
    names: Vec<&'static str>,
    reason: String,
}

/// Those that hunt for high scores.
const HUNTERS: [&str; 2] = ["beam", "hunt"];

impl Choice {
    /// Whether new best boards are repaired.
    fn has_repairs(&self) -> bool {
        self.names == HUNTERS
    }
}

fn choose(puzzle: &Puzzle) -> Choice {
    let (order, nodes) = cheapest(puzzle);
    let solutions = expected_solutions(puzzle).log10().max(0.0);
    let to_first = nodes.log10() - solutions;
    let is_small = puzzle.topology().cell_count() <= MOST_CELLS_TO_RACE;
    let expected = format!(
        "{nodes} nodes are expected for the whole search in {} order, {} up to a first solution",
        order.name(),
        Magnitude::from_log10(to_first)
    );
    if to_first <= SOON_LOG10 {
        Choice { names: vec!["exact"], reason: format!("{expected}: soon done") }
    } else if is_small {
        let registry = crate::registry();
        let reason = format!("{expected}: too many to be sure, on a small board");
        Choice {
            names: RACERS.into_iter().filter(|name| registry.get(name).is_ok()).collect(),
            reason,
        }
    } else if to_first <= SOME_DAY_LOG10 {
        let reason = format!("{expected}: long, but within reach");
        Choice { names: vec!["exact"], reason }
    } else {
        let is_huntable = matches!(puzzle.shape(), Shape::Square { .. })
            && puzzle.rim().is_some()
            && puzzle.topology().cell_count() <= MOST_CELLS_TO_HUNT
            && puzzle.colours().len() < MOST_COLOURS_TO_HUNT;
        let (names, what) = match is_huntable {
            true => (HUNTERS.to_vec(), "so high scores are hunted"),
            false => (vec!["exact"], "and the best board is the deepest"),
        };
        Choice { names, reason: format!("{expected}: no end is in sight, {what}") }
    }
}

/// The methods at work.
struct Auto {
    members: Vec<Member>,
    repair: Option<Repair>,
    reason: String,
    target: Option<u32>,
    max_score: u32,
    turns: u64,
    /// Which member came to its end first.
    winner: Option<(usize, Status)>,
}

struct Member {
    info: &'static SolverInfo,
    solver: Box<dyn Solver>,
    /// How many turns it takes before the next one has its own.
    in_a_row: u64,
}

fn turns_in_a_row(name: &str, puzzle: &Puzzle) -> u64 {
    match (name, puzzle.shape()) {
        ("exact", Shape::Square { .. }) => TURNS_OF_EXACT_ON_SQUARES,
        ("exact", _) => TURNS_OF_EXACT,
        _ => 1,
    }
}

/// Whose turn comes after so many turns, of members that take so many in a row.
fn whose_turn(turns: u64, in_a_row: impl Iterator<Item = u64> + Clone) -> usize {
    let cycle: u64 = in_a_row.clone().sum();
    let place = turns.checked_rem(cycle).unwrap_or(0);
    let ends = in_a_row.scan(0, |end, own| {
        *end += own;
        Some(*end)
    });
    ends.take_while(|&end| end <= place).count()
}

#[derive(Serialize, Deserialize)]
struct Saved {
    members: Vec<(String, Vec<u8>)>,
    repair: Option<Done>,
    turns: u64,
    winner: Option<(usize, bool)>,
}

impl Member {
    fn work_of_a_turn(&self) -> u64 {
        let turn = TURNS.into_iter().find(|(name, _)| *name == self.info.name);
        turn.map_or(1, |(_, work)| work)
    }
}

impl Auto {
    fn new(task: &Task, saved: Option<&[u8]>) -> Result<Self, BuildError> {
        let choice = choose(&task.puzzle);
        let saved: Option<Saved> = saved.map(state::load).transpose()?;
        if let Some(saved) = &saved {
            let names = saved.members.iter().map(|(name, _)| name.as_str());
            let winner_is_there = saved.winner.is_none_or(|(w, _)| w < saved.members.len());
            if !names.eq(choice.names.iter().copied()) || !winner_is_there {
                return Err(BuildError::State("it has other methods at work".to_owned()));
            }
        }
        let registry = crate::registry();
        let infos: Vec<_> =
            choice.names.iter().map(|name| registry.get(name)).collect::<Result<_, _>>()?;
        let repaired = saved.as_ref().and_then(|saved| saved.repair.clone());
        let repair = if choice.has_repairs() { Repair::new(task, repaired) } else { None };
        let takes_start = repair.is_some() || infos.iter().any(|info| info.takes_start);
        if task.start.is_some() && !takes_start {
            let chosen = choice.names.join(" and ");
            return Err(registry.refuse_start(&format!("{chosen}, which auto chose,")));
        }
        let puzzle = &task.puzzle;
        let mut members = Vec::new();
        for (index, info) in infos.into_iter().enumerate() {
            let params = Params::defaults(info.parameters)?;
            let start = task.start.clone().filter(|_| info.takes_start);
            let task = Task { params, start, ..task.clone() };
            let state = saved.as_ref().and_then(|saved| saved.members.get(index));
            let solver = match state {
                None => (info.build)(task)?,
                Some((_, state)) => (info.restore)(task, state)?,
            };
            let in_a_row = turns_in_a_row(info.name, puzzle);
            members.push(Member { info, solver, in_a_row });
        }
        let status = |solved| if solved { Status::Solved } else { Status::Exhausted };
        Ok(Self {
            members,
            repair,
            reason: choice.reason,
            target: task.target,
            max_score: puzzle.max_score(),
            turns: saved.as_ref().map_or(0, |saved| saved.turns),
            winner: saved.and_then(|s| s.winner).map(|(index, solved)| (index, status(solved))),
        })
    }

    fn nodes(&self) -> u64 {
        self.members.iter().map(|member| member.solver.counters().nodes).sum()
    }

    /// The member with the best board: the winner, or the first of the best.
    fn leader(&self) -> Option<&Member> {
        if let Some((index, _)) = self.winner {
            return self.members.get(index);
        }
        let score = |member: &Member| member.solver.best().map(|best| best.score);
        self.members.iter().rev().max_by_key(|member| score(member))
    }
}

impl Solver for Auto {
    fn advance(&mut self, work: u64) -> Status {
        if let Some((_, status)) = self.winner {
            return status;
        }
        if let [alone] = self.members.as_mut_slice() {
            let status = alone.solver.advance(work);
            self.winner = (status != Status::Working).then_some((0, status));
            return status;
        }
        let goal = self.nodes().saturating_add(work);
        if let Some(repair) = &mut self.repair {
            repair.begin();
        }
        while self.nodes() < goal {
            let best = self.best().map_or(0, |best| best.score);
            if self.target.is_some_and(|target| best >= target) {
                break;
            }
            if self.repair.is_some() && best == self.max_score {
                return Status::Solved;
            }
            let index = whose_turn(self.turns, self.members.iter().map(|m| m.in_a_row));
            let Some(member) = self.members.get_mut(index) else { break };
            let status = member.solver.advance(member.work_of_a_turn());
            self.turns += 1;
            if status != Status::Working {
                self.winner = Some((index, status));
                return status;
            }
            if let (Some(repair), Some(best)) = (&mut self.repair, member.solver.best()) {
                repair.look_at(best);
            }
        }
        Status::Working
    }

    fn best(&self) -> Option<Best<'_>> {
        let member = self.leader().and_then(|leader| leader.solver.best());
        let repaired = self.repair.as_ref().and_then(Repair::best);
        [repaired, member].into_iter().flatten().max_by_key(|best| best.score)
    }

    fn counters(&self) -> Counters {
        let mut total = Counters::default();
        for counters in self.members.iter().map(|member| member.solver.counters()) {
            total.nodes += counters.nodes;
            total.evaluations += counters.evaluations;
            total.restarts += counters.restarts;
            total.depth = total.depth.max(counters.depth);
            // All answer the same question, so the one that is furthest tells how far it is.
            total.progress = total.progress.into_iter().chain(counters.progress).reduce(f64::max);
        }
        total.evaluations += self.repair.as_ref().map_or(0, Repair::evaluations);
        total
    }

    fn save(&self) -> Result<Vec<u8>, SaveError> {
        let saved = |member: &Member| Ok((member.info.name.to_owned(), member.solver.save()?));
        state::save(&Saved {
            members: self.members.iter().map(saved).collect::<Result<_, SaveError>>()?,
            repair: self.repair.as_ref().map(|repair| repair.done().clone()),
            turns: self.turns,
            winner: self.winner.map(|(index, status)| (index, status == Status::Solved)),
        })
    }

    fn take_found(&mut self) -> Vec<Board> {
        let members = self.members.iter_mut().map(|member| member.solver.take_found());
        let mut found: Vec<_> = members.flatten().collect();
        found.extend(self.repair.as_mut().map(Repair::take_found).unwrap_or_default());
        found
    }

    /// What the members report, `chosen` (their names) and `reason`, the `work` of each in its own
    /// unit, and what came of `repairs`.
    fn report(&self) -> Map<String, Value> {
        let mut report = Map::new();
        for member in self.members.iter().rev() {
            report.extend(member.solver.report());
        }
        let names: Vec<_> = self.members.iter().map(|member| member.info.name).collect();
        report.insert("chosen".to_owned(), Value::from(names.join(", ")));
        report.insert("reason".to_owned(), Value::from(self.reason.clone()));
        let work = self.members.iter().map(|member| {
            let done = member.info.unit.of(&member.solver.counters());
            (member.info.name.to_owned(), json!({ "unit": member.info.unit.name(), "done": done }))
        });
        report.insert("work".to_owned(), Value::Object(work.collect()));
        if let Some(repair) = &self.repair {
            report.insert("repairs".to_owned(), repair.report());
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_take_their_turns_in_rows() {
        let whose = |in_a_row: &[u64]| -> Vec<usize> {
            (0..7).map(|turns| whose_turn(turns, in_a_row.iter().copied())).collect()
        };
        assert_eq!(whose(&[1]), [0; 7]);
        assert_eq!(whose(&[1, 1]), [0, 1, 0, 1, 0, 1, 0]);
        assert_eq!(whose(&[2, 1]), [0, 0, 1, 0, 0, 1, 0]);
        assert_eq!(whose(&[3, 1, 2]), [0, 0, 0, 1, 2, 2, 0]);
    }
}
