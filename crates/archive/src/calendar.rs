//! Moments: kept as seconds since 1970, shown as dates in UTC.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970, now.
pub fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

/// A moment as `2026-11-16 02:31:26`, in UTC.
pub fn in_words(seconds: f64) -> String {
    const DAY: i64 = 86_400;
    let seconds = seconds.clamp(-1e11, 1e12).floor() as i64;
    let (days, rest) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// Year, month and day of a day counted from 1970. Years are counted from March, so that the
/// leap day is the last of a year, and in eras of 400 years, which are all alike.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_shown_as_dates() {
        for (seconds, words) in [
            (0.0, "1970-01-01 00:00:00"),
            (951_782_399.0, "2000-02-28 23:59:59"),
            (951_782_400.5, "2000-02-29 00:00:00"),
            (4_107_542_400.0, "2100-03-01 00:00:00"),
            (-1.0, "1969-12-31 23:59:59"),
        ] {
            assert_eq!(in_words(seconds), words);
        }
        assert_eq!(in_words(f64::NAN), "1970-01-01 00:00:00");
        assert!(in_words(now()).starts_with("20"));
    }
}
