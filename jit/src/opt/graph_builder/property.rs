//! Named properties, globals and environments, by what the inline caches know.

use super::access::Access;
use super::*;
use abi::cell::{CellHeader, CellKind};
use abi::ic::{self, Base, CacheEntry, EntryKind, SITE_GENERIC, SITE_MEGAMORPHIC, SITE_UNINITIALIZED, Site};
use abi::object::*;

/// An entry of an inline cache, read once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Case {
    pub key: u64,
    pub kind: EntryKind,
    pub shape: u32,
    pub new_shape: u32,
    pub offset: u32,
    pub holder: u64,
    pub validity: u64,
}

impl Case {
    pub(super) fn new(e: &CacheEntry, key: u64) -> Case {
        Case {
            key,
            kind: e.kind.get(),
            shape: e.shape.get(),
            new_shape: e.new_shape.get(),
            offset: e.offset.get(),
            holder: e.holder.get() as u64,
            validity: e.validity.get() as u64,
        }
    }
}

pub(super) type Cases = SmallVec<[Case; 4]>;

pub(super) fn cases(site: &Site) -> Cases {
    let mut cases = Cases::new();
    vm::code::entries(site, |e: &CacheEntry| {
        let validity = e.validity.get();
        // SAFETY: a validity byte is one of a live cell.
        let is_valid = validity.is_null() || unsafe { (*validity).get() } == 1;
        if e.kind.get() != EntryKind::None && is_valid {
            cases.push(Case::new(e, site.key.get()));
        }
    });
    cases
}

impl<'a> Builder<'a> {
    /// What the site knows, without what will hardly come again.
    pub(super) fn current_cases(&mut self, is_blocked: bool, site: &Site) -> Cases {
        let mut all = cases(site);
        if all.len() < 2 || is_blocked {
            return all;
        }
        let (vm, outgrown) = (self.vm, &mut self.known.outgrown);
        let mut is_outgrown = |shape: u32| *outgrown.entry(shape).or_insert_with(|| vm.shape_at(shape).is_outgrown());
        let mut is_current = |c: &Case| c.shape == 0 || !is_outgrown(c.shape);
        if all.iter().any(&mut is_current) {
            all.retain(|c| is_current(c));
        }
        all
    }

    // ---- guards

    pub(super) fn keep_shape(&mut self, shape: u32) {
        self.graph.cells.push(self.vm.heap_base() as u64 + ((shape as u64) << abi::cell::SHAPE_SHIFT));
    }

    pub(super) fn check_shape(&mut self, a: &mut Activation<'a>, value: NodeId, shape: u32) {
        if self.facts.get(value).shape == shape {
            return;
        }
        self.keep_shape(shape);
        let cell = self.is_cell(value);
        self.guard(a, Op::CheckShape(smallvec![shape], cell), smallvec![value], Reason::WrongShape);
        let fact = self.facts.of(value);
        fact.shape = shape;
        fact.is_not_empty = true;
        if shape != self.vm.string_shape_index() {
            fact.is_object = true;
        }
    }

    pub(super) fn check_kind(&mut self, a: &mut Activation<'a>, value: NodeId, kind: CellKind) {
        if self.facts.get(value).kind == kind as u8 || self.constant_kind(value) == Some(kind as u8) {
            return;
        }
        self.guard(a, Op::CheckKind(kind as u8), smallvec![value], Reason::WrongKind);
        let fact = self.facts.of(value);
        fact.kind = kind as u8;
        fact.is_not_empty = true;
        fact.is_object = kind >= CellKind::Object;
    }

    pub(super) fn check_object(&mut self, a: &mut Activation<'a>, value: NodeId) {
        if self.facts.get(value).is_object || self.constant_kind(value) >= Some(CellKind::Object as u8) {
            return;
        }
        self.guard(a, Op::CheckObject, smallvec![value], Reason::WrongKind);
        let fact = self.facts.of(value);
        fact.is_object = true;
        fact.is_not_empty = true;
    }

