//! Small things that all queries share.

use rusqlite::types::Value;
use rusqlite::{Params, Row};

use crate::error::Problem;
use crate::schema::Archive;

impl Archive {
    /// All rows of a query.
    pub(crate) fn rows<T>(
        &self,
        sql: &str,
        params: impl Params,
        mut read: impl FnMut(&Row<'_>) -> Result<T, Problem>,
    ) -> Result<Vec<T>, Problem> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query(params)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read(row)?);
        }
        Ok(found)
    }
}

/// Conditions that are set, joined by AND, with their values.
#[derive(Default)]
pub(crate) struct Conditions {
    words: Vec<String>,
    pub(crate) values: Vec<Value>,
}

impl Conditions {
    /// Adds a condition, which ends where its value goes, if there is a value.
    pub(crate) fn when(&mut self, condition: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.words.push(format!("{condition} ?"));
            self.values.push(value.into());
        }
    }

    /// The WHERE clause; nothing without conditions.
    pub(crate) fn clause(&self) -> String {
        if self.words.is_empty() {
            return String::new();
        }
        format!(" WHERE {}", self.words.join(" AND "))
    }
}

/// No more rows than this.
pub(crate) fn limit(most: Option<usize>) -> String {
    most.map_or_else(String::new, |most| format!(" LIMIT {most}"))
}
