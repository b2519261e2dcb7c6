//! Where sockets lie: a folder that belongs to the user, and that nobody else may enter.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

/// Bytes of a folder's name at most, since a socket's address has room for 107.
const LONGEST: usize = 80;

/// The folder that a process with this environment (as /proc/PID/environ has it) uses: `$XDG_RUNTIME_DIR/tarsier`, or `/tmp/tarsier-UID`.
pub fn of(environment: &[u8]) -> PathBuf {
    let runtime = environment.split(|byte| *byte == 0).find_map(|pair| pair.strip_prefix(b"XDG_RUNTIME_DIR="));
    let runtime = runtime.map(|name| PathBuf::from(std::ffi::OsStr::from_bytes(name)));
    // SAFETY: asks for a number.
    let user = unsafe { libc::geteuid() };
    runtime
        .filter(|path| path.is_absolute() && path.as_os_str().len() <= LONGEST)
        .filter(|path| fs::metadata(path).is_ok_and(|found| found.is_dir() && found.uid() == user))
        .map_or_else(|| PathBuf::from(format!("/tmp/tarsier-{user}")), |path| path.join("tarsier"))
}

/// That of this process; made if it is not there.
///
/// # Errors
/// It cannot be made, or is somebody else's.
pub fn own() -> io::Result<PathBuf> {
    let path = of(&fs::read("/proc/self/environ").unwrap_or_default());
    match DirBuilder::new().mode(0o700).create(&path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    check(&path)?;
    Ok(path)
}

/// Whether a folder is one, is ours, and nobody else may enter it. Links are not followed.
///
/// # Errors
/// It is not so.
pub fn check(path: &Path) -> io::Result<()> {
    let found = fs::symlink_metadata(path)?;
    // SAFETY: asks for a number.
    let user = unsafe { libc::geteuid() };
    if found.is_dir() && found.uid() == user && found.mode() & 0o077 == 0 {
        return Ok(());
    }
    Err(io::Error::new(
        io::ErrorKind::PermissionDenied,
        format!("{} is not a folder of this user's alone", path.display()),
    ))
}

/// Takes away the sockets of processes that were killed.
pub fn tidy(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let of = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".sock")?.parse::<u32>().ok());
        if of.is_some_and(|pid| !Path::new(&format!("/proc/{pid}")).exists()) {
            // Another process may have done the same.
            let _ = fs::remove_file(path);
        }
    }
}

/// The user and process at the other end of a socket.
///
/// # Errors
/// The system's.
pub fn peer(socket: &impl std::os::fd::AsRawFd) -> io::Result<(u32, i32)> {
    let mut found = libc::ucred { pid: 0, uid: 0, gid: 0 };
    let mut size = size_of::<libc::ucred>() as libc::socklen_t;
    // SAFETY: the structure is filled in, and as large as is said.
    let done = unsafe {
        let to = (&raw mut found).cast();
        libc::getsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, libc::SO_PEERCRED, to, &raw mut size)
    };
    if done == 0 { Ok((found.uid, found.pid)) } else { Err(io::Error::last_os_error()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_folder_that_others_may_enter_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x");
        DirBuilder::new().mode(0o700).create(&path).expect("made");
        assert!(check(&path).is_ok());
        fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("changed");
        assert!(check(&path).is_err());
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).expect("made");
        assert!(check(&link).is_err());
    }

    #[test]
    fn sockets_of_the_dead_are_taken_away() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = format!("{}.sock", std::process::id());
        for name in ["4294967295.sock", "other", &own] {
            fs::write(folder.path().join(name), "").expect("made");
        }
        tidy(folder.path());
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).expect("read").map(|e| e.expect("one").file_name()).collect();
        names.sort();
        assert_eq!(names, [own.as_str(), "other"]);
    }

    #[test]
    fn the_runtime_folder_is_used_if_it_is_ours() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = format!("A=b\0XDG_RUNTIME_DIR={}\0C=d\0", folder.path().display());
        assert_eq!(of(text.as_bytes()), folder.path().join("tarsier"));
        for other in ["", "XDG_RUNTIME_DIR=/nonexistent\0", "XDG_RUNTIME_DIR=relative\0"] {
            assert!(of(other.as_bytes()).starts_with("/tmp"));
        }
    }
}
