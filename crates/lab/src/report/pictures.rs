//! Which plots tell an experiment's story: convergence and boxes for each puzzle, staircases where
//! there is a target to reach, figures over instances, maps of mismatches.

use crate::experiment::Over;
use crate::plot::{Spread, bands, boxes, heat, lines, steps};
use crate::results::{Results, Row};

/// The most contenders in one plot, and the most puzzles with plots of their own.
const MOST_CONTENDERS: usize = 14;
const MOST_PUZZLES: usize = 12;

/// All plots as SVG.
pub(super) fn pictures(results: &Results) -> Vec<String> {
    let mut plots = Vec::new();
    if let Some(over) = results.plan.experiment.over {
        plots.extend(over_instances(results, over));
    }
    for puzzle in puzzles(results).into_iter().take(MOST_PUZZLES) {
        let all: Vec<_> = results.rows.iter().filter(|row| row.puzzle == puzzle).collect();
        for rows in all.chunks(MOST_CONTENDERS) {
            plots.extend(of_puzzle(results, puzzle, rows));
        }
        plots.extend(mismatches(results, puzzle, &all));
    }
    plots
}

fn puzzles(results: &Results) -> Vec<&str> {
    let mut puzzles: Vec<&str> = Vec::new();
    for row in &results.rows {
        if !puzzles.contains(&&*row.puzzle) {
            puzzles.push(&row.puzzle);
        }
    }
    puzzles
}

fn of_puzzle(results: &Results, puzzle: &str, rows: &[&Row]) -> Vec<String> {
    let mut plots = Vec::new();
    let Some(first) = rows.first() else { return plots };
    let curves: Vec<_> = rows
        .iter()
        .map(|row| {
            let runs = results.of_line(row.line);
            let runs = runs.map(|o| (&*o.curve, o.value(row.unit).unwrap_or(0.0)));
            (&*row.solver, runs.collect::<Vec<_>>())
        })
        .collect();
    let has_curves = curves.iter().any(|(_, runs)| runs.iter().any(|(curve, _)| curve.len() > 1));
    if has_curves && first.measure == "score" {
        let units: Vec<_> = rows.iter().map(|row| row.unit).collect();
        let unit = if units.iter().all(|unit| *unit == first.unit) { first.unit } else { "work" };
        plots.push(bands(&format!("{puzzle}: median and middle half of the runs"), unit, &curves));
    }
    let samples: Vec<_> = rows
        .iter()
        .filter(|row| row.measure == first.measure)
        .map(|row| (&*row.solver, &*row.sample))
        .collect();
    let is_log = !crate::outcome::more_is_better(&first.measure);
    plots.push(boxes(&format!("{puzzle}: all runs"), &first.measure, is_log, &samples));
    // Runs that solve a puzzle or reach its target stop there, so that their work is that to success;
    // tilings are always solved.
    let has_puzzle = results.plan.lines.get(first.line).is_some_and(|line| line.group.is_some());
    if has_puzzle && rows.iter().any(|row| row.successes > 0) {
        let attempts: Vec<_> = rows.iter().map(|row| (&*row.solver, &*row.attempts)).collect();
        plots.push(steps(
            &format!("{puzzle}: runs that reached the target"),
            first.unit,
            &attempts,
        ));
    }
    plots
}

fn mismatches(results: &Results, puzzle: &str, rows: &[&Row]) -> Option<String> {
    let best = rows
        .iter()
        .filter(|row| row.measure == "score")
        .reduce(|one, other| if other.summary.mean > one.summary.mean { other } else { one })?;
    let shape = results.of_line(best.line).find_map(|outcome| outcome.shape)?;
    let mut counts = vec![0.0; shape.cells()];
    let runs = results.of_line(best.line).count() as f64;
    for cell in results.of_line(best.line).flat_map(|outcome| &outcome.mismatched) {
        if let Some(count) = counts.get_mut(usize::from(*cell)) {
            *count += 1.0 / runs;
        }
    }
    let title = format!("{puzzle}: mismatches of {}", best.solver);
    counts.iter().any(|count| *count > 0.0).then(|| heat(&title, shape, &counts))
}

fn over_instances(results: &Results, over: Over) -> Option<String> {
    let first = results.rows.first()?;
    let mut series: Vec<(String, Vec<Spread>)> = Vec::new();
    for row in results.rows.iter().filter(|row| row.measure == first.measure) {
        let line = results.plan.lines.get(row.line)?;
        let Some(group) = line.group.and_then(|index| results.plan.groups.get(index)) else {
            continue;
        };
        let (x, name) = match over {
            Over::Cells => (group.cells as f64, row.solver.clone()),
            Over::InnerColours => {
                (group.inner_colours as f64, format!("{} {}", group.size, row.solver))
            }
        };
        let s = &row.summary;
        let spread = Spread { x, quartiles: [s.lower_quartile, s.median, s.upper_quartile] };
        match series.iter_mut().find(|(known, _)| *known == name) {
            Some((_, spreads)) => spreads.push(spread),
            None => series.push((name, vec![spread])),
        }
    }
    for (_, spreads) in &mut series {
        spreads.sort_by(|one, other| one.x.total_cmp(&other.x));
    }
    let (axis, words) = match over {
        Over::Cells => ("cells", "over the size of the board"),
        Over::InnerColours => ("inner colours", "over the number of colours"),
    };
    let is_log = !crate::outcome::more_is_better(&first.measure);
    let title = format!("{} {words}: median and middle half", first.measure);
    Some(lines(&title, axis, &first.measure, is_log, &series))
}
