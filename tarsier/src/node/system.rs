//! Errors of the operating system, and `node:os`.
//!
//! A built-in that fails returns the error's number, negative, as libuv does; the JavaScript around it makes an Error of that.

use crate::host::put_text;
use std::io;
use std::path::PathBuf;
use vm::native::method;
use vm::object::typed_array;
use vm::runtime::convert::to_int32;
use vm::{Args, JsResult, JsString, Object, Value, ValueExt, Vm};

/// The number of an error, negative; EIO for one that is not the system's.
pub fn fail(error: &io::Error) -> Value {
    let number = error.raw_os_error().unwrap_or(match error.kind() {
        io::ErrorKind::InvalidInput => libc::EINVAL,
        io::ErrorKind::NotFound => libc::ENOENT,
        _ => libc::EIO,
    });
    Value::int(-number)
}

/// A path as scripts give it: a string, or its bytes.
///
/// # Errors
/// A TypeError for anything else, which the JavaScript around has refused already.
pub fn path_argument(vm: &mut Vm, v: Value) -> JsResult<PathBuf> {
    if let Some(text) = v.as_string() {
        return Ok(text.to_rust_string_lossy(vm)?.into());
    }
    if typed_array::from_value(v).is_some() {
        use std::os::unix::ffi::OsStringExt;
        return Ok(std::ffi::OsString::from_vec(super::process::bytes_of(v)).into());
    }
    Err(vm.throw_type_error("A path must be a string or a buffer"))
}

/// Names and words of the system's errors, as libuv has them.
#[rustfmt::skip]
static ERRORS: &[(i32, &str, &str)] = &[
    (-7, "E2BIG", "argument list too long"),
    (-13, "EACCES", "permission denied"),
    (-98, "EADDRINUSE", "address already in use"),
    (-99, "EADDRNOTAVAIL", "address not available"),
    (-97, "EAFNOSUPPORT", "address family not supported"),
    (-11, "EAGAIN", "resource temporarily unavailable"),
    (-3000, "EAI_ADDRFAMILY", "address family not supported"),
    (-3001, "EAI_AGAIN", "temporary failure"),
    (-3002, "EAI_BADFLAGS", "bad ai_flags value"),
    (-3013, "EAI_BADHINTS", "invalid value for hints"),
    (-3003, "EAI_CANCELED", "request canceled"),
    (-3004, "EAI_FAIL", "permanent failure"),
    (-3005, "EAI_FAMILY", "ai_family not supported"),
    (-3006, "EAI_MEMORY", "out of memory"),
    (-3007, "EAI_NODATA", "no address"),
    (-3008, "EAI_NONAME", "unknown node or service"),
    (-3009, "EAI_OVERFLOW", "argument buffer overflow"),
    (-3014, "EAI_PROTOCOL", "resolved protocol is unknown"),
    (-3010, "EAI_SERVICE", "service not available for socket type"),
    (-3011, "EAI_SOCKTYPE", "socket type not supported"),
    (-114, "EALREADY", "connection already in progress"),
    (-9, "EBADF", "bad file descriptor"),
    (-16, "EBUSY", "resource busy or locked"),
    (-125, "ECANCELED", "operation canceled"),
    (-4080, "ECHARSET", "invalid Unicode character"),
    (-103, "ECONNABORTED", "software caused connection abort"),
    (-111, "ECONNREFUSED", "connection refused"),
    (-104, "ECONNRESET", "connection reset by peer"),
    (-89, "EDESTADDRREQ", "destination address required"),
    (-17, "EEXIST", "file already exists"),
    (-14, "EFAULT", "bad address in system call argument"),
    (-27, "EFBIG", "file too large"),
    (-113, "EHOSTUNREACH", "host is unreachable"),
    (-4, "EINTR", "interrupted system call"),
    (-22, "EINVAL", "invalid argument"),
    (-5, "EIO", "i/o error"),
    (-106, "EISCONN", "socket is already connected"),
    (-21, "EISDIR", "illegal operation on a directory"),
    (-40, "ELOOP", "too many symbolic links encountered"),
    (-24, "EMFILE", "too many open files"),
    (-90, "EMSGSIZE", "message too long"),
    (-36, "ENAMETOOLONG", "name too long"),
    (-100, "ENETDOWN", "network is down"),
    (-101, "ENETUNREACH", "network is unreachable"),
    (-23, "ENFILE", "file table overflow"),
    (-105, "ENOBUFS", "no buffer space available"),
    (-19, "ENODEV", "no such device"),
    (-2, "ENOENT", "no such file or directory"),
    (-12, "ENOMEM", "not enough memory"),
    (-64, "ENONET", "machine is not on the network"),
    (-92, "ENOPROTOOPT", "protocol not available"),
    (-28, "ENOSPC", "no space left on device"),
    (-38, "ENOSYS", "function not implemented"),
    (-107, "ENOTCONN", "socket is not connected"),
    (-20, "ENOTDIR", "not a directory"),
    (-39, "ENOTEMPTY", "directory not empty"),
    (-88, "ENOTSOCK", "socket operation on non-socket"),
    (-95, "ENOTSUP", "operation not supported on socket"),
    (-75, "EOVERFLOW", "value too large for defined data type"),
    (-1, "EPERM", "operation not permitted"),
    (-32, "EPIPE", "broken pipe"),
    (-71, "EPROTO", "protocol error"),
    (-93, "EPROTONOSUPPORT", "protocol not supported"),
    (-91, "EPROTOTYPE", "protocol wrong type for socket"),
    (-34, "ERANGE", "result too large"),
    (-30, "EROFS", "read-only file system"),
    (-108, "ESHUTDOWN", "cannot send after transport endpoint shutdown"),
    (-29, "ESPIPE", "invalid seek"),
    (-3, "ESRCH", "no such process"),
    (-110, "ETIMEDOUT", "connection timed out"),
    (-26, "ETXTBSY", "text file is busy"),
    (-18, "EXDEV", "cross-device link not permitted"),
    (-4094, "UNKNOWN", "unknown error"),
    (-4095, "EOF", "end of file"),
    (-6, "ENXIO", "no such device or address"),
    (-31, "EMLINK", "too many links"),
    (-112, "EHOSTDOWN", "host is down"),
    (-121, "EREMOTEIO", "remote I/O error"),
    (-25, "ENOTTY", "inappropriate ioctl for device"),
    (-4028, "EFTYPE", "inappropriate file type or format"),
    (-84, "EILSEQ", "illegal byte sequence"),
    (-94, "ESOCKTNOSUPPORT", "socket type not supported"),
    (-61, "ENODATA", "no data available"),
    (-49, "EUNATCH", "protocol driver not attached"),
];

