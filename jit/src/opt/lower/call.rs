//! Calls: of compiled code, of the runtime, in tail position; what happens when they throw; and frames of inlined activations.

use super::*;

impl Lower<'_, '_> {
    /// If the condition holds, an exception is pending: it goes to the handler that covers the call, or to the caller.
    pub(super) fn throw_if(&mut self, condition: Value, id: NodeId) {
        let fine = self.fb.create_block();
        let thrown = match self.graph.catches.get(&id) {
            Some(&state) => {
                let origin = self.graph.node(id).origin;
                self.exit_to(state, Reason::Exception, origin, NodeId::NONE)
            }
            None => match self.thrown {
                Some(block) => block,
                None => {
                    let block = self.cold();
                    *self.thrown.insert(block)
                }
            },
        };
        self.fb.ins().brif(condition, thrown, &[], fine, &[]);
        self.fb.switch_to_block(fine);
    }

    /// Where exceptions go to the caller.
    pub(super) fn emit_thrown(&mut self) {
        let Some(block) = self.thrown else { return };
        self.fb.switch_to_block(block);
        self.at(0);
        let frame = self.frame();
        let caller = self.load(I64, frame, 8 * CALLER);
        self.fb.ins().set_pinned_reg(caller);
        let empty = self.word(JsValue::EMPTY.bits());
        self.fb.ins().return_(&[empty]);
    }

    /// The runtime does the instruction that the node is of, with the arguments in these words of the frame.
    pub(super) fn operate(&mut self, id: NodeId, words: &[u16]) -> Value {
        let flow = self.perform(id, words, helpers::operate as *const () as usize, I32);
        let thrown = self.fb.ins().icmp_imm_u(IntCC::Equal, flow, helpers::THROWN as i64);
        self.throw_if(thrown, id);
        flow
    }

