//! Indexed access, by the kinds of elements that a site has seen.

use super::*;
use abi::cell::CellKind;
use abi::ic::*;
use abi::object::*;

const INTS: u8 = INT_ELEMENTS;
const DOUBLES: u8 = DOUBLE_ELEMENTS;
const TAGGED: u8 = TAGGED_ELEMENTS;
const HOLEY: u8 =
    1 << ElementKind::HoleyInt as u8 | 1 << ElementKind::HoleyDouble as u8 | 1 << ElementKind::HoleyTagged as u8;

/// What is known of typed arrays, beside the words of objects by offset.
const TYPED_DATA: u32 = u32::MAX;
const TYPED_LIMIT: u32 = u32::MAX - 1;
/// Lengths and the like, by kind of entry downwards.
pub(super) const FIRST_NUMBER: u32 = u32::MAX - 2;

/// What a site's objects have, if one way of access fits them all.
pub(super) fn representation(seen: u16) -> Option<(u8, ElementRep)> {
    let kinds = (seen & 0xff) as u8;
    if kinds == 0 || seen & (SEEN_TYPED_ARRAY | SEEN_STRING | SEEN_NAMED_KEY | SEEN_OTHER) != 0 {
        return None;
    }
    // Packed arrays have no holes to be looked for. Where a holey one has come, both kinds are: the packed one becomes it.
    let packed = if kinds & HOLEY == 0 { !HOLEY } else { u8::MAX };
    match kinds {
        k if k & !INTS == 0 => Some((INTS & packed, ElementRep::Int)),
        k if k & !DOUBLES == 0 => Some((with_holey(kinds) & packed, ElementRep::Double)),
        k if k & !(INTS | DOUBLES) == 0 => Some((with_holey(kinds) | DOUBLES, ElementRep::Number)),
        // Int32s are words, too: so are the elements of an array that is empty yet.
        k if k & !(INTS | TAGGED) == 0 => Some(((INTS | TAGGED) & packed, ElementRep::Tagged)),
        _ => None,
    }
}

/// The kinds, and the holey ones that packed ones become.
fn with_holey(kinds: u8) -> u8 {
    kinds | (kinds & !HOLEY) << 1
}

/// A site's accesses are done in whatever way there is.
pub(super) fn is_unspecific(site: &Site, stores: bool) -> bool {
    let seen = site.seen.get();
    let absent = seen & (SEEN_OUT_OF_BOUNDS | SEEN_HOLE) != 0;
    let odd = SEEN_NAMED_KEY | if stores { SEEN_GROWTH } else { 0 };
    let uniform = match (stores, absent) {
        (true, _) => seen & SEEN_OUT_OF_BOUNDS == 0 && (is_stored_alike(site) || typed(site).is_some()),
        (false, true) => seen == SEEN_STRING | SEEN_OUT_OF_BOUNDS || representation_of_absent(seen).is_some(),
        (false, false) => seen == SEEN_STRING || representation(seen).is_some() || typed(site).is_some(),
    };
    seen & odd != 0 || !uniform
}

/// What arrays have of which a site has read elements that were not there.
fn representation_of_absent(seen: u16) -> Option<(u8, ElementRep)> {
    representation(seen).filter(|(_, rep)| *rep != ElementRep::Number)
}

/// One way of storing fits a site's arrays.
pub(super) fn is_stored_alike(site: &Site) -> bool {
    representation(site.seen.get()).is_some()
}

/// The type of a site's typed arrays.
fn typed(site: &Site) -> Option<u8> {
    let kinds = site.seen.get();
    let ty = site.count.get().checked_sub(1)?;
    let alone = kinds & (0x7f | SEEN_STRING | SEEN_NAMED_KEY | SEEN_OUT_OF_BOUNDS | SEEN_OTHER) == 0;
    let float16 = ty == ArrayType::Float16 as u8;
    (alone && !float16 && ty <= ArrayType::Float64 as u8).then_some(ty)
}

