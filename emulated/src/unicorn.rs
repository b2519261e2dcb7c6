//! The few functions of Unicorn's C interface that are needed here, from a library that is opened when the test runs.

use std::ffi::{CString, c_int, c_void};
use std::ops::Range;
use std::path::Path;

type Handle = *mut c_void;
type MemoryHook = unsafe extern "C" fn(Handle, c_int, u64, c_int, i64, *mut c_void) -> bool;
type CodeHook = unsafe extern "C" fn(Handle, u64, u32, *mut c_void);

const ARM64: c_int = 2;
const LITTLE_ENDIAN: c_int = 0;
const READ: u32 = 1;
const WRITE: u32 = 2;
const EXECUTE: u32 = 4;
const FETCH_UNMAPPED: c_int = 8;
const FETCH_REFUSED: c_int = 14;
const HOOK_CODE: c_int = 1 << 2;
const HOOK_READ_UNMAPPED: c_int = 1 << 4;
const HOOK_WRITE_UNMAPPED: c_int = 1 << 5;
/// The request to drop all translations: number 10, without arguments, as a write.
const FLUSH: u32 = 10 | 1 << 30;

#[derive(Clone, Copy)]
pub struct Register(c_int);

impl Register {
    pub const X29: Register = Register(1);
    pub const LR: Register = Register(2);
    pub const SP: Register = Register(4);
    pub const D0: Register = Register::d(0);
    pub const D1: Register = Register::d(1);
    const PC: Register = Register(260);

    /// A general register up to 28.
    pub const fn x(n: usize) -> Register {
        Register(199 + n as c_int)
    }

    /// The lower half of a vector register.
    pub const fn d(n: usize) -> Register {
        Register(40 + n as c_int)
    }
}

/// Why the emulator stopped.
pub enum Stop {
    /// It came to the address that it was to stop at.
    Until,
    /// It came to an address where there is no code of its own.
    Outside(u64),
}

/// Pages that become visible to the emulated code at a time, in bytes.
const AREA: u64 = 64 << 10;
const PAGE: u64 = 4 << 10;

/// Reads registers of a machine.
#[derive(Clone, Copy)]
pub struct Registers {
    handle: Handle,
    read: unsafe extern "C" fn(Handle, c_int, *mut c_void) -> c_int,
}

impl Registers {
    pub fn read(&self, register: Register) -> u64 {
        let mut value = 0u64;
        // SAFETY: the machine is open, and the register has 64 bits.
        let error = unsafe { (self.read)(self.handle, register.0, (&raw mut value).cast()) };
        assert_eq!(error, 0);
        value
    }
}

/// What looks at a machine before an instruction.
type Look = fn(Registers, u64);

/// What the library passes to [`look`].
struct Looking {
    registers: Registers,
    look: Look,
}

/// Functions of the library, and one machine.
pub struct Unicorn {
    handle: Handle,
    start: unsafe extern "C" fn(Handle, u64, u64, u64, usize) -> c_int,
    read: unsafe extern "C" fn(Handle, c_int, *mut c_void) -> c_int,
    read_batch: unsafe extern "C" fn(Handle, *const c_int, *const *mut c_void, c_int) -> c_int,
    write: unsafe extern "C" fn(Handle, c_int, *const c_void) -> c_int,
    map: MapPointer,
    control: unsafe extern "C" fn(Handle, u32, ...) -> c_int,
    hook: AddHook,
    remove_hook: unsafe extern "C" fn(Handle, usize) -> c_int,
    close: unsafe extern "C" fn(Handle) -> c_int,
    /// The second range of code.
    more_code: Option<Range<u64>>,
    /// The hook by which it stops at each instruction, and what that works with.
    looking: Option<(usize, Box<Looking>)>,
}

type AddHook = unsafe extern "C" fn(Handle, *mut usize, c_int, *const c_void, *mut c_void, u64, u64, ...) -> c_int;

type MapPointer = unsafe extern "C" fn(Handle, u64, u64, u32, *mut c_void) -> c_int;

/// A function of the library.
///
/// # Safety
/// `F` must be the type of a pointer to that function.
unsafe fn symbol<F: Copy>(library: *mut c_void, name: &str) -> F {
    let name = CString::new(name).expect("no zero");
    // SAFETY: the library is open and the name ends with a zero; the caller vouches for the type.
    unsafe {
        let address = libc::dlsym(library, name.as_ptr());
        assert!(!address.is_null(), "no {name:?} in the library");
        std::mem::transmute_copy(&address)
    }
}

/// Makes memory of this process visible where the emulated code reaches for it.
unsafe extern "C" fn show(handle: Handle, _: c_int, address: u64, _: c_int, _: i64, map: *mut c_void) -> bool {
    let wide = address & !(AREA - 1);
    let narrow = address & !(PAGE - 1);
    // SAFETY: the pointer is the library's function. Code reaches only for what is mapped in this process too; what else is in the area, nobody
    // touches.
    unsafe {
        let map: MapPointer = std::mem::transmute(map);
        map(handle, wide, AREA, READ | WRITE, wide as *mut c_void) == 0
            || map(handle, narrow, PAGE, READ | WRITE, narrow as *mut c_void) == 0
    }
}

