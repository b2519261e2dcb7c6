//! Files, for `node:fs`: one built-in for each call of the system. What fails is a negative number (see [`super::system`]).
//!
//! Descriptors are those of the system; which of them are the script's is in a table, so that it can neither read from nor close any other.

use super::process::bytes_of;
use super::system::{fail, path_argument};
use crate::host::host;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File, FileTimes, Metadata, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, FileExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::rc::Rc;
use std::time::{Duration, SystemTime};
use vm::native::method;
use vm::object::array_buffer;
use vm::object::typed_array;
use vm::runtime::convert::{to_boolean, to_int32, to_number};
use vm::{Args, JsResult, JsString, Object, Value, ValueExt, Vm};

/// The files that the script has open, by descriptor.
#[derive(Default)]
pub struct OpenFiles(RefCell<BTreeMap<i32, Rc<File>>>);

/// Bytes that are read at a time where a file does not say how long it is.
const CHUNK: usize = 64 << 10;

/// Puts the built-ins on a file's `native`.
///
/// # Errors
/// For want of memory.
pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(
        vm,
        &[
            method("open", 3, open),
            method("close", 1, close),
            method("read", 5, read),
            method("write", 5, write),
            method("readFile", 1, read_file),
            method("writeFile", 4, write_file),
            method("stat", 2, stat),
            method("fstat", 1, fstat),
            method("readdir", 1, readdir),
            method("mkdir", 3, mkdir),
            method("mkdtemp", 1, mkdtemp),
            method("rmdir", 1, rmdir),
            method("unlink", 1, unlink),
            method("removeAll", 1, remove_all),
            method("rename", 2, rename),
            method("copyFile", 3, copy_file),
            method("access", 2, access),
            method("realpath", 1, realpath),
            method("readlink", 1, readlink),
            method("symlink", 2, symlink),
            method("link", 2, link),
            method("truncate", 2, truncate),
            method("ftruncate", 2, ftruncate),
            method("fsync", 1, fsync),
            method("chmod", 2, chmod),
            method("fchmod", 2, fchmod),
            method("chown", 4, chown),
            method("utimes", 3, utimes),
            method("futimes", 3, futimes),
        ],
    )
}

fn done(result: io::Result<()>) -> JsResult {
    Ok(result.map_or_else(|error| fail(&error), |()| Value::UNDEFINED))
}

fn number(vm: &mut Vm, v: Value) -> JsResult<f64> {
    to_number(vm, v)
}

fn file(vm: &mut Vm, v: Value) -> JsResult<io::Result<Rc<File>>> {
    let fd = to_int32(vm, v)?;
    let host = host(vm)?;
    let files = host.files.0.borrow();
    Ok(files.get(&fd).cloned().ok_or_else(|| io::Error::from_raw_os_error(libc::EBADF)))
}

/// open(path, flags, mode): a descriptor.
fn open(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    let flags = to_int32(vm, args.get(1))?;
    let mode = to_int32(vm, args.get(2))? as u32;
    match open_file(&path, flags, mode) {
        Err(error) => Ok(fail(&error)),
        Ok(file) => {
            let fd = file.as_raw_fd();
            host(vm)?.files.0.borrow_mut().insert(fd, Rc::new(file));
            Ok(Value::int(fd))
        }
    }
}

fn open_file(path: &std::path::Path, flags: i32, mode: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let access = flags & libc::O_ACCMODE;
    options.read(access != libc::O_WRONLY).write(access != libc::O_RDONLY).mode(mode);
    // std has its own words for these and refuses combinations that the system allows: the flags go to the system as they are.
    options.custom_flags(flags & !libc::O_ACCMODE);
    options.open(path)
}

fn close(vm: &mut Vm, args: Args) -> JsResult {
    let fd = to_int32(vm, args.get(0))?;
    let closed = host(vm)?.files.0.borrow_mut().remove(&fd);
    Ok(if closed.is_some() || (0..=2).contains(&fd) { Value::UNDEFINED } else { Value::int(-libc::EBADF) })
}

