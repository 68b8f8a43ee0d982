//! What samples say, and how surely: the statistics that good practice asks of experiments with
//! chance in them. All of it is checked against SciPy (`tests/statistics.rs`).

mod bootstrap;
mod compare;
mod normal;
mod ranks;
mod success;
mod summary;
mod targets;

pub use bootstrap::mean_interval;
pub use compare::{Comparison, compare, holm};
pub use normal::upper_tail;
pub use ranks::{mean_ranks, ranks};
pub use success::wilson;
pub use summary::{Summary, quantile};
pub use targets::{Attempt, ecdf, expected_running_time};
