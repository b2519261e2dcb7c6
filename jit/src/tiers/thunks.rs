//! The thunks by which compiled code is entered and left: they come first in the memory for code.

use crate::baseline::architecture::Architecture;
use crate::baseline::stencil::id;
use crate::baseline::{Thunks, patch};
use crate::memory::CodeMemory;
use vm::Vm;
use vm::tiering::CallCompiled;

/// Offsets of thunks.
pub(super) struct Installed {
    pub of_stencils: Thunks,
    /// A frame is set up by the runtime; optimized code is left; the runtime is called and registers are preserved.
    pub enter: usize,
    pub exit: usize,
    pub preserve: usize,
}

/// Writes the thunks, and tells the VM where they are. None if there is no room.
pub(super) fn install<A: Architecture>(memory: &mut CodeMemory, vm: &mut Vm) -> Option<Installed> {
    let mut places = Vec::new();
    let mut thunk = |name: &'static str, number: usize| {
        let (offset, bytes) = write::<A>(memory, vm, number)?;
        let start = memory.address(offset) as usize;
        places.push((name, start..start + bytes));
        Some(offset)
    };
    // The first: in most of it the pinned register is the runtime's.
    let call = thunk("(call machine code)", id::THUNK_CALL)?;
    // Who calls this one has told which frame is on top.
    let preserve = thunk("(call the runtime)", id::THUNK_PRESERVE)?;
    let step = thunk("(hand back an instruction)", id::THUNK_STEP)?;
    let exception = thunk("(catch an exception)", id::THUNK_EXCEPTION)?;
    let enter = thunk("(enter in the middle)", id::THUNK_ENTER)?;
    let interpret = thunk("(interpret)", id::THUNK_INTERPRET)?;
    let resume = thunk("(go on in the interpreter)", id::THUNK_RESUME)?;
    let finish = thunk("(return the value)", id::THUNK_FINISH)?;
    let exit = thunk("(leave optimized code)", id::THUNK_EXIT)?;
    vm.observed.thunks = places;
    vm.tiers.interpret = memory.address(interpret);
    vm.tiers.resume = memory.address(resume);
    vm.tiers.finish = memory.address(finish);
    // SAFETY: the thunk was compiled with that signature and convention.
    vm.tiers.call = Some(unsafe { std::mem::transmute::<*const u8, CallCompiled>(memory.address(call)) });
    vm.tiers.threshold = vm.options.baseline_threshold;
    let first_code = memory.address(memory.used()) as usize;
    let [returned, published] =
        [A::STENCILS.returned.start, A::STENCILS.returned.end].map(|at| memory.address(call + at) as usize);
    vm.observed.compiled.set(memory.address(step) as usize, first_code..memory.end() as usize, returned..published);
    Some(Installed { of_stencils: Thunks { step, exception, enter }, enter, exit, preserve })
}

/// A thunk of its own that goes to the interpreter: its offset and bytes.
pub(super) fn interpret<A: Architecture>(memory: &mut CodeMemory, vm: &Vm) -> Option<(usize, usize)> {
    write::<A>(memory, vm, id::THUNK_INTERPRET)
}

/// Puts a thunk into the memory: its offset and bytes.
fn write<A: Architecture>(memory: &mut CodeMemory, vm: &Vm, number: usize) -> Option<(usize, usize)> {
    let code = patch::thunk::<A>(number, vm);
    let offset = memory.allocate(code.len())?;
    memory.write(offset, &code);
    Some((offset, code.len()))
}
