//! Objects, allocated inline while their allocators have room.

use super::*;
use abi::allocator::{ALLOCATOR_CURSOR, ALLOCATOR_END};
use abi::cell::{FLAG_EXOTIC, FLAG_LAZY};
use abi::ic::Site;
use abi::object::{ElementKind, JsArrayBuffer, JsTypedArray};
use cranelift_codegen::ir::types::{I8, I16, I64X2};
use smallvec::SmallVec;
use vm::object::arguments::Template;
use vm::object::typed_array::SmallLayout;

/// Values up to which an array of them is made inline.
const FEW: usize = 6;
/// What a cell's size is a multiple of, and what one store makes zero.
const GRANULE: usize = abi::cell::CELL_ALIGN;
/// Granules from which on a loop makes them zero.
const MANY_GRANULES: usize = 8;

const _: () =
    assert!(GRANULE < size_of::<JsObject>() && offset_of!(JsArray, numbers) == offset_of!(JsArray, length) + 4);

/// Kind of cell and of elements of an array, as its header has them.
fn array_word(kind: ElementKind) -> i64 {
    CellKind::Array as i64 | (kind as i64) << 8
}

impl Lower<'_, '_> {
    /// A cell of so many bytes from an allocator, both in registers; where it has no room, `slow`. Nothing of it is written yet.
    pub(super) fn allocate(&mut self, allocator: Value, bytes: Value, slow: ClifBlock) -> Value {
        let vm = self.vm();
        let allocator = self.fb.ins().iadd(vm, allocator);
        let cell = self.load(I64, allocator, ALLOCATOR_CURSOR);
        let after = self.fb.ins().iadd(cell, bytes);
        let end = self.load(I64, allocator, ALLOCATOR_END);
        let fits = self.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, after, end);
        self.go_on(fits, slow);
        self.store(after, allocator, ALLOCATOR_CURSOR);
        cell
    }

    /// Writes zeros from one offset of a new cell, a multiple of 8, to another, a multiple of 16.
    pub(super) fn zero(&mut self, cell: Value, from: usize, to: usize) {
        let zero = self.word(0);
        let mut at = from;
        if !at.is_multiple_of(GRANULE) && at < to {
            self.store(zero, cell, at);
            at += size_of::<u64>();
        }
        if to.saturating_sub(at) > MANY_GRANULES * GRANULE {
            let [start, end] = [at, to].map(|offset| self.fb.ins().iadd_imm_s(cell, offset as i64));
            return self.zero_granules(start, end);
        }
        if at < to {
            let zeros = self.fb.ins().splat(I64X2, zero);
            (at..to).step_by(GRANULE).for_each(|at| self.store(zeros, cell, at));
        }
    }

    /// Writes zeros from one address to another, granule by granule, one of them at least.
    fn zero_granules(&mut self, start: Value, end: Value) {
        let zero = self.word(0);
        let zeros = self.fb.ins().splat(I64X2, zero);
        let (body, done) = (self.fb.create_block(), self.fb.create_block());
        let at = self.fb.append_block_param(body, I64);
        self.jump_with(body, start);
        self.fb.switch_to_block(body);
        self.store(zeros, at, 0);
        let next = self.fb.ins().iadd_imm_s(at, GRANULE as i64);
        let more = self.fb.ins().icmp(IntCC::UnsignedLessThan, next, end);
        self.fb.ins().brif(more, body, &[BlockArg::Value(next)], done, &[]);
        self.fb.switch_to_block(done);
    }

    /// The header of a cell that has no shape.
    pub(super) fn shapeless_header(&mut self, cell: Value, kind: CellKind) {
        let header = self.word((kind as u64) << (8 * offset_of!(CellHeader, kind)));
        self.store(header, cell, 0);
    }

    /// What objects begin with.
    pub(super) fn object_header(&mut self, object: Value, kind: CellKind, shape: Value) {
        self.store(shape, object, offset_of!(CellHeader, shape));
        let kind = self.fb.ins().iconst(I32, kind as i64);
        self.store(kind, object, offset_of!(CellHeader, kind));
        let vm = self.vm();
        let slots = self.load(I64, vm, offset_of!(VmContext, empty_slots));
        self.store(slots, object, offset_of!(JsObject, slots));
        let elements = self.load(I64, vm, offset_of!(VmContext, empty_elements));
        self.store(elements, object, offset_of!(JsObject, elements));
    }

    pub(super) fn new_object(&mut self, id: NodeId, kind: CellKind, shape: u32, allocator: u32, bytes: u32) -> Value {
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let shape = self.fb.ins().iconst(I32, shape as i64);
        if bytes == 0 {
            self.fb.ins().jump(slow, &[]);
        } else {
            let (allocator, length) = (self.word(allocator as u64), self.word(bytes as u64));
            let object = self.allocate(allocator, length, slow);
            self.object_header(object, kind, shape);
            self.zero(object, size_of::<JsObject>(), bytes as usize);
            self.jump_with(done, object);
        }
        self.fb.switch_to_block(slow);
        let (helper, args) = match kind {
            CellKind::Array => (helpers::new_array as *const () as usize, &[][..]),
            _ => (helpers::new_object as *const () as usize, &[shape][..]),
        };
        let object = if bytes == 0 { self.make(id, helper, args) } else { self.make_cold(id, helper, args) };
        self.jump_with(done, object);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// Two cells, the buffer's first: it is whole before the array is begun, so that it may stay behind where there is no room for that.
    pub(super) fn new_typed_array(&mut self, id: NodeId, ty: u8, length: u32, shape: u32, buffer_shape: u32) -> Value {
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        if let Some(layout) = SmallLayout::new(ty, length as usize) {
            let [allocator, bytes] = layout.buffer.map(|n| self.word(n as u64));
            let buffer = self.allocate(allocator, bytes, slow);
            self.zero(buffer, size_of::<JsObject>(), layout.buffer[1] as usize);
            let shape_of_buffer = self.fb.ins().iconst(I32, buffer_shape as i64);
            self.object_header(buffer, CellKind::ArrayBuffer, shape_of_buffer);
            let data = self.fb.ins().iadd_imm_s(buffer, layout.data as i64);
            self.store(data, buffer, offset_of!(JsArrayBuffer, data));
            let words = [(layout.bytes as u64, offset_of!(JsArrayBuffer, byte_length))];
            for (word, offset) in words.into_iter().chain(layout.words) {
                let word = self.word(word);
                self.store(word, buffer, offset);
            }
            let [allocator, bytes] = layout.array.map(|n| self.word(n as u64));
            let array = self.allocate(allocator, bytes, slow);
            self.zero(array, size_of::<JsObject>(), layout.array[1] as usize);
            let shape = self.fb.ins().iconst(I32, shape as i64);
            self.object_header(array, CellKind::TypedArray, shape);
            let exotic = ElementKind::Exotic as i64 | (FLAG_EXOTIC as i64) << 8;
            let exotic = self.fb.ins().iconst(I16, exotic);
            self.store(exotic, array, offset_of!(CellHeader, detail));
            self.store(buffer, array, offset_of!(JsTypedArray, buffer));
            let length = self.word(length as u64);
            self.store(length, array, offset_of!(JsTypedArray, fast_length));
            self.store(length, array, layout.array_length);
            let ty = self.fb.ins().iconst(I8, ty as i64);
            self.store(ty, array, offset_of!(JsTypedArray, array_type));
            self.jump_with(done, array);
        } else {
            self.fb.ins().jump(slow, &[]);
        }
        self.fb.switch_to_block(slow);
        let args = [ty as u32, length].map(|n| self.fb.ins().iconst(I32, n as i64));
        let array = self.make(id, helpers::new_typed_array as *const () as usize, &args);
        self.jump_with(done, array);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// The runtime makes a cell where there is no room at hand.
    fn make_cold(&mut self, id: NodeId, helper: usize, args: &[Value]) -> Value {
        self.make_by(id, args, |lower, all| lower.cold_call(helper, all, I64))
    }

    /// The runtime makes a cell.
    fn make(&mut self, id: NodeId, helper: usize, args: &[Value]) -> Value {
        self.make_by(id, args, |lower, all| lower.system_call(helper, all, I64))
    }

    fn make_by(&mut self, id: NodeId, args: &[Value], call: impl FnOnce(&mut Self, &[Value]) -> Value) -> Value {
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let mut all = vec![self.vm()];
        all.extend(args);
        let cell = call(self, &all);
        let thrown = self.is_zero(cell);
        self.throw_if(thrown, id);
        cell
    }

    /// An environment in a register; null where that is undefined.
    fn environment_or_null(&mut self, node: NodeId) -> Value {
        match self.graph.node(node).op {
            Op::Constant(bits) => self.word(if JsValue::is_cell_word(bits) { bits } else { 0 }),
            Op::NewEnvironment { .. } => self.value(node),
            _ => {
                let value = self.value(node);
                let is_cell = self.is_cell(value);
                let null = self.word(0);
                self.fb.ins().select(is_cell, value, null)
            }
        }
    }

    pub(super) fn new_environment(&mut self, id: NodeId, length: u32, info: u64, space: [u32; 2]) -> Value {
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let parent = self.environment_or_null(self.graph.node(id).args[0]);
        let info = self.word(info);
        let [allocator, bytes] = space.map(|n| self.word(n as u64));
        let environment = self.allocate(allocator, bytes, slow);
        self.shapeless_header(environment, CellKind::Environment);
        self.zero(environment, ENVIRONMENT_VALUES_OFFSET, space[1] as usize);
        self.store(parent, environment, offset_of!(Environment, parent));
        let length = self.fb.ins().iconst(I32, length as i64);
        self.store(length, environment, offset_of!(Environment, length));
        self.store(info, environment, offset_of!(Environment, info));
        self.jump_with(done, environment);
        self.fb.switch_to_block(slow);
        let environment = self.make_cold(id, helpers::new_environment as *const () as usize, &[parent, info]);
        self.jump_with(done, environment);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    pub(super) fn new_function(&mut self, id: NodeId, code: u64, header: u32, space: [u32; 2]) -> Value {
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let args = &self.graph.node(id).args;
        let environment = self.environment_or_null(args[0]);
        let captured = (args.len() == 3).then(|| [self.value(args[1]), self.value(args[2])]);
        let code = self.word(code);
        let [allocator, bytes] = space.map(|n| self.word(n as u64));
        let function = self.allocate(allocator, bytes, slow);
        let vm = self.vm();
        let shape = self.load(I32, vm, offset_of!(VmContext, function_shape));
        self.object_header(function, CellKind::Function, shape);
        let header = self.fb.ins().iconst(I32, header as i64);
        self.store(header, function, offset_of!(CellHeader, kind));
        self.store(code, function, offset_of!(JsFunction, code));
        self.store(environment, function, offset_of!(JsFunction, environment));
        let realm = self.load(I64, vm, offset_of!(VmContext, realm));
        self.store(realm, function, offset_of!(JsFunction, realm));
        let zero = self.word(0);
        let [this, home] = captured.unwrap_or([zero; 2]);
        self.store(this, function, offset_of!(JsFunction, this));
        self.store(home, function, offset_of!(JsFunction, home_object));
        self.store(zero, function, offset_of!(JsFunction, rare));
        // Functions are scanned to the end of their cells.
        (size_of::<JsFunction>()..space[1] as usize).step_by(8).for_each(|at| self.store(zero, function, at));
        self.jump_with(done, function);
        self.fb.switch_to_block(slow);
        let [this, home] = captured.unwrap_or_else(|| [self.word(JsValue::EMPTY.bits()), self.word(0)]);
        let made = self.make_cold(id, helpers::new_function as *const () as usize, &[code, environment, this, home]);
        self.jump_with(done, made);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// The arguments object of a call: inline where the values are few, else by the runtime, for which the frame is laid out.
    pub(super) fn new_arguments(&mut self, id: NodeId, mapped: bool, area: u16, shape: u32, slots: [u64; 2]) -> Value {
        let args = &self.graph.node(id).args;
        if shape == 0 || args.len() - 1 > FEW {
            return self.new_arguments_by_runtime(id, mapped, area);
        }
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let values: SmallVec<[Value; 8]> = args.iter().map(|arg| self.value(*arg)).collect();
        let (callee, values) = (values[0], &values[1..]);
        let (object, elements) = self.allocate_with_elements(Template::BYTES, values.len(), slow);
        let shape = self.fb.ins().iconst(I32, i64::from(shape));
        self.object_header(object, CellKind::Arguments, shape);
        if let Some(elements) = elements {
            self.store(elements, object, offset_of!(JsObject, elements));
            let kind = self.fb.ins().iconst(I8, ElementKind::PackedTagged as i64);
            self.store(kind, object, offset_of!(CellHeader, detail));
            self.fill_elements(elements, values);
        }
        let length = self.word(JsValue::from_usize(values.len()).bits());
        let iterator = self.word(slots[0]);
        let callee = if slots[1] == 0 { callee } else { self.word(slots[1]) };
        for (i, slot) in [length, iterator, callee].into_iter().enumerate() {
            self.store(slot, object, Template::SLOTS + 8 * i);
        }
        self.zero(object, Template::REST, Template::BYTES);
        self.jump_with(done, object);
        self.fb.switch_to_block(slow);
        let object = self.new_arguments_by_runtime(id, mapped, area);
        self.jump_with(done, object);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    fn new_arguments_by_runtime(&mut self, id: NodeId, mapped: bool, area: u16) -> Value {
        let args = &self.graph.node(id).args;
        let frame = self.frame();
        let at = 8 * area as usize;
        for (i, arg) in args.iter().enumerate() {
            let value = self.value(*arg);
            let word = if i == 0 { CALLEE } else { FIRST_ARGUMENT + i - 1 };
            self.store(value, frame, at + 8 * word);
        }
        let undefined = self.word(JsValue::UNDEFINED.bits());
        self.store(undefined, frame, at + 8 * THIS);
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        let helper =
            if mapped { helpers::new_mapped_arguments as *const () } else { helpers::new_arguments as *const () };
        let object = self.runtime_call(helper as usize, origin, area, args.len() - 1);
        let thrown = self.is_zero(object);
        self.throw_if(thrown, id);
        object
    }

    /// An array of values, inline where they are few, and int32s or not only numbers.
    pub(super) fn new_list(&mut self, id: NodeId, first: u16, site: u64, shape: u32) -> Value {
        let args = &self.graph.node(id).args;
        let values: SmallVec<[Value; 8]> = args.iter().map(|arg| self.value(*arg)).collect();
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let constants = self.kind_of_constants(args);
        if shape == 0 || values.len() > FEW && constants.is_none() {
            self.fb.ins().jump(slow, &[]);
        } else if let Some(kind) = constants {
            self.must_have_seen(site, kind, slow);
            let kind = self.fb.ins().iconst(I32, array_word(kind));
            let array = self.array_of_few(&values, kind, shape, slow);
            self.jump_with(done, array);
        } else {
            let ints = args.iter().all(|arg| self.is_int_for_sure(*arg));
            let kind = self.kind_of_few(&values, ints, site, slow);
            let array = self.array_of_few(&values, kind, shape, slow);
            self.jump_with(done, array);
        }
        self.fb.switch_to_block(slow);
        let frame = self.frame();
        let at = 8 * first as usize;
        for (i, value) in values.iter().enumerate() {
            self.store(*value, frame, at + 8 * i);
        }
        let place = self.fb.ins().iadd_imm_s(frame, at as i64);
        let [count, site] = [values.len() as u64, site].map(|n| self.word(n));
        let array = self.make(id, helpers::new_list as *const () as usize, &[place, count, site]);
        self.jump_with(done, array);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// The kind of elements of an array of these values, if all are constants, one at least, none of them a hole, and not all of them numbers with a double among them.
    fn kind_of_constants(&self, args: &[NodeId]) -> Option<ElementKind> {
        let (mut kind, mut doubles) = (ElementKind::PackedInt, false);
        for arg in args {
            let mut node = self.graph.node(*arg);
            if let Op::Box = node.op {
                node = self.graph.node(node.args[0]);
            }
            match node.op {
                Op::Int(_) => {}
                Op::Double(_) => doubles = true,
                Op::Constant(bits) if bits >= NUMBER_TAG => {}
                Op::Constant(bits) if bits & NUMBER_TAG != 0 => doubles = true,
                Op::Constant(bits) if bits != JsValue::EMPTY.bits() => kind = ElementKind::PackedTagged,
                _ => return None,
            }
        }
        let would_be_doubles = doubles && kind == ElementKind::PackedInt;
        if args.is_empty() || would_be_doubles { None } else { Some(kind) }
    }

    /// A value that is an int32 whatever happens.
    pub(super) fn is_int_for_sure(&self, node: NodeId) -> bool {
        let node = self.graph.node(node);
        match node.op {
            Op::Int(_) => true,
            Op::Box => self.graph.node(node.args[0]).rep == Rep::Int,
            _ => false,
        }
    }

    /// The kind of cell and of elements of an array of these values, as its header has them. What is a double if it is a number, or a hole, goes to `slow`, and what the
    /// literal's site has not seen yet.
    fn kind_of_few(&mut self, values: &[Value], ints: bool, site: u64, slow: ClifBlock) -> Value {
        let known = self.fb.create_block();
        let kind = self.fb.append_block_param(known, I32);
        if !ints {
            let (all_ints, others) = (self.fb.create_block(), self.fb.create_block());
            let tag = self.word(NUMBER_TAG);
            let mut all = values[0];
            for value in &values[1..] {
                all = self.fb.ins().band(all, *value);
            }
            let is_int = self.fb.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, all, tag);
            self.fb.ins().brif(is_int, all_ints, &[], others, &[]);
            self.fb.switch_to_block(others);
            let (mut any, mut holes) = (None, None);
            for value in values {
                let bits = self.fb.ins().band(*value, tag);
                let is_other = self.is_zero(bits);
                let is_hole = self.is_zero(*value);
                any = Some(any.map_or(is_other, |any| self.fb.ins().bor(any, is_other)));
                holes = Some(holes.map_or(is_hole, |holes| self.fb.ins().bor(holes, is_hole)));
            }
            if let (Some(any), Some(holes)) = (any, holes) {
                self.go_on(any, slow);
                let none = self.fb.ins().icmp_imm_u(IntCC::Equal, holes, 0);
                self.go_on(none, slow);
            }
            self.must_have_seen(site, ElementKind::PackedTagged, slow);
            let tagged = self.fb.ins().iconst(I32, array_word(ElementKind::PackedTagged));
            self.fb.ins().jump(known, &[BlockArg::Value(tagged)]);
            self.fb.switch_to_block(all_ints);
        }
        self.must_have_seen(site, ElementKind::PackedInt, slow);
        let of_ints = self.fb.ins().iconst(I32, array_word(ElementKind::PackedInt));
        self.fb.ins().jump(known, &[BlockArg::Value(of_ints)]);
        self.fb.switch_to_block(known);
        kind
    }

    /// What a literal's site has not seen the runtime makes, which notes it.
    fn must_have_seen(&mut self, site: u64, kind: ElementKind, slow: ClifBlock) {
        if site != 0 {
            let site = self.word(site);
            let seen = self.fb.ins().uload16(I32, TRUSTED, site, offset_of!(Site, seen) as i32);
            let bit = self.fb.ins().band_imm_u(seen, 1 << kind as i64);
            let is_seen = self.fb.ins().icmp_imm_u(IntCC::NotEqual, bit, 0);
            self.go_on(is_seen, slow);
        }
    }

    /// The array and its elements: both cells are there before anybody else can look.
    fn array_of_few(&mut self, values: &[Value], kind: Value, shape: u32, slow: ClifBlock) -> Value {
        let (array, elements) = self.allocate_with_elements(size_of::<JsArray>(), values.len(), slow);
        let Some(elements) = elements else {
            let vm = self.vm();
            let elements = self.load(I64, vm, offset_of!(VmContext, empty_elements));
            self.array_header(array, kind, shape, elements, 0);
            return array;
        };
        self.array_header(array, kind, shape, elements, values.len());
        self.fill_elements(elements, values);
        array
    }

    /// A cell of so many bytes, and, if there are any, one for its elements: both, or neither. Nothing of them is written yet.
    fn allocate_with_elements(&mut self, bytes: usize, count: usize, slow: ClifBlock) -> (Value, Option<Value>) {
        let sizes = [bytes, ELEMENTS_VALUES_OFFSET + 8 * count];
        let [Some((of_object, object_bytes)), Some((of_elements, elements_bytes))] = sizes.map(Vm::allocator_of) else {
            unreachable!("these are small cells")
        };
        if count == 0 || of_object == of_elements {
            let bytes = object_bytes + if count == 0 { 0 } else { elements_bytes };
            let [allocator, bytes] = [of_object, bytes].map(|n| self.word(u64::from(n)));
            let object = self.allocate(allocator, bytes, slow);
            let elements = (count > 0).then(|| self.fb.ins().iadd_imm_s(object, i64::from(object_bytes)));
            return (object, elements);
        }
        let vm = self.vm();
        let [of_elements, bytes] = [of_elements, elements_bytes].map(|n| self.word(u64::from(n)));
        let allocator = self.fb.ins().iadd(vm, of_elements);
        let elements = self.load(I64, allocator, ALLOCATOR_CURSOR);
        let after = self.fb.ins().iadd(elements, bytes);
        let end = self.load(I64, allocator, ALLOCATOR_END);
        let fits = self.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, after, end);
        self.go_on(fits, slow);
        let [of_object, bytes] = [of_object, object_bytes].map(|n| self.word(u64::from(n)));
        let object = self.allocate(of_object, bytes, slow);
        self.store(after, allocator, ALLOCATOR_CURSOR);
        (object, Some(elements))
    }

    /// Fills a new cell of elements.
    fn fill_elements(&mut self, elements: Value, values: &[Value]) {
        self.shapeless_header(elements, CellKind::Elements);
        let length = self.fb.ins().iconst(I32, values.len() as i64);
        self.store(length, elements, offset_of!(Elements, length));
        self.store(length, elements, offset_of!(Elements, capacity));
        for (i, value) in values.iter().enumerate() {
            self.store(*value, elements, ELEMENTS_VALUES_OFFSET + 8 * i);
        }
    }

    /// An array but for what is in its elements.
    fn array_header(&mut self, array: Value, kind: Value, shape: u32, elements: Value, length: usize) {
        let shape = self.fb.ins().iconst(I32, i64::from(shape));
        self.store(shape, array, offset_of!(CellHeader, shape));
        self.store(kind, array, offset_of!(CellHeader, kind));
        let vm = self.vm();
        let slots = self.load(I64, vm, offset_of!(VmContext, empty_slots));
        self.store(slots, array, offset_of!(JsObject, slots));
        self.store(elements, array, offset_of!(JsObject, elements));
        // Nothing is counted of its writes yet: as one word, with the length.
        let length = self.word(length as u64);
        self.store(length, array, offset_of!(JsArray, length));
    }

    /// The instance of a function written in JavaScript, inline where the size of its instances is settled and its `prototype` is still the one
    /// that they were made with.
    pub(super) fn new_this(&mut self, id: NodeId) -> Value {
        let new_target = self.value(self.graph.node(id).args[0]);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let rare = self.load(I64, new_target, offset_of!(JsFunction, rare));
        let there = self.fb.ins().icmp_imm_u(IntCC::NotEqual, rare, 0);
        self.go_on(there, slow);
        let (lazy, materialized, found) = (self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(found, I64);
        let flags = self.load8(new_target, offset_of!(CellHeader, flags));
        let is_lazy = self.fb.ins().band_imm_u(flags, FLAG_LAZY as i64);
        self.fb.ins().brif(is_lazy, lazy, &[], materialized, &[]);
        self.fb.switch_to_block(lazy);
        let prototype = self.load(I64, rare, offset_of!(FunctionInstances, lazy_prototype));
        self.jump_with(found, prototype);
        self.fb.switch_to_block(materialized);
        let shape = self.load(I32, new_target, offset_of!(CellHeader, shape));
        let checked = self.load(I32, rare, offset_of!(FunctionInstances, checked_shape));
        let same = self.fb.ins().icmp(IntCC::Equal, shape, checked);
        self.go_on(same, slow);
        let slots = self.load(I64, new_target, offset_of!(JsObject, slots));
        let place = self.load(I32, rare, offset_of!(FunctionInstances, place));
        let place = self.fb.ins().uextend(I64, place);
        let place = self.fb.ins().iadd(slots, place);
        let prototype = self.load(I64, place, 0);
        self.jump_with(found, prototype);
        self.fb.switch_to_block(found);
        let prototype = self.fb.block_params(found)[0];
        let expected = self.load(I64, rare, offset_of!(FunctionInstances, prototype));
        let same = self.fb.ins().icmp(IntCC::Equal, prototype, expected);
        self.go_on(same, slow);
        let shape = self.load(I32, rare, offset_of!(FunctionInstances, shape));
        let settled = self.fb.ins().icmp_imm_u(IntCC::NotEqual, shape, 0);
        self.go_on(settled, slow);
        let allocator = self.load(I32, rare, offset_of!(FunctionInstances, allocator));
        let allocator = self.fb.ins().uextend(I64, allocator);
        let bytes = self.load(I32, rare, offset_of!(FunctionInstances, bytes));
        let bytes = self.fb.ins().uextend(I64, bytes);
        let object = self.allocate(allocator, bytes, slow);
        let slots = self.fb.ins().iadd_imm_s(object, GRANULE as i64);
        let end = self.fb.ins().iadd(object, bytes);
        self.zero_granules(slots, end);
        self.object_header(object, CellKind::Object, shape);
        self.jump_with(done, object);
        self.fb.switch_to_block(slow);
        let object = self.make_cold(id, helpers::new_this as *const () as usize, &[new_target]);
        self.jump_with(done, object);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }
}
