//! How long the innermost loops take: `cargo bench --bench kernels`.
//!
//! Throughput is in nodes, evaluations or problems a second. For comparisons that other work on the
//! machine cannot disturb there is `instructions`.

#![allow(missing_docs, clippy::unwrap_used, reason = "benchmarks are called by nobody")]

mod work;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use tilewright_solvers::exact::engine::Manner;
use tilewright_solvers::kernel::simd::Form;

use work::{Assignments, Run, Scan, Swaps};

/// Measures a piece of work that does so much.
fn measure<W, R>(
    criterion: &mut Criterion,
    (group, name): (&str, &str),
    much: u64,
    prepare: impl Fn() -> W,
    run: impl Fn(W) -> R,
) {
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Elements(much)).sample_size(20);
    group.bench_function(name, |bencher| {
        bencher.iter_batched(&prepare, &run, BatchSize::LargeInput);
    });
    group.finish();
}

fn scans(criterion: &mut Criterion) {
    for &form in Form::all() {
        for (group, manner) in [("scan-blind", Manner::Blind), ("scan-sighted", Manner::Sighted)] {
            let prepare = || Scan::new(manner, form);
            measure(criterion, (group, form.name()), work::SCAN_NODES, prepare, Scan::run);
        }
    }
    let prepare = || Scan::new(Manner::Plain, Form::best());
    measure(criterion, ("scan-plain", "walk"), work::SCAN_NODES, prepare, Scan::run);
}

fn boards(criterion: &mut Criterion) {
    let name = ("layout", "best-swap");
    measure(criterion, name, work::SWAPS, Swaps::new, Swaps::run);
    let name = ("vlns", "assignment");
    measure(criterion, name, work::ASSIGNMENTS, Assignments::new, Assignments::run);
}

fn solvers(criterion: &mut Criterion) {
    let nodes = Run::hunt().run();
    measure(criterion, ("hunt", "slips"), nodes, Run::hunt, Run::run);
    let nodes = Run::beam().run();
    measure(criterion, ("beam", "pass"), nodes, Run::beam, Run::run);
}

criterion_group!(kernels, scans, boards, solvers);
criterion_main!(kernels);