    pub(super) fn check_valid(&mut self, a: &mut Activation<'a>, address: u64) {
        if address != 0 {
            self.graph.cells.push(address - vm::object::watchpoints::VALID_OFFSET as u64);
            self.rely_on(a, address, Reason::PrototypeChanged);
        }
    }

    /// What the byte stands for is taken to be so. Code is thrown away when it is not so any more, and looks after everything that may have changed it.
    pub(super) fn rely_on(&mut self, a: &mut Activation<'a>, byte: u64, reason: Reason) {
        let assumption = Assumption { byte, code_id: a.code.machine().code_id, pc: a.pc as u32 };
        if self.graph.assumptions.iter().rev().take(8).all(|other| *other != assumption) {
            self.graph.assumptions.push(assumption);
        }
        if !self.facts.is_valid {
            self.guard(a, Op::CheckValid, smallvec![], reason);
            self.facts.is_valid = true;
        }
    }

    /// The value of a property that nothing is known to write, of an object that has this very shape, or is on a chain that is relied on.
    pub(super) fn constant_property(&mut self, a: &mut Activation<'a>, holder: u64, key: u64) -> Option<NodeId> {
        if self.has_changing_constant(a) {
            return None;
        }
        let (value, byte) = self.vm.constant_property(holder as *mut JsObject, key)?;
        self.graph.cells.push(holder);
        self.rely_on(a, byte as u64, Reason::ConstantChanged);
        Some(self.constant(value))
    }

    /// As above, of what is on a prototype chain.
    fn constant_on_chain(&mut self, a: &mut Activation<'a>, case: &Case) -> Option<NodeId> {
        let value = self.constant_property(a, case.holder, case.key)?;
        self.check_valid(a, case.validity);
        Some(value)
    }

    /// As above, where an object that is a constant has the shape.
    fn constant_field(&mut self, a: &mut Activation<'a>, object: NodeId, case: &Case) -> Option<NodeId> {
        let holder = self.identity(object);
        // SAFETY: what the code names is alive.
        if !Value::is_cell_word(holder) || unsafe { (*(holder as *const CellHeader)).shape.get() } != case.shape {
            return None;
        }
        self.constant_property(a, holder, case.key)
    }

    pub(super) fn check_not_empty(&mut self, a: &mut Activation<'a>, value: NodeId) {
        if self.rep(value) != Rep::Tagged || self.facts.get(value).is_not_empty {
            return;
        }
        if self.constant_value(value).is_some_and(|v| !v.is_empty()) {
            return;
        }
        self.guard(a, Op::CheckNotEmpty, smallvec![value], Reason::DeadZone);
        self.facts.of(value).is_not_empty = true;
    }

    // ---- memory

    /// What is known to be in a word. On ways that control never takes, cells have been taken for others, in which other things are there.
    pub(super) fn loaded(&self, base: NodeId, word: u32, is_such: impl Fn(Rep) -> bool) -> Option<NodeId> {
        self.facts.field(base, word).filter(|value| is_such(self.rep(*value)))
    }

    /// A value in a cell of a region.
    pub(super) fn load(&mut self, region: Region, base: NodeId, offset: usize) -> NodeId {
        let word = region.word(offset);
        if let Some(value) = self.loaded(base, word, |rep| !matches!(rep, Rep::Pointer)) {
            return value;
        }
        let value = self.add(Op::Load(offset as u32), smallvec![base]);
        self.facts.loaded(base, word, value);
        value
    }

    pub(super) fn load_pointer(&mut self, base: NodeId, offset: usize) -> NodeId {
        let offset = offset as u32;
        if let Some(value) = self.loaded(base, offset, |rep| rep == Rep::Pointer) {
            return value;
        }
        let value = self.add(Op::LoadPointer(offset), smallvec![base]);
        self.facts.loaded(base, offset, value);
        value
    }

