//! `--live`: who is answered, what the page is told, and that nothing that happens to the page happens to the program.

use profiler::Profile;
use profiler::live::Piece;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tarsier::profiler;

/// Runs for a while, whatever the machine does meanwhile, and says so.
const PROGRAM: &str = "\
function heavy(n) { let s = 0; for (let i = 0; i < n; i++) s += Math.sin(i); return s; }
function light() { let s = 0; for (let i = 0; i < 3000; i++) s ^= i; return s; }
const end = performance.now() + 700;
let rounds = 0;
while (performance.now() < end) { heavy(2000); light(); rounds++; }
setTimeout(() => { heavy(20000); console.log(rounds > 0 ? 'done' : 'nothing'); }, 60);
";
const LONGEST: Duration = Duration::from_secs(60);

struct Running {
    child: Child,
    port: u16,
    token: String,
    stderr: BufReader<std::process::ChildStderr>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(folder: &Path, args: &[&str]) -> Running {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tarsier"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    stderr.read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("tarsier: live at http://127.0.0.1:").unwrap_or_else(|| panic!("{line}"));
    let (port, rest) = address.split_once('/').expect("a path");
    Running { child, port: port.parse().expect("a port"), token: rest.trim_end_matches('/').into(), stderr }
}

fn folder_with(program: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("program.js"), program).expect("the program");
    folder
}

