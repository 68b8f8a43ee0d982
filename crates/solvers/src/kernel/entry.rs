//! A candidate in 32 bits: all that a step has to know about it.
//!
//! | bits  | what |
//! |-------|------|
//! | 0-1   | its rotation |
//! | 2     | it is a slip: it does not fit one of its neighbours |
//! | 3     | which half of the pool, on boards of more than 256 pieces |
//! | 4-8   | the colour that it asks of its neighbour *ahead*, along the lines of the scan |
//! | 9-13  | the colour that it asks of its neighbour *aside*, in the next line |
//! | 14-16 | the word of the pool that has its piece, counted from the last |
//! | 17-22 | how far to shift the word to bring the piece's bit to the top; 32 if there is none |
//! | 23-31 | its *place*, which tells the level it is a candidate for; 0 in a record |
//!
//! Where a field is, decides how many instructions it takes to use it. The place is highest because one
//! shift then gives it alone: it is the first thing that a step asks for. The colours are where they
//! lead to a [record](super::record) without a shift. Word and shift together are one number, the piece's
//! seat.
//!
//! # Rests
//!
//! On boards of more than 256 pieces a place is a level. On others the places from 256 on are the levels,
//! and those below stand for *rests*: what is left of a level's list of candidates, if it is longer
//! than a record. An entry of such a place is no piece: to lay it is to push the rest.

/// Bits of a colour, and so how many colours there may be.
pub const COLOURS: usize = 32;
/// How many levels there may be on the largest boards.
const LEVELS: usize = 509;
/// Places of rests come before those of levels, on boards of up to 256 pieces.
const RESTS: usize = 256;
/// The place of the bottom of a stack: higher than every level's but that of the last of 256, where
/// every search has come to its goal.
const BOTTOM_PLACE: usize = (1 << 9) - 1;

/// Where the colour ahead begins.
pub const AHEAD: u32 = 4;
/// Where the colour aside begins, right after the colour ahead.
pub const ASIDE: u32 = 9;
/// Where the colour begins that is handed on along a line, which may go across those of the scan.
#[inline(always)]
pub const fn colour_place(is_turned: bool) -> u32 {
    if is_turned { ASIDE } else { AHEAD }
}

/// The bits of that colour.
#[inline(always)]
pub const fn colour_mask(is_turned: bool) -> u32 {
    31 << colour_place(is_turned)
}

/// The bit that says which half.
pub const HALF: u32 = 3;
const ROTATION: u32 = 0;
const SLIP_PLACE: u32 = 2;
const PLACE: u32 = 23;
/// The mark of a slip.
pub const SLIP: u32 = 1 << SLIP_PLACE;
/// Where the number of the seat begins, with that of the word.
pub const WORD: u32 = 14;
/// Where the shift begins.
pub const SHIFT: u32 = 17;
/// The bits of a shift.
pub const SHIFTS: u32 = 63;
/// How many seats a half of the pool has, those of empty places included.
pub const SEATS: usize = 512;

/// An empty place of a record: never free.
pub const NONE: u32 = 32 << SHIFT;
/// What lies at the bottom of a stack.
pub const BOTTOM: u32 = (BOTTOM_PLACE as u32) << PLACE;
/// The colour that a set has to have for rests to be in it: no piece shows it.
pub const REST_COLOUR: usize = COLOURS - 1;

/// Where a piece's bit is: a half, a word in it, and a shift that brings the bit to the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// The half of the pool.
    pub half: u8,
    /// The word in it.
    pub word: u8,
    /// The shift.
    pub shift: u8,
}

impl Seat {
    /// The seat as part of an entry.
    pub fn bits(self) -> u32 {
        let word = u32::from(7 - self.word % 8);
        word << WORD | u32::from(self.half) << HALF | u32::from(self.shift) << SHIFT
    }
}

/// How many colours there may be: where there are rests, one is theirs.
pub const fn colours<const H: usize>() -> usize {
    if H == 1 { REST_COLOUR } else { COLOURS }
}

/// Puts an entry together.
pub fn new(seat: Seat, rotation: u8, ahead: u16, aside: u16) -> u32 {
    seat.bits()
        | u32::from(rotation & 3) << ROTATION
        | u32::from(ahead & 31) << AHEAD
        | u32::from(aside & 31) << ASIDE
}

