//! The puzzles of an experiment: read, or generated from their recipes.

use std::path::Path;
use std::sync::Arc;

use tilewright_formats::{ReadOptions, embedded, read_puzzle};
use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::{Puzzle, Shape};

use crate::experiment::{Experiment, ExperimentError, PuzzleEntry, Several};

/// Puzzles that are one line in a table: one, or several instances of a recipe.
#[derive(Clone, Debug)]
pub struct Group {
    /// What tables call it.
    pub name: String,
    /// The instances.
    pub instances: Vec<Arc<Puzzle>>,
    /// The score that counts as success, if it is not all joins.
    pub target: Option<u32>,
    /// Its size in words, for lines of a plot.
    pub size: String,
    /// Cells of an instance.
    pub cells: usize,
    /// Colours that are not for joins on the rim alone.
    pub inner_colours: usize,
}

/// How a puzzle is come by that does not come with the program, by what its entry calls it.
pub(crate) type Find<'a> = &'a dyn Fn(&PuzzleEntry, &str) -> Result<Puzzle, String>;

/// All groups of an experiment.
pub(crate) fn groups(
    experiment: &Experiment,
    find: Find<'_>,
) -> Result<Vec<Group>, ExperimentError> {
    let mut groups: Vec<Group> = Vec::new();
    for entry in &experiment.puzzles {
        let of_entry = match &entry.puzzle {
            Some(name) => named(entry, name, find).map(|group| vec![group]),
            None => generated(entry),
        };
        for group in of_entry.map_err(|reason| experiment.error(reason))? {
            if groups.iter().any(|other| other.name == group.name) {
                let reason = format!("two puzzles are called `{}`: name one", group.name);
                return Err(experiment.error(reason));
            }
            groups.push(group);
        }
    }
    Ok(groups)
}

fn named(entry: &PuzzleEntry, name: &str, find: Find<'_>) -> Result<Group, String> {
    let puzzle = match embedded::puzzle(name) {
        Some(puzzle) => puzzle,
        None => find(entry, name)?,
    };
    let name = entry.name.clone().unwrap_or_else(|| puzzle.name().to_owned());
    let rim_colours = entry.rim_colours.unwrap_or(0);
    Ok(group(name, vec![puzzle], entry, rim_colours))
}

/// A puzzle in a file. Its path starts from the folder, if one is given.
pub(crate) fn read(name: &str, folder: Option<&Path>) -> Result<Puzzle, String> {
    let path = folder.map_or_else(|| name.into(), |folder| folder.join(name));
    let shown = path.display();
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("{shown}: no embedded puzzle, and as a file: {error}"))?;
    let options = ReadOptions { file_name: Some(shown.to_string()), ..ReadOptions::default() };
    read_puzzle(&text, &options).map(|file| file.puzzle).map_err(|error| error.to_string())
}

fn generated(entry: &PuzzleEntry) -> Result<Vec<Group>, String> {
    let mut groups = Vec::new();
    let shapes = shapes(entry)?;
    let wishes = [&entry.colours, &entry.inner_colours];
    let colours = match wishes {
        [None, None] if entry.hardest => vec![None],
        [Some(colours), None] if !entry.hardest => colours.all().into_iter().map(Some).collect(),
        [None, Some(inner)] if !entry.hardest => {
            let rim = entry.rim_colours.unwrap_or(0);
            inner.all().into_iter().map(|inner| Some(inner + rim)).collect()
        }
        _ => return Err("a generated puzzle needs one of colours, inner_colours, hardest".into()),
    };
    let is_single = shapes.len() * colours.len() == 1;
    for &shape in &shapes {
        for &colours in &colours {
            let recipe = |seed| match colours {
                None => Recipe::hardest(shape, !entry.no_rim, entry.signed, seed),
                Some(colours) => Recipe {
                    rim_colours: entry.rim_colours.unwrap_or(0),
                    even: entry.even,
                    rim: !entry.no_rim,
                    signed: entry.signed,
                    unique: !entry.allow_twins,
                    ..Recipe::new(shape, colours, seed)
                },
            };
            let first = entry.seed.unwrap_or(1);
            let seeds = first..first + u64::from(entry.instances.unwrap_or(1).max(1));
            let made = seeds.map(|seed| generate(&recipe(seed)).map(|made| made.puzzle));
            let made: Vec<_> =
                made.collect::<Result<_, _>>().map_err(|error| format!("{shape}: {error}"))?;
            let rim_colours = recipe(first).rim_colours;
            let own = describe(shape, colours, rim_colours, entry);
            let name = match &entry.name {
                Some(name) if is_single => name.clone(),
                Some(name) => format!("{name} {own}"),
                None => own,
            };
            groups.push(group(name, made, entry, rim_colours));
        }
    }
    Ok(groups)
}

fn describe(shape: Shape, colours: Option<u32>, rim: u32, entry: &PuzzleEntry) -> String {
    let size = size_in_words(shape);
    match colours {
        None => format!("{size} hardest"),
        Some(colours) if entry.inner_colours.is_some() => {
            format!("{size}, {} + {rim} colours", colours - rim)
        }
        Some(colours) => format!("{size}, {colours} colours"),
    }
}

fn size_in_words(shape: Shape) -> String {
    match shape {
        Shape::Square { width, height } => format!("{width}x{height}"),
        Shape::Triangle { side } => format!("triangle {side}"),
    }
}

fn group(name: String, puzzles: Vec<Puzzle>, entry: &PuzzleEntry, rim_colours: u32) -> Group {
    let first = puzzles.first();
    let colours = first.map_or(0, |puzzle| puzzle.colours().len());
    Group {
        name,
        target: entry.target,
        size: first.map(|puzzle| size_in_words(puzzle.shape())).unwrap_or_default(),
        cells: first.map_or(0, |puzzle| puzzle.shape().cells()),
        inner_colours: colours.saturating_sub(rim_colours as usize),
        instances: puzzles.into_iter().map(Arc::new).collect(),
    }
}

fn shapes(entry: &PuzzleEntry) -> Result<Vec<Shape>, String> {
    match (&entry.size, &entry.side) {
        (Some(sizes), None) => sizes.all().iter().map(|size| square(size)).collect(),
        (None, Some(sides)) => Ok(Several::all(sides).into_iter().map(Shape::triangle).collect()),
        _ => Err("a puzzle needs one of puzzle, size, side".to_owned()),
    }
}

fn square(size: &str) -> Result<Shape, String> {
    let numbers = size.split_once('x').and_then(|(width, height)| {
        Some(Shape::square(width.trim().parse().ok()?, height.trim().parse().ok()?))
    });
    numbers.ok_or_else(|| format!("`{size}` is no size: write columns x rows, such as 10x10"))
}
