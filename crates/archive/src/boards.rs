//! Boards in the archive: audited, and each there once.
//!
//! Two boards are the same if they look the same, whichever of two equal pieces lies where; and, if
//! the puzzle has no hints that say which way is up, if one is the other turned as a whole.

use rusqlite::{Connection, OptionalExtension, Row};
use serde::{Deserialize, Serialize};
use tilewright_puzzle::{Board, PieceId, Placement, Puzzle, Rotation};
use tilewright_search::Verdict;

use crate::calendar;
use crate::error::{ArchiveError, At, Problem};
use crate::listing::{Conditions, limit};
use crate::puzzles;
use crate::runs::RunId;
use crate::schema::Archive;

/// The number of a board in an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BoardId(pub i64);

/// A board with all that is known of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardRecord {
    /// Its number.
    pub id: BoardId,
    /// The name of its puzzle.
    pub puzzle: String,
    /// `free`, `open` or `strict`: no hints, one, or more.
    pub regime: String,
    /// What the auditor said when it was kept.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Whether it was handed over because it reached the floor of its run.
    pub floor: bool,
    /// The run that found it first, if that is still there.
    pub run: Option<RunId>,
    /// When, in seconds since 1970.
    pub found: f64,
    /// How long the run had taken by then.
    pub seconds: f64,
    /// The board.
    #[serde(skip)]
    pub board: Board,
}

/// Which boards to list; best first, then the earliest.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct BoardFilter {
    /// Of this puzzle alone.
    pub puzzle: Option<String>,
    /// Of this regime alone.
    pub regime: Option<String>,
    /// With at least this score.
    pub min_score: Option<u32>,
    /// Of this run alone, as the first that found them.
    pub run: Option<RunId>,
    /// No more than these.
    pub limit: Option<usize>,
}

const COLUMNS: &str = "boards.id, puzzles.name, puzzles.regime, boards.score, puzzles.max_score, \
    boards.placed, boards.hints_matched, boards.hints, boards.solved, boards.floor, boards.run, \
    boards.found, boards.seconds, boards.cells";

impl Archive {
    /// Keeps a board, unless the same is there already; gives its number either way. The auditor
    /// looks at it first, and a board that breaks the rules is refused.
    pub fn keep_board(
        &mut self,
        puzzle: &Puzzle,
        board: &Board,
        run: Option<RunId>,
    ) -> Result<BoardId, ArchiveError> {
        let finding = Finding { board, run, seconds: 0.0, floor: true };
        self.transact(|inside| {
            let puzzle_id = puzzles::number(inside, puzzle)?;
            keep(inside, puzzle, puzzle_id, &finding)
        })
    }

    /// The boards that a filter lets through, best first.
    pub fn boards(&self, filter: &BoardFilter) -> Result<Vec<BoardRecord>, ArchiveError> {
        let (clause, conditions) = conditions(filter);
        let sql = format!(
            "SELECT {COLUMNS} FROM boards JOIN puzzles ON puzzles.id = boards.puzzle{clause} \
             ORDER BY boards.score DESC, boards.placed DESC, boards.found, boards.id{}",
            limit(filter.limit)
        );
        let values = rusqlite::params_from_iter(conditions.values);
        self.rows(&sql, values, read).at(self.path())
    }

    /// The best board of each puzzle and regime that a filter lets through.
    pub fn best_boards(&self, filter: &BoardFilter) -> Result<Vec<BoardRecord>, ArchiveError> {
        let (clause, conditions) = conditions(filter);
        let sql = format!(
            "SELECT {COLUMNS}, row_number() OVER (PARTITION BY puzzles.name, puzzles.regime \
             ORDER BY boards.score DESC, boards.placed DESC, boards.found, boards.id) AS place \
             FROM boards JOIN puzzles ON puzzles.id = boards.puzzle{clause}"
        );
        let sql = format!(
            "SELECT * FROM ({sql}) WHERE place = 1 ORDER BY name, regime{}",
            limit(filter.limit)
        );
        let values = rusqlite::params_from_iter(conditions.values);
        self.rows(&sql, values, read).at(self.path())
    }

    /// A board with its puzzle.
    pub fn board(&self, id: BoardId) -> Result<(BoardRecord, Puzzle), ArchiveError> {
        let sql = format!(
            "SELECT {COLUMNS}, puzzles.parts FROM boards JOIN puzzles \
             ON puzzles.id = boards.puzzle WHERE boards.id = ?"
        );
        let both = |row: &Row<'_>| Ok((read(row)?, puzzles::read(&row.get::<_, String>(14)?)?));
        let found = self.rows(&sql, [id.0], both).at(self.path())?.pop();
        found.ok_or(Problem::Missing { what: "board", id: id.0 }).at(self.path())
    }
}

