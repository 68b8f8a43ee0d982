//! Compares the solver with others: `cargo run --release -p own-solver`.

use own_solver::SWAPPER;
use tilewright_lab::report::{Provenance, terminal};
use tilewright_lab::{Doing, Experiment, Plan, Scale, registry, run};
use tilewright_search::Interrupt;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut registry = registry();
    registry.solvers.push(&SWAPPER);
    let experiment = Experiment::from_toml(include_str!("../experiment.toml"), "experiment.toml")?;
    let plan = Plan::new(experiment, Scale::default(), &registry, None)?;
    let interrupt = Interrupt::on_signals()?;
    let results =
        run(&plan, &registry, &Doing { cores: 2, seconds: None, interrupt }, None, &mut |_| {});
    println!("{}", terminal(&results, &Provenance::now(&results, "experiment.toml")));
    Ok(())
}
