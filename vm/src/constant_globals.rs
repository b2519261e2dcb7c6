//! Global variables that have kept their first value, which compiled code may take for constants.
//!
//! A variable is constant until something is written over a value that is not undefined, or over one that code relies on. Writes that do not go through
//! [`Object::set_slot`](crate::object::Object) are done by entries of inline caches, and sites get those only once the variable is not constant.

use crate::Value;
use crate::object::Object;
use crate::object::shape::GLOBALS;
use crate::vm::Vm;
use abi::object::{JsObject, SLOTS_VALUES_OFFSET};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

#[derive(Default)]
struct Variable {
    is_mutable: bool,
    /// What code that relies on the value looks at: 1 while it is right to. It stays where it is.
    valid: Option<Box<Cell<u8>>>,
}

impl Variable {
    fn change(&mut self) {
        self.is_mutable = true;
        if let Some(valid) = &self.valid {
            valid.set(0);
        }
    }
}

/// The variables of every realm's global object and of its let, const and class bindings, by slot. Those of a realm that is gone stay: code may look at
/// their bytes.
#[derive(Default)]
pub struct ConstantGlobals {
    holders: RefCell<FxHashMap<*mut JsObject, Vec<Variable>>>,
}

impl ConstantGlobals {
    fn with<R>(&self, holder: Object, slot: u32, f: impl FnOnce(&mut Variable) -> R) -> R {
        let mut holders = self.holders.borrow_mut();
        let variables = holders.entry(holder.as_ptr()).or_default();
        let slot = slot as usize;
        if variables.len() <= slot {
            variables.resize_with(slot + 1, Variable::default);
        }
        f(&mut variables[slot])
    }
}

impl Object {
    /// Whether the object's properties are global variables.
    #[inline]
    pub(crate) fn has_globals(self) -> bool {
        self.shape().flags() & GLOBALS != 0
    }
}

impl Vm {
    /// The slot, which holds `old`, is about to be written.
    #[cold]
    pub(crate) fn global_written(&self, holder: Object, slot: u32, old: Value, new: Value) {
        if old == new {
            return;
        }
        self.constant_globals.with(holder, slot, |variable| {
            if variable.valid.is_some() || !(old.is_empty() || old.is_undefined()) {
                variable.change();
            }
        });
    }

    /// Whatever is written from now on, or found instead of it, the variable is no constant.
    pub(crate) fn global_changes(&self, holder: Object, slot: u32) {
        self.constant_globals.with(holder, slot, Variable::change);
    }

    /// Whether sites may write the slot by themselves: always, but for global variables that are constant.
    pub(crate) fn is_mutable_slot(&self, holder: Object, slot: u32) -> bool {
        !holder.has_globals() || self.constant_globals.with(holder, slot, |variable| variable.is_mutable)
    }

    /// The value of a global variable that has never changed, and the address of the byte that is 1 as long as that is so. The offset is one of the
    /// holder's slots cell, as an entry for this holder and shape has it.
    pub fn constant_global(&self, holder: *mut JsObject, shape: u32, offset: u32) -> Option<(Value, *const u8)> {
        let holder = Object::from_nullable(holder)?;
        if holder.header().shape.get() != shape || !holder.has_globals() {
            return None;
        }
        // SAFETY: objects of the shape have the slot.
        let value = unsafe { *holder.slots_ptr().byte_add(offset as usize).cast::<Value>() };
        if value.is_empty() || value.is_undefined() {
            return None;
        }
        let slot = (offset as usize - SLOTS_VALUES_OFFSET) / size_of::<Value>();
        self.constant_globals.with(holder, slot as u32 + holder.shape().inline_capacity(), |variable| {
            if variable.is_mutable {
                return None;
            }
            let valid = variable.valid.get_or_insert_with(|| Box::new(Cell::new(1)));
            Some((value, valid.as_ptr().cast_const()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::shape::SlotPlace;
    use crate::string::PropertyKey;

    fn constant(vm: &mut Vm, name: &str) -> Option<(Value, *const u8)> {
        let key = PropertyKey::from_str(vm, name).expect("room for a name");
        let global = vm.realm().global;
        let slot = global.own_named(key).expect("a global variable").slot;
        let SlotPlace::Slots(offset) = global.shape().place(slot) else { panic!("globals are in slots") };
        vm.constant_global(global.as_ptr(), global.header().shape.get(), offset)
    }

    fn run(vm: &mut Vm, source: &str) {
        vm.run_script("test", source).expect("the script ends well");
    }

    #[test]
    fn the_first_value_is_constant_and_the_second_is_not() {
        let mut vm = Vm::new(crate::options::Options::default()).expect("a heap");
        run(&mut vm, "var x; x = 5; function f() { } var never;");
        let (value, valid) = constant(&mut vm, "x").expect("constant");
        assert_eq!(value, Value::int(5));
        // SAFETY: the byte lives as long as the VM.
        let is_valid = || unsafe { *valid } == 1;
        assert!(is_valid() && constant(&mut vm, "f").is_some() && constant(&mut vm, "Math").is_some());
        assert!(constant(&mut vm, "never").is_none());
        run(&mut vm, "x = 6");
        assert!(!is_valid() && constant(&mut vm, "x").is_none());
        for change in ["globalThis.f = 1", "delete globalThis.Math", "let never = 2"] {
            let name = ["f", "Math"].into_iter().find(|name| change.contains(name));
            let before = name.and_then(|name| constant(&mut vm, name));
            vm.run_script("test", change).ok();
            // SAFETY: as above.
            assert!(before.is_none_or(|(_, valid)| unsafe { *valid } == 0), "{change}");
        }
    }
}
