//! The interpreter's loop: it fetches an instruction, has its handler perform it, and goes where that says. It keeps frame, place and sites in
//! registers, and knows of no opcode what it means. Compiled code is entered by whoever called it ([`super::execute`](mod@super::execute)).

use super::running::{Flow, Outcome, Running};
use super::unwind::{Unwound, unwind};
use super::{call, handlers, has_entry, machine_of_callee};
use crate::Value;
use crate::vm::Vm;
use abi::frame::*;
use abi::ic::Site;
use abi::opcode::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// Why the interpreter's loop was left.
pub(super) enum Exit {
    /// The frame that it was entered with ended with a value.
    Returned(Value),
    /// An exception is pending that no frame of the loop takes.
    Threw,
    /// The loop at the frame's position has compiled code.
    Loop(*mut Frame),
    /// A function that has compiled code is called by the top frame; this is its frame, laid out.
    Call(*mut Frame),
    /// The frame was replaced by a tail call's, of a function that has compiled code.
    Tail(*mut Frame),
}

/// Why the loop over one frame's instructions was left.
enum Left {
    /// An exception is pending.
    Threw,
    /// A back edge's count ran out.
    Heated,
    /// A function is called, whose frame is laid out, with these flags.
    Enter(*mut Frame, u32),
    /// The frame ends with a value.
    Return(Value),
    /// The frame was replaced by a tail call's.
    Tail,
}

/// Puts the value that a callee has ended with where its caller wants it, and returns the offset at which the caller goes on. Where optimized code was left, the
/// instruction that the caller waits at may be the access of a property.
///
/// # Safety
/// The frame is live and stopped at an instruction that calls.
#[inline(always)]
pub(super) unsafe fn finish(caller: *mut Frame, value: Value) -> usize {
    // SAFETY: the caller's promise; calls, GetField and GetSuperField have the register of their result in one place.
    unsafe {
        let (pc, bytecode) = ((*caller).position as usize, (*(*caller).code).bytecode);
        let op: Opcode = std::mem::transmute::<u16, Opcode>(*bytecode.add(pc));
        let put = || *caller.cast::<Value>().add(*bytecode.add(pc + RESULT) as usize) = value;
        match op {
            Opcode::SetField | Opcode::RunFieldInitializer | Opcode::RunFieldInitializerOf => pc + op.length(),
            Opcode::GetField | Opcode::GetSuperField => {
                put();
                pc + op.length()
            }
            _ => {
                put();
                pc + CALL_LENGTH
            }
        }
    }
}

