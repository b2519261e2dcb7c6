//! The cases of inline caches: one row for each, from which everything else that is known of one is made.
//!
//! A row is `Name = number: guard, access;`. The number is the entry's kind in memory. Guards are [`Guard`]'s, accesses [`Access`]'s; what they mean is said in
//! [`access`](super::access), in terms of what each tier can do. Compiled code that tells several cases apart asks for them in this order: the likeliest
//! come first.

use crate::object::{JsArray, JsArrayBuffer, JsTypedArray};
use crate::string::StringCell;
use core::mem::offset_of;

/// Calls a macro with the table.
macro_rules! cases {
    ($callback:ident) => {
        $callback! {
            /// No entry. Its shape is 0, which no cell has.
            None = 0: Nothing, Access::Nothing;
            /// Load or store at `offset` bytes from the receiver.
            OwnInline = 1: Shape, Access::Word(Base::Receiver, Storage::Inline);
            /// Load or store at `offset` bytes from the receiver's slots cell.
            OwnSlots = 2: Shape, Access::Word(Base::Receiver, Storage::Slots);
            /// Load at `offset` bytes from `holder`'s slots cell.
            HolderSlots = 4: Chain, Access::Word(Base::Holder, Storage::Slots);
            /// Load at `offset` bytes from `holder`.
            HolderInline = 3: Chain, Access::Word(Base::Holder, Storage::Inline);
            /// `length` of an array.
            ArrayLength = 10: Shape, Access::Number(&ARRAY_LENGTH);
            /// `length` of a string.
            StringLength = 11: Shape, Access::Number(&STRING_LENGTH);
            /// The property does not exist.
            Absent = 6: Chain, Access::Undefined;
            /// `length` of a typed array whose prototype chain has the original getter.
            TypedArrayLength = 12: Chain, Access::Number(&TYPED_ARRAY_LENGTH);
            /// The getter or setter in a slot of `holder`, or of the receiver if that is null; the runtime finds out which.
            Accessor = 5: Chain, Access::Accessor;
            /// The receiver is a proxy. `holder` is the site's copy of the self-hosted [[Get]] or [[Set]], which calls the trap; null until it has one. `offset` counts accesses.
            Proxy = 9: Shape, Access::Proxy;
            /// Add a property: store at `offset` bytes from the receiver, then its shape becomes `new_shape`.
            AddInline = 7: Chain, Access::Add(Storage::Inline);
            /// Add a property in the receiver's slots cell, which has room.
            AddSlots = 8: Chain, Access::Add(Storage::Slots);
            /// Remove a property: undefined goes to `offset` bytes from the receiver, then its shape becomes `new_shape`.
            RemoveInline = 15: Shape, Access::Remove(Storage::Inline);
            /// The same in the receiver's slots cell.
            RemoveSlots = 16: Shape, Access::Remove(Storage::Slots);
            /// A property that is to be removed does not exist.
            RemoveNothing = 17: Shape, Access::Keep;
            /// At an object literal: what its objects begin with. At a site that only stands for the shared cache: taken.
            Constant = 13: Nothing, Access::Nothing;
            /// At a call site: `holder` was called, the Code cell of a function written in JavaScript or a built-in's function object.
            Callee = 14: Callee, Access::Nothing;
        }
    };
}

/// What must hold for a case to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guard {
    /// There is nobody to be guarded against.
    Nothing,
    /// The callee is the entry's `holder`, or a closure of it.
    Callee,
    /// The receiver has the entry's shape.
    Shape,
    /// That, and its prototype chain is as it was: the entry's `validity` holds. An entry that depends on no chain has one that always does.
    Chain,
}

/// Whose word it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    Receiver,
    /// The entry's `holder`, an object on the receiver's prototype chain.
    Holder,
}

/// Which cell of an object a property is in: the entry's `offset` counts from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Storage {
    Inline = 0,
    Slots = 1,
}

/// What is done once the guard holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Nothing that could be done without knowing more.
    Nothing,
    /// The property's value is in a word. One of the receiver's can be stored to, too, where the property is writable.
    Word(Base, Storage),
    /// The property's value is a number that the receiver has in a field.
    Number(&'static Field),
    Undefined,
    /// JavaScript is called.
    Accessor,
    /// As above, by the receiver's handler.
    Proxy,
    /// The property gets a word of the receiver, as long as that is nobody's prototype.
    Add(Storage),
    /// The receiver loses the property, as long as it is nobody's prototype.
    Remove(Storage),
    /// All stays as it is.
    Keep,
}

