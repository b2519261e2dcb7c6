//! Spilling registers: whatever a caller keeps in a callee-saved register is brought to the stack before the stack is scanned.

use std::hint::black_box;

#[cfg(target_arch = "x86_64")]
const SAVED: usize = 6;
#[cfg(target_arch = "aarch64")]
const SAVED: usize = 20;

/// Calls `f` with an address at or below which the native stack holds nothing of the callers', with all their callee-saved
/// registers (floating-point ones too, where there are such) stored above it.
#[inline(never)]
pub(crate) fn with_spilled<R>(f: impl FnOnce(usize) -> R) -> R {
    let mut saved = [0usize; SAVED];
    let stack_pointer: usize;
    #[cfg(target_arch = "x86_64")]
    // SAFETY: stores six registers into an array of six words, and reads the stack pointer.
    unsafe {
        core::arch::asm!(
            "mov [{saved}], rbx",
            "mov [{saved} + 8], rbp",
            "mov [{saved} + 16], r12",
            "mov [{saved} + 24], r13",
            "mov [{saved} + 32], r14",
            "mov [{saved} + 40], r15",
            "mov {sp}, rsp",
            saved = in(reg) saved.as_mut_ptr(),
            sp = lateout(reg) stack_pointer,
            options(nostack, preserves_flags),
        );
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: stores twenty registers into an array of twenty words, and reads the stack pointer.
    unsafe {
        core::arch::asm!(
            "stp x19, x20, [{saved}]",
            "stp x21, x22, [{saved}, #16]",
            "stp x23, x24, [{saved}, #32]",
            "stp x25, x26, [{saved}, #48]",
            "stp x27, x28, [{saved}, #64]",
            "stp x29, x30, [{saved}, #80]",
            "stp d8, d9, [{saved}, #96]",
            "stp d10, d11, [{saved}, #112]",
            "stp d12, d13, [{saved}, #128]",
            "stp d14, d15, [{saved}, #144]",
            "mov {sp}, sp",
            saved = in(reg) saved.as_mut_ptr(),
            sp = lateout(reg) stack_pointer,
            options(nostack, preserves_flags),
        );
    }
    let result = f(stack_pointer.min(saved.as_ptr() as usize));
    // The array must outlive the call.
    black_box(&saved);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_in_a_callee_saved_register_is_found() {
        let here = 0u8;
        let base = &raw const here as usize;
        let secret = black_box(0x5ec2_e700_dead_beefusize).rotate_left(7);
        #[cfg(target_arch = "x86_64")]
        let found = {
            let found: usize;
            // SAFETY: puts a word into r12, calls a function of the C convention that takes two words, restores nothing but
            // what the clobbers name.
            unsafe {
                core::arch::asm!(
                    "mov r12, {secret}",
                    "call {scan}",
                    secret = in(reg) secret,
                    scan = sym scan_for_secret,
                    in("rdi") base,
                    out("r12") _,
                    lateout("rax") found,
                    clobber_abi("C"),
                );
            }
            found
        };
        #[cfg(target_arch = "aarch64")]
        let found = {
            let found: usize;
            // SAFETY: as above, with x20.
            unsafe {
                core::arch::asm!(
                    "mov x20, {secret}",
                    "bl {scan}",
                    secret = in(reg) secret,
                    scan = sym scan_for_secret,
                    inlateout("x0") base => found,
                    out("x20") _,
                    clobber_abi("C"),
                );
            }
            found
        };
        assert_eq!(found, 1);
    }

    extern "C" fn scan_for_secret(base: usize) -> usize {
        with_spilled(|low| {
            let secret = black_box(0x5ec2_e700_dead_beefusize).rotate_left(7);
            let count = (low & !7..base).step_by(8).filter(|&at| {
                // SAFETY: the words between the stack pointer and a caller's local are readable.
                unsafe { (at as *const usize).read_volatile() == secret }
            });
            usize::from(count.count() > 0)
        })
    }
}