/// Runs from an instruction of a live frame on, until the frame ends or compiled code is to be entered.
#[unsafe(link_section = "tarsier_interp")]
#[inline(never)]
pub(super) fn interpret(vm: &mut Vm, entry: *mut Frame, entry_pc: usize) -> Exit {
    let mut fp: *mut Value = entry.cast();
    let mut pc: usize = entry_pc;
    // SAFETY: the frame is live and its code is compiled (`call::enter`).
    let (mut base, mut sites): (*const u16, *const Site) =
        unsafe { ((*(*entry).code).bytecode, (*(*entry).code).sites) };

    macro_rules! frame {
        () => {
            fp.cast::<Frame>()
        };
    }
    // Goes on in another live frame of this loop, whose code is compiled.
    macro_rules! switch_to {
        ($frame:expr) => {{
            fp = $frame.cast();
            // SAFETY: see above.
            unsafe {
                let code = (*frame!()).code;
                base = (*code).bytecode;
                sites = (*code).sites;
            }
        }};
    }
    // The frame's callee has ended with a value.
    macro_rules! finish {
        ($caller:expr, $value:expr) => {{
            let value: Value = $value;
            switch_to!($caller);
            // SAFETY: the caller is a live frame of this loop, stopped at an instruction that calls.
            pc = unsafe { finish(frame!(), value) };
        }};
    }

    'frames: loop {
        let left = loop {
            // SAFETY: pc is at an instruction, and opcodes were verified.
            let op: Opcode = unsafe { std::mem::transmute::<u16, Opcode>(*base.add(pc)) };
            // SAFETY: the position word is the frame's; other threads only read it.
            unsafe {
                (*(&raw mut (*frame!()).position).cast::<AtomicU32>()).store(pc as u32, Ordering::Relaxed);
            }
            // SAFETY: bytecode was verified when it was made; the frame is on top.
            let running = unsafe { Running::new(fp, base.add(pc), sites, false) };
            macro_rules! perform {
                (
                    inline { $( $family:ident { $(
                        $(#[doc = $doc:literal])*
                        $name:ident $function:ident ( $($operands:tt)* ) [ $($effects:tt)* ] $( $meaning:ident($($fact:tt)*) )? ;
                    )* } )* }
                    outline { $( $other_family:ident { $(
                        $(#[doc = $other_doc:literal])*
                        $other:ident $other_function:ident ( $($other_operands:tt)* ) [ $($other_effects:tt)* ] $( $other_meaning:ident($($other_fact:tt)*) )? ;
                    )* } )* }
                ) => {
                    match op {
                        $($( Opcode::$name => match handlers::$function(vm, view::$name(running)).flow() {
                            Ok(Flow::Next) => {
                                pc += Opcode::$name.length();
                                continue;
                            }
                            Ok(Flow::Jump(offset)) => {
                                pc = pc.wrapping_add(offset as isize as usize);
                                if offset <= 0 {
                                    // SAFETY: the machine part is written by this thread only.
                                    let left = unsafe {
                                        let machine = (*frame!()).code.cast_mut();
                                        (*machine).tier_up_budget -= 1;
                                        (*machine).tier_up_budget
                                    };
                                    if left < 0 {
                                        break Left::Heated;
                                    }
                                }
                                continue;
                            }
                            Ok(Flow::Skip(offset)) => {
                                pc = pc.wrapping_add(offset as isize as usize);
                                continue;
                            }
                            Ok(Flow::Enter(new, flags)) => break Left::Enter(new, flags),
                            Ok(Flow::Return(value)) => break Left::Return(value),
                            Ok(Flow::Tail) => break Left::Tail,
                            Err(_) => break Left::Threw,
                        }, )*)*
                        // SAFETY: as above.
                        _ => match unsafe {
                            handlers::perform_outline(vm, op, frame!(), base.add(pc), false)
                        } {
                            Ok(()) => {
                                vm.heap.scrub_stack();
                                pc += op.length();
                                continue;
                            }
                            Err(_) => break Left::Threw,
                        },
                    }
                };
            }
            abi::opcodes!(perform)
        };

        match left {
            Left::Heated => {
                // SAFETY: the frame is live.
                let machine = unsafe { (*frame!()).code };
                if vm.tier_up_budget_spent(machine).is_ok() {
                    // SAFETY: as above.
                    unsafe {
                        if (*machine).native.is_null() {
                            continue 'frames;
                        }
                        (*frame!()).position = pc as u32;
                    }
                    return Exit::Loop(frame!());
                }
            }
            Left::Enter(new, flags) => {
                // SAFETY: the outgoing area holds callee and arguments.
                let machine = unsafe {
                    (*new).caller = frame!();
                    (*new).flags = flags;
                    machine_of_callee(new)
                };
                // SAFETY: as above.
                if unsafe { has_entry(vm, machine) } {
                    return Exit::Call(new);
                }
                // SAFETY: as above.
                match unsafe { call::enter(vm, new) } {
                    Ok(entered) => {
                        switch_to!(entered);
                        pc = 0;
                        continue 'frames;
                    }
                    // What the callee's entry threw is thrown by the call, but for async functions, which reject.
                    Err(_) => {
                        if let Some(promise) = call::entry_failed(vm, new) {
                            finish!(frame!(), promise);
                            continue 'frames;
                        }
                    }
                }
            }
            Left::Return(value) => {
                // SAFETY: the frame is live.
                let (flags, caller) = unsafe { ((*frame!()).flags, (*frame!()).caller) };
                if flags & FLAG_REALM != 0 {
                    call::restore_realm(vm, caller);
                }
                vm.set_top_frame(caller);
                if flags & FLAG_ENTRY != 0 {
                    return Exit::Returned(value);
                }
                finish!(caller, value);
                continue 'frames;
            }
            Left::Tail => {
                // SAFETY: the frame now is the callee's; it keeps caller and flags of the old one.
                let (machine, flags, caller) =
                    unsafe { (machine_of_callee(frame!()), (*frame!()).flags, (*frame!()).caller) };
                let is_entry = flags & FLAG_ENTRY != 0;
                // SAFETY: as above.
                if unsafe { has_entry(vm, machine) } {
                    return Exit::Tail(frame!());
                }
                // SAFETY: as above.
                match unsafe { call::enter(vm, frame!()) } {
                    Ok(entered) => {
                        switch_to!(entered);
                        pc = 0;
                        continue 'frames;
                    }
                    Err(_) => {
                        let promise = call::entry_failed(vm, frame!());
                        vm.set_top_frame(caller);
                        match promise {
                            Some(promise) if is_entry => return Exit::Returned(promise),
                            Some(promise) => {
                                finish!(caller, promise);
                                continue 'frames;
                            }
                            None if is_entry => return Exit::Threw,
                            None => fp = caller.cast(),
                        }
                    }
                }
            }
            Left::Threw => {}
        }
        // An exception is pending.
        match unwind(vm, frame!()) {
            Unwound::Handler(frame, handler) => {
                switch_to!(frame);
                pc = handler;
            }
            Unwound::Returned(value) => return Exit::Returned(value),
            Unwound::Continue(caller, value) => finish!(caller, value),
            Unwound::Left => return Exit::Threw,
        }
    }
}