fn conditions(filter: &BoardFilter) -> (String, Conditions) {
    let mut conditions = Conditions::default();
    conditions.when("puzzles.name =", filter.puzzle.clone());
    conditions.when("puzzles.regime =", filter.regime.clone());
    conditions.when("boards.score >=", filter.min_score.map(i64::from));
    conditions.when("boards.run =", filter.run.map(|run| run.0));
    (conditions.clause(), conditions)
}

fn read(row: &Row<'_>) -> Result<BoardRecord, Problem> {
    Ok(BoardRecord {
        id: BoardId(row.get(0)?),
        puzzle: row.get(1)?,
        regime: row.get(2)?,
        verdict: Verdict {
            score: row.get(3)?,
            max_score: row.get(4)?,
            placed: row.get(5)?,
            hints_matched: row.get(6)?,
            hints: row.get(7)?,
            solved: row.get(8)?,
        },
        floor: row.get(9)?,
        run: row.get::<_, Option<i64>>(10)?.map(RunId),
        found: row.get(11)?,
        seconds: row.get(12)?,
        board: from_bytes(&row.get::<_, Vec<u8>>(13)?),
    })
}

/// A board that was found.
pub(crate) struct Finding<'a> {
    pub(crate) board: &'a Board,
    pub(crate) run: Option<RunId>,
    pub(crate) seconds: f64,
    pub(crate) floor: bool,
}

/// Keeps a board once.
pub(crate) fn keep(
    connection: &Connection,
    puzzle: &Puzzle,
    puzzle_id: i64,
    finding: &Finding<'_>,
) -> Result<BoardId, Problem> {
    let verdict = Verdict::on(puzzle, finding.board).map_err(Problem::Refused)?;
    let key = key(puzzle, finding.board);
    let find = "SELECT id FROM boards WHERE puzzle = ? AND key = ?";
    let mut find = connection.prepare_cached(find)?;
    let known: Option<i64> = find.query_row((puzzle_id, key), |row| row.get(0)).optional()?;
    if let Some(id) = known {
        if finding.floor {
            let mark = "UPDATE boards SET floor = 1 WHERE id = ?";
            connection.prepare_cached(mark)?.execute([id])?;
        }
        return Ok(BoardId(id));
    }
    let sql = "INSERT INTO boards (puzzle, key, cells, score, placed, hints_matched, hints, solved, \
               floor, run, found, seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    connection.prepare_cached(sql)?.execute((
        puzzle_id,
        key,
        to_bytes(finding.board),
        verdict.score,
        verdict.placed,
        verdict.hints_matched,
        verdict.hints,
        verdict.solved,
        finding.floor,
        finding.run.map(|run| run.0),
        calendar::now(),
        finding.seconds,
    ))?;
    Ok(BoardId(connection.last_insert_rowid()))
}

/// What all boards have in common that count as the same: the colours as they lie, of that turn
/// which comes first.
fn key(puzzle: &Puzzle, board: &Board) -> [u8; 32] {
    let seen = |board: &Board| -> Vec<u8> {
        let sides = puzzle.topology().cells().flat_map(|cell| match board.sides(puzzle, cell) {
            Some(sides) => sides.colours().iter().map(|colour| colour.0).collect(),
            None => vec![u16::MAX; usize::from(puzzle.topology().side_count())],
        });
        sides.flat_map(u16::to_be_bytes).collect()
    };
    let mut least = seen(board);
    if puzzle.hints().is_empty() {
        let turns = puzzle.topology().symmetries();
        let turned = turns.iter().skip(1).map(|turn| seen(&board.turned(puzzle, turn)));
        least = turned.fold(least, Ord::min);
    }
    *blake3::hash(&least).as_bytes()
}

const EMPTY: u16 = u16::MAX;

fn to_bytes(board: &Board) -> Vec<u8> {
    let cell = |place: &Option<Placement>| {
        let (piece, rotation) = place.map_or((EMPTY, 0), |p| (p.piece.0, p.rotation.0));
        let [low, high] = piece.to_le_bytes();
        [low, high, rotation]
    };
    board.cells().iter().flat_map(cell).collect()
}

fn from_bytes(bytes: &[u8]) -> Board {
    let (cells, _) = bytes.as_chunks::<3>();
    let cell = |&[low, high, rotation]: &[u8; 3]| {
        let piece = u16::from_le_bytes([low, high]);
        let placed = Placement { piece: PieceId(piece), rotation: Rotation(rotation) };
        (piece != EMPTY).then_some(placed)
    };
    Board::from_cells(cells.iter().map(cell).collect())
}