    /// Calls a function of the runtime that does the instruction which the node is of.
    pub(super) fn perform(&mut self, id: NodeId, words: &[u16], address: usize, result: ir::Type) -> Value {
        let node = self.graph.node(id);
        let frame = self.frame();
        for (word, arg) in words.iter().zip(&node.args) {
            if *word != u16::MAX {
                let value = self.value(*arg);
                self.store(value, frame, 8 * *word as usize);
            }
        }
        let origin = self.graph.origins[node.origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let frame = self.frame_of(origin.inline);
        let vm = self.vm();
        let pc = self.fb.ins().iconst(I32, origin.pc as i64);
        self.system_call(address, &[vm, frame, pc], result)
    }

    /// A built-in that needs no frame.
    pub(super) fn direct(&mut self, id: NodeId, function: Direct) -> Value {
        let undefined = self.word(JsValue::UNDEFINED.bits());
        let vm = self.vm();
        let mut operands = [vm, undefined, undefined, undefined];
        for (place, arg) in operands[1..].iter_mut().zip(&self.graph.node(id).args) {
            *place = self.value(*arg);
        }
        let address = vm::builtins::direct::address(function);
        let object = match function {
            Direct::ObjectHasOwn | Direct::ObjectHasOwnProperty => operands[1],
            Direct::In => operands[2],
            _ => return self.required_call(id, address, &operands),
        };
        if self.graph.node(id).args.len() < 3 {
            return self.required_call(id, address, &operands);
        }
        let done = self.fb.create_block();
        self.fb.append_block_param(done, I64);
        let enumeration = std::mem::replace(&mut operands[3], undefined);
        self.if_has_enumerated(object, enumeration, done);
        let value = self.required_call(id, address, &operands);
        self.jump_with(done, value);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// A call of a leaf function, which leaves if there is no value.
    fn required_call(&mut self, id: NodeId, address: usize, operands: &[Value]) -> Value {
        let value = self.leaf_call(address, operands, I64);
        self.require(value, id);
        value
    }

    /// The concatenation of strings, which are put into the frame for it.
    pub(super) fn concat_all(&mut self, id: NodeId, first: u16) -> Value {
        let (frame, node) = (self.frame(), self.graph.node(id));
        let offset = 8 * first as usize;
        for (i, part) in node.args.iter().enumerate() {
            let part = self.value(*part);
            self.store(part, frame, offset + 8 * i);
        }
        let origin = self.graph.origins[node.origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let parts = self.fb.ins().iadd_imm_s(frame, offset as i64);
        let count = self.fb.ins().iconst(I32, node.args.len() as i64);
        let value = self.system_call(helpers::concat_all as *const () as usize, &[vm, parts, count], I64);
        self.require(value, id);
        value
    }

    pub(super) fn concat(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let value = self.system_call(helpers::concat as *const () as usize, &[vm, x, y], I64);
        self.require(value, id);
        value
    }

    /// A tail call: the function's frame becomes the callee's. What is no JavaScript function is called, and its value comes back.
    pub(super) fn tail_call(&mut self, id: NodeId, area: u16) -> Value {
        let args = &self.graph.node(id).args;
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        let callee = self.value(args[0]);
        let argc = args.len() - 2;
        let general = self.cold();
        let is_cell = self.is_cell(callee);
        self.go_on(is_cell, general);
        let kind = self.load8(callee, offset_of!(CellHeader, kind));
        let function = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::Function as i64);
        self.go_on(function, general);
        let entry = self.entry_of(callee, CODE_FLAG_CLASS_CONSTRUCTOR | CODE_FLAG_SELF_HOSTED, general);
        let frame = self.frame();
        let flags = self.load(I32, frame, 8 * ARGC_FLAGS + 4);
        let odd = self.fb.ins().band_imm_u(flags, (FLAG_CONSTRUCT | FLAG_RESUMED) as i64);
        let usual = self.is_zero(odd);
        self.go_on(usual, general);
        let flags = self.fb.ins().bor_imm_u(flags, FLAG_TAIL_CALLED as i64);
        self.store(flags, frame, 8 * ARGC_FLAGS + 4);
        let count = self.fb.ins().iconst(I32, argc as i64);
        self.store(count, frame, 8 * ARGC_FLAGS);
        self.store(callee, frame, 8 * CALLEE);
        for (i, arg) in args[1..].iter().enumerate() {
            let value = self.value(*arg);
            self.store(value, frame, 8 * (THIS + i));
        }
        let parameters = self.tail_arguments(frame);
        self.fb.ins().return_call_indirect(self.tail, entry, &parameters);
        self.fb.switch_to_block(general);
        let frame = self.frame();
        let at = 8 * area as usize;
        for (i, arg) in args.iter().enumerate() {
            let value = self.value(*arg);
            let word = if i == 0 { CALLEE } else { THIS + i - 1 };
            self.store(value, frame, at + 8 * word);
        }
        let value = self.runtime_call(helpers::call_any as *const () as usize, origin, area, argc);
        let thrown = self.is_zero(value);
        self.throw_if(thrown, id);
        value
    }

    /// The entry of a function's code, which is to have none of these flags.
    fn entry_of(&mut self, callee: Value, odd: u32, general: ClifBlock) -> Value {
        let code = self.load(I64, callee, offset_of!(JsFunction, code));
        let flags = self.load(I32, code, CODE_MACHINE_OFFSET + offset_of!(CodeHeader, flags));
        let odd = self.fb.ins().band_imm_u(flags, odd as i64);
        let plain = self.is_zero(odd);
        self.go_on(plain, general);
        self.load(I64, code, CODE_MACHINE_OFFSET + offset_of!(CodeHeader, entry))
    }

    /// Calls compiled code with an outgoing area as its frame, which has callee, this and arguments.
    pub(super) fn call_entry(
        &mut self,
        entry: Value,
        inline: InlineId,
        pc: u32,
        area: u16,
        argc: usize,
        flags: u32,
    ) -> Value {
        let frame = self.frame_of(inline);
        self.store_position(frame, pc);
        let outer = self.frame();
        let new = self.fb.ins().iadd_imm_s(outer, area as i64 * 8);
        self.store(frame, new, 8 * CALLER);
        let word = self.word(argc as u64 | (flags as u64) << 32);
        self.store(word, new, 8 * ARGC_FLAGS);
        self.enter_area(entry, inline, new)
    }

    /// The same where the area has everything, and the position is stored.
    fn enter_area(&mut self, entry: Value, inline: InlineId, new: Value) -> Value {
        let args = self.tail_arguments(new);
        let call = self.fb.ins().call_indirect(self.tail, entry, &args);
        let value = self.fb.inst_results(call)[0];
        // The callee has left its caller's frame there.
        let word = self.graph.inlines[inline.index()].word;
        if word != 0 {
            let frame = self.frame();
            let outer = self.fb.ins().iadd_imm_s(frame, -(word as i64 * 8));
            self.fb.ins().set_pinned_reg(outer);
        }
        value
    }

    /// A call of a function of which it is known what it is.
    fn known_call(&mut self, id: NodeId, area: u16, argc: usize, code: u64, is_constructor: bool) -> Value {
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        let code = self.word(code);
        let entry = self.load(I64, code, CODE_MACHINE_OFFSET + offset_of!(CodeHeader, entry));
        let flags = if is_constructor { FLAG_CONSTRUCT } else { 0 };
        let value = self.call_entry(entry, origin.inline, origin.pc, area, argc, flags);
        let thrown = self.is_zero(value);
        self.throw_if(thrown, id);
        value
    }

    pub(super) fn call(&mut self, id: NodeId, area: u16, target: Target) -> Value {
        let mut args = &self.graph.node(id).args[..];
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        let frame = self.frame();
        let callee = self.value(args[0]);
        let at = 8 * area as usize;
        self.store(callee, frame, at + 8 * CALLEE);
        if let (Target::Constructor(_), [rest @ .., new_target]) = (target, args) {
            let new_target = self.value(*new_target);
            self.store(new_target, frame, at + 8 * NEW_TARGET);
            args = rest;
        }
        for (i, arg) in args[1..].iter().enumerate() {
            let value = self.value(*arg);
            self.store(value, frame, at + 8 * (THIS + i));
        }
        let argc = args.len() - 2;
        match target {
            Target::Code(code) => return self.known_call(id, area, argc, code, false),
            Target::Constructor(code) => return self.known_call(id, area, argc, code, true),
            Target::Native => {
                let value = self.runtime_call(helpers::call_native as *const () as usize, origin, area, argc);
                let thrown = self.is_zero(value);
                self.throw_if(thrown, id);
                return value;
            }
            Target::Unknown => {}
        }
        let (cell, function, native, general, done) = (
            self.fb.create_block(),
            self.fb.create_block(),
            self.fb.create_block(),
            self.cold(),
            self.fb.create_block(),
        );
        self.fb.append_block_param(done, I64);
        let is_cell = self.is_cell(callee);
        self.fb.ins().brif(is_cell, cell, &[], general, &[]);
        self.fb.switch_to_block(cell);
        let kind = self.load8(callee, offset_of!(CellHeader, kind));
        let is_function = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::Function as i64);
        self.fb.ins().brif(is_function, function, &[], native, &[]);

        self.fb.switch_to_block(function);
        let entry = self.entry_of(callee, CODE_FLAG_CLASS_CONSTRUCTOR, general);
        let value = self.call_entry(entry, origin.inline, origin.pc, area, argc, 0);
        self.jump_with(done, value);

        self.fb.switch_to_block(native);
        let is_native = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::NativeFunction as i64);
        self.go_on(is_native, general);
        let value = self.runtime_call(helpers::call_native as *const () as usize, origin, area, argc);
        self.jump_with(done, value);

        self.fb.switch_to_block(general);
        let value = self.runtime_call(helpers::call_any as *const () as usize, origin, area, argc);
        self.jump_with(done, value);

        self.returned(id, done)
    }