/// The rest of a list, as it stands in a record: always free. It tells the colours that the list was found by,
/// so that whoever lays it finds the rest by them. Its highest bit becomes that of the place of a
/// rest when the mark of a level is put on it.
pub fn rest(along: u16, across: u16) -> u32 {
    1 << 31 | NONE | u32::from(along & 31) << AHEAD | u32::from(across & 31) << ASIDE
}

/// The mark of a level, to be put on an entry by an exclusive or.
pub const fn tag<const H: usize>(level: usize) -> u32 {
    at_place(place_of::<H>(level))
}

/// The place of a level.
pub const fn place_of<const H: usize>(level: usize) -> usize {
    if H == 1 { RESTS + level % RESTS } else { level % (BOTTOM_PLACE + 1) }
}

/// The place of the rest of a level's list, on boards of up to 256 pieces.
pub const fn place_of_rest(level: usize) -> usize {
    level % RESTS
}

/// How many levels there may be.
pub const fn levels<const H: usize>() -> usize {
    if H == 1 { RESTS } else { LEVELS }
}

/// The bits that tell which piece it is, and how it is turned.
pub const IDENTITY: u32 = SEAT | 3 << ROTATION;

/// The bits that tell which piece it is.
pub const SEAT: u32 = 7 << WORD | SHIFTS << SHIFT | 1 << HALF;

/// The entry as it stands in a record, without what was added on the stack.
pub fn bare(entry: u32) -> u32 {
    entry & !BOTTOM
}

/// An entry of a place, and nothing else.
pub const fn at_place(place: usize) -> u32 {
    (place as u32) << PLACE
}

/// One if an entry on a stack is a piece, nothing if it is a rest.
#[inline(always)]
pub const fn is_piece<const H: usize>(entry: u32) -> u32 {
    if H == 1 { entry >> 31 } else { 1 }
}

/// All bits if an entry in a record is a rest, else none.
#[inline(always)]
pub fn is_rest(candidate: u32) -> u32 {
    (candidate.cast_signed() >> 31).cast_unsigned()
}

/// The word of the pool.
#[inline(always)]
pub fn word(entry: u32) -> usize {
    7 - (entry >> WORD & 7) as usize
}

/// The half of the pool.
#[inline(always)]
pub fn half(entry: u32) -> usize {
    (entry >> HALF & 1) as usize
}

/// The shift of the word.
#[inline(always)]
pub fn shift(entry: u32) -> u32 {
    entry >> SHIFT & SHIFTS
}

/// The byte of the pool with the bit of a piece, and the bit in it; `None` if there is none.
pub fn byte_and_bit(entry: u32) -> Option<(u8, u8)> {
    let bit = 31u32.checked_sub(shift(entry))?;
    let byte = 32 * half(entry) + 4 * word(entry) + bit as usize / 8;
    Some((byte as u8, 1 << (bit % 8)))
}

/// A number for the piece's seat: below 512 in the first half, below 1024 in the second.
#[inline(always)]
pub fn seat_number<const H: usize>(entry: u32) -> usize {
    let in_half = (entry >> WORD) as usize % SEATS;
    if H == 1 { in_half } else { in_half + half(entry) * SEATS }
}

/// The colour ahead.
#[inline(always)]
pub fn ahead(entry: u32) -> usize {
    (entry >> AHEAD & 31) as usize
}

/// The colour aside.
#[inline(always)]
pub fn aside(entry: u32) -> usize {
    (entry >> ASIDE & 31) as usize
}

/// The place.
#[inline(always)]
pub fn place(entry: u32) -> usize {
    (entry >> PLACE) as usize
}

/// The level.
#[inline(always)]
pub fn level<const H: usize>(entry: u32) -> usize {
    if H == 1 { place(entry) % RESTS } else { place(entry) }
}

/// One for a slip, else nothing.
#[inline(always)]
pub fn slip(entry: u32) -> u8 {
    (entry >> SLIP_PLACE & 1) as u8
}

/// The rotation.
pub fn rotation(entry: u32) -> u8 {
    (entry >> ROTATION & 3) as u8
}