/// A number in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Bytes from the cell.
    pub offset: usize,
    pub form: Form,
    /// The number counts only while there is memory behind it: the cell points at another, at the first offset, and that one has a pointer that is not
    /// null at the second.
    pub memory: Option<(usize, usize)>,
    /// What reports call the cells whose number is read just so.
    pub of: &'static str,
}

/// How a number is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Fits an int32, and never changes.
    Fixed32,
    Uint32,
    /// 64 bits. 0 tells that it is not as simple as that.
    Size,
}

const ARRAY_LENGTH: Field =
    Field { offset: offset_of!(JsArray, length), form: Form::Uint32, memory: None, of: "an array" };
const STRING_LENGTH: Field =
    Field { offset: offset_of!(StringCell, length), form: Form::Fixed32, memory: None, of: "a string" };
const TYPED_ARRAY_LENGTH: Field = Field {
    offset: offset_of!(JsTypedArray, fast_length),
    form: Form::Size,
    memory: Some((offset_of!(JsTypedArray, buffer), offset_of!(JsArrayBuffer, data))),
    of: "a typed array of fixed length",
};

macro_rules! define {
    ($( $(#[$doc:meta])* $name:ident = $number:literal: $guard:ident, $access:expr; )*) => {
        /// What an entry says to do once its guard holds.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u8)]
        pub enum EntryKind { $( $(#[$doc])* $name = $number ),* }

        impl EntryKind {
            /// In the order of the table.
            pub const ALL: &'static [EntryKind] = &[$(EntryKind::$name),*];

            pub const fn name(self) -> &'static str {
                match self { $(EntryKind::$name => stringify!($name)),* }
            }

            #[inline(always)]
            pub const fn guard(self) -> Guard {
                match self { $(EntryKind::$name => Guard::$guard),* }
            }

            #[inline(always)]
            pub const fn access(self) -> Access {
                match self { $(EntryKind::$name => $access),* }
            }
        }
    };
}

cases!(define);

impl EntryKind {
    /// One more than the greatest of their numbers.
    pub const NUMBERS: usize = {
        let (mut numbers, mut i) = (0, 0);
        while i < Self::ALL.len() {
            if Self::ALL[i] as usize >= numbers {
                numbers = Self::ALL[i] as usize + 1;
            }
            i += 1;
        }
        numbers
    };

    /// What sites will probably see that have seen nothing yet. Entries of this kind have their shape twice, the second time as `new_shape`: so compiled
    /// code knows by the shape alone what to do.
    pub const LIKELIEST: EntryKind = EntryKind::OwnInline;

    /// The kind of the entries of globals' sites, whose `holder` has the shape and the slots.
    pub const GLOBAL: EntryKind = EntryKind::OwnSlots;

    /// The kind of the entries by which this is done.
    pub fn of(access: Access) -> EntryKind {
        *Self::ALL.iter().find(|kind| kind.access() == access).expect("there is a case for every place")
    }

    /// Where the property's value is, if that is a word.
    #[inline(always)]
    pub const fn word(self) -> Option<(Base, Storage)> {
        match self.access() {
            Access::Word(base, storage) => Some((base, storage)),
            _ => None,
        }
    }

    /// The value is in a word of the receiver.
    #[inline(always)]
    pub const fn is_own(self) -> bool {
        matches!(self.access(), Access::Word(Base::Receiver, _))
    }

    /// It is in a word of an object on the prototype chain.
    #[inline(always)]
    pub const fn is_inherited(self) -> bool {
        matches!(self.access(), Access::Word(Base::Holder, _))
    }

    pub const fn number(self) -> Option<&'static Field> {
        match self.access() {
            Access::Number(field) => Some(field),
            _ => None,
        }
    }

    /// Loads without calling anybody.
    #[inline(always)]
    pub const fn can_load(self) -> bool {
        matches!(self.access(), Access::Word(..) | Access::Number(_) | Access::Undefined)
    }

    /// Stores without calling anybody.
    #[inline(always)]
    pub const fn can_store(self) -> bool {
        self.is_own() || matches!(self.access(), Access::Add(_))
    }

    /// Removes a property.
    #[inline(always)]
    pub const fn can_remove(self) -> bool {
        matches!(self.access(), Access::Remove(_) | Access::Keep)
    }

    /// A store for which the receiver may need a larger slots cell first, which only the runtime makes.
    #[inline(always)]
    pub const fn may_grow(self) -> bool {
        matches!(self.access(), Access::Add(Storage::Slots))
    }

    /// The entry's `offset` says where.
    pub const fn has_offset(self) -> bool {
        matches!(self.access(), Access::Word(..) | Access::Add(_) | Access::Remove(_) | Access::Accessor)
    }

    #[inline(always)]
    pub const fn needs_validity(self) -> bool {
        matches!(self.guard(), Guard::Chain)
    }
}
