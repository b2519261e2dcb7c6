//! Value speculation: the heap is read while the graph is built, to know what values will probably be. That decides only which guards there are.

use super::property::Case;
use super::*;
use abi::cell::{CellHeader, CellKind, FLAG_LAZY};
use abi::ic::{Base, Storage};
use abi::object::{ENVIRONMENT_VALUES_OFFSET, Environment, FunctionInstances, JsFunction, JsObject};

impl<'a> Builder<'a> {
    /// The bits of what the value, or the pointer, is now.
    pub(super) fn expected(&self, node: NodeId) -> Option<u64> {
        match self.constant_value(node) {
            Some(value) => Some(value.bits()),
            None => self.known.expected.get(&node).copied(),
        }
    }

    pub(super) fn expect(&mut self, node: NodeId, bits: u64) {
        self.known.expected.insert(node, bits);
    }

    fn expected_cell(&self, node: NodeId) -> Option<*const CellHeader> {
        let bits = self.expected(node)?;
        Value::is_cell_word(bits).then_some(bits as *const CellHeader)
    }

    /// Whether a value is an int32 now.
    pub(super) fn is_expected_int(&self, node: NodeId) -> bool {
        // SAFETY: what is in the heap now stays there while the graph is built.
        self.expected(node).is_some_and(|bits| unsafe { Value::from_bits(bits) }.is_int())
    }

    /// The shape that a value has now.
    pub(super) fn expected_shape(&self, node: NodeId) -> Option<u32> {
        // SAFETY: what is in the heap now stays there while the graph is built.
        self.expected_cell(node).map(|cell| unsafe { (*cell).shape.get() })
    }

