//! The machine: what it is, and how fast, so that figures from different machines can be told apart.
//!
//! The speed is that of a fixed piece of work of the kind that solvers do, random numbers and
//! look-ups in a table that does not fit into the first cache, in millions of steps per second of
//! processor time on one core.

use std::fs;

use serde_json::{Value, json};
use tilewright_search::stream;

use crate::clock::thread_seconds;

const STEPS: u32 = 4_000_000;
const TABLE: usize = 1 << 16;

/// How fast this machine is: the best of three measurements, since whatever disturbs makes it slower.
pub fn speed() -> f64 {
    (0..3).map(|_| once()).fold(0.0, f64::max)
}

fn once() -> f64 {
    let mut random = stream(1, 0);
    let table: Vec<u32> = (0..TABLE).map(|_| random.bits() as u32).collect();
    let before = thread_seconds();
    let mut place = 0_usize;
    let mut sum = 0_u64;
    for _ in 0..STEPS {
        let found = table.get(place).copied().unwrap_or_default();
        sum = sum.wrapping_add(u64::from(found)).rotate_left(7);
        place = (sum ^ random.bits()) as usize % TABLE;
    }
    std::hint::black_box(sum);
    f64::from(STEPS) / 1e6 / (thread_seconds() - before).max(1e-9)
}

/// What this machine is, with its speed.
pub fn describe(speed: f64) -> Value {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    json!({
        "processor": processor(),
        "cores": cores,
        "system": format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        "speed": (speed * 100.0).round() / 100.0,
    })
}

fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split_once(':')).map(|(_, name)| name.trim());
    name.unwrap_or("unknown").to_owned()
}
