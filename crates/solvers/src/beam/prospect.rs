//! In how many ways what is open on a board can go together: what a beam keeps boards for.
//!
//! All boards of one depth have the same cells and as many pieces left. Which of them has the best
//! prospects is a matter of colours: if the open sides were paired by chance, the number of pairings
//! in which all of them match is a product over the colours (after G. Owen's count of solutions).
//! With `open` sides of a colour at the frontier, which only meet pieces, and `left` sides on pieces,
//! the frontier is served in `left! / (left - open)!` ways and the rest pairs up in
//! `(left - open - 1)!!` ways. Few colours with many sides go together in more ways than many colours
//! with few: so boards that use some colours up are kept, whichever colours that are.

/// Logarithms of numbers of pairings.
#[derive(Clone, Debug)]
pub struct Prospects {
    /// For each colour its mate.
    mates: Vec<usize>,
    /// ln n!
    factorials: Vec<f32>,
    /// The number of ways to pair n things up: ln (n - 1)!!, or ln n!! if one is left over.
    pairings: Vec<f32>,
    /// For colours that match themselves, by what is asked for and then by what is left.
    alone: Vec<f32>,
    /// Entries of `alone` for each number asked for.
    stride: usize,
}

/// More sides of one colour are not told apart at a frontier.
const MOST_ASKED: usize = 127;

/// What an open side costs that nothing is left for: a mismatch.
const UNSERVED: f32 = 3.0;

impl Prospects {
    /// For colours with these mates, and so many sides in all at most.
    pub fn new(mates: Vec<usize>, sides: usize) -> Self {
        let logarithm = |n: usize| (n.max(1) as f32).ln();
        let (mut factorials, mut pairings) = (vec![0.0f32], vec![0.0f32]);
        for n in 1..=sides {
            factorials.push(factorials[n - 1] + logarithm(n));
            // One of an odd number is left over, any of them.
            let partners = logarithm(if n % 2 == 0 { n - 1 } else { n });
            pairings.push(if n < 2 { 0.0 } else { pairings[n - 2] + partners });
        }
        let stride = sides + 1;
        let mut prospects = Self { mates, factorials, pairings, alone: Vec::new(), stride };
        let all = (0..=MOST_ASKED).flat_map(|asked| (0..=sides).map(move |left| (asked, left)));
        prospects.alone = all
            .map(|(asked, left)| {
                let (served, rest) = prospects.serve(asked, left);
                served + prospects.pairings.get(rest).copied().unwrap_or(0.0)
            })
            .collect();
        prospects
    }

    /// Whether all colours match themselves.
    pub fn is_plain(&self) -> bool {
        self.mates.iter().enumerate().all(|(colour, &mate)| colour == mate)
    }

    /// What the sides of a colour that matches itself add.
    #[inline]
    pub fn alone(&self, asked: u16, left: u16) -> f32 {
        let place = usize::from(asked).min(MOST_ASKED) * self.stride + usize::from(left);
        self.alone.get(place).copied().unwrap_or(0.0)
    }

    /// The colour that a colour is counted with: of two mates the lower one.
    pub fn class(&self, colour: usize) -> usize {
        self.mates.get(colour).map_or(colour, |&mate| mate.min(colour))
    }

    /// What the sides of a colour and its mate add, given for every colour what the frontier asks
    /// for and what is left on pieces.
    pub fn of(&self, class: usize, asked: &[u16], left: &[u16]) -> f32 {
        let number =
            |counts: &[u16], colour: usize| counts.get(colour).copied().map_or(0, usize::from);
        let mate = self.mates.get(class).copied().unwrap_or(class);
        if mate == class {
            let count = |counts: &[u16]| counts.get(class).copied().unwrap_or(0);
            return self.alone(count(asked), count(left));
        }
        let (served, rest) = self.serve(number(asked, class), number(left, class));
        let (others, other_rest) = self.serve(number(asked, mate), number(left, mate));
        let factorial = self.factorials.get(rest.min(other_rest)).copied().unwrap_or(0.0);
        served + others + factorial
    }

    /// The ways in which so many asked for are served by so many left, and how many then are.
    fn serve(&self, asked: usize, left: usize) -> (f32, usize) {
        let served = asked.min(left);
        let all = self.factorials.get(left).copied().unwrap_or(0.0);
        let rest = self.factorials.get(left - served).copied().unwrap_or(0.0);
        (all - rest - UNSERVED * (asked - served) as f32, left - served)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f32, other: f64) {
        assert!((f64::from(one) - other).abs() < 1e-4, "{one} is not {other}");
    }

    #[test]
    fn sides_pair_up_as_counted_by_hand() {
        let prospects = Prospects::new(vec![0, 2, 1], 40);
        // Four sides pair up in three ways, six in fifteen.
        close(prospects.of(0, &[0; 3], &[4, 0, 0]), 3f64.ln());
        close(prospects.of(0, &[0; 3], &[6, 0, 0]), 15f64.ln());
        // Two at the frontier take two of six in thirty ways, and four are left.
        close(prospects.of(0, &[2, 0, 0], &[6, 0, 0]), 90f64.ln());
        // Three of one colour and three of its mate meet in six ways.
        close(prospects.of(1, &[0; 3], &[0, 3, 3]), 6f64.ln());
        // One that cannot be served.
        close(prospects.of(0, &[1, 0, 0], &[0; 3]), -3.0);
        assert_eq!((prospects.class(2), prospects.class(1)), (1, 1));
    }

    #[test]
    fn using_one_colour_up_is_better_than_using_all_a_little() {
        let prospects = Prospects::new(vec![0, 1], 40);
        let both =
            |left: [u16; 2]| prospects.of(0, &[0; 2], &left) + prospects.of(1, &[0; 2], &left);
        assert!(both([20, 0]) > both([10, 10]));
    }
}
