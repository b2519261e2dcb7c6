//! `super` in methods: what a home object's prototype has.

use super::property::Case;
use super::*;
use abi::cell::{CellKind, FLAG_EXOTIC, FLAG_LAZY};
use abi::object::JsFunction;
use vm::string::PropertyKey;

impl<'a> Builder<'a> {
    /// LoadHomeObject; None where the runtime must do it.
    pub(super) fn home_object(&mut self, a: &mut Activation<'a>) -> Option<NodeId> {
        let callee = self.callee(a);
        let home = self.expected_function(callee)?.home_object.get() as u64;
        if home == 0 {
            return None;
        }
        // A method never gets another one.
        if self.constant_value(callee).is_some() {
            return Some(self.cell(home));
        }
        let value = self.load_fixed(callee, offset_of!(JsFunction, home_object), Rep::Tagged);
        self.expect(value, home);
        Some(value)
    }

    /// GetPrototypeOf of an ordinary object that is known, or expected.
    pub(super) fn prototype_of(&mut self, a: &mut Activation<'a>, object: NodeId) -> Option<NodeId> {
        let bits = self.expected(object)?;
        let shape = self.ordinary_shape(a, bits)?;
        self.check_identical(a, object, bits, Reason::WrongTarget);
        let object = self.cell(bits);
        self.check_shape(a, object, shape);
        let prototype = self.vm.shape_at(shape).prototype();
        Some(self.constant(prototype.map_or(Value::NULL, |prototype| prototype.value())))
    }

    /// GetSuper of a data property with a constant key, where the base is a constant.
    pub(super) fn get_super(&mut self, a: &mut Activation<'a>, base: NodeId, key: NodeId) -> Option<NodeId> {
        let key = PropertyKey::from_value(self.vm, self.constant_value(key)?)?;
        let shape = self.ordinary_shape(a, self.constant_value(base)?.0)?;
        let case: Case = self.look_up(shape, key.bits())?;
        self.check_shape(a, base, shape);
        self.load_case(a, base, &case)
    }

    /// The shape of an object that does nothing out of the ordinary, while nothing has been wrong with it here.
    fn ordinary_shape(&self, a: &Activation<'a>, bits: u64) -> Option<u32> {
        if !Value(bits).is_cell() || self.gave_up(a) {
            return None;
        }
        // SAFETY: what is in the heap now stays there while the graph is built.
        let header = unsafe { &*Value(bits).as_cell() };
        let plain = header.is(CellKind::Object) || header.is(CellKind::Function);
        let shape = header.shape.get();
        let odd = header.flags.get() & (FLAG_EXOTIC | FLAG_LAZY) != 0 || self.vm.shape_at(shape).is_dictionary();
        (plain && !odd).then_some(shape)
    }
}
