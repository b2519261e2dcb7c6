//! Array iteration: loops, patterns and spread calls over arrays, and lists, which are arrays whose values are known while the graph is built.
//!
//! A record of an array is the next index and the array (`StartIteration`). As long as array iteration is what the specification makes it, which the code
//! relies on, all there is to do is to read elements.

use super::call::CallKind;
use super::*;
use abi::ic::{SEEN_ENTRIES, SEEN_HOLE, SEEN_OTHER, SEEN_OUT_OF_BOUNDS, SITE_UNINITIALIZED};
use abi::opcode::ITERATES_ARRAY;

/// Elements of a literal that is known value by value, at most.
const VALUES: usize = 64;
/// Constants of a literal that are written one by one, at most; more are copied.
const CONSTANTS: usize = 16;

impl<'a> Builder<'a> {
    /// What is in an array or arguments object that nobody can have changed.
    pub(super) fn values_of(&self, object: NodeId) -> Option<Vec<NodeId>> {
        if object.is_none() || !self.facts.is_unescaped(object) {
            return None;
        }
        let node = self.graph.node(object);
        match node.op {
            Op::NewArguments { .. } => Some(node.args[1..].to_vec()),
            Op::NewArray { .. } => {
                let has_hole = |value: &NodeId| self.constant_value(*value).is_some_and(|v| v.is_empty());
                (!node.args.iter().any(has_hole)).then(|| node.args.to_vec())
            }
            _ => None,
        }
    }

    /// The values of an array that iterates as arrays do.
    fn listed(&self, object: NodeId) -> Option<Vec<NodeId>> {
        self.values_of(object).filter(|_| matches!(self.op(object), Op::NewArray { .. }))
    }

    /// NewArray.
    pub(super) fn array_literal(&mut self, a: &mut Activation<'a>) -> bool {
        let i = view::NewArray(a.operands());
        let (first, count) = (i.first(), i.count() as usize);
        let values: SmallVec<[NodeId; 8]> = a.registers[first..first + count].iter().copied().collect();
        if count > VALUES || values.iter().any(|value| value.is_none()) {
            return false;
        }
        let site = std::ptr::from_ref(a.site(i.site())) as u64;
        let array = self.new_list(a, &values, a.word as usize + first, site);
        a.set(i.dst(), array);
        true
    }

    /// NewArrayConst of a few values, of which the pattern is there, and which are no doubles: an array of them, each a constant.
    pub(super) fn constant_array_literal(&mut self, a: &mut Activation<'a>) -> bool {
        let i = view::NewArrayConst(a.operands());
        let values = self.vm.constants_of_array(a.code, i.constant(), CONSTANTS);
        let Some(values) = values else { return false };
        let values: SmallVec<[NodeId; 8]> = values.into_iter().map(|value| self.constant(value)).collect();
        let site = std::ptr::from_ref(a.site(i.site())) as u64;
        let first = (a.word + a.code.machine().frame_words) as usize;
        let array = self.new_list(a, &values, first, site);
        a.set(i.dst(), array);
        true
    }

    /// An array of values, which words of the frame from the given one on are free for.
    pub(super) fn new_list(&mut self, a: &mut Activation<'a>, values: &[NodeId], first: usize, site: u64) -> NodeId {
        self.graph.words = self.graph.words.max((first + values.len()) as u32);
        self.checkpoint(a);
        let shape = self.vm.array_allocation().map_or(0, |(shape, ..)| shape);
        let op = Op::NewArray { first: first as u16, site, shape };
        let array = self.call_node(a, op, SmallVec::from_slice(values));
        self.facts.allocated(array);
        let fact = self.facts.of(array);
        fact.is_object = true;
        fact.is_not_empty = true;
        fact.kind = CellKind::Array as u8;
        if shape != 0 {
            self.keep_shape(shape);
            self.facts.of(array).shape = shape;
        }
        array
    }

    /// Array iteration is taken to stay as it is; false if it is not as it was in the beginning.
    fn rely_on_iteration(&mut self, a: &mut Activation<'a>) -> bool {
        let Some([array, iterator, values, next]) = self.vm.array_iteration_bytes() else { return false };
        for chain in [array, iterator] {
            self.check_valid(a, chain as u64);
        }
        for property in [values, next] {
            self.rely_on(a, property as u64, Reason::PrototypeChanged);
        }
        true
    }

    /// StartIteration of an array; false where the runtime must do it.
    pub(super) fn start_iteration(&mut self, a: &mut Activation<'a>) -> bool {
        let i = view::StartIteration(a.operands());
        let (base, iterable) = (i.iterator(), a.get(i.iterable()));
        let plain = i.feedback() == ITERATES_ARRAY || self.listed(iterable).is_some();
        if !plain || self.is_blocked(a) {
            return false;
        }
        let Some((shape, ..)) = self.vm.array_allocation() else { return false };
        if !self.rely_on_iteration(a) {
            return false;
        }
        self.check_shape(a, iterable, shape);
        self.facts.of(iterable).kind = CellKind::Array as u8;
        a.registers[base] = self.int_constant(0);
        a.registers[base + 1] = iterable;
        true
    }