    /// As `load_pointer`, of a word that never changes.
    pub(super) fn load_fixed(&mut self, base: NodeId, offset: usize, rep: Rep) -> NodeId {
        let offset = offset as u32;
        if let Some(value) = self.loaded(base, offset, |its| (its == Rep::Pointer) == (rep == Rep::Pointer)) {
            return value;
        }
        let op = if rep == Rep::Tagged { Op::Load(offset) } else { Op::LoadPointer(offset) };
        let value = self.add(op, smallvec![base]);
        self.facts.loaded_fixed(base, offset, value);
        value
    }

    pub(super) fn load_int(&mut self, base: NodeId, offset: usize) -> NodeId {
        let offset = offset as u32;
        if let Some(value) = self.loaded(base, offset, |rep| rep == Rep::Int) {
            return value;
        }
        let value = self.add(Op::LoadInt(offset), smallvec![base]);
        self.facts.loaded(base, offset, value);
        value
    }

    pub(super) fn store(&mut self, region: Region, base: NodeId, offset: usize, value: NodeId) {
        self.add(Op::Store(offset as u32), smallvec![base, value]);
        let shape = if region == Region::Object { self.facts.shape(base) } else { 0 };
        self.facts.stored(base, region.word(offset), value);
        self.note_store(region.word(offset), shape);
    }

    /// The object's slots cell, with room for so many values.
    pub(super) fn grow_slots(&mut self, a: &mut Activation<'a>, object: NodeId, capacity: u32) -> NodeId {
        // The runtime notes where it happens.
        self.seen(a.inline);
        let slots = self.guard(a, Op::GrowSlots(capacity), smallvec![object], Reason::Unsupported);
        let word = offset_of!(JsObject, slots) as u32;
        self.facts.stored(object, word, slots);
        self.note_store(word, 0);
        slots
    }

    /// Tells the collector, if the value may be a cell.
    pub(super) fn barrier(&mut self, owner: NodeId, value: NodeId) {
        let cell = match self.constant_value(value) {
            Some(v) => v.is_cell(),
            None => self.rep(value) == Rep::Tagged,
        };
        if cell && self.facts.get(value).int.is_none() {
            self.add(Op::Barrier, smallvec![owner]);
        }
    }

    // ---- named properties

    /// GetField of a site that has seen too much.
    pub(super) fn get_shared(&mut self, a: &mut Activation<'a>, site: &Site) -> NodeId {
        let i = view::GetField(a.operands());
        let (register, result) = (a.word_of(i.object()), a.word_of(i.dst()));
        let op = Op::GetShared { key: site.key.get(), register, result };
        let value = self.call_node(a, op, smallvec![a.get(i.object())]);
        self.forget();
        self.facts.of(value).is_not_empty = true;
        value
    }

    /// SetField of such a site.
    pub(super) fn set_shared(&mut self, a: &mut Activation<'a>, site: &Site) {
        let i = view::SetField(a.operands());
        let registers = [i.object(), i.value()].map(|register| a.word_of(register));
        let op = Op::SetShared { key: site.key.get(), registers };
        self.call_node(a, op, smallvec![a.get(i.object()), a.get(i.value())]);
        self.forget();
    }