/// A position in a file; None: where it is.
fn position(vm: &mut Vm, v: Value) -> JsResult<Option<u64>> {
    if let Some(bigint) = v.as_bigint() {
        return Ok(bigint.to_text(10).parse().ok());
    }
    if !v.is_number() {
        return Ok(None);
    }
    let n = number(vm, v)?;
    Ok((n >= 0.0).then_some(n as u64))
}

/// read(fd, view, offset, length, position): how many bytes.
fn read(vm: &mut Vm, args: Args) -> JsResult {
    let offset = number(vm, args.get(2))?.max(0.0) as usize;
    let length = number(vm, args.get(3))?.max(0.0) as usize;
    let at = position(vm, args.get(4))?;
    let (data, room) = match typed_array::from_value(args.get(1)) {
        Some(array) => {
            let bytes = array.length() * array.element_size();
            let offset = offset.min(bytes);
            (array.data().wrapping_add(offset), length.min(bytes - offset))
        }
        None => return Ok(Value::int(-libc::EFAULT)),
    };
    let mut bytes = vec![0; room.min(vm.options.max_heap)];
    let result = if to_int32(vm, args.get(0))? == 0 {
        let host = host(vm)?;
        host.output.flush();
        let before = vm.enter_idle();
        let result = host.read_input(&mut bytes);
        vm.leave_idle(before);
        result
    } else {
        match file(vm, args.get(0))? {
            Err(error) => Err(error),
            Ok(file) => match at {
                Some(at) => file.read_at(&mut bytes, at),
                None => (&*file).read(&mut bytes),
            },
        }
    };
    match result {
        Err(error) => Ok(fail(&error)),
        Ok(count) => {
            // SAFETY: `count` bytes at most, which is what there is room for behind `data`; nothing of the script's has run since that was looked at.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), data, count) };
            Ok(Value::number(count as f64))
        }
    }
}

/// The bytes of a string in UTF-8, or of a view's part.
fn content(vm: &mut Vm, v: Value) -> JsResult<Vec<u8>> {
    match v.as_string() {
        Some(text) => Ok(text.to_rust_string_lossy(vm)?.into_bytes()),
        None => Ok(bytes_of(v)),
    }
}

/// write(fd, text or view, offset, length, position): how many bytes.
fn write(vm: &mut Vm, args: Args) -> JsResult {
    let all = content(vm, args.get(1))?;
    let offset = (number(vm, args.get(2))?.max(0.0) as usize).min(all.len());
    let length = if args.get(3).is_number() { number(vm, args.get(3))?.max(0.0) as usize } else { usize::MAX };
    let bytes = &all[offset..offset + length.min(all.len() - offset)];
    let at = position(vm, args.get(4))?;
    let output = host(vm)?.output.clone();
    match to_int32(vm, args.get(0))? {
        1 => {
            if !output.bytes(bytes) {
                return Ok(Value::int(-libc::EPIPE));
            }
            return Ok(Value::number(bytes.len() as f64));
        }
        2 => {
            output.error_bytes(bytes);
            return Ok(Value::number(bytes.len() as f64));
        }
        _ => {}
    }
    let result = match file(vm, args.get(0))? {
        Err(error) => Err(error),
        Ok(file) => match at {
            Some(at) => file.write_at(bytes, at),
            None => (&*file).write(bytes),
        },
    };
    Ok(result.map_or_else(|error| fail(&error), |count| Value::number(count as f64)))
}

/// readFile(path or descriptor): an ArrayBuffer.
fn read_file(vm: &mut Vm, args: Args) -> JsResult {
    let most = vm.options.max_heap as u64;
    let result = if args.get(0).is_number() {
        if to_int32(vm, args.get(0))? == 0 {
            let host = host(vm)?;
            host.output.flush();
            let before = vm.enter_idle();
            let mut bytes = Vec::new();
            let mut chunk = vec![0; CHUNK];
            let result = loop {
                match host.read_input(&mut chunk) {
                    Ok(0) => break Ok(bytes),
                    Ok(count) if (bytes.len() + count) as u64 <= most => bytes.extend_from_slice(&chunk[..count]),
                    Ok(_) => break Err(io::ErrorKind::OutOfMemory.into()),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => break Err(error),
                }
            };
            vm.leave_idle(before);
            result
        } else {
            match file(vm, args.get(0))? {
                Ok(file) => read_all(vm, &file, most)?,
                Err(error) => Err(error),
            }
        }
    } else {
        let path = path_argument(vm, args.get(0))?;
        match File::open(path) {
            Ok(file) => read_all(vm, &file, most)?,
            Err(error) => Err(error),
        }
    };
    let bytes = match result {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::OutOfMemory => return Err(vm.throw_out_of_memory()),
        Err(error) => return Ok(fail(&error)),
    };
    let buffer = array_buffer::new_array_buffer(vm, bytes.len() as u64)?.value();
    if let Some(cell) = array_buffer::from_value(buffer) {
        // SAFETY: a new buffer has its data, of the length asked for, which nobody else knows yet.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), cell.data.get(), bytes.len()) };
    }
    Ok(buffer)
}

