//! The question whether iterating over an array still does what the specification says by default.

use crate::Value;
use crate::object::Object;
use crate::object::watchpoints::Validity;
use crate::vm::Vm;
use abi::cell::CellHeader;
use gc::Rooted;

impl Vm {
    /// Whether iterating over a plain array by the language's rules still only reads its elements: Array.prototype[@@iterator] and
    /// %ArrayIteratorPrototype%.next are the built-in ones, and nothing has added a `return` that leaving early would call.
    pub fn array_iteration_is_intact(&mut self) -> bool {
        self.intact_next().is_some()
    }

    /// If that was so when it was last asked for and still is: the bytes that are 1 for as long as it stays so.
    pub fn array_iteration_bytes(&self) -> Option<[*const u8; 4]> {
        let known = self.array_iteration.as_ref()?;
        (known.realm == self.realm_cell() && known.holds()).then_some(known.bytes)
    }

    /// If that is so: %ArrayIteratorPrototype%.next.
    pub(crate) fn intact_next(&mut self) -> Option<Value> {
        let realm = self.realm_cell();
        if let Some(known) = &self.array_iteration
            && known.realm == realm
            && known.holds()
        {
            return Some(known.next);
        }
        self.array_iteration = self.find_array_iteration(realm);
        self.array_iteration.as_ref().map(|known| known.next)
    }

    /// %ArrayIteratorPrototype%.next of the current realm, if plain arrays have been iterated over.
    pub fn array_iterator_next(&self) -> Option<Value> {
        let known = self.array_iteration.as_ref()?;
        (known.realm == self.realm_cell() && known.holds()).then_some(known.next)
    }

    fn find_array_iteration(&mut self, realm: *mut CellHeader) -> Option<Intact> {
        let (array, iterator) = (self.realm().array_prototype, self.realm().array_iterator_prototype);
        let chain = |vm: &mut Vm, first: Object| match vm.chain_validity(Some(first)) {
            Ok(chain) => chain.map(|chain| vm.heap.rooted(chain)),
            Err(_) => {
                vm.take_exception();
                None
            }
        };
        let chains = [chain(self, array)?, chain(self, iterator)?];
        let (values, first) = self.constant_property(array.as_ptr(), self.names.sym_iterator.bits())?;
        let (next, second) = self.constant_property(iterator.as_ptr(), self.names.next.bits())?;
        let intact = values == self.realm().array_values.value() && next == self.realm().array_iterator_next.value();
        let mut link = Some(iterator);
        while let Some(object) = link {
            if object.is_exotic() || object.own_named(self.names.return_).is_some() {
                return None;
            }
            link = object.shape().prototype();
        }
        let valid = |chain: &Rooted<Validity>| chain.get().valid.as_ptr().cast_const();
        let bytes = [valid(&chains[0]), valid(&chains[1]), first, second];
        intact.then_some(Intact { realm, bytes, _chains: chains, next })
    }
}

/// What the iteration of plain arrays relies on, in a realm.
pub(crate) struct Intact {
    realm: *mut CellHeader,
    /// The prototype chains of arrays and of their iterators have the properties that they had; Array.prototype[@@iterator] and `next` have the
    /// values.
    bytes: [*const u8; 4],
    _chains: [Rooted<Validity>; 2],
    next: Value,
}

impl Intact {
    #[inline]
    fn holds(&self) -> bool {
        // SAFETY: the cells of the chains are rooted here; realms stay, and so do their prototypes' constants.
        self.bytes.iter().all(|byte| unsafe { **byte } == 1)
    }
}