    /// GetField, or GetSuperField: getters get the receiver. None where the runtime must do it.
    pub(super) fn get_field(
        &mut self,
        a: &mut Activation<'a>,
        object: NodeId,
        receiver: NodeId,
        site: &Site,
    ) -> Option<NodeId> {
        let state = site.state.get();
        if site.key.get() == self.vm.names.length.bits()
            && let Some(args) = self.values_of(object)
        {
            return Some(self.int_constant(args.len() as i32));
        }
        let cases = self.cases_for(a, object, site);
        // What is known of the object may leave one case, or one that the site does not know. Nothing is speculated on then: where the
        // function was inlined, its place may be blocked for what others call it with.
        let known = self.facts.get(object);
        if known.shape != 0 {
            if let Some(case) = cases.iter().find(|c| c.shape == known.shape && self.may_load(a, c)) {
                return self.load_case_for(a, object, receiver, case);
            }
            if known.kind == CellKind::Object as u8
                && let Some(case) = self.look_up(known.shape, site.key.get())
            {
                return self.load_case_for(a, object, receiver, &case);
            }
        }
        if state == SITE_MEGAMORPHIC || state == SITE_GENERIC || self.is_blocked_wholly(a) {
            return None;
        }
        if cases.is_empty() || cases.iter().any(|c| !self.may_load(a, c)) {
            if state == SITE_UNINITIALIZED && cases.is_empty() {
                self.leave(a, Reason::Uninitialized);
                return Some(NodeId::NONE);
            }
            return None;
        }
        // What the object will probably be has one of the shapes.
        let expected = self.expected_shape(object).filter(|_| !self.is_blocked(a));
        let likely = cases.iter().find(|c| cases.len() == 1 || Some(c.shape) == expected);
        if let Some(case) = likely {
            self.check_shape(a, object, case.shape);
            return self.load_case_for(a, object, receiver, case);
        }
        let same = cases.iter().all(|c| c.kind == cases[0].kind && c.offset == cases[0].offset);
        if same && cases[0].kind.is_own() {
            let shapes: SmallVec<[u32; 4]> = cases.iter().map(|c| c.shape).collect();
            shapes.iter().for_each(|s| self.keep_shape(*s));
            let cell = self.is_cell(object);
            self.guard(a, Op::CheckShape(shapes, cell), smallvec![object], Reason::WrongShape);
            self.facts.of(object).is_not_empty = true;
            return self.load_case_for(a, object, receiver, &cases[0]);
        }
        self.check_cell(a, object);
        let shape = self.load_int(object, offset_of!(CellHeader, shape));
        let mut edges: Vec<(BlockId, NodeId, Facts)> = Vec::new();
        for (i, case) in cases.iter().enumerate() {
            self.keep_shape(case.shape);
            let expected = self.int_constant(case.shape as i32);
            let last = i + 1 == cases.len();
            let facts = self.copy_of_facts();
            let mut otherwise = BlockId::NONE;
            if last {
                let holds = self.add(Op::IntCompare(Condition::Equal), smallvec![shape, expected]);
                self.guard(a, Op::CheckTrue, smallvec![holds], Reason::WrongShape);
            } else {
                let holds = self.add(Op::IntCompare(Condition::Equal), smallvec![shape, expected]);
                let (yes, no) = self.branch(holds);
                self.block = yes;
                otherwise = no;
            }
            self.facts.of(object).shape = case.shape;
            self.facts.of(object).is_not_empty = true;
            let value = self.load_case_for(a, object, receiver, case)?;
            let after = std::mem::replace(&mut self.facts, facts);
            if self.block.is_some() {
                edges.push((self.block, value, after));
            }
            self.block = otherwise;
        }
        if edges.is_empty() {
            return Some(NodeId::NONE);
        }
        let all_come = edges.len() == cases.len();
        let values: SmallVec<[u64; 4]> = edges.iter().map(|edge| self.identity(edge.1)).collect();
        let value = self.join_edges(edges);
        if all_come && self.known.choices.contains_key(&value) {
            for (case, constant) in cases.iter().zip(&values) {
                if values.iter().filter(|other| *other == constant).count() == 1 {
                    self.facts.imply(value, *constant, object, case.shape);
                }
            }
        }
        Some(value)
    }

    /// Where an ordinary object of a shape has a property that the site has not met with that shape.
    pub(super) fn look_up(&self, shape: u32, key: u64) -> Option<Case> {
        let found = self.vm.find_data(shape, key)?;
        let (storage, offset) = found.place.storage();
        let base = if found.holder.is_null() { Base::Receiver } else { Base::Holder };
        let kind = EntryKind::of(ic::Access::Word(base, storage));
        let (holder, validity) = (found.holder as u64, found.validity as u64);
        Some(Case { key, kind, shape, new_shape: 0, offset, holder, validity })
    }

