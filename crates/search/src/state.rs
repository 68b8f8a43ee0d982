//! How solvers turn their state into bytes and back: postcard, which is compact and the same on
//! every machine. It cannot read enums with serde tags, flattened structs or skipped fields.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::registry::BuildError;
use crate::solver::SaveError;

/// The bytes of a state, for [`crate::Solver::save`].
pub fn save<T: Serialize + ?Sized>(state: &T) -> Result<Vec<u8>, SaveError> {
    postcard::to_allocvec(state).map_err(|error| SaveError(error.to_string()))
}

/// The state in these bytes; an error if they hold anything else, or more.
pub fn load<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, BuildError> {
    match postcard::take_from_bytes(bytes) {
        Ok((state, [])) => Ok(state),
        Ok((_, rest)) => Err(BuildError::State(format!("{} bytes too many", rest.len()))),
        Err(error) => Err(BuildError::State(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_comes_back_and_nothing_else_is_taken_for_one() {
        let state = (vec![1u64, 2, 300], Some("x".to_owned()));
        let mut bytes = save(&state).unwrap();
        assert_eq!(load::<(Vec<u64>, Option<String>)>(&bytes).unwrap(), state);
        assert!(load::<(Vec<u64>, Option<String>)>(&bytes[..bytes.len() - 1]).is_err());
        bytes.push(0);
        assert!(load::<(Vec<u64>, Option<String>)>(&bytes).is_err());
    }
}