/// Before an instruction.
unsafe extern "C" fn look(_: Handle, address: u64, _: u32, looking: *mut c_void) {
    // SAFETY: it is what was passed to the library with this function, and is there as long as the hook.
    let Looking { registers, look } = unsafe { &*looking.cast::<Looking>() };
    look(*registers, address);
}

impl Unicorn {
    /// A machine without memory.
    pub fn open(library: &Path) -> Unicorn {
        let path = CString::new(library.as_os_str().as_encoded_bytes()).expect("a path");
        // SAFETY: the functions have these types in the library's header, whose enumerations are C ints.
        unsafe {
            let library = libc::dlopen(path.as_ptr(), libc::RTLD_NOW);
            assert!(!library.is_null(), "{path:?} cannot be opened");
            let open: unsafe extern "C" fn(c_int, c_int, *mut Handle) -> c_int = symbol(library, "uc_open");
            let mut machine = Unicorn {
                handle: std::ptr::null_mut(),
                start: symbol(library, "uc_emu_start"),
                read: symbol(library, "uc_reg_read"),
                read_batch: symbol(library, "uc_reg_read_batch"),
                write: symbol(library, "uc_reg_write"),
                map: symbol(library, "uc_mem_map_ptr"),
                control: symbol(library, "uc_ctl"),
                hook: symbol(library, "uc_hook_add"),
                remove_hook: symbol(library, "uc_hook_del"),
                close: symbol(library, "uc_close"),
                more_code: None,
                looking: None,
            };
            assert_eq!(open(ARM64, LITTLE_ENDIAN, &mut machine.handle), 0);
            let mut number = 0;
            let kinds = HOOK_READ_UNMAPPED | HOOK_WRITE_UNMAPPED;
            let show: MemoryHook = show;
            let error = (machine.hook)(
                machine.handle,
                &mut number,
                kinds,
                show as *const c_void,
                machine.map as *mut c_void,
                1,
                0,
            );
            assert_eq!(error, 0);
            machine
        }
    }

    /// Lets memory of this process be run.
    pub fn map_code(&mut self, from: u64, bytes: u64) {
        // SAFETY: the machine is open; the memory stays mapped as long as it runs.
        let error = unsafe { (self.map)(self.handle, from, bytes, READ | EXECUTE, from as *mut c_void) };
        assert_eq!(error, 0);
    }

    /// The same of a second range, if that has not been done.
    pub fn map_code_once(&mut self, range: Range<u64>) {
        match &self.more_code {
            Some(mapped) => assert_eq!(*mapped, range),
            None => {
                self.map_code(range.start, range.end - range.start);
                self.more_code = Some(range);
            }
        }
    }

    fn registers(&self) -> Registers {
        Registers { handle: self.handle, read: self.read }
    }

    pub fn read(&self, register: Register) -> u64 {
        self.registers().read(register)
    }

    /// Several registers at once.
    pub fn read_all<const N: usize>(&self, registers: &[Register; N]) -> [u64; N] {
        let mut values = [0u64; N];
        let numbers = registers.map(|register| register.0);
        let places = values.each_mut().map(|value| (&raw mut *value).cast::<c_void>());
        // SAFETY: as for one of them.
        let error = unsafe { (self.read_batch)(self.handle, numbers.as_ptr(), places.as_ptr(), N as c_int) };
        assert_eq!(error, 0);
        values
    }

    /// Has a function look at the machine before each instruction from the next run on, or none.
    pub fn look_at_each(&mut self, wanted: Option<Look>) {
        if let Some((number, _)) = self.looking.take() {
            // SAFETY: the machine does not run, and the hook is there.
            let error = unsafe { (self.remove_hook)(self.handle, number) };
            assert_eq!(error, 0);
        }
        let Some(function) = wanted else { return };
        let mut looking = Box::new(Looking { registers: self.registers(), look: function });
        let mut number = 0;
        let hook: CodeHook = look;
        // SAFETY: the machine does not run; what the hook is passed stays until it is removed.
        let error = unsafe {
            let data = (&raw mut *looking).cast();
            (self.hook)(self.handle, &mut number, HOOK_CODE, hook as *const c_void, data, 1, 0)
        };
        assert_eq!(error, 0);
        self.looking = Some((number, looking));
        // What has been translated does not stop.
        self.forget_translations();
    }

    pub fn write(&mut self, register: Register, value: u64) {
        // SAFETY: as above.
        let error = unsafe { (self.write)(self.handle, register.0, (&raw const value).cast()) };
        assert_eq!(error, 0);
    }

    /// Drops what was translated from code that may have changed.
    pub fn forget_translations(&mut self) {
        // SAFETY: the machine is open and does not run.
        let error = unsafe { (self.control)(self.handle, FLUSH) };
        assert_eq!(error, 0);
    }

    /// Runs from one address up to another, or to where there is no code.
    pub fn run(&mut self, from: u64, until: u64) -> Stop {
        // SAFETY: the machine is open and does not run.
        let error = unsafe { (self.start)(self.handle, from, until, 0, 0) };
        let pc = self.read(Register::PC);
        match error {
            0 if pc == until => Stop::Until,
            FETCH_UNMAPPED | FETCH_REFUSED => Stop::Outside(pc),
            _ => panic!("the emulator stopped at {pc:#x} with error {error}"),
        }
    }
}

impl Drop for Unicorn {
    fn drop(&mut self) {
        // SAFETY: the machine is open and does not run.
        unsafe { (self.close)(self.handle) };
    }
}
