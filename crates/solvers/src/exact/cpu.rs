//! The same walk, compiled for what the processor can do.
//!
//! One binary serves all machines: the walk is compiled twice, once for any processor and once
//! with the wider vectors and bit instructions of newer ones, and the better one that runs here is
//! chosen. Both visit the same nodes.

use super::guide::Guide;
use super::plan::Plan;
use super::walk::{Pause, Walk};

/// [`Walk::advance`] in the fastest form that this processor has.
#[inline]
pub(super) fn advance<G: Guide>(
    walk: &mut Walk<G>,
    plan: &Plan,
    chart: &G::Chart,
    nodes: &mut u64,
) -> Pause {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
    {
        // SAFETY: the processor has just been asked for every feature that the function needs;
        // its body is safe code.
        #[allow(unsafe_code)]
        return unsafe { advance_avx2(walk, plan, chart, nodes) };
    }
    walk.advance(plan, chart, nodes)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn advance_avx2<G: Guide>(
    walk: &mut Walk<G>,
    plan: &Plan,
    chart: &G::Chart,
    nodes: &mut u64,
) -> Pause {
    walk.advance(plan, chart, nodes)
}
