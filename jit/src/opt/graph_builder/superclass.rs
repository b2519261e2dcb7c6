//! `super`: what a home object's prototype has, and constructors of derived classes.

use super::property::Case;
use super::*;
use abi::cell::{CellKind, FLAG_EXOTIC, FLAG_LAZY};
use abi::object::JsFunction;
use vm::builtins::intrinsic::Direct;
use vm::string::PropertyKey;

impl<'a> Builder<'a> {
    /// LoadHomeObject; None where the runtime must do it.
    pub(super) fn home_object(&mut self, a: &mut Activation<'a>) -> Option<NodeId> {
        let callee = self.callee(a);
        let expected = self.expected_callee(a, callee).map(|function| function.home_object.get() as u64);
        // A method never gets another one.
        if let Some(home) = expected.filter(|home| *home != 0 && self.constant_value(callee).is_some()) {
            return Some(self.cell(home));
        }
        if expected == Some(0) || self.is_blocked_wholly(a) {
            return None;
        }
        let value = self.load_fixed(callee, offset_of!(JsFunction, home_object), Rep::Tagged);
        match expected {
            Some(home) => self.expect(value, home),
            None => self.check_not_empty(a, value),
        }
        Some(value)
    }

    /// NewTarget; None where only the frame's flags tell whether there is one.
    pub(super) fn new_target(&mut self, a: &Activation<'a>) -> Option<NodeId> {
        if a.inline != InlineId(0) {
            let target = self.graph.inlines[a.inline.index()].new_target;
            return Some(if target.is_some() { target } else { self.constant(Value::UNDEFINED) });
        }
        let is_class = a.code.flags() & CODE_FLAG_CLASS_CONSTRUCTOR != 0;
        is_class.then(|| self.shared(Op::Word(NEW_TARGET as u16)))
    }

    /// CheckThisUnbound, which throws by the lower tiers' hands; false where the runtime must do it.
    pub(super) fn check_unbound(&mut self, a: &mut Activation<'a>, this: NodeId) -> bool {
        if self.constant_value(this).is_some_and(|this| this.is_empty()) {
            return true;
        }
        if self.is_blocked(a) {
            return false;
        }
        let empty = self.constant(Value::EMPTY);
        let is_empty = self.add(Op::Identical, smallvec![this, empty]);
        self.guard(a, Op::CheckTrue, smallvec![is_empty], Reason::DeadZone);
        true
    }

    /// CheckDerivedResult; None where the runtime must do it.
    pub(super) fn derived_result(&mut self, a: &mut Activation<'a>, value: NodeId, this: NodeId) -> Option<NodeId> {
        match self.constant_value(value) {
            Some(value) if value.is_undefined() => {
                self.check_not_empty(a, this);
                Some(this)
            }
            _ => self.facts.get(value).is_object.then_some(value),
        }
    }

    /// RunFieldInitializer and RunFieldInitializerOf a constructor that is known, or expected; false where the runtime must do it. The
    /// initializer's frame lies behind the caller's.
    pub(super) fn initialize_fields(&mut self, a: &mut Activation<'a>, constructor: NodeId, this: NodeId) -> bool {
        let Some(function) = self.expected_function(constructor).filter(|_| !self.is_blocked(a)) else { return false };
        // A class that has one never gets another.
        let initializer = vm::object::function::field_initializer_of(function);
        if !initializer.is_cell() {
            return false;
        }
        self.check_identical(a, constructor, std::ptr::from_ref(function) as u64, Reason::WrongTarget);
        let length = Opcode::from_u16(a.operands().0[0]).expect("verified bytecode").length();
        self.call_behind(a, initializer, this, &[], (length, None));
        true
    }

    /// GetPrototypeOf: of an ordinary object that is known, or expected, its shape's; of another that is no proxy, what its shape says then.
    pub(super) fn prototype_of(&mut self, a: &mut Activation<'a>, object: NodeId) -> Option<NodeId> {
        if let Some(prototype) = self.expected_prototype(a, object) {
            return Some(prototype);
        }
        if self.is_blocked_wholly(a) {
            return None;
        }
        let value = self.guard(a, Op::Direct(Direct::ObjectGetPrototypeOf), smallvec![object], Reason::WrongKind);
        self.facts.of(value).is_not_empty = true;
        Some(value)
    }

    fn expected_prototype(&mut self, a: &mut Activation<'a>, object: NodeId) -> Option<NodeId> {
        let bits = self.expected(object)?;
        let shape = self.inheriting_shape(a, bits)?;
        self.check_identical(a, object, bits, Reason::WrongTarget);
        let object = self.cell(bits);
        self.check_shape(a, object, shape);
        let prototype = self.vm.shape_at(shape).prototype();
        Some(self.constant(prototype.map_or(Value::NULL, |prototype| prototype.value())))
    }

    /// GetSuper of a data property with a constant key, where the base is a constant.
    pub(super) fn get_super(&mut self, a: &mut Activation<'a>, base: NodeId, key: NodeId) -> Option<NodeId> {
        let key = PropertyKey::from_value(self.vm, self.constant_value(key)?)?;
        self.super_property(a, base, key)
    }

    /// GetSuperField, where the base is a constant and has the data property, or else by what the site has seen.
    pub(super) fn get_super_field(
        &mut self,
        a: &mut Activation<'a>,
        base: NodeId,
        this: NodeId,
        site: &Site,
    ) -> Option<NodeId> {
        let value = self.super_property(a, base, PropertyKey::from_bits(site.key.get()));
        value.or_else(|| self.get_field(a, base, this, site))
    }

    fn super_property(&mut self, a: &mut Activation<'a>, base: NodeId, key: PropertyKey) -> Option<NodeId> {
        let shape = self.ordinary_shape(a, self.constant_value(base)?.bits())?;
        let case: Case = self.look_up(shape, key.bits())?;
        self.check_shape(a, base, shape);
        self.load_case(a, base, &case)
    }

    /// The shape of an object that does nothing out of the ordinary, while nothing has been wrong with it here.
    fn ordinary_shape(&self, a: &Activation<'a>, bits: u64) -> Option<u32> {
        let shape = self.inheriting_shape(a, bits)?;
        // SAFETY: what is in the heap now stays there while the graph is built.
        let is_lazy = unsafe { (*(bits as *const CellHeader)).flags.get() } & FLAG_LAZY != 0;
        (!is_lazy).then_some(shape)
    }

    /// The shape of an object whose prototype is what the shape says.
    fn inheriting_shape(&self, a: &Activation<'a>, bits: u64) -> Option<u32> {
        if !Value::is_cell_word(bits) || self.is_blocked(a) {
            return None;
        }
        // SAFETY: what is in the heap now stays there while the graph is built.
        let header = unsafe { &*(bits as *const CellHeader) };
        let plain = header.is(CellKind::Object) || header.is(CellKind::Function);
        let shape = header.shape.get();
        let odd = header.flags.get() & FLAG_EXOTIC != 0 || self.vm.shape_at(shape).is_dictionary();
        (plain && !odd).then_some(shape)
    }
}
