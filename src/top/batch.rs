//! As text: for files, pipes and tests.

use super::Top;
use super::client::{Client, News};
use super::model::{Model, Picture, Row, Trend, tier};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Functions in each picture.
const ROWS: usize = 20;
/// How long the program may take to come by for the first time.
const FIRST: Duration = Duration::from_secs(2);

/// Prints pictures until there were enough, or the program has ended.
///
/// # Errors
/// A line.
pub fn run(top: &Top, mut client: Client) -> Result<(), String> {
    let mut model = Model::default();
    let mut left = top.iterations.unwrap_or(u64::MAX);
    let mut gone = false;
    let mut result = Ok(());
    // The first picture is of a whole period, too.
    let first = Instant::now() + FIRST;
    while model.status.updates == 0 && !gone && result.is_ok() && Instant::now() < first {
        match client.next(FIRST) {
            Ok(News::Piece(piece)) => result = model.add(*piece),
            Ok(News::Nothing) => {}
            Ok(News::Gone) => gone = true,
            Err(message) => result = Err(message),
        }
        gone |= model.status.ended;
    }
    while left > 0 && result.is_ok() {
        let end = Instant::now() + top.delay;
        loop {
            let wait = end.saturating_duration_since(Instant::now());
            if wait.is_zero() {
                break;
            }
            match client.next(wait) {
                Ok(News::Piece(piece)) => {
                    result = model.add(*piece);
                    gone |= model.status.ended;
                }
                Ok(News::Nothing) => {}
                Ok(News::Gone) => gone = true,
                Err(message) => result = Err(message),
            }
            if gone || result.is_err() {
                break;
            }
        }
        if result.is_err() {
            break;
        }
        let picture = model.picture(top.sort, &top.filter);
        let mut out = io::stdout().lock();
        let written = print(&model, &picture, client.pid, &mut out).and_then(|()| out.flush());
        left -= 1;
        if gone || written.is_err() {
            // Whoever read it has seen enough.
            break;
        }
    }
    client.detach();
    result
}

fn print(model: &Model, picture: &Picture, pid: i32, out: &mut impl Write) -> io::Result<()> {
    for line in head(model, picture, pid) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{TITLES}")?;
    for row in picture.rows.iter().take(ROWS) {
        let [own, total, all, all_total] = shares(row, picture);
        let trend = match row.trend {
            Trend::Up => '+',
            Trend::Down => '-',
            Trend::Same => ' ',
        };
        let (deopts, missing) = (row.deopts_per_second, missing(row));
        let (tier, name, place) = (tier(&row.all), &row.name, &row.place);
        let line = format!(
            "{own:6.1} {total:7.1} {trend} {:10.1} {all:6.1} {:10.1} {all_total:6.1}  {tier:11} {deopts:8.1} {missing:6.1}  {name} {place}",
            milliseconds(row.all.own_ns),
            milliseconds(row.all.total_ns),
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)
}

const TITLES: &str = " self%  total%      self ms  self%   total ms total%  tier        deopts/s  miss%  function";

/// Shares of a row in percent: self and total now, self and total since the beginning.
pub fn shares(row: &Row, picture: &Picture) -> [f64; 4] {
    let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 };
    [
        share(row.now.own_ns, picture.now_ns),
        share(row.now.total_ns, picture.now_ns),
        share(row.all.own_ns, picture.all_ns),
        share(row.all.total_ns, picture.all_ns),
    ]
}

/// The share of a function's own time, in percent, that its inline caches took to learn.
pub fn missing(row: &Row) -> f64 {
    let sum: u64 = row.all.tiers.iter().sum();
    if sum == 0 { 0.0 } else { row.all.missing_ns as f64 * 100.0 / sum as f64 }
}

pub fn milliseconds(ns: u64) -> f64 {
    ns as f64 / 1e6
}

/// The lines above the table.
pub fn head(model: &Model, picture: &Picture, pid: i32) -> [String; 3] {
    let profile = model.profile();
    let sampled = Duration::from_nanos(profile.end_ns.saturating_sub(profile.start_ns));
    let mut state = format!("{} (process {pid}), sampled for {:.1} s", profile.program, sampled.as_secs_f64());
    state += &condition(model);
    let shares: Vec<String> = picture
        .categories
        .iter()
        .take(6)
        .map(|(category, ns)| format!("{} {:.1} %", category.name(), *ns as f64 * 100.0 / picture.now_ns.max(1) as f64))
        .collect();
    let now = if shares.is_empty() { "now: nothing".into() } else { format!("now: {}", shares.join(", ")) };
    let machine = format!(
        "inline-cache misses {:.0}/s, deopts {:.0}/s, heap {:.1} MiB, {} collections ({:.1} ms)",
        picture.misses_per_second,
        picture.deopts_per_second,
        picture.heap_bytes as f64 / f64::from(1 << 20),
        picture.collections,
        milliseconds(picture.collecting_ns),
    );
    [state, now, machine]
}

/// What the program does if it does not just run.
fn condition(model: &Model) -> String {
    if model.status.ended {
        let ended = &model.profile().ended;
        return if ended.is_empty() { ", has ended".into() } else { format!(", has ended: {ended}") };
    }
    let age = Duration::from_nanos(model.moment_ns.saturating_sub(model.status.updated_ns));
    if model.idle_since_ns > 0 {
        ", waits".into()
    } else if age > Duration::from_secs(1) && model.status.updates > 0 {
        format!(", does not look up since {:.1} s (one call of native code?)", age.as_secs_f64())
    } else {
        String::new()
    }
}
