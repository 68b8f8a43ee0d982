//! How many instructions the innermost loops take: `cargo bench --bench instructions`.
//!
//! Counted by Valgrind, so that the figures are the same however busy the machine is. It needs
//! `valgrind` and `cargo install gungraun-runner`, the version that Cargo.lock has of gungraun.
//! Valgrind knows no AVX-512, so that form is not among them.

#![allow(missing_docs, clippy::unwrap_used, reason = "benchmarks are called by nobody")]
#![allow(unused_qualifications, reason = "the macros of gungraun write them")]

mod work;

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use tilewright_solvers::exact::engine::Manner;
use tilewright_solvers::kernel::simd::Form;

use work::{Assignments, Run, Scan, Swaps};

/// A scan in a form, or in the best one that there is where it runs.
fn scan(manner: Manner, form: &str) -> Scan {
    let named = Form::all().iter().copied().find(|known| known.name() == form);
    Scan::new(manner, named.unwrap_or_else(Form::best))
}

#[library_benchmark]
#[bench::plain(scan(Manner::Plain, "portable"))]
#[bench::blind_portable(scan(Manner::Blind, "portable"))]
#[bench::blind_avx2(scan(Manner::Blind, "avx2"))]
#[bench::sighted_portable(scan(Manner::Sighted, "portable"))]
#[bench::sighted_avx2(scan(Manner::Sighted, "avx2"))]
fn scans(work: Scan) -> u64 {
    black_box(work.run())
}

#[library_benchmark]
#[bench::best_swap(Swaps::new())]
fn layout(work: Swaps) -> i64 {
    black_box(work.run())
}

#[library_benchmark]
#[bench::assignment(Assignments::new())]
fn vlns(work: Assignments) -> usize {
    black_box(work.run())
}

#[library_benchmark]
#[bench::hunt(Run::hunt())]
#[bench::beam(Run::beam())]
fn solvers(work: Run) -> u64 {
    black_box(work.run())
}

library_benchmark_group!(name = kernels, benchmarks = [scans, layout, vlns, solvers]);
main!(library_benchmark_groups = kernels);