/// A file to its end, which some (`/dev/zero`) do not have.
fn read_all(vm: &mut Vm, file: &File, most: u64) -> JsResult<io::Result<Vec<u8>>> {
    /// Bytes between two looks at what other threads want.
    const PIECE: u64 = 1 << 20;
    let mut bytes = Vec::new();
    let expected = file.metadata().map_or(0, |metadata| metadata.len());
    // The end is found by a read for which there is room.
    bytes.reserve(expected.min(most).saturating_add(1) as usize);
    loop {
        match file.take(PIECE).read_to_end(&mut bytes) {
            Err(error) => return Ok(Err(error)),
            Ok(count) if (count as u64) < PIECE => return Ok(Ok(bytes)),
            Ok(_) if bytes.len() as u64 > most => return Ok(Err(io::ErrorKind::OutOfMemory.into())),
            Ok(_) => vm.poll()?,
        }
    }
}

/// writeFile(path, text or view, flags, mode)
fn write_file(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    let bytes = content(vm, args.get(1))?;
    let flags = to_int32(vm, args.get(2))?;
    let mode = to_int32(vm, args.get(3))? as u32;
    done(open_file(&path, flags, mode).and_then(|mut file| file.write_all(&bytes)))
}

/// [dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, then seconds and nanoseconds of atime, mtime, ctime, birthtime]
fn stat_values(vm: &mut Vm, metadata: &Metadata) -> JsResult {
    let birth = metadata.created().ok().and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    let birth = birth.map_or((metadata.ctime(), metadata.ctime_nsec()), |time| {
        (time.as_secs() as i64, i64::from(time.subsec_nanos()))
    });
    let mut values = vec![
        metadata.dev() as f64,
        f64::from(metadata.mode()),
        metadata.nlink() as f64,
        f64::from(metadata.uid()),
        f64::from(metadata.gid()),
        metadata.rdev() as f64,
        metadata.blksize() as f64,
        metadata.ino() as f64,
        metadata.size() as f64,
        metadata.blocks() as f64,
    ];
    for (seconds, nanoseconds) in [
        (metadata.atime(), metadata.atime_nsec()),
        (metadata.mtime(), metadata.mtime_nsec()),
        (metadata.ctime(), metadata.ctime_nsec()),
        birth,
    ] {
        values.extend([seconds as f64, nanoseconds as f64]);
    }
    let values: Vec<Value> = values.into_iter().map(Value::number).collect();
    Ok(vm.new_array(&values)?.value())
}

/// stat(path, follow)
fn stat(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    let metadata = if to_boolean(args.get(1)) { fs::metadata(path) } else { fs::symlink_metadata(path) };
    match metadata {
        Ok(metadata) => stat_values(vm, &metadata),
        Err(error) => Ok(fail(&error)),
    }
}

fn fstat(vm: &mut Vm, args: Args) -> JsResult {
    let fd = to_int32(vm, args.get(0))?;
    // The standard streams have a name in the file system, too.
    let metadata = match fd {
        0..=2 => fs::metadata(format!("/proc/self/fd/{fd}")),
        _ => file(vm, args.get(0))?.and_then(|file| file.metadata()),
    };
    match metadata {
        Ok(metadata) => stat_values(vm, &metadata),
        Err(error) => Ok(fail(&error)),
    }
}

