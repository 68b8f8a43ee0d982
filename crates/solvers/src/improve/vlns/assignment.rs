//! The best assignment of pieces to cells, where what each piece is worth on each cell is known.
//!
//! Cells that do not touch can be filled independently of each other, so the best way to lay given
//! pieces on them is an assignment problem. This is the Hungarian method in its form with shortest
//! augmenting paths (Kuhn 1955; Jonker and Volgenant 1987), cubic in the number of cells, with all
//! memory reserved beforehand: it is called hundreds of thousands of times a second.

/// Worth of a piece on a cell where it must not lie; far below what others can make good.
pub const FORBIDDEN: i32 = -10_000;

/// An assignment problem of changing size, and its solution.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    size: usize,
    /// What column `j` is worth to row `i`, at `i * size + j`.
    worth: Vec<i32>,
    /// Potentials of rows and columns; index 0 is a helper of the method.
    row_price: Vec<i32>,
    column_price: Vec<i32>,
    /// For each column the row that has it, counted from 1; 0 for none.
    row_of: Vec<usize>,
    /// For each column the one before it on the path, and what a path to it costs.
    before: Vec<usize>,
    slack: Vec<i32>,
    is_reached: Vec<bool>,
}

impl Assignment {
    /// Room for problems of up to this size.
    pub fn with_room(size: usize) -> Self {
        let room = size + 1;
        Self {
            size: 0,
            worth: Vec::with_capacity(size * size),
            row_price: Vec::with_capacity(room),
            column_price: Vec::with_capacity(room),
            row_of: Vec::with_capacity(room),
            before: Vec::with_capacity(room),
            slack: Vec::with_capacity(room),
            is_reached: Vec::with_capacity(room),
        }
    }

    /// Solves the problem in which column `j` is worth `worth(i, j)` to row `i`: each row gets a
    /// column of its own so that the sum is the largest possible.
    pub fn solve(&mut self, size: usize, mut worth: impl FnMut(usize, usize) -> i32) {
        self.size = size;
        self.worth.clear();
        for row in 0..size {
            self.worth.extend((0..size).map(|column| worth(row, column)));
        }
        for numbers in [&mut self.row_price, &mut self.column_price, &mut self.slack] {
            numbers.clear();
            numbers.resize(size + 1, 0);
        }
        for places in [&mut self.row_of, &mut self.before] {
            places.clear();
            places.resize(size + 1, 0);
        }
        self.is_reached.resize(size + 1, false);
        for row in 1..=size {
            self.add(row);
        }
    }

    /// Gives a further row a column, moving others along the cheapest path to a free one.
    fn add(&mut self, row: usize) {
        let size = self.size;
        self.row_of[0] = row;
        self.slack.fill(i32::MAX);
        self.is_reached.fill(false);
        let mut column = 0;
        while self.row_of[column] != 0 {
            self.is_reached[column] = true;
            let here = self.row_of[column];
            let worth = &self.worth[(here - 1) * size..here * size];
            let (mut least, mut next) = (i32::MAX, 0);
            for other in 1..=size {
                if self.is_reached[other] {
                    continue;
                }
                let cost = -worth[other - 1] - self.row_price[here] - self.column_price[other];
                if cost < self.slack[other] {
                    self.slack[other] = cost;
                    self.before[other] = column;
                }
                if self.slack[other] < least {
                    least = self.slack[other];
                    next = other;
                }
            }
            for other in 0..=size {
                if self.is_reached[other] {
                    self.row_price[self.row_of[other]] += least;
                    self.column_price[other] -= least;
                } else if self.slack[other] != i32::MAX {
                    self.slack[other] -= least;
                }
            }
            column = next;
        }
        while column != 0 {
            let previous = self.before[column];
            self.row_of[column] = self.row_of[previous];
            column = previous;
        }
    }

    /// The row of a column.
    pub fn row(&self, column: usize) -> usize {
        self.row_of[column + 1] - 1
    }

    /// What the whole assignment is worth.
    #[cfg(test)]
    pub fn total(&self) -> i32 {
        (0..self.size).map(|column| self.worth[self.row(column) * self.size + column]).sum()
    }
}

#[cfg(test)]
mod tests {
    use pathfinding::matrix::Matrix;
    use pathfinding::prelude::kuhn_munkres;
    use tilewright_search::stream;

    use super::*;

    #[test]
    fn it_is_worth_as_much_as_what_kuhn_and_munkres_find() {
        let mut random = stream(1, 0);
        let mut assignment = Assignment::with_room(40);
        for round in 0..600 {
            let size = 1 + random.index(if round % 10 == 0 { 40 } else { 16 });
            let most = [2, 5, 9, 1000][random.index(4)];
            let mut worth = Matrix::new(size, size, 0);
            for row in 0..size {
                for column in 0..size {
                    let is_forbidden = row != column && random.chance(0.2);
                    let value = random.below(most) as i32;
                    worth[(row, column)] = if is_forbidden { FORBIDDEN } else { value };
                }
            }
            assignment.solve(size, |row, column| worth[(row, column)]);
            let (expected, _) = kuhn_munkres(&worth);
            assert_eq!(assignment.total(), expected, "size {size}");
            let mut rows: Vec<_> = (0..size).map(|column| assignment.row(column)).collect();
            rows.sort_unstable();
            assert_eq!(rows, (0..size).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_is_allocated_within_the_room() {
        let mut assignment = Assignment::with_room(16);
        let room = |a: &Assignment| (a.worth.capacity(), a.row_of.capacity(), a.slack.capacity());
        assignment.solve(16, |_, _| 0);
        let before = room(&assignment);
        for size in 0..=16 {
            assignment.solve(size, |row, column| ((row * 7 + column * 3) % 5) as i32);
        }
        assert_eq!(room(&assignment), before);
    }
}