    /// One block behind several that each have a value.
    pub(super) fn join_edges(&mut self, mut edges: Vec<(BlockId, NodeId, Facts)>) -> NodeId {
        self.count_calls_where_ways_differ(edges.iter_mut().map(|(from, _, facts)| (*from, facts)).collect());
        let block = self.new_block();
        let args: SmallVec<[NodeId; 4]> = edges.iter().map(|e| e.1).collect();
        let fact = self.joined_fact(edges.iter().map(|(_, value, facts)| (*value, facts)));
        let mut facts: Option<Facts> = None;
        for (from, _, its) in edges {
            self.connect(from, block);
            match &mut facts {
                None => facts = Some(its),
                Some(facts) => {
                    facts.intersect(&its);
                    self.workspace.recycle_facts(its);
                }
            }
        }
        self.facts = facts.unwrap_or_default();
        self.block = block;
        let value = self.join_values(block, args.clone());
        args.iter().filter(|arg| **arg != value).for_each(|arg| self.facts.escape(*arg));
        if !args.contains(&value) {
            self.note_joined(value, fact);
        }
        value
    }

    /// The bits of what the value is known to be; 0 where that is not known.
    pub(super) fn identity(&self, value: NodeId) -> u64 {
        self.constant_value(value).map_or_else(|| self.facts.get(value).identity, Value::bits)
    }

    /// The value is known to be a cell.
    fn is_cell(&self, value: NodeId) -> bool {
        let fact = self.facts.get(value);
        let constant = self.constant_value(value).is_some_and(|v| v.is_cell());
        constant || fact.is_object || fact.kind != 0 || fact.shape != 0 || fact.code != 0 || fact.identity != 0
    }

    fn check_cell(&mut self, a: &mut Activation<'a>, value: NodeId) {
        if self.is_cell(value) {
            return;
        }
        self.guard(a, Op::CheckCell, smallvec![value], Reason::WrongKind);
        self.facts.of(value).is_not_empty = true;
    }

    /// Loads by an entry whose shape the object has.
    pub(super) fn load_case(&mut self, a: &mut Activation<'a>, object: NodeId, case: &Case) -> Option<NodeId> {
        self.load_case_for(a, object, object, case)
    }

    /// The same for a getter's receiver that may be another.
    fn load_case_for(
        &mut self,
        a: &mut Activation<'a>,
        object: NodeId,
        receiver: NodeId,
        case: &Case,
    ) -> Option<NodeId> {
        let constant = match case.kind.access() {
            ic::Access::Word(Base::Receiver, _) => self.constant_field(a, object, case),
            ic::Access::Word(Base::Holder, _) => self.constant_on_chain(a, case),
            ic::Access::Accessor => return Some(self.access(a, object, receiver, case, None)),
            ic::Access::Proxy => return Some(self.get_of_proxy(a, case.holder, object, case.key)),
            _ => None,
        };
        if constant.is_some() {
            return constant;
        }
        let value = ic::access::load(&mut Access { builder: self, a, object, case, value: () }, case.kind)?;
        self.expect_case(value, object, case);
        Some(value)
    }

    /// Where the one sort of objects that a site has met has a private element that holds a value, or gets it: it is that name, and such an object.
    pub(super) fn private_case(
        &mut self,
        a: &mut Activation<'a>,
        object: NodeId,
        name: NodeId,
        site: &Site,
        may: impl Fn(EntryKind) -> bool,
    ) -> Option<Case> {
        let [case] = cases(site)[..] else { return None };
        if !may(case.kind) || case.key == 0 || self.is_blocked(a) {
            return None;
        }
        if self.identity(name) != case.key {
            self.check_identical(a, name, case.key, Reason::WrongTarget);
        }
        self.check_shape(a, object, case.shape);
        Some(case)
    }

    /// A site's entries for an object. An own accessor is known where the object probably is: it is its holder then, as namespaces of modules are.
    fn cases_for(&mut self, a: &Activation<'a>, object: NodeId, site: &Site) -> Cases {
        let mut cases = self.current_cases(self.is_blocked(a), site);
        if !self.is_blocked(a) {
            for case in cases.iter_mut().filter(|c| c.kind.access() == ic::Access::Accessor && c.holder == 0) {
                let holder = self.expected(object).filter(|_| self.expected_shape(object) == Some(case.shape));
                case.holder = holder.unwrap_or(0);
            }
        }
        cases
    }

