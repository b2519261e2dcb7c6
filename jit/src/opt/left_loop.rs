//! Loops that optimized code was left in.
//!
//! A failed guard leaves the activation to baseline code until it ends: in a loop that goes on for long, most of the time is spent there, however seldom the guard
//! fails. So the next back edge of the frames that were rebuilt is looked at, to go on in code that is entered in the loop; and where there is none, it will be
//! made all the sooner.

use abi::frame::Frame;
use std::ptr::null_mut;
use vm::Vm;

/// Looks at other frames before it is given up: the activation may have ended, or be in a long call.
const PATIENCE: u8 = 6;

pub(super) struct LeftLoop {
    /// The innermost and the outermost frame that were rebuilt; null where nothing is waited for.
    frames: [*mut Frame; 2],
    patience: u8,
    /// What was left of the count until the next look.
    counter: i32,
}

impl Default for LeftLoop {
    fn default() -> LeftLoop {
        LeftLoop { frames: [null_mut(); 2], patience: 0, counter: 0 }
    }
}

/// Whose back edge or call is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Look {
    /// The count has run out.
    Usual,
    /// A back edge of a frame that was rebuilt.
    AfterExit,
    /// Another frame's, while one that was rebuilt is waited for: it was not its turn.
    Early,
}

impl LeftLoop {
    /// Optimized code was left for these frames.
    pub fn wait_for(&mut self, vm: &Vm, frames: [*mut Frame; 2]) {
        if self.frames[0].is_null() {
            self.counter = vm.context.counter.get().max(0);
        }
        self.frames = frames;
        self.patience = PATIENCE;
        vm.context.counter.set(0);
    }

    /// A frame is looked at, at a call or at a back edge.
    pub fn look(&mut self, vm: &Vm, frame: *mut Frame, at_call: bool) -> Look {
        if self.frames[0].is_null() {
            return Look::Usual;
        }
        let is_it = !at_call && self.frames.contains(&frame);
        if !is_it && self.patience > 0 {
            self.patience -= 1;
            vm.context.counter.set(0);
            return Look::Early;
        }
        self.frames = [null_mut(); 2];
        vm.context.counter.set(self.counter);
        if is_it { Look::AfterExit } else { Look::Early }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vm::options::Options;

    #[test]
    fn a_rebuilt_frame_is_waited_for_in_vain_for_a_while() {
        let vm = Vm::new(Options::default()).expect("a VM");
        let frames = [1, 2, 3].map(|n| (n * 64) as *mut Frame);
        let mut left = LeftLoop::default();
        vm.context.counter.set(1000);
        assert_eq!(left.look(&vm, frames[0], false), Look::Usual);
        left.wait_for(&vm, [frames[0], frames[1]]);
        assert_eq!(vm.context.counter.get(), 0);
        // Its own call is no back edge.
        assert_eq!(left.look(&vm, frames[1], true), Look::Early);
        assert_eq!(left.look(&vm, frames[1], false), Look::AfterExit);
        assert_eq!(vm.context.counter.get(), 1000);
        assert_eq!(left.look(&vm, frames[1], false), Look::Usual);

        left.wait_for(&vm, [frames[0], frames[1]]);
        left.wait_for(&vm, [frames[1], frames[1]]);
        for _ in 0..=PATIENCE {
            assert_eq!(left.look(&vm, frames[2], false), Look::Early);
        }
        assert_eq!(vm.context.counter.get(), 1000);
        assert_eq!(left.look(&vm, frames[1], false), Look::Usual);
    }
}