    /// IteratorStep, of an array most likely.
    pub(super) fn iterator_step(&mut self, a: &mut Activation<'a>, op: Opcode, target: usize, next: usize) -> usize {
        let i = view::IteratorStep(a.operands());
        let (dst, base, seen) = (i.value(), i.iterator(), i.feedback());
        let (iterator, array) = (a.registers[base], a.registers[base + 1]);
        if iterator.is_none() || array.is_none() {
            return self.operate_jump(a, op, target, next);
        }
        if let Op::Int(index) = *self.op(iterator)
            && let Some(values) = self.listed(array)
        {
            match values.get(index as usize) {
                Some(value) => {
                    a.registers[dst] = *value;
                    a.registers[base] = self.int_constant(index + 1);
                }
                None => {
                    self.ended(a, dst, base);
                    self.go(a, target);
                }
            }
            return next;
        }
        if seen & (SEEN_OTHER | SEEN_HOLE) == 0
            && !self.is_blocked(a)
            && let Some((kinds, rep)) = element::representation(seen & 0xff)
        {
            let index = self.int(a, iterator);
            let fact = self.facts.of(array);
            fact.kind = CellKind::Array as u8;
            fact.is_object = true;
            fact.is_not_empty = true;
            let (elements, kinds) = self.elements(a, array, kinds);
            let present = self.load_int(elements, offset_of!(Elements, length));
            if target == next && seen & SEEN_OUT_OF_BOUNDS == 0 {
                if !self.facts.is_within(index, present) {
                    self.guard(a, Op::CheckBounds, smallvec![index, present], Reason::OutOfBounds);
                }
            } else {
                let inside = self.add(Op::IntCompare(Condition::Less), smallvec![index, present]);
                let (yes, no) = self.branch(inside);
                let facts = self.copy_of_facts();
                self.block = no;
                // Behind the elements that are there holes may follow.
                let length = self.load_int(array, offset_of!(JsArray, length));
                let all = self.add(Op::IntCompare(Condition::Equal), smallvec![length, present]);
                self.guard(a, Op::CheckTrue, smallvec![all], Reason::Hole);
                self.ended(a, dst, base);
                self.go(a, target);
                self.facts = facts;
                self.block = yes;
            }
            let value = self.load_element(a, array, (elements, index), kinds, rep);
            let one = self.int_constant(1);
            a.registers[dst] = value;
            a.registers[base] = self.add(Op::IntWrapping(Arithmetic::Add), smallvec![index, one]);
            a.registers[base + 1] = array;
            return next;
        }
        if seen == SEEN_OTHER | SEEN_ENTRIES && !self.is_blocked(a) {
            self.entry_step(a, target);
            return next;
        }
        let others = seen & !SEEN_ENTRIES == SEEN_OTHER && !self.is_blocked_wholly(a);
        if !others {
            return self.operate_jump(a, op, target, next);
        }
        // Nobody's method where that of arrays is not known.
        let built_in = self.vm.array_iterator_next().unwrap_or(Value::EMPTY);
        if !built_in.is_empty() {
            self.graph.cells.push(built_in.bits());
        }
        self.check_object(a, iterator);
        let word = |r: usize| (a.word as usize + r) as u16;
        let op = Op::Iterate { next: built_in.bits(), registers: [word(base), word(base + 1)], result: word(dst) };
        let step = self.call_node(a, op, smallvec![iterator, array]);
        self.forget();
        self.go_if_ended(a, step, [dst, base], target);
        a.registers[dst] = step;
        self.facts.of(step).is_not_empty = true;
        next
    }

    /// IteratorStep of a Map's entries: the pair is a list, of which nothing may be left where it is taken apart.
    fn entry_step(&mut self, a: &mut Activation<'a>, target: usize) {
        let i = view::IteratorStep(a.operands());
        let (dst, base) = (i.value(), i.iterator());
        let (iterator, method) = (a.registers[base], a.registers[base + 1]);
        self.check_identical(a, method, self.vm.map_iterator_next().bits(), Reason::WrongTarget);
        self.guard(a, Op::CheckEntries, smallvec![iterator], Reason::WrongKind);
        let key = self.add(Op::StepEntry, smallvec![iterator]);
        self.go_if_ended(a, key, [dst, base], target);
        let value = self.add(Op::EntryValue, smallvec![]);
        for part in [key, value] {
            self.facts.of(part).is_not_empty = true;
        }
        let first = (a.word + a.code.machine().frame_words) as usize;
        a.registers[dst] = self.new_list(a, &[key, value], first, 0);
        // The step is not to be done again.
        self.facts.effect();
    }