    /// A call of which the last argument is a list.
    pub(super) fn call_spread(&mut self, id: NodeId, area: u16, result: u16) -> Value {
        let args = &self.graph.node(id).args;
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        let callee = self.value(args[0]);
        let words: Vec<u16> =
            (0..args.len()).map(|i| area + if i == 0 { CALLEE } else { THIS + i - 1 } as u16).collect();
        let (general, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let is_cell = self.is_cell(callee);
        self.go_on(is_cell, general);
        let kind = self.load8(callee, offset_of!(CellHeader, kind));
        let is_function = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::Function as i64);
        self.go_on(is_function, general);
        let entry = self.entry_of(callee, CODE_FLAG_CLASS_CONSTRUCTOR, general);
        let outer = self.frame();
        for (word, arg) in words.iter().zip(args) {
            let value = self.value(*arg);
            self.store(value, outer, 8 * *word as usize);
        }
        self.publish(origin.inline, Some(origin.pc));
        let new = self.fb.ins().iadd_imm_s(outer, area as i64 * 8);
        let (vm, frame) = (self.vm(), self.frame_of(origin.inline));
        let argc = self.fb.ins().iconst(I32, args.len() as i64 - 2);
        let spread = vm::interp::spread_arguments as *const () as usize;
        let is_laid = self.system_call(spread, &[vm, frame, new, argc], I64);
        let thrown = self.is_zero(is_laid);
        self.throw_if(thrown, id);
        let value = self.enter_area(entry, origin.inline, new);
        self.jump_with(done, value);
        self.fb.switch_to_block(general);
        self.operate(id, &words);
        let frame = self.frame();
        let value = self.load(I64, frame, 8 * result as usize);
        self.jump_with(done, value);
        self.returned(id, done)
    }

