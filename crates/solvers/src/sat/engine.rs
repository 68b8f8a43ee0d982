//! The SAT solvers that can be at work below: told a formula, they search for so many conflicts.

use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, SolverOpts, lbool};
use serde::{Deserialize, Serialize};

use super::formula::{Formula, Literal};

/// What came of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The conflicts are used up.
    Open,
    /// The formula can hold; the engine knows how.
    Satisfiable,
    /// It cannot.
    Unsatisfiable,
}

/// What an engine has done since it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Dead ends that it learnt from.
    pub conflicts: u64,
    /// Variables that it set on trial.
    pub decisions: u64,
    /// Values that followed from others.
    pub propagations: u64,
}

/// A SAT solver that repeats its search exactly if it is given the same formula and rounds.
pub trait Engine: Send {
    /// Searches until an answer is found or this many further conflicts have been met.
    fn round(&mut self, conflicts: u64) -> Outcome;

    /// Whether a variable holds in the answer of the last round.
    fn holds(&self, variable: u32) -> bool;

    /// The work done so far.
    fn effort(&self) -> Effort;
}

/// BatSat: MiniSat in Rust. Every round is one restart.
pub struct BatSat(batsat::Solver<Quota>);

/// BatSat asks before every decision whether to stop: it does when a round's conflicts are met.
struct Quota {
    conflicts_left: u64,
}

impl Callbacks for Quota {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts_left = self.conflicts_left.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        self.conflicts_left == 0
    }
}

impl BatSat {
    /// A solver that knows this formula.
    pub fn new(formula: &Formula) -> Self {
        Self::leaning(formula, &[])
    }

    /// The same, which tries these literals as they are wherever it has a choice about them.
    pub fn leaning(formula: &Formula, literals: &[Literal]) -> Self {
        // Rounds take the place of its own restarts.
        let options = SolverOpts { restart_first: i32::MAX, ..SolverOpts::default() };
        let mut solver = batsat::Solver::new(options, Quota { conflicts_left: 0 });
        let mut leanings = vec![lbool::UNDEF; formula.variables() as usize];
        for literal in literals {
            if let Some(leaning) = leanings.get_mut(literal.variable() as usize) {
                *leaning = lbool::new(literal.is_positive());
            }
        }
        let variables: Vec<_> =
            leanings.into_iter().map(|leaning| solver.new_var(leaning, true)).collect();
        let mut translated = Vec::new();
        for clause in formula.clauses() {
            let literals = clause.iter().filter_map(|literal| {
                let variable = variables.get(literal.variable() as usize)?;
                Some(Lit::new(*variable, literal.is_positive()))
            });
            translated.clear();
            translated.extend(literals);
            solver.add_clause_reuse(&mut translated);
        }
        Self(solver)
    }

    /// Adds a clause between two rounds; what was learnt stays, for clauses only ever forbid.
    pub fn require(&mut self, clause: impl IntoIterator<Item = Literal>) {
        let literal = |literal: Literal| {
            Lit::new(batsat::Var::unsafe_from_idx(literal.variable()), literal.is_positive())
        };
        let mut clause = clause.into_iter().map(literal).collect();
        self.0.add_clause_reuse(&mut clause);
    }
}

impl Engine for BatSat {
    fn round(&mut self, conflicts: u64) -> Outcome {
        self.0.cb_mut().conflicts_left = conflicts;
        match self.0.solve_limited(&[]) {
            answer if answer == lbool::TRUE => Outcome::Satisfiable,
            answer if answer == lbool::FALSE => Outcome::Unsatisfiable,
            _ => Outcome::Open,
        }
    }

    fn holds(&self, variable: u32) -> bool {
        self.0.get_model().get(variable as usize) == Some(&lbool::TRUE)
    }

    fn effort(&self) -> Effort {
        Effort {
            conflicts: self.0.num_conflicts(),
            decisions: self.0.num_decisions(),
            propagations: self.0.num_propagations(),
        }
    }
}
