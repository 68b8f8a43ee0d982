//! What the tables of parameters of several solvers have in common.

use tilewright_search::{ParamError, Params};

/// The meaning of a word that a parameter is set to.
pub(crate) fn choice<T: Copy>(
    params: &Params,
    name: &'static str,
    words: &[(&str, T)],
) -> Result<T, ParamError> {
    let word: String = params.get(name)?;
    let chosen = words.iter().find(|(known, _)| *known == word);
    let misread = || ParamError::Misread { name: name.to_owned(), wanted: "a choice" };
    chosen.map(|&(_, meaning)| meaning).ok_or_else(misread)
}