impl Running {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("somebody listens");
        stream.set_read_timeout(Some(LONGEST)).expect("set");
        stream
    }

    /// Status and body of an answer to a request with these lines; `HOST` stands for the right one.
    fn ask(&self, line: &str, headers: &[&str]) -> (u16, String) {
        let mut stream = self.connect();
        let head = format!("{line} HTTP/1.1\r\n{}\r\n\r\n", headers.join("\r\n"));
        let head = head.replace("HOST", &format!("127.0.0.1:{}", self.port)).replace("TOKEN", &self.token);
        // A server that refuses may not read to the end.
        let _ = stream.write_all(head.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or_else(|| panic!("{answer}"));
        (status, answer.split_once("\r\n\r\n").map_or_else(String::new, |(_, body)| body.into()))
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.ask(&format!("GET /TOKEN/{path}"), &["Host: HOST"])
    }

    fn post(&self, path: &str) -> u16 {
        self.ask(&format!("POST /TOKEN/{path}"), &["Host: HOST", "Origin: http://HOST", "Content-Length: 0"]).0
    }

    fn open(&self) -> Events {
        let mut stream = self.connect();
        let head = format!("GET /{}/events HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.token, self.port);
        stream.write_all(head.as_bytes()).expect("sent");
        Events { stream: BufReader::new(stream), profile: Profile::empty(), last: None }
    }

    /// Exit code and standard output, once it has ended.
    fn end(&mut self) -> (Option<i32>, String) {
        let mut output = String::new();
        self.child.stdout.take().expect("a pipe").read_to_string(&mut output).expect("text");
        (self.child.wait().expect("it ends").code(), output)
    }
}

/// What a page hears.
struct Events {
    stream: BufReader<TcpStream>,
    profile: Profile,
    last: Option<Piece>,
}

impl Events {
    /// Takes in pieces until one is as it is waited for.
    fn until(&mut self, what: &str, mut is_it: impl FnMut(&Piece, &Profile) -> bool) {
        let end = Instant::now() + LONGEST;
        while Instant::now() < end {
            let mut line = String::new();
            assert!(self.stream.read_line(&mut line).expect("a line") > 0, "{what}: the server has hung up");
            let Some(data) = line.strip_prefix("data: ") else { continue };
            let piece: Piece = serde_json::from_str(data).expect("a piece");
            self.last = Some(piece.clone());
            piece.clone().add_to(&mut self.profile).expect("consistent");
            if is_it(&piece, &self.profile) {
                return;
            }
        }
        panic!("{what} did not come");
    }
}

/// Self time of each function.
fn by_function(profile: &Profile) -> BTreeMap<String, u64> {
    let mut sums = BTreeMap::new();
    for (stack, own) in profile.own_by_stack().into_iter().enumerate().filter(|(_, own)| *own > 0) {
        let function = profile.function_of(profile.stacks.frame[stack]);
        *sums.entry(format!("{} {}:{}", function.name, profile.file_of(function), function.line)).or_default() += own;
    }
    sums
}

#[test]
fn strangers_are_refused() {
    let folder = folder_with("console.log('never');");
    let run = start(folder.path(), &["--live-wait", "program.js"]);
    let host = "Host: HOST";
    assert_eq!(run.get("").0, 200);
    let large = format!("X: {}", "x".repeat(1 << 20));
    for (line, headers, status) in [
        ("GET /", &[host][..], 404),
        ("GET /0123456789abcdef0123456789abcdef/", &[host], 404),
        ("GET /TOKEN/../etc/passwd", &[host], 404),
        ("GET /TOKEN/other", &[host], 404),
        ("GET /TOKEN/", &["Host: rebound.example"], 403),
        ("GET /TOKEN/", &[host, "Origin: http://other.example"], 403),
        ("GET /TOKEN/events", &[host, "Origin: http://127.0.0.1:1"], 403),
        ("GET /TOKEN/save", &[host, "Sec-Fetch-Site: cross-site"], 403),
        ("POST /pause", &[host], 404),
        ("POST /0123456789abcdef0123456789abcdef/reset", &[host], 404),
        ("POST /TOKEN/reset", &[host, "Origin: http://other.example"], 403),
        ("GET /TOKEN/pause", &[host], 405),
        ("DELETE /TOKEN/", &[host], 405),
        ("POST /TOKEN/pause", &[host, "Content-Length: 10"], 413),
        ("GET /TOKEN/", &[host, &large], 431),
        ("nonsense", &[], 400),
    ] {
        assert_eq!(
            run.ask(line, headers).0,
            status,
            "{line} {}",
            &headers.join(", ")[..headers.join(", ").len().min(80)]
        );
    }
    let (_, page) = run.get("");
    assert!(page.contains("<canvas id=\"rates\"") && page.contains("nonce="), "{}", &page[..200]);
    assert!(!page.contains(&run.token), "the page does not need its own token");
    assert_eq!(
        run.ask("GET /TOKEN/", &["Host: localhost:PORT".replace("PORT", &run.port.to_string()).as_str()]).0,
        200
    );
}

#[test]
fn the_end_is_what_the_profile_says() {
    let folder = folder_with(PROGRAM);
    for tier in ["--tier=opt", "--jitless"] {
        let mut run = start(folder.path(), &["--live-wait", tier, "--prof-out=run.tprof", "program.js"]);
        let mut page = run.open();
        let (mut pieces, mut running) = (0, 0);
        page.until("the end", |piece, _| {
            pieces += 1;
            running += usize::from(!piece.status.ended && !piece.profile.samples.is_empty());
            piece.status.ended
        });
        assert!(pieces >= 3 && running >= 1, "{pieces} pieces, {running} with samples");
        let (status, text) = run.get("save");
        let saved: Profile = serde_json::from_str(&text).expect("a profile");
        assert_eq!((status, saved.check()), (200, Ok(())));
        drop(page.stream);
        assert_eq!(run.end(), (Some(0), "done\n".into()));
        let written = Profile::read(&folder.path().join("run.tprof")).expect("a profile");
        assert_eq!(by_function(&page.profile), by_function(&written), "{tier}");
        assert_eq!(page.profile.samples, written.samples, "{tier}");
        assert_eq!(
            (saved.samples, saved.gc, saved.marks),
            (written.samples.clone(), written.gc.clone(), written.marks.clone())
        );
        assert_eq!(page.profile.compiles, written.compiles);
        assert!(by_function(&written).keys().any(|name| name.starts_with("heavy program.js:1")), "{tier}");
        let whole = written.end_ns - written.start_ns;
        let sum = written.total_ns();
        assert!(sum <= whole && sum * 10 > whole * 8, "{sum} of {whole}");
    }
}

#[test]
fn pages_come_and_go() {
    let folder = folder_with(PROGRAM);
    let mut run = start(folder.path(), &["--live-wait", "program.js"]);
    let mut first = run.open();
    let mut second = run.open();
    first.until("samples", |_, profile| !profile.samples.is_empty());
    // It is gone in the middle of a piece, without a word.
    drop(first);
    let third = run.open();
    drop(third);
    second.until("the end", |piece, _| piece.status.ended);
    assert!(by_function(&second.profile).values().sum::<u64>() > 300_000_000);
    drop(second);
    assert_eq!(run.end(), (Some(0), "done\n".into()));
    let mut rest = String::new();
    run.stderr.read_to_string(&mut rest).expect("text");
    assert_eq!(rest, "");
}

#[test]
fn nobody_is_waited_for_without_a_terminal() {
    let folder = folder_with("console.log('x'); process.exitCode = 7;");
    let mut run = start(folder.path(), &["--live", "program.js"]);
    assert_eq!(run.end(), (Some(7), "x\n".into()));
}

#[test]
fn buttons() {
    let folder = folder_with("for (;;) { let s = 0; for (let i = 0; i < 1e5; i++) s += i; }");
    let run = start(folder.path(), &["--live-wait", "program.js"]);
    let mut page = run.open();
    page.until("samples", |_, profile| profile.samples.len() > 100);
    assert_eq!(run.post("pause"), 204);
    page.until("the pause", |piece, _| piece.status.paused);
    let before = page.profile.total_ns();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(run.post("resume"), 204);
    page.until("going on", |piece, _| !piece.status.paused);
    page.until("more samples", |_, profile| profile.total_ns() > before);
    page.until("the pause's mark", |_, p| {
        p.marks.iter().any(|m| m.kind == "paused" && m.end_ns - m.start_ns > 200_000_000)
    });
    // A part is saved with the time that lies in it.
    let (_, text) = run.get("save?from=0&to=50");
    let part: Profile = serde_json::from_str(&text).expect("a profile");
    assert!(part.total_ns() <= 50_000_000 && part.total_ns() > 20_000_000, "{}", part.total_ns());
    assert_eq!(part.check(), Ok(()));
    let start = page.profile.start_ns;
    assert_eq!(run.post("reset"), 204);
    page.until("a new beginning", |piece, profile| piece.whole && profile.start_ns > start);
    page.until("samples again", |_, profile| profile.samples.len() > 20);
    let (first, sum) = (page.profile.samples.time_ns[0], page.profile.total_ns());
    assert!(first >= page.profile.start_ns && sum <= page.profile.end_ns - page.profile.start_ns);
}

/// The multiplication of large numbers looks at no requests.
#[test]
fn a_long_call_holds_nobody_up() {
    let program =
        "const end = performance.now() + 800; while (performance.now() < end); for (;;) (3n ** 2500000n).toString();";
    let folder = folder_with(program);
    let run = start(folder.path(), &["--live-wait", "program.js"]);
    let mut page = run.open();
    page.until("samples", |_, profile| !profile.samples.is_empty());
    page.until("an old state", |piece, _| piece.now_ns - piece.status.updated_ns > 1_000_000_000);
    assert_eq!(run.get("").0, 200);
    assert_eq!(run.get("save").0, 200);
}
