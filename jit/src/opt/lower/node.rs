//! One node: which function of which family emits it.

use super::*;

impl Lower<'_, '_> {
    pub(super) fn node(&mut self, id: NodeId) {
        let graph = self.graph;
        self.force(id);
        let node = graph.node(id);
        let args = &node.args;
        let value = match &node.op {
            Op::Constant(_) | Op::Int(_) | Op::Double(_) => None,
            Op::Word(word) | Op::Written(word) => Some(self.frame_word(*word)),
            Op::Phi => None,
            Op::ToInt => Some(self.as_int(id)),
            Op::ToDouble => Some(self.as_double(id)),
            Op::Truncate => Some(self.truncate(id)),
            Op::Box => Some(self.tagged(args[0])),
            Op::Truth | Op::IsNullish | Op::StrictEqual | Op::EqualsAtom(_) => Some(self.condition(id)),

            Op::IntArithmetic(kind) => Some(self.int_arithmetic(id, *kind)),
            Op::IntWrapping(kind) => Some(self.int_wrapping(id, *kind)),
            Op::IntBitwise(kind) => Some(self.int_bitwise(id, *kind)),
            Op::IntUShrDouble => Some(self.ushr_double(id)),
            Op::IntNegate => Some(self.int_negate(id)),
            Op::IntNot => Some(self.int_not(id)),
            Op::IntPick(greater) => Some(self.int_pick(id, *greater)),
            Op::DoubleArithmetic(kind) => Some(self.double_arithmetic(id, *kind)),
            Op::Double1(function) => Some(self.double_function(id, *function)),
            Op::Double2(function) => Some(self.double_function2(id, *function)),
            Op::IntCompare(condition) => Some(self.int_compare(id, *condition)),
            Op::DoubleCompare(condition) => Some(self.double_compare(id, *condition)),
            Op::Identical => Some(self.identical(id)),
            Op::AtomOf => Some(self.atom_of(args[0])),
            Op::LooseEqual => Some(self.loose_equal(id)),
            Op::Concat => Some(self.concat(id)),
            Op::ConcatAll { first } => Some(self.concat_all(id, *first)),
            Op::TypeOf => Some(self.type_of(id)),
            Op::HasType(name) => Some(self.has_type(id, *name)),
            Op::Not => Some(self.not(id)),
            Op::Either => Some(self.either(id)),
            Op::IsCode(code) => Some(self.is_code(id, *code)),
            Op::OddToInt => Some(self.odd_to_int(id)),
            Op::BoolToInt => Some(self.bool_to_int(id)),
            Op::ObjectOr => Some(self.object_or_this(id)),

            Op::CheckShape(shapes, known) => {
                self.check_shape(id, shapes, *known);
                None
            }
            Op::CheckKind(kind) => {
                self.check_kind(id, *kind);
                None
            }
            Op::CheckCell => {
                self.check_cell(id);
                None
            }
            Op::CheckObject => {
                self.check_object(id);
                None
            }
            Op::CheckElements(kinds, is_object) => {
                self.check_elements(id, *kinds, *is_object);
                None
            }
            Op::DoubleElements(is_object) => {
                self.double_elements(id, *is_object);
                None
            }
            Op::TaggedElements(kinds, is_object) => {
                self.tagged_elements(id, *kinds, *is_object);
                None
            }
            Op::CheckIdentical(bits) => {
                self.check_identical(id, *bits);
                None
            }
            Op::CheckCode(code) => {
                self.check_code(id, *code);
                None
            }
            Op::CheckNotEmpty => {
                self.check_not_empty(id);
                None
            }
            Op::CheckTyped(ty) => {
                self.check_typed(id, *ty);
                None
            }
            Op::CheckValid => {
                self.check_valid(id);
                None
            }
            Op::SwitchIndex(other) => Some(self.switch_index(id, *other)),
            Op::CheckNoStringElements => {
                self.check_no_string_elements(id);
                None
            }
            Op::CheckBounds => {
                self.check_bounds(id);
                None
            }
            Op::CheckFlags(flags) => {
                self.check_flags(id, *flags);
                None
            }
            Op::CheckTrue => {
                self.check_true(id);
                None
            }

            Op::Load(offset) | Op::LoadPointer(offset) => Some(self.load_word(id, *offset)),
            Op::LoadInt(offset) => Some(self.load_int(id, *offset)),
            Op::Store(offset) => {
                self.store_word(id, *offset);
                None
            }
            Op::StoreShape(shape) => {
                self.store_shape(id, *shape);
                None
            }
            Op::Barrier => {
                self.barrier(id);
                None
            }
            Op::LoadElement(rep, holes) => Some(self.load_element(id, *rep, *holes)),
            Op::LoadElementOrUndefined(rep, holes) => Some(self.load_element_or(id, *rep, *holes, JsValue::UNDEFINED)),
            Op::LoadElementOrEmpty(rep, holes) => Some(self.load_element_or(id, *rep, *holes, JsValue::EMPTY)),
            Op::StoreElement(rep) => {
                self.store_element(id, *rep);
                None
            }
            Op::CheckNoHole(rep) => {
                self.check_no_hole(id, *rep);
                None
            }
            Op::CheckFillable(rep) => {
                self.check_fillable(id, *rep);
                None
            }
            Op::NumberOf(kind) => Some(self.number_of(id, *kind)),
            Op::TypedData => Some(self.typed_data(id)),
            Op::TypedLimit => Some(self.typed_limit(id)),
            Op::LoadTyped(ty) => Some(self.load_typed(id, *ty)),
            Op::StoreTyped(ty) => {
                self.store_typed(id, *ty);
                None
            }
            Op::LoadView(ty, order) => Some(self.load_view(id, *ty, *order)),
            Op::StoreView(ty, order) => {
                self.store_view(id, *ty, *order);
                None
            }
            Op::CharString => Some(self.char_string(id)),
            Op::CharCode => Some(self.char_code(id)),

            Op::TailCall { area } => Some(self.tail_call(id, *area)),
            Op::Pop => Some(self.pop(id)),
            Op::GrowSlots(capacity) => Some(self.grow_slots(id, *capacity)),
            Op::Push => Some(self.push(id)),
            Op::Iterate { next, registers, result } => Some(self.iterate(id, *next, *registers, *result)),
            Op::GetElement { registers, result, named } => Some(self.get_element(id, *registers, *result, *named)),
            Op::GetPresent { registers, result } => Some(self.get_present(id, *registers, *result)),
            Op::CheckEntries => {
                self.check_entries(id);
                None
            }
            Op::StepEntry => Some(self.step_entry(args[0])),
            Op::EntryValue => Some(self.entry_value()),
            Op::ResumeGenerator => Some(self.resume_generator(id)),
            Op::Given => Some(self.given()),
            Op::StartEnumeration { register, result } => Some(self.start_enumeration(id, *register, *result)),
            Op::Enumerate { register, result } => Some(self.enumerate(id, *register, *result)),
            Op::SetElement { registers } => {
                self.set_element(id, *registers);
                None
            }
            Op::GetShared { key, register, result } => Some(self.get_shared(id, *key, *register, *result)),
            Op::SetShared { key, registers } => {
                self.set_shared(id, *key, *registers);
                None
            }
            Op::Equal { strict, registers, outcome } => Some(self.equal(id, *strict, *registers, *outcome)),
            Op::Call { area, target } => Some(self.call(id, *area, *target)),
            Op::CallSpread { area, result } => Some(self.call_spread(id, *area, *result)),
            Op::Direct(function) => Some(self.direct(id, *function)),
            Op::Construct { area } => Some(self.construct(id, *area)),
            Op::Operate { registers, .. } => {
                let words: Vec<u16> = registers.to_vec();
                self.jumped = Some(self.operate(id, &words));
                None
            }
            Op::Suspend { registers } => Some(self.suspend(id, registers)),
            Op::SaveFrame { position, bare, words, registers } => {
                self.save_frame(id, *position, *bare, *words, registers);
                None
            }
            Op::Jumped => Some(self.jumped()),
            Op::NewThis => Some(self.new_this(id)),
            Op::NewArguments { mapped, area, shape, iterator, callee } => {
                Some(self.new_arguments(id, *mapped, *area, *shape, [*iterator, *callee]))
            }
            Op::NewArray { first, site, shape } => Some(self.new_list(id, *first, *site, *shape)),
            Op::NewEnvironment { length, info, allocator, bytes } => {
                Some(self.new_environment(id, *length, *info, [*allocator, *bytes]))
            }
            Op::NewFunction { code, header, allocator, bytes } => {
                Some(self.new_function(id, *code, *header, [*allocator, *bytes]))
            }
            Op::NewObject { kind, shape, allocator, bytes } => {
                Some(self.new_object(id, *kind, *shape, *allocator, *bytes))
            }
            Op::NewTypedArray { ty, length, shape, buffer_shape } => {
                Some(self.new_typed_array(id, *ty, *length, *shape, *buffer_shape))
            }
            Op::HasPrototype => Some(self.has_prototype(id)),
            Op::Enter(inline) => {
                self.enter(*inline);
                None
            }
            Op::Poll => {
                self.poll(id);
                None
            }

            Op::CountShape { tally, shape } => {
                self.count_shape(*tally, *shape);
                None
            }
            Op::CountField { tally } => {
                self.count_field(id, *tally);
                None
            }
            Op::CountGetIndex { tally } => {
                self.count_get_index(id, *tally);
                None
            }
            Op::CountSetIndex { tally } => {
                self.count_set_index(id, *tally);
                None
            }
            Op::CountOperands { tally } => {
                self.count_operands(id, *tally);
                None
            }
            Op::CountOperand { tally, number } => {
                self.count_operand(id, *tally, *number);
                None
            }

            Op::CurrentCall => Some(self.current_call()),
            Op::ChildCall(function) => Some(self.child_call(id, *function)),
            Op::CountCall => {
                self.count_call(id);
                None
            }
            Op::SetCall => {
                self.set_call(id);
                None
            }
            Op::EnterCall => {
                self.enter_call(id);
                None
            }
            Op::SpillCall(word) => Some(self.spill_call(id, *word)),
            Op::LeaveCall => {
                let value = self.tagged(node.args[1]);
                self.leave_call(id);
                Some(value)
            }
        };
        self.values[id.index()] = value.or(self.values[id.index()]);
    }
}
