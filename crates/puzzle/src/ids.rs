//! The small numbers a puzzle is made of, each with a type of its own so that they cannot be mixed up.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl $name {
            /// The number as an index into a table.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A place on the board, counted from 0 row by row from the top left.
    Cell(u16)
}
id! {
    /// A piece, counted from 0 in the order of the puzzle's list.
    PieceId(u16)
}
id! {
    /// The colour (pattern) of a side of a piece.
    Colour(u16)
}
id! {
    /// A rotation of a piece, clockwise, in turns of one side.
    Rotation(u8)
}
id! {
    /// A side of a cell, clockwise. Squares: 0 up, 1 right, 2 down, 3 left. Triangles: upright
    /// cells 0 left, 1 right, 2 bottom; inverted cells 0 top, 1 right, 2 left.
    Side(u8)
}

impl Cell {
    /// The cell with this index, which must come from a board (at most 65,535 cells).
    #[inline]
    pub const fn at(index: usize) -> Self {
        Self(index as u16)
    }
}

impl PieceId {
    /// The piece with this index, which must come from a puzzle's list.
    #[inline]
    pub const fn at(index: usize) -> Self {
        Self(index as u16)
    }

    /// The number people use, counted from 1.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0 as u32 + 1
    }

    /// The piece with the number people use; `None` for 0 and for numbers no puzzle can have.
    pub fn from_number(number: u32) -> Option<Self> {
        number.checked_sub(1).and_then(|n| u16::try_from(n).ok()).map(Self)
    }
}

impl Colour {
    /// The colour of the rim in every format that does not say otherwise: grey.
    pub const GREY: Self = Self(0);
    /// The highest colour a puzzle may use; the one above marks 'matches nothing' in tables.
    pub const MAX: Self = Self(u16::MAX - 1);
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