    /// The accessors of an entry's property that nothing has changed; and the byte by which that is so.
    fn accessors(&self, a: &Activation<'a>, case: &Case) -> Option<([Value; 2], *const u8)> {
        if case.kind.access() != ic::Access::Accessor || case.holder == 0 || self.has_changing_constant(a) {
            return None;
        }
        self.vm.constant_accessor(case.holder as *mut JsObject, case.key)
    }

    fn may_load(&self, a: &Activation<'a>, case: &Case) -> bool {
        let is_called = case.kind.access() == ic::Access::Proxy && case.holder != 0;
        is_called || case.kind.can_load() || self.accessors(a, case).is_some()
    }

    /// Calls the getter, or the setter with a value, of an entry whose shape the object has: there is one, unless it is a getter.
    fn access(
        &mut self,
        a: &mut Activation<'a>,
        object: NodeId,
        receiver: NodeId,
        case: &Case,
        value: Option<NodeId>,
    ) -> NodeId {
        let Some(([get, set], byte)) = self.accessors(a, case) else { unreachable!("it was there just now") };
        self.check_valid(a, case.validity);
        self.graph.cells.push(case.holder);
        // SAFETY: a holder is a live object.
        if unsafe { (*(case.holder as *const CellHeader)).shape.get() } == case.shape {
            // The accessor is the object's own.
            self.check_identical(a, object, case.holder, Reason::WrongTarget);
        }
        self.rely_on(a, byte as u64, Reason::ConstantChanged);
        let function = if value.is_some() { set } else { get };
        if function.is_undefined() {
            return self.constant(function);
        }
        self.call_accessor(a, function, receiver, value)
    }

    /// InstanceOf, where the site knows where the function on the right has its prototype.
    pub(super) fn instance_of(
        &mut self,
        a: &mut Activation<'a>,
        value: NodeId,
        target: NodeId,
        site: &Site,
    ) -> Option<NodeId> {
        let case = Case { key: self.vm.names.prototype.bits(), ..*cases(site).first()? };
        if !case.kind.is_own() || self.is_blocked_wholly(a) {
            return None;
        }
        self.check_shape(a, target, case.shape);
        self.check_valid(a, case.validity);
        let prototype = self.load_case(a, target, &case)?;
        if let Some(answer) = self.instance_by_shape(a, value, prototype, &case) {
            return Some(answer);
        }
        self.check_object(a, prototype);
        Some(self.guard(a, Op::HasPrototype, smallvec![value, prototype], Reason::WrongKind))
    }

    /// What `instanceof` says of all objects of the value's shape, or of that which the site saw first.
    fn instance_by_shape(
        &mut self,
        a: &mut Activation<'a>,
        value: NodeId,
        prototype: NodeId,
        case: &Case,
    ) -> Option<NodeId> {
        let prototype = self.constant_value(prototype)?;
        // Values of several shapes have failed a guard: then their chains are walked.
        let expected = if self.is_blocked(a) { 0 } else { case.new_shape };
        let known = self.facts.get(value).shape;
        let shape = if known != 0 { known } else { expected };
        if shape == 0 {
            return None;
        }
        // SAFETY: shapes of facts are kept by the graph; one of a site is alive now.
        let (answer, byte) = unsafe { self.vm.is_on_chain(shape, prototype)? };
        self.check_shape(a, value, shape);
        self.check_valid(a, byte as u64);
        Some(self.constant(Value::bool(answer)))
    }

    pub(super) fn load_fixed_int(&mut self, base: NodeId, offset: usize) -> NodeId {
        if let Some(value) = self.loaded(base, offset as u32, |rep| rep == Rep::Int) {
            return value;
        }
        let value = self.add(Op::LoadInt(offset as u32), smallvec![base]);
        self.facts.loaded_fixed(base, offset as u32, value);
        value
    }

