//! Our statistics are SciPy's. The samples and SciPy's figures come from `reference.json`, or from a
//! fresh file that the environment names (`./test statistics` makes one).

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use tilewright_lab::statistics::{
    Attempt, Summary, compare, ecdf, expected_running_time, holm, mean_interval, mean_ranks, ranks,
    upper_tail, wilson,
};

fn document() -> Value {
    let fresh = std::env::var("TILEWRIGHT_SCIPY").ok();
    let text = fresh.map(|path| std::fs::read_to_string(path).unwrap());
    let text = text.unwrap_or_else(|| include_str!("reference.json").to_owned());
    serde_json::from_str(&text).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn close(ours: f64, scipy: f64) {
    let allowed = 1e-9 * scipy.abs().max(1e-3);
    assert!((ours - scipy).abs() <= allowed, "{ours} is not {scipy}");
}

fn all_close(ours: &[f64], scipy: &[f64]) {
    assert_eq!(ours.len(), scipy.len());
    ours.iter().zip(scipy).for_each(|(&ours, &scipy)| close(ours, scipy));
}

#[test]
fn summaries_ranks_and_rates_are_those_of_scipy() {
    for sample in document()["samples"].as_array().unwrap() {
        let x = numbers(&sample["x"]);
        let ours = Summary::of(&x).unwrap();
        close(ours.mean, sample["mean"].as_f64().unwrap());
        close(ours.sd.unwrap(), sample["sd"].as_f64().unwrap());
        let quartiles = [ours.lower_quartile, ours.median, ours.upper_quartile];
        all_close(&quartiles, &numbers(&sample["quartiles"]));
        all_close(&ranks(&x), &numbers(&sample["ranks"]));
        let (low, high) = wilson(sample["successes"].as_u64().unwrap() as usize, x.len());
        all_close(&[low, high], &numbers(&sample["wilson"]));
    }
}

#[test]
fn tests_and_corrections_are_those_of_scipy() {
    let document = document();
    let mut p_values = Vec::new();
    for sample in document["samples"].as_array().unwrap() {
        let (x, y) = (numbers(&sample["x"]), numbers(&sample["y"]));
        let ours = compare(&x, &y).unwrap();
        close(ours.u, sample["u"].as_f64().unwrap());
        close(ours.p, sample["p"].as_f64().unwrap());
        close(ours.a, ours.u / (x.len() * y.len()) as f64);
        close(compare(&y, &x).unwrap().a, 1.0 - ours.a);
        p_values.push(ours.p);
    }
    all_close(&holm(&p_values), &numbers(&document["holm"]));
    let tails: Vec<_> = numbers(&document["z"]).into_iter().map(upper_tail).collect();
    for (ours, scipy) in tails.iter().zip(numbers(&document["upper_tail"])) {
        assert!((ours / scipy - 1.0).abs() < 1e-9, "{ours} is not {scipy}");
    }
}

#[test]
fn distributions_of_costs_are_those_of_scipy() {
    for sample in document()["samples"].as_array().unwrap() {
        let x = numbers(&sample["x"]);
        let attempts: Vec<_> = x.iter().map(|&cost| Attempt { cost, reached: true }).collect();
        let (costs, shares): (Vec<_>, Vec<_>) = ecdf(&attempts).into_iter().unzip();
        all_close(&costs, &numbers(&sample["ecdf"][0]));
        all_close(&shares, &numbers(&sample["ecdf"][1]));
    }
    let attempts = [(10.0, true), (30.0, false), (20.0, true), (40.0, false)]
        .map(|(cost, reached)| Attempt { cost, reached });
    assert_eq!(expected_running_time(&attempts), Some(50.0));
    assert_eq!(ecdf(&attempts), [(10.0, 0.25), (20.0, 0.5)]);
    assert_eq!(expected_running_time(&attempts[1..2]), None);
}

#[test]
fn bootstrap_intervals_are_near_those_of_scipy_and_the_same_everywhere() {
    for sample in document()["samples"].as_array().unwrap() {
        let x = numbers(&sample["x"]);
        let (low, high) = mean_interval(&x, 1).unwrap();
        let scipy = numbers(&sample["bootstrap"]);
        // Both are drawn by chance: ends may differ by a small part of the width, and by the least
        // that a mean of whole numbers can differ by.
        let step = if sample["kind"] == "times" { 1e-9 } else { 1.0 / x.len() as f64 };
        let allowed = 0.05 * (scipy[1] - scipy[0]) + 1.001 * step;
        assert!((low - scipy[0]).abs() < allowed && (high - scipy[1]).abs() < allowed);
    }
    assert_eq!(mean_interval(&[1.0, 2.0, 4.0], 1), mean_interval(&[1.0, 2.0, 4.0], 1));
    assert_eq!(mean_interval(&[1.0], 1), None, "one run says nothing");
}

#[test]
fn edges_are_no_mistakes() {
    assert_eq!(Summary::of(&[]), None);
    assert_eq!(Summary::of(&[3.0]).unwrap().sd, None);
    assert_eq!(wilson(0, 0), (0.0, 1.0));
    assert_eq!(compare(&[], &[1.0]), None);
    assert_eq!(compare(&[2.0, 2.0], &[2.0, 2.0]).map(|c| (c.p, c.a)), Some((1.0, 0.5)));
    assert!(holm(&[]).is_empty() && ranks(&[]).is_empty() && mean_ranks(&[]).is_empty());
    assert_eq!(mean_ranks(&[vec![1.0, 2.0], vec![5.0, 5.0]]), [1.25, 1.75]);
}