    /// What a call gave, as the block's parameter: the empty value says that it threw.
    fn returned(&mut self, id: NodeId, done: ClifBlock) -> Value {
        self.fb.switch_to_block(done);
        let value = self.fb.block_params(done)[0];
        let thrown = self.is_zero(value);
        self.throw_if(thrown, id);
        value
    }

    /// A call that the runtime makes of the frame in the outgoing area.
    pub(super) fn runtime_call(&mut self, address: usize, origin: Origin, area: u16, argc: usize) -> Value {
        self.publish(origin.inline, Some(origin.pc));
        let outer = self.frame();
        let new = self.fb.ins().iadd_imm_s(outer, area as i64 * 8);
        let word = self.word(argc as u64);
        self.store(word, new, 8 * ARGC_FLAGS);
        let frame = self.frame_of(origin.inline);
        let vm = self.vm();
        self.system_call(address, &[vm, frame, new], I64)
    }

    pub(super) fn construct(&mut self, id: NodeId, area: u16) -> Value {
        let args = &self.graph.node(id).args;
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        let frame = self.frame();
        let argc = args.len() - 2;
        let (callee, new_target) = (self.value(args[0]), self.value(args[argc + 1]));
        let at = 8 * area as usize;
        self.store(callee, frame, at + 8 * CALLEE);
        self.store(new_target, frame, at + 8 * NEW_TARGET);
        for (i, arg) in args[1..=argc].iter().enumerate() {
            let value = self.value(*arg);
            self.store(value, frame, at + 8 * (FIRST_ARGUMENT + i));
        }
        let entry = self.runtime_call(helpers::construct as *const () as usize, origin, area, argc);
        let (enter, general, done) = (self.fb.create_block(), self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        self.fb.ins().brif(entry, enter, &[], general, &[]);
        self.fb.switch_to_block(enter);
        let value = self.call_entry(entry, origin.inline, origin.pc, area, argc, FLAG_CONSTRUCT);
        self.jump_with(done, value);
        self.fb.switch_to_block(general);
        let value = self.runtime_call(helpers::construct_any as *const () as usize, origin, area, argc);
        self.jump_with(done, value);
        self.returned(id, done)
    }

    /// The header of an inlined activation's frame, if somebody may look at it.
    pub(super) fn enter(&mut self, inline: InlineId) {
        let Inline { word, caller, call_pc, native_id, machine, callee, this, argc, new_target, is_seen, .. } =
            self.graph.inlines[inline.index()];
        if !is_seen {
            return;
        }
        let calling = self.frame_of(caller);
        self.store_position(calling, call_pc);
        let frame = self.frame();
        let at = 8 * word as usize;
        self.store(calling, frame, at + 8 * CALLER);
        let position = self.word((native_id as u64) << 32);
        self.store(position, frame, at + 8 * POSITION);
        let code = self.word(machine);
        self.store(code, frame, at + 8 * CODE);
        let callee = self.tagged(callee);
        // An object that is not made: nobody looks.
        let is_made = self.values[this.index()].is_some() || !self.graph.node(this).op.is_allocation();
        let this = if is_made { self.tagged(this) } else { self.word(JsValue::UNDEFINED.bits()) };
        self.store(callee, frame, at + 8 * CALLEE);
        let flags = if new_target.is_some() { FLAG_CONSTRUCT } else { 0 };
        let counts = self.word(argc as u64 | (flags as u64) << 32);
        self.store(counts, frame, at + 8 * ARGC_FLAGS);
        if new_target.is_some() {
            let new_target = self.tagged(new_target);
            self.store(new_target, frame, at + 8 * NEW_TARGET);
        }
        self.store(this, frame, at + 8 * THIS);
    }

    /// Whether the last Operate jumped.
    pub(super) fn jumped(&mut self) -> Value {
        let flow = self.jumped.expect("an Operate comes first");
        self.fb.ins().icmp_imm_u(IntCC::Equal, flow, helpers::JUMPED as i64)
    }
}