impl<'a> Builder<'a> {
    /// The object's elements are of one of the kinds, or known to be but for holes; its elements cell, and the kinds that there may be.
    pub(super) fn elements(&mut self, a: &mut Activation<'a>, object: NodeId, kinds: u8) -> (NodeId, u8) {
        let known = self.facts.get(object).elements;
        if known == 0 || known & !with_holey(kinds) != 0 {
            let is_object =
                self.facts.get(object).is_object || self.constant_kind(object) >= Some(CellKind::Object as u8);
            let op = Op::CheckElements(kinds, is_object);
            self.guard(a, op, smallvec![object], Reason::ElementKind);
            let fact = self.facts.of(object);
            fact.elements = kinds;
            fact.is_object = true;
            fact.is_not_empty = true;
        }
        let kinds = self.facts.get(object).elements;
        (self.load_pointer(object, offset_of!(JsObject, elements)), kinds)
    }

    /// Elements transition: where a site has seen both, int32s become doubles, so that one way of access fits all that come. Loads do that in loops
    /// alone, where it is done once for many of them.
    fn double_elements(&mut self, a: &mut Activation<'a>, object: NodeId) {
        let fact = self.facts.get(object);
        if fact.elements != 0 && fact.elements & !DOUBLES == 0 {
            return;
        }
        let is_object = fact.is_object || self.constant_kind(object) >= Some(CellKind::Object as u8);
        self.transition_elements(a, Op::DoubleElements(is_object), smallvec![object], DOUBLES);
    }

    /// The same for a store of any value: elements that are int32s become tagged, unless it is one.
    fn tagged_elements(&mut self, a: &mut Activation<'a>, object: NodeId, value: NodeId, kinds: u8) {
        let fact = self.facts.get(object);
        if fact.elements != 0 && fact.elements & !(kinds & TAGGED) == 0 {
            return;
        }
        let is_object = fact.is_object || self.constant_kind(object) >= Some(CellKind::Object as u8);
        self.transition_elements(a, Op::TaggedElements(kinds, is_object), smallvec![object, value], kinds);
    }

    /// The operation makes an object's elements, the first argument's, be of other kinds, of which some are left possible.
    fn transition_elements(&mut self, a: &mut Activation<'a>, op: Op, args: SmallVec<[NodeId; 4]>, to: u8) {
        let object = args[0];
        // The runtime notes where it happens.
        self.seen(a.inline);
        self.guard(a, op, args, Reason::ElementKind);
        self.facts.forget_word(offset_of!(JsObject, elements) as u32, 0);
        self.facts.forget_elements();
        // The same array may have other names: what says int32s must allow what they have become.
        let further = if to & TAGGED != 0 { ElementKind::PackedTagged } else { ElementKind::PackedDouble } as u8;
        self.facts.forget_kinds_but(|kinds| (kinds & INTS) << further & !kinds == 0);
        for &number in &self.open_loops {
            self.effects[number].resize();
        }
        let fact = self.facts.of(object);
        fact.elements = to;
        fact.is_object = true;
        fact.is_not_empty = true;
    }

    /// Whether the instruction is in a loop of its function.
    fn is_in_loop(a: &Activation<'a>) -> bool {
        a.cfg.blocks.iter().any(|block| block.inside.get(a.at) == Some(&true))
    }

    fn check_bounds(&mut self, a: &mut Activation<'a>, index: NodeId, elements: NodeId) {
        let length = self.load_int(elements, offset_of!(Elements, length));
        if !self.facts.is_within(index, length) {
            self.guard(a, Op::CheckBounds, smallvec![index, length], Reason::OutOfBounds);
        }
    }

    fn check_typed(&mut self, a: &mut Activation<'a>, object: NodeId, ty: u8) {
        if self.facts.get(object).typed == ty || self.constant_array_type(object) == Some(ty) {
            return;
        }
        self.guard(a, Op::CheckTyped(ty), smallvec![object], Reason::WrongKind);
        let fact = self.facts.of(object);
        fact.typed = ty;
        fact.is_object = true;
        fact.is_not_empty = true;
    }

