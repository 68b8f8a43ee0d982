//! A formula in conjunctive normal form, kept apart from any SAT solver so that all of them can be
//! given the same one.

use std::ops::Not;

use tilewright_search::Stream;

/// A variable or its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// The variable with this number, from 0, as it is.
    pub const fn positive(variable: u32) -> Self {
        Self(variable << 1)
    }

    /// The number of its variable.
    pub const fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the variable itself and not its opposite.
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Clauses, of each of which at least one literal must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    variables: u32,
    literals: Vec<Literal>,
    ends: Vec<usize>,
}

impl Formula {
    /// A new variable.
    pub fn variable(&mut self) -> Literal {
        self.variables += 1;
        Literal::positive(self.variables - 1)
    }

    /// Adds a clause: one of these must hold.
    pub fn require(&mut self, clause: impl IntoIterator<Item = Literal>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
    }

    /// Adds the clause that `cause` is followed by one of `effects`.
    pub fn imply(&mut self, cause: Literal, effects: impl IntoIterator<Item = Literal>) {
        self.require([!cause].into_iter().chain(effects));
    }

    /// Number of variables.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// Number of literals in all clauses together.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// Number of clauses.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// All clauses.
    pub fn clauses(&self) -> impl Iterator<Item = &[Literal]> {
        self.ends.iter().scan(0, |start, &end| {
            let clause = &self.literals[*start..end];
            *start = end;
            Some(clause)
        })
    }

    /// These literals and what follows from them by clauses with a single literal left. If they
    /// contradict each other, what comes first is kept.
    pub fn following(&self, held: &[Literal]) -> Vec<Literal> {
        let mut values: Vec<Option<bool>> = vec![None; self.variables as usize];
        let mut following = Vec::new();
        let mut hold = |values: &mut [Option<bool>], literal: Literal| {
            if let Some(value @ None) = values.get_mut(literal.variable() as usize) {
                *value = Some(literal.is_positive());
                following.push(literal);
            }
        };
        held.iter().for_each(|&literal| hold(&mut values, literal));
        loop {
            let before = values.iter().flatten().count();
            for clause in self.clauses() {
                let value = |l: &Literal| {
                    let value = values.get(l.variable() as usize).copied().flatten();
                    value.map(|value| value == l.is_positive())
                };
                let mut open = clause.iter().filter(|l| value(l) != Some(false));
                let (first, second) = (open.next().copied(), open.next());
                // One that holds already is not open, but then it is not held again either.
                if let (Some(last), None) = (first, second) {
                    hold(&mut values, last);
                }
            }
            if values.iter().flatten().count() == before {
                return following;
            }
        }
    }

    /// Numbers the variables anew at random and puts the clauses in random order; gives back the
    /// new number of each variable. SAT solvers break ties by number and order, so every shuffle
    /// makes for another search.
    pub fn shuffle(&mut self, stream: &mut Stream) -> Vec<u32> {
        let mut names: Vec<u32> = (0..self.variables).collect();
        stream.shuffle(&mut names);
        let renamed = |literal: &Literal| {
            let renamed = Literal::positive(names[literal.variable() as usize]);
            if literal.is_positive() { renamed } else { !renamed }
        };
        let mut clauses: Vec<&[Literal]> = self.clauses().collect();
        stream.shuffle(&mut clauses);
        let mut shuffled = Self { variables: self.variables, ..Self::default() };
        for clause in clauses {
            shuffled.require(clause.iter().map(renamed));
        }
        *self = shuffled;
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_is_found_through_any_number_of_clauses() {
        let mut formula = Formula::default();
        let [a, b, c, d, e] = [0; 5].map(|_| formula.variable());
        formula.imply(b, [c, d]);
        formula.imply(a, [b]);
        formula.imply(a, [!d]);
        formula.require([d, e, !c]);
        formula.imply(c, [!a]);
        assert_eq!(formula.following(&[]), []);
        assert_eq!(formula.following(&[!a]), [!a]);
        let mut found = formula.following(&[a, !a]);
        assert_eq!(found[0], a);
        found.sort();
        // The last clause contradicts the others, so that c is what came first.
        assert!(found.contains(&b) && found.contains(&!d) && found.len() >= 4, "{found:?}");
    }

    #[test]
    fn a_shuffled_formula_is_the_same_but_for_names_and_order() {
        let mut formula = Formula::default();
        let variables: Vec<_> = (0..6).map(|_| formula.variable()).collect();
        formula.require([variables[0], !variables[1]]);
        formula.imply(variables[5], [variables[2], variables[3]]);
        formula.require([]);
        let mut shuffled = formula.clone();
        let names = shuffled.shuffle(&mut tilewright_search::stream(1, 0));
        let mut found: Vec<Vec<_>> = shuffled.clauses().map(<[_]>::to_vec).collect();
        let rename = |literal: &Literal| {
            let new = Literal::positive(names[literal.variable() as usize]);
            if literal.is_positive() { new } else { !new }
        };
        let mut expected: Vec<Vec<_>> =
            formula.clauses().map(|clause| clause.iter().map(rename).collect()).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
        assert_eq!((shuffled.variables(), shuffled.literals()), (6, 5));
        assert_ne!(names, (0..6).collect::<Vec<_>>());
    }
}