    /// The function that a value is now, if it has this code or there is no code to be had.
    pub(super) fn expected_function(&self, node: NodeId) -> Option<&'a JsFunction> {
        let cell = self.expected_cell(node)?;
        // SAFETY: what is in the heap now stays there while the graph is built; the kind says what it is.
        unsafe { (*cell).is(CellKind::Function).then(|| &*cell.cast::<JsFunction>()) }
    }

    /// The built-in function that a value is now.
    pub(super) fn expected_native(&self, node: NodeId) -> Option<u64> {
        let cell = self.expected_cell(node)?;
        // SAFETY: as above.
        unsafe { (*cell).is(CellKind::NativeFunction) }.then_some(cell as u64)
    }

    /// What a load by an entry gives now.
    pub(super) fn expect_case(&mut self, value: NodeId, object: NodeId, case: &Case) {
        let (object, storage) = match case.kind.word() {
            Some((Base::Receiver, storage)) => {
                let Some(cell) = self.expected_cell(object) else { return };
                // SAFETY: as above.
                if unsafe { (*cell).shape.get() } != case.shape {
                    return;
                }
                (cell, storage)
            }
            // SAFETY: an entry's validity byte is that of a live cell.
            Some((Base::Holder, storage)) if unsafe { *(case.validity as *const u8) } == 1 => {
                (case.holder as *const CellHeader, storage)
            }
            _ => return,
        };
        // SAFETY: objects of the shape, or valid holders, have the slot.
        let bits = unsafe {
            let cell = match storage {
                Storage::Inline => object.cast_mut().cast::<u8>(),
                Storage::Slots => (*object.cast::<JsObject>()).slots.get().cast(),
            };
            *cell.add(case.offset as usize).cast::<u64>()
        };
        self.expect(value, bits);
    }

    /// The function that an activation's callee is now, if it is a closure of the activation's code. A site calls closures of several codes, whose scopes
    /// have nothing in common: what one of them closes over says nothing of another.
    pub(super) fn expected_callee(&self, a: &Activation<'a>, callee: NodeId) -> Option<&'a JsFunction> {
        self.expected_function(callee).filter(|function| std::ptr::eq(function.code.get().cast(), a.code))
    }

    /// What the environment of an activation's callee is now.
    pub(super) fn expect_environment(&mut self, a: &Activation<'a>, environment: NodeId, callee: NodeId) {
        if let Some(function) = self.expected_callee(a, callee) {
            self.expect(environment, function.environment.get() as u64);
        }
    }

    /// What a binding holds now: the environment is so many parents up. One node may stand for the environments of several closures, of which only one is
    /// expected, so that its chain may be another than the code's.
    pub(super) fn expect_binding(&mut self, value: NodeId, environment: NodeId, depth: usize, slot: usize) {
        let Some(mut environment) = self.expected_cell(environment).map(|cell| cell.cast::<Environment>()) else {
            return;
        };
        // SAFETY: as above; every link is asked whether it is an environment, and the last one whether it has the slot.
        let bits = unsafe {
            for _ in 0..depth {
                if !(*environment).header.is(CellKind::Environment) {
                    return;
                }
                environment = (*environment).parent.get();
                if environment.is_null() {
                    return;
                }
            }
            if !(*environment).header.is(CellKind::Environment) || slot >= (*environment).length.get() as usize {
                return;
            }
            *environment.byte_add(ENVIRONMENT_VALUES_OFFSET).cast::<u64>().add(slot)
        };
        self.expect(value, bits);
        // SAFETY: as above.
        if self.expected_cell(value).is_some_and(|cell| unsafe { (*cell).kind.get() } >= CellKind::Object as u8) {
            self.known.sentinels.insert(value);
        }
    }

    /// The instance that `new` of a function starts with, as the function makes them now: guarded, since its `prototype` may change. None where that
    /// is not settled.
    pub(super) fn instance(&mut self, a: &mut Activation<'a>, function: &JsFunction) -> Option<NodeId> {
        let rare = function.rare.get();
        if rare.is_null() {
            return None;
        }
        // SAFETY: as above; a function's rare data is a cell of that layout.
        let rare = unsafe { &*rare.cast::<FunctionInstances>() };
        let (shape, own) = (rare.shape.get(), rare.checked_shape.get());
        let prototype = rare.prototype.get() as u64;
        if shape == 0 || prototype == 0 {
            return None;
        }
        // SAFETY: a function's code is a live Code cell.
        let code = unsafe { &*function.code.get().cast::<Code>() };
        if code.flags() & CODE_FLAG_CLASS_CONSTRUCTOR != 0 {
            // A class keeps its `prototype`, and instances that are settled stay as they are.
            return Some(self.new_object(a, CellKind::Object, shape, rare.allocator.get(), rare.bytes.get()));
        }
        if function.object.header.flags.get() & FLAG_LAZY != 0 || own != function.object.header.shape.get() {
            return None;
        }
        let callee = self.cell(std::ptr::from_ref(function) as u64);
        let rare_cell = self.cell(std::ptr::from_ref(rare) as u64);
        self.check_shape(a, callee, own);
        let key = self.vm.names.prototype.bits();
        if self.constant_property(a, std::ptr::from_ref(function) as u64, key).is_some() {
            return Some(self.new_object(a, CellKind::Object, shape, rare.allocator.get(), rare.bytes.get()));
        }
        let slots = self.load_pointer(callee, offset_of!(JsObject, slots));
        let now = self.load(Region::Slots, slots, rare.place.get() as usize);
        self.check_identical(a, now, prototype, Reason::PrototypeChanged);
        let now = self.load_int(rare_cell, offset_of!(FunctionInstances, shape));
        let expected = self.int_constant(shape as i32);
        if now != expected {
            let same = self.add(Op::IntCompare(Condition::Equal), smallvec![now, expected]);
            self.guard(a, Op::CheckTrue, smallvec![same], Reason::PrototypeChanged);
            self.facts.loaded(rare_cell, offset_of!(FunctionInstances, shape) as u32, expected);
        }
        Some(self.new_object(a, CellKind::Object, shape, rare.allocator.get(), rare.bytes.get()))
    }

    /// An empty object or array of a shape.
    pub(super) fn new_object(
        &mut self,
        a: &mut Activation<'a>,
        kind: CellKind,
        shape: u32,
        allocator: u32,
        bytes: u32,
    ) -> NodeId {
        self.keep_shape(shape);
        self.checkpoint(a);
        let object = self.call_node(a, Op::NewObject { kind, shape, allocator, bytes }, smallvec![]);
        self.facts.allocated(object);
        let fact = self.facts.of(object);
        fact.is_object = true;
        fact.is_not_empty = true;
        fact.is_fresh = true;
        fact.shape = shape;
        fact.kind = kind as u8;
        object
    }
}