/// [name, type, name, ...], sorted as the system's order is nobody's; types are those of libuv (UV_DIRENT_*).
fn readdir(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    let entries = fs::read_dir(path).and_then(|entries| {
        entries.map(|entry| entry.and_then(|entry| Ok((entry.file_name(), entry.file_type()?)))).collect()
    });
    let mut entries: Vec<_> = match entries {
        Ok(entries) => entries,
        Err(error) => return Ok(fail(&error)),
    };
    entries.sort_by(|a: &(std::ffi::OsString, fs::FileType), b| a.0.as_bytes().cmp(b.0.as_bytes()));
    let list = vm.new_array_with_capacity(2 * entries.len() as u32)?;
    for (name, kind) in entries {
        let kind = match kind {
            kind if kind.is_file() => 1,
            kind if kind.is_dir() => 2,
            kind if kind.is_symlink() => 3,
            kind if kind.is_fifo() => 4,
            kind if kind.is_socket() => 5,
            kind if kind.is_char_device() => 6,
            kind if kind.is_block_device() => 7,
            _ => 0,
        };
        let name = JsString::from_str(vm, &name.to_string_lossy())?;
        list.push(vm, name.value())?;
        list.push(vm, Value::int(kind))?;
    }
    Ok(list.value())
}

/// mkdir(path, mode, recursive): the first folder that was made, if that is asked for.
fn mkdir(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    let mode = to_int32(vm, args.get(1))? as u32;
    let mut builder = fs::DirBuilder::new();
    builder.mode(mode);
    if !to_boolean(args.get(2)) {
        return done(builder.create(&path));
    }
    if path.as_os_str().is_empty() {
        return Ok(Value::int(-libc::ENOENT));
    }
    let path = std::path::absolute(&path).unwrap_or(path);
    let missing: Vec<&std::path::Path> =
        path.ancestors().take_while(|folder| fs::symlink_metadata(folder).is_err()).collect();
    for folder in missing.iter().rev() {
        match builder.create(folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Ok(fail(&error)),
            _ => {}
        }
    }
    match missing.last() {
        Some(first) => Ok(JsString::from_str(vm, &first.to_string_lossy())?.value()),
        None if path.is_dir() => Ok(Value::UNDEFINED),
        None => Ok(Value::int(-libc::EEXIST)),
    }
}

/// mkdtemp(prefix): the folder's path.
fn mkdtemp(vm: &mut Vm, args: Args) -> JsResult {
    use std::hash::{BuildHasher, Hasher};
    const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    let prefix = path_argument(vm, args.get(0))?.to_string_lossy().into_owned();
    let mut builder = fs::DirBuilder::new();
    builder.mode(0o700);
    let mut failure = io::Error::from_raw_os_error(libc::EEXIST);
    for _ in 0..100 {
        let mut random = std::hash::RandomState::new().build_hasher().finish();
        let mut path = prefix.clone();
        for _ in 0..6 {
            path.push(LETTERS[(random % 62) as usize] as char);
            random /= 62;
        }
        match builder.create(&path) {
            Ok(()) => return Ok(JsString::from_str(vm, &path)?.value()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => failure = error,
            Err(error) => return Ok(fail(&error)),
        }
    }
    Ok(fail(&failure))
}

fn rmdir(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    done(fs::remove_dir(path))
}

fn unlink(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    done(fs::remove_file(path))
}

/// A folder with all that is in it.
fn remove_all(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    done(fs::remove_dir_all(path))
}

fn rename(vm: &mut Vm, args: Args) -> JsResult {
    let (from, to) = (path_argument(vm, args.get(0))?, path_argument(vm, args.get(1))?);
    done(fs::rename(from, to))
}

/// copyFile(from, to, exclusive)
fn copy_file(vm: &mut Vm, args: Args) -> JsResult {
    let (from, to) = (path_argument(vm, args.get(0))?, path_argument(vm, args.get(1))?);
    if to_boolean(args.get(2)) && fs::symlink_metadata(&to).is_ok() {
        return Ok(Value::int(-libc::EEXIST));
    }
    let same = |a: &Metadata, b: &Metadata| a.dev() == b.dev() && a.ino() == b.ino();
    if let (Ok(a), Ok(b)) = (fs::metadata(&from), fs::metadata(&to))
        && same(&a, &b)
    {
        return Ok(Value::UNDEFINED);
    }
    if from.is_dir() {
        return Ok(Value::int(-libc::EISDIR));
    }
    done(fs::copy(from, to).map(drop))
}

/// access(path, mode)
fn access(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    let mode = to_int32(vm, args.get(1))?;
    let Ok(path) = std::ffi::CString::new(path.as_os_str().as_bytes()) else { return Ok(Value::int(-libc::EINVAL)) };
    // SAFETY: the path ends in a zero byte and lives until the call returns.
    let result = unsafe { libc::access(path.as_ptr(), mode) };
    done(if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) })
}

