//! Listens on the loopback address.

use super::answer;
use super::request;
use profiler::live::Hub;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Connections at a time.
const MOST: usize = 24;
/// Who does not read for so long has gone.
const WRITE: Duration = Duration::from_secs(5);
/// How often what was sampled is taken in while no page is open, in milliseconds.
const UNSEEN_MS: i32 = 5000;

/// What a connection needs.
pub struct Context {
    pub hub: Arc<Hub>,
    pub port: u16,
    pub token: String,
    connections: AtomicUsize,
}

/// The server's address.
pub struct Server {
    pub url: String,
    pub hub: Arc<Hub>,
}

impl Server {
    /// Begins to listen; 0 is any port that is free.
    ///
    /// # Errors
    /// A message.
    pub fn start(port: u16, hub: Arc<Hub>) -> Result<Server, String> {
        let failed =
            |error: io::Error| format!("cannot listen on 127.0.0.1:{port}: {}", tarsier::failure::describe_io(&error));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let token = token().map_err(|error| format!("no random numbers: {error}"))?;
        let url = format!("http://127.0.0.1:{port}/{token}/");
        let context = Arc::new(Context { hub: hub.clone(), port, token, connections: AtomicUsize::new(0) });
        std::thread::Builder::new()
            .name("tarsier-live".into())
            .spawn(move || listen(&listener, &context))
            .map_err(failed)?;
        Ok(Server { url, hub })
    }
}

/// 128 random bits in letters that need no quoting.
fn token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn listen(listener: &TcpListener, context: &Arc<Context>) {
    // The limits of a script do not bear on those who look at it.
    vm::native_memory::exempt_this_thread();
    loop {
        let mut descriptor = libc::pollfd { fd: listener.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one descriptor, which is there.
        let ready = unsafe { libc::poll(&raw mut descriptor, 1, UNSEEN_MS) };
        if ready <= 0 {
            if !context.hub.is_looked_at() {
                context.hub.ask();
            }
            continue;
        }
        let Ok((stream, _)) = listener.accept() else {
            // Out of descriptors, say.
            std::thread::sleep(Duration::from_millis(100));
            continue;
        };
        if context.connections.fetch_add(1, Ordering::AcqRel) >= MOST {
            context.connections.fetch_sub(1, Ordering::AcqRel);
            refuse(stream, (503, "too many connections"));
            continue;
        }
        let its = context.clone();
        let serve = move || {
            vm::native_memory::exempt_this_thread();
            serve(stream, &its);
            its.connections.fetch_sub(1, Ordering::AcqRel);
        };
        let thread = std::thread::Builder::new().name("tarsier-page".into()).stack_size(512 << 10);
        if thread.spawn(serve).is_err() {
            context.connections.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

/// One request; the connection is closed after it.
fn serve(mut stream: TcpStream, context: &Context) {
    let _ = stream.set_write_timeout(Some(WRITE));
    let _ = stream.set_nodelay(true);
    let request = match request::read(&mut stream) {
        Ok(None) => return,
        Ok(Some(head)) => request::parse(&head, context.port, &context.token),
        Err(refusal) => Err(refusal),
    };
    match request {
        // A connection that breaks is its browser's matter.
        Ok(request) => drop(answer::answer(&mut stream, &request, context)),
        Err(refusal) => refuse(stream, refusal),
    }
}

/// Says why not. What is still being sent is taken in for a moment, since otherwise the kernel would tear the answer down with the connection.
fn refuse(mut stream: TcpStream, (status, why): request::Refusal) {
    let _ = stream.set_write_timeout(Some(WRITE));
    if answer::refuse(&mut stream, status, why).is_err() || stream.shutdown(Shutdown::Write).is_err() {
        return;
    }
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    let mut piece = [0; 4096];
    let mut left: usize = 2 << 20;
    while left > 0 {
        match stream.read(&mut piece) {
            Ok(count) if count > 0 => left = left.saturating_sub(count),
            _ => return,
        }
    }
    let _ = stream.flush();
}