    /// An unsigned word that is an int32, too.
    pub(super) fn load_uint32(&mut self, a: &mut Activation<'a>, base: NodeId, offset: usize) -> NodeId {
        if let Some(value) = self.loaded(base, offset as u32, |rep| rep == Rep::Int) {
            return value;
        }
        let number = self.load_int(base, offset);
        let zero = self.int_constant(0);
        let fits = self.add(Op::IntCompare(Condition::GreaterOrEqual), smallvec![number, zero]);
        self.guard(a, Op::CheckTrue, smallvec![fits], Reason::Overflow);
        number
    }

    /// DeleteField, whose removals are stores of undefined that change the shape; None where the runtime must do it.
    pub(super) fn delete_field(&mut self, a: &mut Activation<'a>, object: NodeId, site: &Site) -> Option<NodeId> {
        let undefined = self.constant(Value::UNDEFINED);
        if !self.set_field(a, object, undefined, site) {
            return None;
        }
        Some(if self.block.is_some() { self.constant(Value::TRUE) } else { NodeId::NONE })
    }

    /// SetField, DefineField or DeleteField; false where the runtime must do it.
    pub(super) fn set_field(&mut self, a: &mut Activation<'a>, object: NodeId, value: NodeId, site: &Site) -> bool {
        let state = site.state.get();
        let cases = self.cases_for(a, object, site);
        let known = self.facts.get(object).shape;
        if known != 0
            && !self.is_blocked_wholly(a)
            && let Some(case) = cases.iter().find(|c| c.shape == known && self.may_store(a, c))
        {
            self.store_case(a, object, value, case);
            return true;
        }
        if state == SITE_MEGAMORPHIC || state == SITE_GENERIC || self.is_blocked_wholly(a) {
            return false;
        }
        if cases.is_empty() {
            if state == SITE_UNINITIALIZED {
                self.leave(a, Reason::Uninitialized);
                return true;
            }
            return false;
        }
        let [case] = cases[..] else { return self.set_polymorphic(a, object, value, &cases) };
        if !self.may_store(a, &case) {
            return false;
        }
        self.check_shape(a, object, case.shape);
        self.store_case(a, object, value, &case);
        true
    }

    fn set_polymorphic(&mut self, a: &mut Activation<'a>, object: NodeId, value: NodeId, cases: &[Case]) -> bool {
        if !cases.iter().all(|c| self.may_store(a, c)) {
            return false;
        }
        self.check_cell(a, object);
        let shape = self.load_int(object, offset_of!(CellHeader, shape));
        let undefined = self.constant(Value::UNDEFINED);
        let mut edges = Vec::new();
        for (i, case) in cases.iter().enumerate() {
            self.keep_shape(case.shape);
            let expected = self.int_constant(case.shape as i32);
            let facts = self.copy_of_facts();
            let mut otherwise = BlockId::NONE;
            let holds = self.add(Op::IntCompare(Condition::Equal), smallvec![shape, expected]);
            if i + 1 == cases.len() {
                self.guard(a, Op::CheckTrue, smallvec![holds], Reason::WrongShape);
            } else {
                let (yes, no) = self.branch(holds);
                self.block = yes;
                otherwise = no;
            }
            self.facts.of(object).shape = case.shape;
            self.facts.of(object).is_object = true;
            self.store_case(a, object, value, case);
            let after = std::mem::replace(&mut self.facts, facts);
            if self.block.is_some() {
                edges.push((self.block, undefined, after));
            }
            self.block = otherwise;
        }
        if !edges.is_empty() {
            self.join_edges(edges);
        }
        true
    }

    fn may_store(&self, a: &Activation<'a>, case: &Case) -> bool {
        let is_called = case.kind.access() == ic::Access::Proxy && case.holder != 0;
        is_called
            || case.kind.can_store()
            || case.kind.can_remove()
            || self.accessors(a, case).is_some_and(|([_, set], _)| !set.is_undefined())
    }