fn text_of_path(vm: &mut Vm, path: io::Result<std::path::PathBuf>) -> JsResult {
    match path {
        Ok(path) => Ok(JsString::from_str(vm, &path.to_string_lossy())?.value()),
        Err(error) => Ok(fail(&error)),
    }
}

fn realpath(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    let real = if path.as_os_str().is_empty() { std::env::current_dir() } else { fs::canonicalize(path) };
    text_of_path(vm, real)
}

fn readlink(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    text_of_path(vm, fs::read_link(path))
}

fn symlink(vm: &mut Vm, args: Args) -> JsResult {
    let (target, path) = (path_argument(vm, args.get(0))?, path_argument(vm, args.get(1))?);
    done(std::os::unix::fs::symlink(target, path))
}

fn link(vm: &mut Vm, args: Args) -> JsResult {
    let (from, to) = (path_argument(vm, args.get(0))?, path_argument(vm, args.get(1))?);
    done(fs::hard_link(from, to))
}

fn truncate(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    let length = number(vm, args.get(1))?.max(0.0) as u64;
    done(OpenOptions::new().write(true).open(path).and_then(|file| file.set_len(length)))
}

fn ftruncate(vm: &mut Vm, args: Args) -> JsResult {
    let length = number(vm, args.get(1))?.max(0.0) as u64;
    done(file(vm, args.get(0))?.and_then(|file| file.set_len(length)))
}

fn fsync(vm: &mut Vm, args: Args) -> JsResult {
    done(file(vm, args.get(0))?.and_then(|file| file.sync_all()))
}

fn chmod(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    let mode = to_int32(vm, args.get(1))? as u32;
    done(fs::set_permissions(path, Permissions::from_mode(mode)))
}

fn fchmod(vm: &mut Vm, args: Args) -> JsResult {
    let mode = to_int32(vm, args.get(1))? as u32;
    done(file(vm, args.get(0))?.and_then(|file| file.set_permissions(Permissions::from_mode(mode))))
}

/// chown(path, uid, gid, follow)
fn chown(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    let (uid, gid) = (to_int32(vm, args.get(1))? as u32, to_int32(vm, args.get(2))? as u32);
    done(if to_boolean(args.get(3)) {
        std::os::unix::fs::chown(path, Some(uid), Some(gid))
    } else {
        std::os::unix::fs::lchown(path, Some(uid), Some(gid))
    })
}

/// Seconds since 1970 as a time.
fn time(seconds: f64) -> SystemTime {
    let part = Duration::try_from_secs_f64(seconds.abs()).unwrap_or_default();
    let time =
        if seconds < 0.0 { SystemTime::UNIX_EPOCH.checked_sub(part) } else { SystemTime::UNIX_EPOCH.checked_add(part) };
    time.unwrap_or(SystemTime::UNIX_EPOCH)
}

fn times(vm: &mut Vm, args: Args) -> JsResult<FileTimes> {
    let (accessed, modified) = (number(vm, args.get(1))?, number(vm, args.get(2))?);
    Ok(FileTimes::new().set_accessed(time(accessed)).set_modified(time(modified)))
}

fn utimes(vm: &mut Vm, args: Args) -> JsResult {
    let path = path_argument(vm, args.get(0))?;
    let times = times(vm, args)?;
    done(File::open(path).and_then(|file| file.set_times(times)))
}

fn futimes(vm: &mut Vm, args: Args) -> JsResult {
    let times = times(vm, args)?;
    done(file(vm, args.get(0))?.and_then(|file| file.set_times(times)))
}
