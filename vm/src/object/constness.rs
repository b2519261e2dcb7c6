//! Properties that have kept their value, which compiled code may take for constants: global variables, and what is on objects that code knows, such as
//! prototypes' methods.
//!
//! A global variable is constant until something is written over a value that is not undefined, or over one that code relies on. Writes that do not go
//! through [`Object::set_slot`](crate::object::Object) are done by entries of inline caches, and sites get those only once the variable is not constant.
//!
//! Other properties are constant until an inline cache gets an entry for writing them in objects of that shape
//! ([`Shape::note_written`](crate::object::shape::Shape::note_written)); what is written otherwise to an object of a shape that has constants is noticed.
//! Code that relies on one looks at the object's shape besides, or relies on the prototype chain that it is on: neither stays as it was when the object gets
//! another shape.

use crate::Value;
use crate::object::Object;
use crate::object::property::Accessor;
use crate::object::shape::{CONSTANTS, GLOBALS, Shape};
use crate::string::PropertyKey;
use crate::tiering::deopt::Reason;
use crate::vm::Vm;
use abi::cell::{CellHeader, CellKind, FLAG_LAZY};
use abi::object::{JsObject, SLOTS_VALUES_OFFSET};
use gc::Gc;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

#[derive(Default)]
struct Variable {
    is_mutable: bool,
    /// What code that relies on the value looks at: 1 while it is right to. It stays where it is.
    valid: Option<Box<Cell<u8>>>,
}

impl Variable {
    /// The byte that was 1 until now, if there is one.
    fn change(&mut self) -> Option<*const u8> {
        self.is_mutable = true;
        let valid = self.valid.as_ref()?;
        (valid.replace(0) == 1).then(|| valid.as_ptr().cast_const())
    }

    /// The byte that says that the value is as it was.
    fn rely(&mut self) -> Option<*const u8> {
        if self.is_mutable {
            return None;
        }
        Some(self.valid.get_or_insert_with(|| Box::new(Cell::new(1))).as_ptr().cast_const())
    }
}

/// By object and slot: the variables of every realm's global object and of its let, const and class bindings, and what code relies on elsewhere. Code keeps the
/// objects alive that it relies on.
#[derive(Default)]
pub struct Constants {
    /// How often something that was relied on has changed.
    changes: Cell<u32>,
    holders: RefCell<FxHashMap<*mut JsObject, Vec<Variable>>>,
}

impl Constants {
    /// Forgets objects that died.
    pub fn sweep(&mut self, is_marked: &dyn Fn(*const CellHeader) -> bool) {
        self.holders.get_mut().retain(|holder, _| is_marked(holder.cast()));
    }

    /// A number that is another one after anything that was [relied on](Vm::expect_constant) has changed.
    #[inline(always)]
    pub fn changes(&self) -> u32 {
        self.changes.get()
    }

    /// A property that was relied on is no constant any more.
    fn count_change(&self) {
        self.changes.set(self.changes.get().wrapping_add(1));
    }

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

    /// Whether somebody must hear of what is written to the object's properties.
    #[inline]
    pub(crate) fn has_constants(self) -> bool {
        self.shape().flags() & (GLOBALS | CONSTANTS) != 0
    }
}

impl Vm {
    /// The slot, which holds `old`, is about to be written.
    #[cold]
    pub(crate) fn constant_written(&mut self, holder: Object, slot: u32, old: Value, new: Value) {
        if old == new {
            return;
        }
        let fired = if holder.has_globals() {
            self.constants.with(holder, slot, |variable| {
                let changes = variable.valid.is_some() || !(old.is_empty() || old.is_undefined());
                changes.then(|| variable.change()).flatten()
            })
        } else {
            let mut holders = self.constants.holders.borrow_mut();
            let variable = holders.get_mut(&holder.as_ptr()).and_then(|variables| variables.get_mut(slot as usize));
            variable.filter(|variable| variable.valid.is_some()).and_then(Variable::change)
        };
        self.constant_changed(fired);
    }

    /// Whatever is written from now on, or found instead of it, the global variable is no constant.
    pub(crate) fn global_changes(&mut self, holder: Object, slot: u32) {
        let fired = self.constants.with(holder, slot, Variable::change);
        self.constant_changed(fired);
    }

    fn constant_changed(&mut self, fired: Option<*const u8>) {
        if let Some(byte) = fired {
            self.constants.count_change();
            self.fired(byte, Reason::ConstantChanged);
        }
    }

    /// Whether sites may write the slot by themselves: always, but for global variables that are constant.
    pub(crate) fn is_mutable_slot(&self, holder: Object, slot: u32) -> bool {
        !holder.has_globals() || self.constants.with(holder, slot, |variable| variable.is_mutable)
    }