    /// A step that gave the empty value was the last: the loop ends.
    fn go_if_ended(&mut self, a: &mut Activation<'a>, step: NodeId, [dst, base]: [usize; 2], target: usize) {
        let iterator = a.registers[base];
        let empty = self.constant(Value::EMPTY);
        let ended = self.add(Op::Identical, smallvec![step, empty]);
        let (yes, no) = self.branch(ended);
        let facts = self.copy_of_facts();
        self.block = yes;
        self.ended(a, dst, base);
        self.go(a, target);
        self.facts = facts;
        self.block = no;
        a.registers[base] = iterator;
    }

    /// A record is finished.
    fn ended(&mut self, a: &mut Activation<'a>, dst: usize, base: usize) {
        let undefined = self.constant(Value::UNDEFINED);
        a.registers[dst] = undefined;
        a.registers[base] = undefined;
    }

    /// The next index of a record of a list, and its values.
    fn known_record(&self, a: &Activation<'a>, base: usize) -> Option<(usize, Vec<NodeId>)> {
        let (iterator, array) = (a.registers[base], a.registers[base + 1]);
        if iterator.is_none() || array.is_none() {
            return None;
        }
        let Op::Int(index) = *self.op(iterator) else { return None };
        Some((index as usize, self.listed(array)?))
    }

    /// IteratorSkip of a list.
    pub(super) fn iterator_skip(&mut self, a: &mut Activation<'a>) -> bool {
        let base = view::IteratorSkip(a.operands()).iterator();
        let Some((index, values)) = self.known_record(a, base) else { return false };
        a.registers[base] = match values.get(index) {
            Some(_) => self.int_constant(index as i32 + 1),
            None => self.constant(Value::UNDEFINED),
        };
        true
    }

    /// IteratorRest of a list.
    pub(super) fn iterator_rest(&mut self, a: &mut Activation<'a>) -> bool {
        let i = view::IteratorRest(a.operands());
        let base = i.iterator();
        let Some((index, values)) = self.known_record(a, base) else { return false };
        let first = (a.word + a.code.machine().frame_words) as usize;
        let rest = self.new_list(a, values.get(index..).unwrap_or(&[]), first, 0);
        a.registers[base] = self.constant(Value::UNDEFINED);
        a.set(i.dst(), rest);
        true
    }

    /// IteratorClose of a record that is known to be finished, or of an array, to which closing does nothing.
    pub(super) fn iterator_close(&mut self, a: &mut Activation<'a>) -> bool {
        let base = view::IteratorClose(a.operands()).iterator();
        let iterator = a.registers[base];
        if iterator.is_none() || self.is_blocked(a) {
            return false;
        }
        if self.constant_value(iterator).is_some_and(|v| v.is_undefined()) {
            return true;
        }
        let is_array = self.rep(iterator) == Rep::Int || self.facts.get(iterator).int.is_some();
        if !is_array || !self.rely_on_iteration(a) {
            return false;
        }
        a.registers[base] = self.constant(Value::UNDEFINED);
        true
    }

    /// SpreadList of a list: it is the list.
    pub(super) fn spread_list(&mut self, a: &mut Activation<'a>) -> bool {
        let i = view::SpreadList(a.operands());
        let iterable = a.get(i.iterable());
        if self.listed(iterable).is_none() || self.is_blocked(a) || !self.rely_on_iteration(a) {
            return false;
        }
        a.set(i.dst(), iterable);
        true
    }

    /// CallSpread or ConstructSpread of a list.
    pub(super) fn call_spread(&mut self, a: &mut Activation<'a>, construct: bool) -> bool {
        let i = view::CallSpread(a.operands());
        let (base, argc) = (i.base(), i.argc() as usize);
        let (callee, this) = (a.registers[base + CALLEE], a.registers[base + THIS]);
        let first = base + FIRST_ARGUMENT;
        let mut args = a.registers[first..first + argc].to_vec();
        if callee.is_none() || !construct && this.is_none() || args.iter().any(|n| n.is_none()) {
            return false;
        }
        let Some(values) = args.last().and_then(|list| self.listed(*list)) else {
            if construct || a.site(i.site()).state.get() == SITE_UNINITIALIZED {
                return false;
            }
            let op = Op::CallSpread { area: a.word_of(base), result: a.word_of(i.dst()) };
            let all = [callee, this].into_iter().chain(args).collect();
            let value = self.call_node(a, op, all);
            self.forget();
            self.facts.of(value).is_not_empty = true;
            a.set(i.dst(), value);
            return true;
        };
        args.pop();
        args.extend(values);
        self.call_with(a, if construct { CallKind::New } else { CallKind::Call }, &args);
        true
    }
}
