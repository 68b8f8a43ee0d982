//! Every file and link format of edge-matching puzzles and boards, in and out.
