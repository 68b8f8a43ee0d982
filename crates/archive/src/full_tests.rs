//! What happens when the disk is full: the database is told that there is room for no more pages.

use std::sync::Arc;

use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::{Cell, Shape};
use tilewright_search::{Event, Listener, RunSpec, Verdict};

use crate::{Archive, BoardFilter, NewRun, Recorder};

#[test]
fn a_full_disk_is_told_once_and_the_boards_wait_for_room() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("archive.sqlite");
    let made = generate(&Recipe::new(Shape::square(8, 8), 12, 1)).unwrap();
    let puzzle = Arc::new(made.puzzle);
    let spec = RunSpec::new(puzzle.name(), "toy");
    let mut archive = Archive::open(&path).unwrap();
    let run = archive.begin_run(&NewRun { verb: "solve", spec: &spec, puzzle: &puzzle }).unwrap();
    let pages: u32 =
        archive.connection.pragma_query_value(None, "page_count", |r| r.get(0)).unwrap();
    archive.connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())).unwrap();
    // The run has to be taken over by the recorder's own connection, which is the full one.
    archive.connection.execute("UPDATE runs SET state = 'interrupted'", []).unwrap();
    let mut recorder = Recorder::resume(archive, run, 0.0, &puzzle).unwrap();
    for cell in 0..64 {
        let mut board = made.solution.clone();
        board.set(Cell(cell), None);
        let verdict = &Verdict::on(&puzzle, &board).unwrap();
        recorder.on(&Event::Found { board: &board, verdict, seconds: 0.0 });
    }
    while recorder.message().is_none_or(|message| !message.contains("disk is full")) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(recorder.message(), None);
    recorder.fail("over");
    let error = recorder.close().unwrap_err().to_string();
    assert!(error.contains("disk is full"), "{error}");
    let archive = Archive::open(&path).unwrap();
    assert!(archive.boards(&BoardFilter::default()).unwrap().is_empty());
}