    /// Where the elements of a typed array, or the bytes of a DataView, are, and their limit. Only what is not known to the compiler moves them.
    pub(super) fn typed_data(&mut self, a: &mut Activation<'a>, array: NodeId) -> [NodeId; 2] {
        let limit = match self.facts.field(array, TYPED_LIMIT) {
            Some(limit) => limit,
            None => self.add(Op::TypedLimit, smallvec![array]),
        };
        let data = match self.facts.field(array, TYPED_DATA) {
            Some(data) => data,
            None => self.guard(a, Op::TypedData, smallvec![array], Reason::OutOfBounds),
        };
        self.facts.loaded(array, TYPED_LIMIT, limit);
        self.facts.loaded(array, TYPED_DATA, data);
        [data, limit]
    }

    /// GetIndex of whatever there may be, in the fast ways that there are.
    pub(super) fn get_any_index(&mut self, a: &mut Activation<'a>) -> NodeId {
        let i = view::GetIndex(a.operands());
        let registers = [i.object(), i.key()].map(|r| a.word_of(r));
        let named = a.site(i.site()).seen.get() & SEEN_NAMED_KEY != 0;
        let op = Op::GetElement { registers, result: a.word_of(i.dst()), named };
        let key = self.key(a, a.get(i.key()));
        let mut args = smallvec![a.get(i.object()), key];
        let enumeration = self.facts.get(key).enumeration;
        if enumeration.is_some() {
            args.push(enumeration);
        }
        let value = self.call_node(a, op, args);
        self.forget();
        self.facts.of(value).is_not_empty = true;
        value
    }

    /// The same of GetPresent.
    pub(super) fn get_any_present(&mut self, a: &mut Activation<'a>) -> NodeId {
        let i = view::GetPresent(a.operands());
        let registers = [i.object(), i.key()].map(|r| a.word_of(r));
        let op = Op::GetPresent { registers, result: a.word_of(i.dst()) };
        let key = self.key(a, a.get(i.key()));
        let value = self.call_node(a, op, smallvec![a.get(i.object()), key]);
        self.forget();
        value
    }

    /// A key that was computed as a double is an int32 all the same.
    fn key(&mut self, a: &mut Activation<'a>, key: NodeId) -> NodeId {
        let double = self.rep(key) == Rep::Double || self.facts.get(key).double.is_some();
        if double && !self.is_blocked_wholly(a) { self.int(a, key) } else { key }
    }

    pub(super) fn set_any_index(&mut self, a: &mut Activation<'a>) {
        let i = view::SetIndex(a.operands());
        let op = Op::SetElement { registers: [i.object(), i.key(), i.value()].map(|r| a.word_of(r)) };
        let key = self.key(a, a.get(i.key()));
        let args = smallvec![a.get(i.object()), key, a.get(i.value())];
        self.call_node(a, op, args);
        self.forget();
    }

