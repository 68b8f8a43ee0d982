//! Does an experiment: as many trials at once as the machine has cores for, each kept in the
//! archive when it ends, so that an experiment that was killed goes on with what is missing.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use tilewright_archive::experiments::EndedRun;
use tilewright_archive::{Archive, ExperimentId, NewExperiment, NewRun};
use tilewright_search::{Interrupt, Registry};

use crate::machine;
use crate::outcome::Outcome;
use crate::plan::{Job, Plan};
use crate::results::Results;
use crate::trial::{Done, perform};

/// How often the time is looked at while trials go on.
const LOOK: Duration = Duration::from_millis(200);

/// How an experiment is done on this machine.
#[derive(Clone, Debug)]
pub struct Doing {
    /// Cores to use.
    pub cores: usize,
    /// Stop after so many seconds; the same call goes on later.
    pub seconds: Option<f64>,
    /// How to stop it from outside.
    pub interrupt: Interrupt,
}

/// What a run of an experiment tells while it goes on.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// How far it is.
    Progress {
        /// Trials that ended, earlier ones included.
        done: usize,
        /// All trials.
        all: usize,
        /// An estimate of the seconds that are left, once there is anything to go by.
        seconds_left: Option<f64>,
    },
    /// Something is wrong, but it goes on.
    Trouble(String),
}

/// Does the trials of a plan that the archive does not have, and gives the results of all that
/// ended. Without an archive all are done.
pub fn run(
    plan: &Plan,
    registry: &Registry,
    doing: &Doing,
    mut archive: Option<&mut Archive>,
    tell: &mut dyn FnMut(News),
) -> Results {
    let speed = machine::speed();
    let described = machine::describe(speed);
    let mut trouble = Vec::new();
    let experiment = archive.as_deref_mut().and_then(|archive| {
        let (name, identity) = (&*plan.experiment.name, plan.identity());
        let new = NewExperiment { name, plan: &identity, machine: &described };
        archive.experiment(&new).map_err(|error| trouble.push(error.to_string())).ok()
    });
    let mut outcomes = BTreeMap::new();
    if let (Some(archive), Some(id)) = (archive.as_deref(), experiment) {
        match known(archive, id) {
            Ok(found) => outcomes = found,
            Err(error) => trouble.push(error),
        }
    }
    trouble.into_iter().for_each(|text| tell(News::Trouble(text)));
    let keep = Keep { archive, experiment, has_failed: false };
    do_missing(plan, registry, doing, speed, keep, &mut outcomes, tell);
    Results::new(plan, outcomes, described)
}

/// The trials that the archive has.
pub(crate) fn known(
    archive: &Archive,
    id: ExperimentId,
) -> Result<BTreeMap<String, Outcome>, String> {
    let trials = archive.trials(id).map_err(|error| error.to_string())?;
    let outcome = |trial: tilewright_archive::Trial| {
        Some((trial.task, serde_json::from_value(trial.outcome).ok()?))
    };
    Ok(trials.into_iter().filter_map(outcome).collect())
}

fn do_missing(
    plan: &Plan,
    registry: &Registry,
    doing: &Doing,
    speed: f64,
    mut keep: Keep<'_>,
    outcomes: &mut BTreeMap<String, Outcome>,
    tell: &mut dyn FnMut(News),
) {
    let missing: Vec<_> =
        plan.trials.iter().filter(|task| !outcomes.contains_key(&task.key)).collect();
    let (next, started) = (AtomicUsize::new(0), Instant::now());
    let stop = doing.interrupt.child();
    let workers = workers(plan, doing.cores).min(missing.len().max(1));
    let mut estimate = Estimate::new(plan, outcomes);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let sender = sender.clone();
            let (missing, next, stop) = (&missing, &next, &stop);
            scope.spawn(move || {
                while !stop.is_raised() {
                    let Some(task) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        break;
                    };
                    let done = perform(&task.job, registry, stop);
                    if sender.send((*task, done)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut done_now = 0;
        loop {
            if doing.seconds.is_some_and(|most| started.elapsed().as_secs_f64() >= most) {
                stop.raise();
            }
            let (task, done) = match receiver.recv_timeout(LOOK) {
                Ok(news) => news,
                Err(mpsc::RecvTimeoutError::Timeout) => continue,
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            };
            match done {
                Ok(Some(mut done)) => {
                    done.outcome.machine_speed = speed;
                    if let Some(problem) = keep.keep(&task.key, &done) {
                        tell(News::Trouble(problem));
                    }
                    done_now += 1;
                    estimate.learn(task.line, &done.outcome);
                    outcomes.insert(task.key.clone(), done.outcome);
                }
                Ok(None) => continue,
                Err(reason) => tell(News::Trouble(format!("{}: {reason}", task.key))),
            }
            let left = missing.get(done_now..).unwrap_or_default();
            let seconds_left = estimate.of(left.iter().map(|task| task.line), workers);
            let (done, all) = (outcomes.len(), plan.trials.len());
            tell(News::Progress { done, all, seconds_left });
        }
    });
}

/// How many trials go on at once: no more threads than cores.
fn workers(plan: &Plan, cores: usize) -> usize {
    let threads = plan.trials.iter().map(|task| match &task.job {
        Job::Solve { spec, .. } => spec.threads,
        Job::Tile { .. } => 1,
    });
    (cores / threads.max().unwrap_or(1).max(1)).max(1)
}

/// Where trials are kept.
struct Keep<'a> {
    archive: Option<&'a mut Archive>,
    experiment: Option<ExperimentId>,
    has_failed: bool,
}

impl Keep<'_> {
    /// Keeps a trial; what is wrong is told once.
    fn keep(&mut self, task: &str, done: &Done) -> Option<String> {
        let (archive, experiment) = (self.archive.as_deref_mut()?, self.experiment?);
        let outcome = serde_json::to_value(&done.outcome).ok()?;
        let ended = done.run.as_ref().map(|run| EndedRun {
            new: NewRun { verb: "lab", spec: &run.spec, puzzle: &run.puzzle },
            result: &run.result,
            curve: &run.curve,
        });
        let error = archive.keep_trial(experiment, task, &outcome, ended.as_ref()).err()?;
        let is_first = !std::mem::replace(&mut self.has_failed, true);
        is_first.then(|| format!("trials are not kept, but the experiment goes on: {error}"))
    }
}

/// How long things take: by line where that is known, else as long as others.
struct Estimate {
    lines: Vec<(f64, usize)>,
}

impl Estimate {
    fn new(plan: &Plan, known: &BTreeMap<String, Outcome>) -> Self {
        let mut estimate = Self { lines: vec![(0.0, 0); plan.lines.len()] };
        for task in &plan.trials {
            if let Some(outcome) = known.get(&task.key) {
                estimate.learn(task.line, outcome);
            }
        }
        estimate
    }

    fn learn(&mut self, line: usize, outcome: &Outcome) {
        if let (Some((sum, count)), Some(seconds)) =
            (self.lines.get_mut(line), outcome.value("seconds"))
        {
            *sum += seconds;
            *count += 1;
        }
    }

    fn of(&self, left: impl Iterator<Item = usize>, workers: usize) -> Option<f64> {
        let (sum, count) =
            self.lines.iter().fold((0.0, 0), |(s, c), (sum, count)| (s + sum, c + count));
        let usual = (count > 0).then(|| sum / count as f64)?;
        let each = |line: usize| match self.lines.get(line) {
            Some((sum, count)) if *count > 0 => sum / *count as f64,
            _ => usual,
        };
        Some(left.map(each).sum::<f64>() / workers as f64)
    }
}
