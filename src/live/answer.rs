//! The answers: the page, the stream of pieces, what is saved, the buttons.

use super::request::{Method, Request};
use super::server::Context;
use profiler::live::{Cursor, Hub, TICK, Wish, cut};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How long a saver waits for the VM's thread.
const SAVE: Duration = Duration::from_secs(2);

/// Answers a request that may be answered.
pub fn answer(out: &mut impl Write, request: &Request, context: &Context) -> io::Result<()> {
    let hub = &context.hub;
    match (request.method, request.path.as_str()) {
        (Method::Get, "") => page(out),
        (Method::Get, "events") => events(out, hub),
        (Method::Get, "save") => save(out, hub, &request.query),
        (Method::Post, "pause") => wish(out, hub, Wish::Pause),
        (Method::Post, "resume") => wish(out, hub, Wish::GoOn),
        (Method::Post, "reset") => wish(out, hub, Wish::Reset),
        (_, "" | "events" | "save" | "pause" | "resume" | "reset") => refuse(out, 405, "another method"),
        _ => refuse(out, 404, "nothing here"),
    }
}

/// Says why not.
pub fn refuse(out: &mut impl Write, status: u16, why: &str) -> io::Result<()> {
    let text = format!("{why}\n");
    head(out, status, "text/plain; charset=utf-8", &[("Content-Length", &text.len().to_string())])?;
    out.write_all(text.as_bytes())
}

fn head(out: &mut impl Write, status: u16, kind: &str, more: &[(&str, &str)]) -> io::Result<()> {
    let name = match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        505 => "HTTP Version Not Supported",
        _ => "Error",
    };
    // The address holds the token: nobody else is to hear of it, and no other page is to frame or read this.
    let mut text = format!(
        "HTTP/1.1 {status} {name}\r\nConnection: close\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n\
         X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\n"
    );
    if !kind.is_empty() {
        text += &format!("Content-Type: {kind}\r\n");
    }
    for (name, value) in more {
        text += &format!("{name}: {value}\r\n");
    }
    text += "\r\n";
    out.write_all(text.as_bytes())
}

fn page(out: &mut impl Write) -> io::Result<()> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    let nonce: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut text = Vec::new();
    profiler::report::live::write_page(&nonce, &mut text)?;
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; img-src data:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let length = text.len().to_string();
    let more = [("Content-Security-Policy", policy.as_str()), ("Content-Length", &length)];
    head(out, 200, "text/html; charset=utf-8", &more)?;
    out.write_all(&text)
}

/// Pieces as server-sent events, as long as somebody reads them.
fn events(out: &mut impl Write, hub: &Hub) -> io::Result<()> {
    head(out, 200, "text/event-stream", &[])?;
    out.write_all(b"retry: 1000\n\n")?;
    let _open = hub.enter_page();
    let mut cursor = Cursor::default();
    let mut told_end = false;
    loop {
        let begun = Instant::now();
        let ended = hub.has_ended();
        if !ended {
            let before = hub.updates();
            hub.ask();
            hub.wait(before, TICK - Duration::from_millis(50));
        }
        let piece = if told_end { None } else { hub.piece(&mut cursor, true) };
        match piece {
            Some(piece) => {
                told_end = ended && piece.status.ended;
                let mut text = b"data: ".to_vec();
                serde_json::to_writer(&mut text, &piece).map_err(io::Error::other)?;
                text.extend(b"\n\n");
                out.write_all(&text)?;
            }
            // Whether somebody still reads shows in writing.
            None => out.write_all(b":\n\n")?,
        }
        out.flush()?;
        std::thread::sleep(TICK.saturating_sub(begun.elapsed()));
    }
}

/// The native profile; `from` and `to` (milliseconds since its start) are a part of it.
fn save(out: &mut impl Write, hub: &Hub, query: &str) -> io::Result<()> {
    let number =
        |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=')?.parse::<f64>().ok());
    let Some(mut profile) = hub.save(SAVE) else { return refuse(out, 404, "nothing was sampled yet") };
    if let (Some(from), Some(to)) = (number("from"), number("to")) {
        let at = |ms: f64| profile.start_ns + (ms.max(0.0) * 1e6) as u64;
        let (from, to) = (at(from), at(to));
        cut(&mut profile, from, to.max(from));
    }
    let mut text = Vec::new();
    profile.write_native(&mut text)?;
    let keep = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = profile.program.chars().take(80).map(keep).collect();
    let disposition = format!("attachment; filename=\"{name}.tprof\"");
    let length = text.len().to_string();
    head(out, 200, "application/json", &[("Content-Disposition", &disposition), ("Content-Length", &length)])?;
    out.write_all(&text)
}

fn wish(out: &mut impl Write, hub: &Hub, wish: Wish) -> io::Result<()> {
    hub.wish(wish);
    head(out, 204, "", &[])
}
