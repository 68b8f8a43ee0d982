//! What somebody who mistyped a name probably meant.

/// The known name nearest to a mistyped one, if any is near enough to be meant.
pub(crate) fn nearest<'a>(
    typed: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let allowed = (typed.chars().count() / 3).max(1);
    let plain = typed.to_lowercase().replace('_', "-");
    known
        .into_iter()
        .map(|name| (distance(&plain, &name.replace('_', "-")), name))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Letters to insert, delete or change to get from one word to the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (done, letter) in one.chars().enumerate() {
        let mut left = done + 1;
        let mut next = vec![left];
        for (above, &wanted) in row.windows(2).zip(&other) {
            let &[diagonal, up] = above else { continue };
            left = (diagonal + usize::from(letter != wanted)).min(up + 1).min(left + 1);
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

/// ` (did you mean NAME?)`, or nothing.
pub(crate) fn suggestion<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(typed, known).map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_textbook() {
        for (one, other, expected) in
            [("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("row", "row", 0)]
        {
            assert_eq!(distance(one, other), expected);
        }
    }

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        let known = ["exact", "border-ga", "anneal"];
        assert_eq!(nearest("exat", known), Some("exact"));
        assert_eq!(nearest("Border_GA", known), Some("border-ga"));
        assert_eq!(nearest("hunt", known), None);
    }
}
