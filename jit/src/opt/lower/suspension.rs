//! Suspending a generator or an asynchronous function, and resuming a generator.

use super::*;
use abi::generator::{GeneratorHead, GeneratorState, SAVED_WORDS_OFFSET, SavedFrame};

impl Lower<'_, '_> {
    /// What the `next` of a generator gives.
    pub(super) fn resume_generator(&mut self, id: NodeId) -> Value {
        let node = self.graph.node(id);
        let (generator, value) = (self.value(node.args[0]), self.value(node.args[1]));
        let origin = self.graph.origins[node.origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let given = self.system_call(helpers::resume_generator as *const () as usize, &[vm, generator, value], I64);
        let thrown = self.is_zero(given);
        self.throw_if(thrown, id);
        given
    }

    /// What that was.
    pub(super) fn given(&mut self) -> Value {
        let vm = self.vm();
        self.load(I32, vm, offset_of!(VmContext, given))
    }

    /// By the runtime, which copies the frame.
    pub(super) fn suspend(&mut self, id: NodeId, registers: &[u16]) -> Value {
        let value = self.perform(id, registers, helpers::suspend as *const () as usize, I64);
        let thrown = self.is_zero(value);
        self.throw_if(thrown, id);
        value
    }

    /// Into the cell of the generator's frame, whose header is what it was when the generator was made. What is not alive any more is cleared: baseline code may have
    /// left there what nobody would overwrite, and a saved frame is scanned whole.
    pub(super) fn save_frame(&mut self, id: NodeId, position: u32, bare: bool, words: u32, registers: &[u16]) {
        let frame = self.frame();
        let generator = self.load(I64, frame, 8 * NEW_TARGET);
        let saved = self.load(I64, generator, offset_of!(GeneratorHead, frame));
        for (register, arg) in registers.iter().zip(&self.graph.node(id).args) {
            let value = self.value(*arg);
            self.store(value, saved, SAVED_WORDS_OFFSET + 8 * *register as usize);
        }
        self.clear_dead_words(saved, words as usize, registers);
        self.barrier_on(saved);
        let position = self.fb.ins().iconst(I32, position as i64);
        self.store(position, saved, offset_of!(SavedFrame, position));
        let state = self.fb.ins().iconst(I8, GeneratorState::SuspendedYield as i64);
        self.store(state, generator, offset_of!(GeneratorHead, state));
        if !bare {
            let bare = self.fb.ins().iconst(I8, 0);
            self.store(bare, generator, offset_of!(GeneratorHead, bare));
        }
    }

    /// Clears the words of a saved frame that are none of these registers.
    fn clear_dead_words(&mut self, saved: Value, words: usize, registers: &[u16]) {
        let zero = self.word(0);
        let mut word = FIRST_ARGUMENT;
        let is_dead = |word: usize| word < words && !registers.contains(&(word as u16));
        while word < words {
            let at = SAVED_WORDS_OFFSET + 8 * word;
            if is_dead(word) && is_dead(word + 1) {
                let zeros = self.fb.ins().splat(I64X2, zero);
                // Cells are aligned to words.
                self.fb.ins().store(MemFlags::new().with_notrap(), zeros, saved, at as i32);
                word += 1;
            } else if is_dead(word) {
                self.store(zero, saved, at);
            }
            word += 1;
        }
    }
}
