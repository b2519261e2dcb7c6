//! Where marking begins: the native stack and the VM stack, word by word; rooted lists and handles; root callbacks.

use crate::heap::Heap;
use abi::value::Value;

/// The lowest and the highest address of the current thread's native stack.
pub fn current_stack_bounds() -> Option<(usize, usize)> {
    // SAFETY: the attributes are initialized by the first call (if it succeeds) and destroyed after use.
    unsafe {
        let mut attributes: libc::pthread_attr_t = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &mut attributes) != 0 {
            return None;
        }
        let mut low = std::ptr::null_mut();
        let mut bytes = 0;
        let failed = libc::pthread_attr_getstack(&attributes, &mut low, &mut bytes);
        libc::pthread_attr_destroy(&mut attributes);
        (failed == 0).then_some((low as usize, low as usize + bytes))
    }
}

impl Heap {
    /// Scans the native stack up to `base` (exclusive; the stack grows down). A new heap scans all of the stack of the
    /// thread that made it. The heap must be used on a stack that lies below `base` without a gap.
    pub fn set_native_stack(&mut self, base: usize) {
        self.native_stack_base = base;
    }

    /// The VM stack: `bounds` returns its base and one past its last word in use.
    pub fn set_vm_stack_top_callback(&mut self, bounds: Box<dyn Fn() -> (*const Value, *const Value)>) {
        self.vm_stack = Some(bounds);
    }

    /// Bytes of stack that are scanned at every pause.
    pub(crate) fn stack_bytes(&self, stack_pointer: usize) -> usize {
        let native = if self.scan_native_stack { self.native_stack_base.saturating_sub(stack_pointer) } else { 0 };
        let vm = self.vm_stack.as_ref().map_or(0, |bounds| {
            let (base, top) = bounds();
            (top as usize).saturating_sub(base as usize)
        });
        native + vm
    }

    /// Marks everything that roots name. `stack_pointer` is where the native stack begins to matter.
    pub(crate) fn mark_roots(&mut self, stack_pointer: usize) {
        let low = stack_pointer.next_multiple_of(8) as *const usize;
        if self.scan_native_stack {
            // SAFETY: the stack between the stack pointer and the base is readable.
            unsafe { self.visitor.visit_conservative(low, self.native_stack_base as *const usize) };
        }
        if let Some(bounds) = &self.vm_stack {
            let (base, top) = bounds();
            // SAFETY: the VM's promise: its stack is readable between base and top.
            unsafe { self.visitor.visit_conservative(base.cast(), top.cast()) };
        }
        self.visitor.visit_shape(self.pinned_shape);
        self.registry.visit(&mut self.visitor);
        for (_, callback) in &self.root_callbacks {
            callback(&mut self.visitor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_of_a_stack_hold_its_locals() {
        for thread in [false, true] {
            let check = || {
                let local = 0u8;
                let (low, high) = current_stack_bounds().unwrap();
                assert!((low..high).contains(&(&raw const local as usize)));
            };
            if thread { std::thread::spawn(check).join().unwrap() } else { check() }
        }
    }
}
