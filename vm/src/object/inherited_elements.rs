//! Inherited elements: holes and reads past the end are absent as long as nothing on the prototype chain has indexed properties.
//!
//! Nothing in an object says what its prototypes have, so that a byte of the VM does, for all arrays together and for all other objects together
//! ([`abi::context::INHERITED_BY_ARRAYS`]). It never goes back; where it is set, the runtime walks the chain of the object at hand, and only
//! machine code that asks for the byte takes the longer way. So an object with a Proxy for its prototype, or an index on the prototype of a class, costs arrays nothing.

use super::Object;
use crate::vm::Vm;
use abi::cell::{CellHeader, CellKind, FLAG_PROTOTYPE};
use abi::context::{INHERITED_BY_ARRAYS, INHERITED_BY_OTHERS};
use abi::object::{ElementKind, JsObject};
use rustc_hash::FxHashSet;

/// The objects on prototype chains of arrays: `Array.prototype`, `Object.prototype`, those of subclasses. Holds nothing alive.
#[derive(Default)]
pub(crate) struct ArrayPrototypes(FxHashSet<*mut JsObject>);

impl ArrayPrototypes {
    pub(crate) fn sweep(&mut self, is_marked: &dyn Fn(*const CellHeader) -> bool) {
        self.0.retain(|object| is_marked(object.cast_const().cast()));
    }
}

/// Whether an object has, or may have, indexed properties of its own.
fn has_elements(object: Object) -> bool {
    object.is_exotic() || object.element_kind() == ElementKind::Exotic || object.elements_end() > 0
}

impl Vm {
    /// An object is about to become the prototype of an object that is no array: from then on indexed properties on it count.
    pub(crate) fn note_prototype(&mut self, object: Object) {
        object.header().set_flag(FLAG_PROTOTYPE);
        if has_elements(object) {
            self.inherit_elements(INHERITED_BY_OTHERS);
        }
    }

    /// The same for arrays.
    pub(crate) fn note_array_prototype(&mut self, object: Object) {
        object.header().set_flag(FLAG_PROTOTYPE);
        let mut link = Some(object);
        while let Some(o) = link {
            // The chain of an object that is known is known.
            if !self.array_prototypes.0.insert(o.as_ptr()) {
                return;
            }
            if has_elements(o) {
                self.inherit_elements(INHERITED_BY_ARRAYS);
            }
            link = o.shape().prototype();
        }
    }

    /// The same for `heir`, whatever it is.
    pub(crate) fn note_prototype_of(&mut self, heir: Object, object: Object) {
        if heir.is_kind(CellKind::Array) || self.array_prototypes.0.contains(&heir.as_ptr()) {
            self.note_array_prototype(object);
        } else {
            self.note_prototype(object);
        }
    }

    /// A prototype gets an element.
    #[cold]
    pub(super) fn note_prototype_element(&mut self, object: Object) {
        let of_arrays = self.array_prototypes.0.contains(&object.as_ptr());
        self.inherit_elements(if of_arrays { INHERITED_BY_ARRAYS } else { INHERITED_BY_OTHERS });
    }

    fn inherit_elements(&self, by: u8) {
        let inherited = &self.context.inherited_elements;
        inherited.set(inherited.get() | by);
    }

    /// Whether an element that the object does not have may be one of a prototype's.
    #[inline(always)]
    pub fn may_inherit_elements(&self, object: Object) -> bool {
        self.context.inherited_elements.get() != 0 && inherits_elements(object)
    }

    /// Whether what is behind the end of a string may be an element of a prototype's. (String.prototype is a String object itself, of the empty string.)
    pub fn strings_inherit_elements(&self) -> bool {
        if self.context.inherited_elements.get() == 0 {
            return false;
        }
        let prototype = self.realm().string_prototype;
        prototype.elements_end() > 0 || inherits_elements(prototype)
    }
}

#[cold]
#[inline(never)]
fn inherits_elements(object: Object) -> bool {
    let mut link = object.shape().prototype();
    while let Some(o) = link {
        if has_elements(o) {
            return true;
        }
        link = o.shape().prototype();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use crate::options::Options;

    fn vm() -> Box<Vm> {
        Vm::new(Options::default()).expect("a VM")
    }

    fn inherited(vm: &Vm) -> u8 {
        vm.context.inherited_elements.get()
    }

    fn with_element(vm: &mut Vm) -> Object {
        let object = vm.new_object().expect("an object");
        object.put_element(vm, 0, Value::int(1)).expect("an element");
        object
    }

    #[test]
    fn prototypes_of_other_objects_are_not_arrays_matter() {
        let mut vm = vm();
        let array = vm.new_array(&[Value::EMPTY]).expect("an array");
        assert_eq!(inherited(&vm), 0);
        // With an element before there are heirs, and after.
        let early = with_element(&mut vm);
        let heir = vm.new_object_with_prototype(Some(early)).expect("an object");
        let late = vm.new_object().expect("an object");
        let other = vm.new_object_with_prototype(Some(late)).expect("an object");
        assert!(vm.may_inherit_elements(heir) && !vm.may_inherit_elements(other));
        late.put_element(&mut vm, 5, Value::int(1)).expect("an element");
        assert!(vm.may_inherit_elements(other) && !vm.may_inherit_elements(array));
        assert_eq!(inherited(&vm), INHERITED_BY_OTHERS);
        // Until an array inherits it.
        let mine = vm.array_create(1.0, Some(other)).expect("an array");
        assert!(vm.may_inherit_elements(mine) && !vm.may_inherit_elements(array));
        assert_eq!(inherited(&vm), INHERITED_BY_ARRAYS | INHERITED_BY_OTHERS);
    }

    #[test]
    fn chains_of_arrays_are_known_as_they_grow() {
        let mut vm = vm();
        let array_prototype = vm.realm().array_prototype;
        let base = vm.new_object_with_prototype(Some(array_prototype)).expect("an object");
        let array = vm.array_create(1.0, Some(base)).expect("an array");
        assert_eq!(inherited(&vm), 0);
        let early = with_element(&mut vm);
        base.set_prototype_of(&mut vm, Some(early)).expect("another prototype");
        assert_eq!(inherited(&vm), INHERITED_BY_ARRAYS);
        assert!(vm.may_inherit_elements(array));

        let mut vm = self::vm();
        let object_prototype = vm.realm().object_prototype;
        object_prototype.put_element(&mut vm, 0, Value::int(1)).expect("an element");
        assert_eq!(inherited(&vm), INHERITED_BY_ARRAYS);
    }
}
