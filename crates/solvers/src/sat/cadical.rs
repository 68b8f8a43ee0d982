//! CaDiCaL: the same rounds with a stronger SAT solver, which needs a C++ compiler and libclang to
//! build and is therefore a feature of its own.

use rustsat::solvers::{GetInternalStats, LimitConflicts, PhaseLit, Solve, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal};
use rustsat_cadical::CaDiCaL;

use super::engine::{Effort, Engine, Outcome};
use super::formula::{Formula, Literal};

/// CaDiCaL with a formula.
pub struct Cadical(CaDiCaL<'static, 'static>);

impl Cadical {
    /// A solver that knows this formula and tries these literals as they are wherever it has a
    /// choice about them; an error if there is no memory for it.
    pub fn leaning(formula: &Formula, literals: &[Literal]) -> Result<Self, String> {
        let translated = |l: &Literal| Lit::new(l.variable(), !l.is_positive());
        let mut solver = CaDiCaL::default();
        for clause in formula.clauses() {
            let clause: Clause = clause.iter().map(translated).collect();
            solver.add_clause(clause).map_err(|error| error.to_string())?;
        }
        for literal in literals {
            solver.phase_lit(translated(literal)).map_err(|error| error.to_string())?;
        }
        Ok(Self(solver))
    }
}

impl Engine for Cadical {
    fn round(&mut self, conflicts: u64) -> Outcome {
        let limit = u32::try_from(conflicts).unwrap_or(u32::MAX).min(i32::MAX as u32);
        // A limit that is refused, or memory that runs out, decides nothing: the puzzle stays open.
        match self.0.limit_conflicts(Some(limit)).and_then(|()| self.0.solve()) {
            Ok(SolverResult::Sat) => Outcome::Satisfiable,
            Ok(SolverResult::Unsat) => Outcome::Unsatisfiable,
            Ok(SolverResult::Interrupted) | Err(_) => Outcome::Open,
        }
    }

    fn holds(&self, variable: u32) -> bool {
        self.0.lit_val(Lit::new(variable, false)).is_ok_and(|value| value == TernaryVal::True)
    }

    fn effort(&self) -> Effort {
        Effort {
            conflicts: self.0.conflicts() as u64,
            decisions: self.0.decisions() as u64,
            propagations: self.0.propagations() as u64,
        }
    }
}