    /// GetIndex; None where the runtime must do it.
    pub(super) fn get_index(
        &mut self,
        a: &mut Activation<'a>,
        object: NodeId,
        key: NodeId,
        site: &Site,
    ) -> Option<NodeId> {
        if let Some(args) = self.values_of(object)
            && let Op::Int(index) = *self.op(key)
            && let Some(value) = args.get(index as usize)
        {
            return Some(*value);
        }
        let seen = site.seen.get();
        if self.is_blocked(a) {
            return None;
        }
        if seen & SEEN_NAMED_KEY != 0 {
            return self.get_known(a, object, key);
        }
        if seen == SEEN_STRING | SEEN_OUT_OF_BOUNDS {
            return Some(self.char_or_undefined(a, object, key));
        }
        if seen & (SEEN_OUT_OF_BOUNDS | SEEN_HOLE) != 0 {
            let (kinds, rep) = representation_of_absent(seen)?;
            let value = self.get_index_or(a, object, key, kinds, Op::LoadElementOrUndefined(rep, false));
            self.facts.of(value).is_not_empty = true;
            return Some(value);
        }
        if let Some(ty) = typed(site) {
            self.check_typed(a, object, ty);
            let index = self.int(a, key);
            let [data, limit] = self.typed_data(a, object);
            let args = smallvec![data, limit, index];
            return Some(self.guard(a, Op::LoadTyped(ty), args, Reason::OutOfBounds));
        }
        if seen == 0 {
            self.leave(a, Reason::Uninitialized);
            return Some(NodeId::NONE);
        }
        if seen == SEEN_STRING {
            let unit = self.char_code(a, object, key);
            return Some(self.char_string(a, unit));
        }
        let (mut kinds, mut rep) = representation(seen)?;
        let known = self.facts.get(object).elements;
        if rep == ElementRep::Number && (Builder::is_in_loop(a) || known != 0 && known & !DOUBLES == 0) {
            self.double_elements(a, object);
            (kinds, rep) = (DOUBLES, ElementRep::Double);
        }
        let (elements, kinds) = self.elements(a, object, kinds);
        let index = self.int(a, key);
        self.check_bounds(a, index, elements);
        Some(self.load_element(a, object, (elements, index), kinds, rep))
    }

    /// The string of the code unit at an index of a string, or undefined behind its end.
    fn char_or_undefined(&mut self, a: &mut Activation<'a>, string: NodeId, index: NodeId) -> NodeId {
        self.check_kind(a, string, CellKind::String);
        let index = self.int(a, index);
        let length = self.load_string_length(string);
        // A negative number is a name.
        let zero = self.int_constant(0);
        let is_index = self.add(Op::IntCompare(Condition::GreaterOrEqual), smallvec![index, zero]);
        self.guard(a, Op::CheckTrue, smallvec![is_index], Reason::OutOfBounds);
        let is_inside = self.add(Op::IntCompare(Condition::Less), smallvec![index, length]);
        let (inside, behind) = self.branch(is_inside);
        let facts = self.copy_of_facts();
        self.block = inside;
        let unit = self.guard(a, Op::CharCode, smallvec![string, index], Reason::Unsupported);
        let text = self.char_string(a, unit);
        let after = std::mem::replace(&mut self.facts, facts);
        let mut edges = vec![(self.block, text, after)];
        self.block = behind;
        self.guard(a, Op::CheckNoStringElements, smallvec![], Reason::OutOfBounds);
        let undefined = self.constant(Value::UNDEFINED);
        let after = std::mem::take(&mut self.facts);
        edges.push((self.block, undefined, after));
        let value = self.join_edges(edges);
        self.facts.of(value).is_not_empty = true;
        value
    }

    /// GetIndex of arrays where an element may be missing, by an operation that says what there is then.
    fn get_index_or(
        &mut self,
        a: &mut Activation<'a>,
        object: NodeId,
        key: NodeId,
        kinds: u8,
        op: super::Op,
    ) -> NodeId {
        use super::Op::{LoadElementOrEmpty, LoadElementOrUndefined};
        let (elements, kinds) = self.elements(a, object, kinds);
        let index = self.int(a, key);
        let length = self.load_int(elements, offset_of!(Elements, length));
        let holey = kinds & HOLEY != 0;
        let op = match op {
            LoadElementOrEmpty(rep, _) => LoadElementOrEmpty(rep, holey),
            LoadElementOrUndefined(rep, _) => LoadElementOrUndefined(rep, holey),
            op => op,
        };
        self.guard(a, op, smallvec![elements, index, length, object], Reason::Hole)
    }

    /// GetPresent; None where the runtime must do it.
    pub(super) fn get_present(
        &mut self,
        a: &mut Activation<'a>,
        object: NodeId,
        key: NodeId,
        site: &Site,
    ) -> Option<NodeId> {
        let seen = site.seen.get();
        if seen & (SEEN_OUT_OF_BOUNDS | SEEN_HOLE) == 0 || self.is_blocked(a) {
            return self.get_index(a, object, key, site);
        }
        let (kinds, rep) = representation_of_absent(seen)?;
        Some(self.get_index_or(a, object, key, kinds, Op::LoadElementOrEmpty(rep, false)))
    }