/// Built-ins of `library/node/internal/system.js`.
///
/// # Errors
/// For want of memory.
pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(vm, &[method("errors", 0, errors)])
}

/// [number, name, words, number, ...]
fn errors(vm: &mut Vm, _args: Args) -> JsResult {
    let list = vm.new_array_with_capacity(3 * ERRORS.len() as u32)?;
    for (number, name, words) in ERRORS {
        list.push(vm, Value::int(*number))?;
        for text in [name, words] {
            let text = JsString::from_str(vm, text)?;
            list.push(vm, text.value())?;
        }
    }
    Ok(list.value())
}

/// Built-ins of `library/node/os.js`.
///
/// # Errors
/// For want of memory.
pub fn install_os(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(vm, &[method("query", 0, query), method("cpus", 0, cpus), method("priority", 2, priority)])
}

/// The first line of a file of the kernel's.
fn line_of(path: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().next().unwrap_or_default().to_owned()
}

/// { hostname, release, version, uptime, loadavg, memory }: texts as the kernel has them.
fn query(vm: &mut Vm, _args: Args) -> JsResult {
    let object = vm.new_object()?;
    for (name, path) in [
        ("hostname", "/proc/sys/kernel/hostname"),
        ("release", "/proc/sys/kernel/osrelease"),
        ("version", "/proc/sys/kernel/version"),
        ("uptime", "/proc/uptime"),
        ("loadavg", "/proc/loadavg"),
    ] {
        put_text(vm, object, name, &line_of(path))?;
    }
    let memory = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    put_text(vm, object, "memory", &memory)?;
    Ok(object.value())
}

/// Processors that this process may use.
fn cpus(_vm: &mut Vm, _args: Args) -> JsResult {
    let count = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Ok(Value::number(count as f64))
}

/// priority(pid): the priority of a process; priority(pid, n) sets it.
fn priority(vm: &mut Vm, args: Args) -> JsResult {
    let pid = to_int32(vm, args.get(0))? as libc::id_t;
    let set = args.get(1);
    if set.is_undefined() {
        // SAFETY: asks for a number; -1 is one of them, so that only errno tells of an error.
        let (priority, error) = unsafe {
            *libc::__errno_location() = 0;
            (libc::getpriority(libc::PRIO_PROCESS, pid), *libc::__errno_location())
        };
        // 100 more, so that no priority looks like an error.
        return Ok(Value::int(if priority == -1 && error != 0 { -error } else { priority + 100 }));
    }
    let priority = to_int32(vm, set)?;
    // SAFETY: changes a number of a process, if this one may.
    let result = unsafe { libc::setpriority(libc::PRIO_PROCESS, pid, priority) };
    Ok(if result == 0 { Value::UNDEFINED } else { fail(&io::Error::last_os_error()) })
}