    /// Stores by an entry whose shape the object has.
    pub(super) fn store_case(&mut self, a: &mut Activation<'a>, object: NodeId, value: NodeId, case: &Case) {
        if case.kind.access() == ic::Access::Accessor {
            self.access(a, object, object, case, Some(value));
            return;
        }
        if case.kind.access() == ic::Access::Proxy {
            let strict = a.site(view::SetField(a.operands()).site()).flags.get() & ic::SITE_FLAG_STRICT != 0;
            return self.set_of_proxy(a, case, object, value, strict);
        }
        let does = if case.kind.can_remove() { ic::access::remove } else { ic::access::store };
        let stored = does(&mut Access { builder: self, a, object, case, value }, case.kind);
        stored.expect("a store of the optimizer's");
    }

    // ---- globals

    /// The entry of a global's site. A global object is another with each new global: a site that has not run since, because what is run is inlined, is told.
    pub(super) fn global_case(&self, code: &Code, site: &Site, writes: bool) -> Option<Case> {
        let case = *cases(site).first().filter(|case| case.kind == EntryKind::GLOBAL && case.holder != 0)?;
        // SAFETY: the holder of an entry is a live cell.
        if unsafe { (*(case.holder as *const CellHeader)).shape.get() } == case.shape {
            return Some(case);
        }
        let (holder, shape, offset) = self.vm.global_place(code, case.key, writes)?;
        Some(Case { holder: holder as u64, shape, offset, ..case })
    }

    /// Where a global is: the cell with its slots, and the offset there.
    fn global(&mut self, a: &mut Activation<'a>, case: &Case) -> Option<(NodeId, usize)> {
        if self.is_blocked_wholly(a) {
            return None;
        }
        let holder = self.cell(case.holder);
        self.check_shape(a, holder, case.shape);
        let slots = self.load_pointer(holder, offset_of!(JsObject, slots));
        Some((slots, case.offset as usize))
    }

    pub(super) fn get_global(&mut self, a: &mut Activation<'a>, site: &Site) -> Option<NodeId> {
        if site.state.get() == SITE_UNINITIALIZED && cases(site).is_empty() {
            self.leave(a, Reason::Uninitialized);
            return Some(NodeId::NONE);
        }
        let case = self.global_case(a.code, site, false)?;
        if let Some(value) = self.constant_global(a, &case) {
            return Some(value);
        }
        let (slots, offset) = self.global(a, &case)?;
        let value = self.load(Region::Slots, slots, offset);
        let holder = self.cell(case.holder);
        self.expect_case(value, holder, &case);
        self.check_not_empty(a, value);
        Some(value)
    }

    /// The value of a variable that has never changed.
    fn constant_global(&mut self, a: &mut Activation<'a>, case: &Case) -> Option<NodeId> {
        if self.has_changing_constant(a) {
            return None;
        }
        let (value, valid) = self.vm.constant_global(case.holder as *mut JsObject, case.shape, case.offset)?;
        self.graph.cells.push(case.holder);
        self.rely_on(a, valid as u64, Reason::ConstantChanged);
        Some(self.constant(value))
    }

    pub(super) fn set_global(&mut self, a: &mut Activation<'a>, site: &Site, value: NodeId) -> bool {
        let Some(case) = self.global_case(a.code, site, true) else { return false };
        let Some((slots, offset)) = self.global(a, &case) else { return false };
        let old = self.load(Region::Slots, slots, offset);
        self.check_not_empty(a, old);
        self.store(Region::Slots, slots, offset, value);
        self.barrier(slots, value);
        true
    }

    // ---- environments

    pub(super) fn environment(&mut self, mut environment: NodeId, depth: usize) -> NodeId {
        for _ in 0..depth {
            environment = match self.constant_value(environment).filter(|value| value.is_cell()) {
                // SAFETY: environments are live cells of that layout; their parents never change, and the frontend counted them.
                Some(value) => self.cell(unsafe { (*value.as_cell().cast::<Environment>()).parent.get() } as u64),
                None => self.load_fixed(environment, offset_of!(Environment, parent), Rep::Pointer),
            };
        }
        environment
    }
}
