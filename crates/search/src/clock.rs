//! The time a run has taken, over all its sessions.

use std::time::Instant;

/// Wall and processor time. Processor time is that of the whole process, every thread and the
/// kernel's part included; where the system does not tell, wall time stands in for it.
pub struct Clock {
    started: Instant,
    cpu_at_start: Option<f64>,
    earlier_seconds: f64,
    earlier_cpu_seconds: f64,
}

impl Clock {
    /// A clock that goes on from the time of earlier sessions.
    pub fn start(earlier_seconds: f64, earlier_cpu_seconds: f64) -> Self {
        let cpu_at_start = process_cpu_seconds();
        Self { started: Instant::now(), cpu_at_start, earlier_seconds, earlier_cpu_seconds }
    }

    /// Wall time so far.
    pub fn seconds(&self) -> f64 {
        self.earlier_seconds + self.started.elapsed().as_secs_f64()
    }

    /// Processor time so far.
    pub fn cpu_seconds(&self) -> f64 {
        let session = process_cpu_seconds().zip(self.cpu_at_start).map(|(now, then)| now - then);
        self.earlier_cpu_seconds + session.unwrap_or_else(|| self.started.elapsed().as_secs_f64())
    }
}

#[cfg(unix)]
fn process_cpu_seconds() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
}

#[cfg(not(unix))]
fn process_cpu_seconds() -> Option<f64> {
    None
}
