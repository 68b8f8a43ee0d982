//! How much an exact search may do. Work is counted in steps that are the same on every machine;
//! whoever starts the search may also look at a clock or a signal and call it off.

use thiserror::Error;

/// The search was called off: nothing is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the budget is spent")]
pub struct Spent;

/// A budget of steps, with somebody who may call the search off.
pub struct Watch<'a> {
    done: u64,
    limit: u64,
    next_look: u64,
    go_on: Box<dyn FnMut() -> bool + 'a>,
}

/// How many steps go by between two looks at whoever may call the search off.
const BETWEEN_LOOKS: u64 = 256;

impl<'a> Watch<'a> {
    /// So many steps and no more.
    pub fn steps(limit: u64) -> Self {
        Self::new(limit, || true)
    }

    /// So many steps at most, as long as the answer is that it may go on.
    pub fn new(limit: u64, go_on: impl FnMut() -> bool + 'a) -> Self {
        Self { done: 0, limit, next_look: BETWEEN_LOOKS, go_on: Box::new(go_on) }
    }

    /// The steps that were done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Does so many steps, if they are allowed.
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Spent> {
        self.done = self.done.saturating_add(steps);
        if self.done > self.limit {
            return Err(Spent);
        }
        if self.done >= self.next_look { self.look() } else { Ok(()) }
    }

    /// Asks whoever may call the search off, for steps that take long.
    pub(crate) fn look(&mut self) -> Result<(), Spent> {
        self.next_look = self.done.saturating_add(BETWEEN_LOOKS);
        if (self.go_on)() {
            Ok(())
        } else {
            self.limit = 0;
            Err(Spent)
        }
    }

    /// Runs one method of several with a budget of its own: `None` if that is spent while there is
    /// more for the other methods.
    pub(crate) fn within<T>(
        &mut self,
        steps: u64,
        method: impl FnOnce(&mut Self) -> Result<T, Spent>,
    ) -> Result<Option<T>, Spent> {
        let whole = self.limit;
        self.limit = whole.min(self.done.saturating_add(steps));
        let result = method(self);
        if self.limit == 0 && whole > 0 {
            return result.map(Some);
        }
        self.limit = whole;
        match result {
            Err(Spent) if self.done < whole => Ok(None),
            other => other.map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_and_end() {
        let mut watch = Watch::steps(10);
        assert_eq!(watch.spend(10), Ok(()));
        assert_eq!(watch.spend(1), Err(Spent));
    }

    #[test]
    fn whoever_watches_may_call_it_off_for_good() {
        let mut looks = 0;
        let mut watch = Watch::new(u64::MAX, || {
            looks += 1;
            looks < 3
        });
        let steps = (0..10_000).take_while(|_| watch.spend(1).is_ok()).count();
        assert_eq!(steps as u64, 3 * BETWEEN_LOOKS - 1);
        assert_eq!(watch.within(100, |watch| watch.spend(1)), Err(Spent));
    }

    #[test]
    fn a_part_of_the_budget_may_be_spent_without_the_rest() {
        let mut watch = Watch::steps(100);
        let forever = |watch: &mut Watch<'_>| -> Result<(), Spent> {
            loop {
                watch.spend(1)?;
            }
        };
        assert_eq!(watch.within(30, forever), Ok(None));
        assert_eq!(watch.within(30, |watch| watch.spend(5)), Ok(Some(())));
        assert_eq!(watch.within(300, forever), Err(Spent));
    }
}