    /// An element within bounds of an object with elements of such kinds.
    pub(super) fn load_element(
        &mut self,
        a: &mut Activation<'a>,
        object: NodeId,
        (elements, index): (NodeId, NodeId),
        kinds: u8,
        rep: ElementRep,
    ) -> NodeId {
        let holes = kinds & HOLEY != 0;
        if let Some(value) = self.facts.element(elements, index, rep) {
            return value;
        }
        let mut args = smallvec![elements, index];
        if rep == ElementRep::Number {
            args.push(object);
        }
        let value = self.guard(a, Op::LoadElement(rep, holes), args, Reason::Hole);
        if rep != ElementRep::Number {
            self.facts.loaded_element(elements, index, rep, value);
        }
        if rep == ElementRep::Tagged {
            self.facts.of(value).is_not_empty = true;
        }
        value
    }

    /// SetIndex; false where the runtime must do it.
    pub(super) fn set_index(
        &mut self,
        a: &mut Activation<'a>,
        object: NodeId,
        key: NodeId,
        value: NodeId,
        site: &Site,
    ) -> bool {
        let seen = site.seen.get();
        if self.is_blocked(a) {
            return false;
        }
        if seen & SEEN_NAMED_KEY != 0 {
            return self.set_known(a, object, key, value);
        }
        if seen & (SEEN_OUT_OF_BOUNDS | SEEN_GROWTH) != 0 {
            return false;
        }
        if let Some(ty) = typed(site) {
            self.check_typed(a, object, ty);
            let index = self.int(a, key);
            let value = if is_float(ty) {
                self.double(a, value)
            } else if ty == ArrayType::Uint8Clamped as u8 {
                if self.rep(value) == Rep::Double {
                    return false;
                }
                self.int(a, value)
            } else {
                self.truncated(a, value, abi::opcode::ARITH_DOUBLE)
            };
            let [data, limit] = self.typed_data(a, object);
            let args = smallvec![data, limit, index, value];
            self.guard(a, Op::StoreTyped(ty), args, Reason::OutOfBounds);
            return true;
        }
        if seen == 0 {
            self.leave(a, Reason::Uninitialized);
            return true;
        }
        let Some((mut kinds, mut rep)) = representation(seen) else { return false };
        if rep == ElementRep::Int && self.rep(value) == Rep::Double {
            return false;
        }
        if rep == ElementRep::Number {
            self.double_elements(a, object);
            (kinds, rep) = (DOUBLES, ElementRep::Double);
        }
        // Only int32s fit everywhere; what has become tagged stays so.
        if rep == ElementRep::Tagged && self.rep(value) != Rep::Int {
            if seen as u8 & INTS != 0 {
                self.tagged_elements(a, object, value, kinds);
            } else {
                kinds &= TAGGED;
            }
        }
        let (elements, kinds) = self.elements(a, object, kinds);
        let value = match rep {
            ElementRep::Double => self.double(a, value),
            ElementRep::Int => self.int(a, value),
            ElementRep::Tagged | ElementRep::Number => value,
        };
        let index = self.int(a, key);
        self.check_bounds(a, index, elements);
        if kinds & HOLEY != 0 && self.facts.element(elements, index, rep).is_none() {
            if seen & SEEN_HOLE == 0 {
                self.guard(a, Op::CheckNoHole(rep), smallvec![elements, index], Reason::Hole);
            } else {
                let args = smallvec![elements, index, object];
                self.guard(a, Op::CheckFillable(rep), args, Reason::Hole);
            }
        }
        self.add(Op::StoreElement(rep), smallvec![elements, index, value]);
        self.facts.stored_element(elements, index, rep, value);
        for &number in &self.open_loops {
            self.effects[number].elements = true;
        }
        if rep == ElementRep::Tagged {
            self.barrier(elements, value);
        }
        true
    }
}
