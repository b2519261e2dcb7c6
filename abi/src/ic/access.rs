//! Accesses: what the cases of inline caches mean, said once, in terms of what a machine can do.
//!
//! A machine does an access (the interpreter), makes code that will (stencils, the optimizer's graphs), or tells what it will do to memory (loop effects).
//! That the receiver has the entry's shape is known before. An operation that answers None leaves the access to somebody else; where code that
//! is made leaves it, by a check of its own, its operation answers Some.

use super::cases::{Access, Base, EntryKind, Field, Form, Guard, Storage};

/// What loads and stores have in common.
pub trait Machine {
    /// The address of a cell.
    type Cell: Copy;

    fn receiver(&mut self) -> Self::Cell;

    /// The entry's validity cell has not been fired.
    fn check_validity(&mut self) -> Option<()>;

    /// An object's slots cell.
    fn slots(&mut self, object: Self::Cell) -> Self::Cell;
}

pub trait Load: Machine {
    type Value;

    /// The object that the entry names.
    fn holder(&mut self) -> Self::Cell;

    /// The word at the entry's offset from a cell, which is such a part of an object.
    fn word(&mut self, cell: Self::Cell, storage: Storage) -> Self::Value;

    /// The number in a field of the receiver. See [`Field::read`].
    fn number(&mut self, field: &'static Field) -> Option<Self::Value>;

    fn undefined(&mut self) -> Self::Value;
}

pub trait Store: Machine {
    /// Nobody has the object as prototype.
    fn check_not_prototype(&mut self, object: Self::Cell) -> Option<()>;

    /// Before a cell is stored to: no barrier is due, if the machine has none.
    fn check_barrier(&mut self, owner: Self::Cell) -> Option<()>;

    /// The slots cell reaches to the entry's offset.
    fn check_room(&mut self, slots: Self::Cell) -> Option<()>;

    /// The value goes to the word at the entry's offset from a cell, which is such a part of an object.
    fn store(&mut self, cell: Self::Cell, storage: Storage);

    /// Tells the collector that the value has been stored into a cell.
    fn barrier(&mut self, owner: Self::Cell);

    /// The object gets the entry's new shape, a cell of which the collector is told.
    fn change_shape(&mut self, object: Self::Cell);
}

/// Who reads numbers from cells. A machine that has int32s alone may leave other numbers to somebody else.
pub trait Numbers {
    type Cell: Copy;
    type Number;

    fn pointer(&mut self, cell: Self::Cell, offset: usize) -> Self::Cell;

    fn check_not_null(&mut self, pointer: Self::Cell) -> Option<()>;

    /// See [`Form`].
    fn fixed32(&mut self, cell: Self::Cell, offset: usize) -> Self::Number;

    fn uint32(&mut self, cell: Self::Cell, offset: usize) -> Option<Self::Number>;

