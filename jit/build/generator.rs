//! Stencils for generators: what they yield is returned by the frame once it is put away.

use crate::Set;
use crate::emit::Source;
use abi::frame::{FIRST_ARGUMENT, NEW_TARGET};
use abi::generator::{GeneratorHead, GeneratorState, SAVED_WORDS_OFFSET, SavedFrame};
use abi::opcode::Places;
use abi::opcode::view::Yield;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{BlockArg, InstBuilder};
use std::mem::offset_of;

pub fn stencils(set: &mut Set) {
    // Of a generator that is no async one. Since it was made, its frame has had a cell, and nothing of the header has changed.
    set.add("YIELD", |e| {
        let generator = e.load(I64, e.frame, 8 * NEW_TARGET);
        let saved = e.load(I64, generator, offset_of!(GeneratorHead, frame));
        e.require_no_barrier(saved);
        let (first, bytes) = (e.word(8 * FIRST_ARGUMENT as u64), e.hole_wide(Source::FrameBytes));
        let (body, done) = (e.block(), e.block());
        e.fb.append_block_param(body, I64);
        e.jump(body, &[first]);
        e.at(body);
        let at = e.fb.block_params(body)[0];
        let from = e.fb.ins().iadd(e.frame, at);
        let to = e.fb.ins().iadd(saved, at);
        let word = e.load(I64, from, 0);
        e.store(word, to, SAVED_WORDS_OFFSET);
        let at = e.fb.ins().iadd_imm_s(at, 8);
        let more = e.fb.ins().icmp(IntCC::UnsignedLessThan, at, bytes);
        e.fb.ins().brif(more, body, &[BlockArg::Value(at)], done, &[]);
        e.at(done);
        let position = e.hole(Source::Position);
        e.store(position, saved, offset_of!(SavedFrame, position));
        let state = e.fb.ins().iconst(I8, GeneratorState::SuspendedYield as i64);
        e.store(state, generator, offset_of!(GeneratorHead, state));
        let value = e.reg(Yield(Places).value());
        e.ret(value);
    });
}
