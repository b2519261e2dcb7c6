//! The program's side: a socket, from when the signal comes until the last client has gone.

use super::{GREETING, folder};
use profiler::live::{Cursor, Hub, TICK};
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tarsier::profiling;

/// Whoever sent the signal connects within this.
const CONNECT: Duration = Duration::from_secs(5);
/// Between two looks at whether anybody is there.
const LOOK_MS: i32 = 50;
/// Clients at a time.
const MOST: usize = 8;
/// Who does not read for so long has gone.
const WRITE: Duration = Duration::from_secs(5);
/// How long a client is kept waiting for the VM's thread to end sampling.
const END: Duration = Duration::from_secs(1);

/// Whether a socket is open. There is one for the process: its supervisor watches one VM.
static DOOR: Mutex<Door> = Mutex::new(Door { is_open: false, again: false, path: None });

struct Door {
    is_open: bool,
    /// The signal came again.
    again: bool,
    /// The socket's name, while there is one.
    path: Option<PathBuf>,
}

fn door() -> MutexGuard<'static, Door> {
    DOOR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The signal came: opens the socket, on a thread of its own.
pub fn attach(hub: Arc<Hub>) {
    let mut now = door();
    now.again = true;
    if now.is_open {
        return;
    }
    let thread = std::thread::Builder::new().name("tarsier-top".into()).stack_size(512 << 10);
    // Without a thread the client waits in vain, and says so.
    now.is_open = thread.spawn(move || serve(&hub)).is_ok();
}

/// At the end of the program: clients are told, and the socket is taken away.
pub fn detach_all(profiling: &profiling::State) {
    let Some(hub) = profiling.hub().filter(|_| door().is_open) else { return };
    hub.tell();
    let end = Instant::now() + END;
    while hub.clients() > 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    if let Some(path) = door().path.take() {
        // Somebody else may have taken it away.
        let _ = std::fs::remove_file(path);
    }
}

fn serve(hub: &Arc<Hub>) {
    vm::native_memory::exempt_this_thread();
    let listener = match listen() {
        Ok((listener, path)) => {
            door().path = Some(path);
            listener
        }
        Err(_) => {
            *door() = Door { is_open: false, again: false, path: None };
            return;
        }
    };
    let mut until = Instant::now() + CONNECT;
    loop {
        let mut descriptor = libc::pollfd { fd: listener.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one descriptor, which is there.
        let ready = unsafe { libc::poll(&raw mut descriptor, 1, LOOK_MS) } > 0;
        if ready && let Ok((stream, _)) = listener.accept() {
            welcome(stream, hub);
            // That was who sent the signal. Whoever comes next sends another, and again if the socket is gone by then.
            door().again = false;
            until = Instant::now();
            continue;
        }
        let mut now = door();
        if std::mem::take(&mut now.again) {
            until = Instant::now() + CONNECT;
        } else if hub.clients() == 0 && Instant::now() >= until {
            if let Some(path) = now.path.take() {
                let _ = std::fs::remove_file(path);
            }
            now.is_open = false;
            return;
        }
    }
}

fn listen() -> io::Result<(UnixListener, PathBuf)> {
    let folder = folder::own()?;
    folder::tidy(&folder);
    let path = folder.join(format!("{}.sock", std::process::id()));
    // A process of the same number may have been killed.
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    Ok((UnixListener::bind(&path)?, path))
}

/// Takes a client of the same user in.
fn welcome(stream: UnixStream, hub: &Arc<Hub>) {
    // SAFETY: asks for a number.
    let user = unsafe { libc::geteuid() };
    if !folder::peer(&stream).is_ok_and(|(uid, _)| uid == user) || hub.clients() >= MOST {
        return;
    }
    let its = hub.clone();
    let (begun, begins) = std::sync::mpsc::sync_channel(1);
    let talk = move || {
        vm::native_memory::exempt_this_thread();
        let present = its.enter_client();
        // Nobody waits for it if this thread's maker has gone.
        let _ = begun.send(());
        let mut stream = stream;
        let talked = talk(&mut stream, &its);
        let before = its.updates();
        drop(present);
        if talked.is_ok() && !its.is_wanted() && !its.has_ended() {
            its.wait(before, END);
        }
    };
    let thread = std::thread::Builder::new().name("tarsier-client".into()).stack_size(512 << 10);
    if thread.spawn(talk).is_ok() {
        // It counts before anybody looks whether there are clients.
        let _ = begins.recv();
    }
}

/// Pieces, a line each, until the client says that it goes, by closing its direction.
fn talk(stream: &mut UnixStream, hub: &Hub) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITE))?;
    stream.write_all(GREETING.as_bytes())?;
    let mut cursor = Cursor::default();
    hub.wake();
    loop {
        let begun = Instant::now();
        let ended = hub.has_ended();
        if !ended {
            let before = hub.updates();
            hub.ask();
            hub.wait(before, TICK - Duration::from_millis(50));
        }
        let mut text = match (hub.piece(&mut cursor, false), hub.failure()) {
            (Some(piece), _) => serde_json::to_vec(&piece).map_err(io::Error::other)?,
            (None, Some(failure)) => {
                serde_json::to_vec(&serde_json::json!({ "failure": failure })).map_err(io::Error::other)?
            }
            (None, None) => b"{}".to_vec(),
        };
        text.push(b'\n');
        stream.write_all(&text)?;
        if ended {
            return Ok(());
        }
        loop {
            let left = TICK.saturating_sub(begun.elapsed());
            if left.is_zero() {
                break;
            }
            let mut descriptor = libc::pollfd { fd: stream.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            // SAFETY: one descriptor, which is there.
            let ready = unsafe { libc::poll(&raw mut descriptor, 1, left.as_millis() as i32 + 1) };
            if ready > 0 && stream.read(&mut [0; 64])? == 0 {
                return Ok(());
            }
        }
    }
}