    /// Not 0.
    fn size(&mut self, cell: Self::Cell, offset: usize) -> Option<Self::Number>;
}

impl Field {
    #[inline(always)]
    pub fn read<N: Numbers>(&self, numbers: &mut N, cell: N::Cell) -> Option<N::Number> {
        if let Some((owner, memory)) = self.memory {
            let owner = numbers.pointer(cell, owner);
            let memory = numbers.pointer(owner, memory);
            numbers.check_not_null(memory)?;
        }
        match self.form {
            Form::Fixed32 => Some(numbers.fixed32(cell, self.offset)),
            Form::Uint32 => numbers.uint32(cell, self.offset),
            Form::Size => numbers.size(cell, self.offset),
        }
    }
}

/// Each case is an arm of its own, so that where the kind is known only when the program runs, all else of a case is a constant. What must hold is the
/// arm's guard: there is one way out for what does not.
macro_rules! dispatch {
    ($( $(#[$doc:meta])* $name:ident = $number:literal: $guard:ident, $access:expr; )*) => {
        /// Does what a load by an entry of the kind is. None, too, where there is no such load.
        #[inline(always)]
        pub fn load<M: Load>(machine: &mut M, kind: EntryKind) -> Option<M::Value> {
            match kind {
                $(EntryKind::$name
                    if const { EntryKind::$name.can_load() } && check(machine, Guard::$guard).is_some() =>
                {
                    load_by(machine, const { EntryKind::$name.access() })
                })*
                _ => None,
            }
        }

        /// Does what a store by an entry of the kind is. None, too, where there is no such store.
        #[inline(always)]
        pub fn store<M: Store>(machine: &mut M, kind: EntryKind) -> Option<()> {
            match kind {
                $(EntryKind::$name
                    if const { EntryKind::$name.can_store() } && check(machine, Guard::$guard).is_some() =>
                {
                    store_by(machine, const { EntryKind::$name.access() })
                })*
                _ => None,
            }
        }

        /// Removes a property by an entry of the kind: what is stored is undefined. None, too, where there is no such removal.
        #[inline(always)]
        pub fn remove<M: Store>(machine: &mut M, kind: EntryKind) -> Option<()> {
            match kind {
                $(EntryKind::$name
                    if const { EntryKind::$name.can_remove() } && check(machine, Guard::$guard).is_some() =>
                {
                    store_by(machine, const { EntryKind::$name.access() })
                })*
                _ => None,
            }
        }
    };
}

cases!(dispatch);

#[inline(always)]
fn check<M: Machine>(machine: &mut M, guard: Guard) -> Option<()> {
    if guard == Guard::Chain { machine.check_validity() } else { Some(()) }
}

/// The cell that such a part of an object is in.
#[inline(always)]
fn cell<M: Machine>(machine: &mut M, object: M::Cell, storage: Storage) -> M::Cell {
    match storage {
        Storage::Inline => object,
        Storage::Slots => machine.slots(object),
    }
}

#[inline(always)]
fn load_by<M: Load>(machine: &mut M, access: Access) -> Option<M::Value> {
    match access {
        Access::Word(base, storage) => {
            let object = match base {
                Base::Receiver => machine.receiver(),
                Base::Holder => machine.holder(),
            };
            let cell = cell(machine, object, storage);
            Some(machine.word(cell, storage))
        }
        Access::Number(field) => machine.number(field),
        Access::Undefined => Some(machine.undefined()),
        Access::Nothing | Access::Accessor | Access::Proxy | Access::Add(_) | Access::Remove(_) | Access::Keep => None,
    }
}

#[inline(always)]
fn store_by<M: Store>(machine: &mut M, access: Access) -> Option<()> {
    let receiver = machine.receiver();
    match access {
        Access::Word(Base::Receiver, storage) => {
            let cell = cell(machine, receiver, storage);
            machine.check_barrier(cell)?;
            machine.store(cell, storage);
            machine.barrier(cell);
            Some(())
        }
        Access::Add(storage) => {
            machine.check_not_prototype(receiver)?;
            machine.check_barrier(receiver)?;
            let cell = cell(machine, receiver, storage);
            if storage == Storage::Slots {
                machine.check_barrier(cell)?;
                machine.check_room(cell)?;
            }
            machine.store(cell, storage);
            if storage == Storage::Slots {
                machine.barrier(cell);
            }
            machine.change_shape(receiver);
            Some(())
        }
        Access::Remove(storage) => {
            machine.check_not_prototype(receiver)?;
            machine.check_barrier(receiver)?;
            let cell = cell(machine, receiver, storage);
            machine.store(cell, storage);
            machine.change_shape(receiver);
            Some(())
        }
        Access::Keep => Some(()),
        Access::Nothing
        | Access::Word(Base::Holder, _)
        | Access::Number(_)
        | Access::Undefined
        | Access::Accessor
        | Access::Proxy => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes down what it is to do; a check fails if it is the one of this name.
    struct Written {
        text: String,
        fails: &'static str,
    }

    impl Written {
        fn note(&mut self, what: &str) {
            self.text += &format!("{what}; ");
        }

        fn check(&mut self, what: &str) -> Option<()> {
            self.note(what);
            (what != self.fails).then_some(())
        }
    }

    impl Machine for Written {
        type Cell = &'static str;

        fn receiver(&mut self) -> &'static str {
            "receiver"
        }

        fn check_validity(&mut self) -> Option<()> {
            self.check("valid")
        }

        fn slots(&mut self, object: &'static str) -> &'static str {
            if object == "receiver" { "receiver's slots" } else { "holder's slots" }
        }
    }

    impl Load for Written {
        type Value = ();

        fn holder(&mut self) -> &'static str {
            "holder"
        }

        fn word(&mut self, cell: &'static str, _: Storage) {
            self.note(&format!("load of {cell}"));
        }

        fn number(&mut self, field: &'static Field) -> Option<()> {
            field.read(self, "receiver")
        }

        fn undefined(&mut self) {
            self.note("undefined");
        }
    }

    impl Numbers for Written {
        type Cell = &'static str;
        type Number = ();

        fn pointer(&mut self, _: &'static str, _: usize) -> &'static str {
            self.note("pointer");
            "other"
        }

        fn check_not_null(&mut self, _: &'static str) -> Option<()> {
            self.check("not null")
        }

        fn fixed32(&mut self, _: &'static str, _: usize) {
            self.note("fixed");
        }

        fn uint32(&mut self, _: &'static str, _: usize) -> Option<()> {
            self.check("uint32")
        }

        fn size(&mut self, _: &'static str, _: usize) -> Option<()> {
            self.check("size")
        }
    }

    impl Store for Written {
        fn check_not_prototype(&mut self, _: &'static str) -> Option<()> {
            self.check("no prototype")
        }

        fn check_barrier(&mut self, _: &'static str) -> Option<()> {
            Some(())
        }

        fn check_room(&mut self, _: &'static str) -> Option<()> {
            self.check("room")
        }

        fn store(&mut self, cell: &'static str, _: Storage) {
            self.note(&format!("store to {cell}"));
        }

        fn barrier(&mut self, owner: &'static str) {
            self.note(&format!("barrier for {owner}"));
        }

        fn change_shape(&mut self, _: &'static str) {
            self.note("shape");
        }
    }

    fn done(does: fn(&mut Written, EntryKind) -> Option<()>, kind: EntryKind, fails: &'static str) -> (String, bool) {
        let mut machine = Written { text: String::new(), fails };
        let done = does(&mut machine, kind).is_some();
        (machine.text, done)
    }

    #[test]
    fn what_cases_mean() {
        use EntryKind::*;
        let loads = |kind| done(load, kind, "").0;
        assert_eq!(loads(OwnInline), "load of receiver; ");
        assert_eq!(loads(OwnSlots), "load of receiver's slots; ");
        assert_eq!(loads(HolderInline), "valid; load of holder; ");
        assert_eq!(loads(HolderSlots), "valid; load of holder's slots; ");
        assert_eq!(loads(ArrayLength), "uint32; ");
        assert_eq!(loads(StringLength), "fixed; ");
        assert_eq!(loads(TypedArrayLength), "valid; pointer; pointer; not null; size; ");
        assert_eq!(loads(Absent), "valid; undefined; ");
        let stores = |kind| done(store, kind, "").0;
        assert_eq!(stores(OwnSlots), "store to receiver's slots; barrier for receiver's slots; ");
        assert_eq!(stores(AddInline), "valid; no prototype; store to receiver; shape; ");
        assert_eq!(done(remove, RemoveSlots, "").0, "no prototype; store to receiver's slots; shape; ");
    }

    #[test]
    fn nothing_follows_a_check_that_fails() {
        use EntryKind::*;
        assert_eq!(done(load, HolderSlots, "valid"), ("valid; ".into(), false));
        assert_eq!(done(store, AddSlots, "no prototype"), ("valid; no prototype; ".into(), false));
        assert_eq!(done(store, AddSlots, "room"), ("valid; no prototype; room; ".into(), false));
    }

    #[test]
    fn each_case_does_what_it_says_that_it_can() {
        for kind in EntryKind::ALL {
            assert_eq!(done(load, *kind, "").1, kind.can_load(), "{kind:?}");
            assert_eq!(done(store, *kind, "").1, kind.can_store(), "{kind:?}");
            assert_eq!(done(remove, *kind, "").1, kind.can_remove(), "{kind:?}");
        }
    }
}