    /// A site is about to write the property by itself in objects of the shape.
    pub(crate) fn will_be_written(&mut self, shape: Gc<Shape>, key: PropertyKey, slot: u32) {
        shape.note_written(key);
        if shape.flags() & CONSTANTS == 0 {
            return;
        }
        let index = self.shape_index(shape);
        let mut fired = Vec::new();
        for (holder, variables) in self.constants.holders.borrow_mut().iter_mut() {
            // SAFETY: objects that died are forgotten.
            if unsafe { (**holder).header.shape.get() } == index {
                fired.extend(variables.get_mut(slot as usize).and_then(Variable::change));
            }
        }
        fired.into_iter().for_each(|byte| self.constant_changed(Some(byte)));
    }

    /// From now on [`Constants::changes`] tells that an own property, data or accessor, of an object that keeps its shape is not what it is now; false if
    /// it cannot.
    pub(crate) fn expect_constant(&self, holder: Object, key: PropertyKey) -> bool {
        let is_accessor = holder.own_named(key).is_some_and(|property| property.is_accessor());
        self.constant_slot(holder.as_ptr(), key.bits(), is_accessor).is_some()
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
        let slot = slot as u32 + holder.shape().inline_capacity();
        Some((value, self.constants.with(holder, slot, Variable::rely)?))
    }

    /// The value of an object's data property that nothing is known to write, and the address of the byte that is 1 as long as that is so, and the object's
    /// shape is the same.
    pub fn constant_property(&self, holder: *mut JsObject, key: u64) -> Option<(Value, *const u8)> {
        self.constant_slot(holder, key, false)
    }

    /// As above, the getter and the setter of an accessor property; undefined where there is none.
    pub fn constant_accessor(&self, holder: *mut JsObject, key: u64) -> Option<([Value; 2], *const u8)> {
        let (pair, byte) = self.constant_slot(holder, key, true)?;
        let pair = Accessor::of(pair);
        Some(([pair.get.get(), pair.set.get()], byte))
    }

    fn constant_slot(&self, holder: *mut JsObject, key: u64, accessor: bool) -> Option<(Value, *const u8)> {
        let holder = Object::from_nullable(holder)?;
        if holder.header().kind.get() < CellKind::Object as u8 {
            return None;
        }
        if holder.has_globals() || holder.is_exotic() || holder.header().has_flag(FLAG_LAZY) {
            return None;
        }
        let (shape, key) = (holder.shape(), PropertyKey::from_bits(key));
        let property = shape.lookup(key)?;
        // Matching writes it, of which nobody hears.
        let is_last_index = holder.is_kind(CellKind::RegExp) && key == self.names.last_index;
        if property.is_accessor() != accessor || shape.is_written(key) || is_last_index {
            return None;
        }
        let byte = self.constants.with(holder, property.slot, Variable::rely)?;
        if shape.is_dictionary() {
            shape.mark_cached();
        }
        shape.mark_constants();
        Some((holder.slot(property.slot), byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::shape::SlotPlace;
    use crate::value::ValueExt;

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
    fn a_property_is_constant_until_a_cache_writes_it() {
        let mut vm = Vm::new(crate::options::Options::default()).expect("a heap");
        run(&mut vm, "var o = { f: 1, g: 2 }, like = { f: 3, g: 4 }; function write(x, v) { x.f = v; }");
        let key = |vm: &mut Vm, name: &str| PropertyKey::from_str(vm, name).expect("room for a name");
        let (o, f, g) = (key(&mut vm, "o"), key(&mut vm, "f"), key(&mut vm, "g"));
        let global = vm.realm().global;
        let object = global.slot(global.own_named(o).expect("a variable").slot).as_object().expect("an object");
        let (value, of_f) = vm.constant_property(object.as_ptr(), f.bits()).expect("constant");
        let (_, of_g) = vm.constant_property(object.as_ptr(), g.bits()).expect("constant");
        assert_eq!(value, Value::int(1));
        // SAFETY: the bytes live as long as the object.
        let are_valid = || unsafe { (*of_f == 1, *of_g == 1) };
        // Once, by the runtime, to another object; then the site gets an entry for the shape, which is this one's, too.
        run(&mut vm, "Reflect.set(like, 'f', 5)");
        assert_eq!(are_valid(), (true, true));
        run(&mut vm, "write(like, 6); write(like, 7)");
        assert_eq!(are_valid(), (false, true));
        assert!(vm.constant_property(object.as_ptr(), f.bits()).is_none());
        run(&mut vm, "Reflect.set(o, 'g', 2)");
        assert_eq!(are_valid(), (false, true));
        run(&mut vm, "Reflect.set(o, 'g', 3)");
        assert_eq!(are_valid(), (false, false));
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
