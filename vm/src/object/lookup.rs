//! Lookup of named properties along prototype chains of which shapes tell everything.

use super::Object;
use super::shape::Property;
use crate::Value;
use crate::string::PropertyKey;
use abi::cell::{CellKind, FLAG_LAZY};

/// Where an object has a named property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lookup {
    Own(Property),
    /// The first on the prototype chain that has it.
    Inherited(Object, Property),
    Absent,
}

impl Object {
    /// Its shape tells all of its named properties: nothing is lazy or exotic, nor an array's length.
    #[inline(always)]
    pub(crate) fn is_told_by_shape(self) -> bool {
        !self.is_exotic() && !self.header().has_flag(FLAG_LAZY) && !self.is_kind(CellKind::Array)
    }

    /// Where the property is; nothing is run, and nothing changes. None where an object on the way is not told by its shape. The key is no index.
    #[inline]
    pub fn lookup(self, key: PropertyKey) -> Option<Lookup> {
        if !self.is_told_by_shape() {
            return None;
        }
        let shape = self.shape();
        if let Some(property) = shape.lookup(key) {
            return Some(Lookup::Own(property));
        }
        let mut link = shape.prototype();
        while let Some(holder) = link {
            if !holder.is_told_by_shape() {
                return None;
            }
            let shape = holder.shape();
            if let Some(property) = shape.lookup(key) {
                return Some(Lookup::Inherited(holder, property));
            }
            link = shape.prototype();
        }
        Some(Lookup::Absent)
    }

    /// The value of a data property that [`lookup`](Object::lookup) finds, undefined of an absent one; None of accessors, and where it tells nothing.
    #[inline]
    pub fn lookup_value(self, key: PropertyKey) -> Option<Value> {
        let (holder, property) = match self.lookup(key)? {
            Lookup::Own(property) => (self, property),
            Lookup::Inherited(holder, property) => (holder, property),
            Lookup::Absent => return Some(Value::UNDEFINED),
        };
        (!property.is_accessor()).then(|| holder.slot(property.slot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::table;
    use crate::options::Options;
    use crate::vm::Vm;

    #[test]
    fn a_chain_that_answers_otherwise_tells_nothing() {
        let mut vm = Vm::new(Options::default()).expect("a VM");
        let (key, other) = (vm.names.length, vm.names.constructor);
        let parent = vm.new_object_with_prototype(None).expect("an object");
        let child = vm.new_object_with_prototype(Some(parent)).expect("an object");
        assert_eq!(child.lookup(key), Some(Lookup::Absent));
        assert_eq!(child.lookup_value(key), Some(Value::UNDEFINED));
        parent.add_named(&mut vm, key, Value::int(7), table::DEFAULT).expect("memory");
        assert!(matches!(child.lookup(key), Some(Lookup::Inherited(holder, _)) if holder == parent));
        assert_eq!(child.lookup_value(key), Some(Value::int(7)));
        child.add_named(&mut vm, key, Value::int(8), table::DEFAULT).expect("memory");
        assert!(matches!(child.lookup(key), Some(Lookup::Own(_))));
        assert_eq!(child.lookup_value(key), Some(Value::int(8)));
        let array = vm.new_array(&[]).expect("an array");
        assert_eq!(array.lookup(key), None);
        let heir = vm.new_object_with_prototype(Some(array)).expect("an object");
        assert_eq!(heir.lookup(other), None);
    }
}
