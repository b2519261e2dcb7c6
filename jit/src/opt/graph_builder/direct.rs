//! Built-ins that are called without a frame.

use super::arithmetic::Binary;
use super::*;
use abi::cell::{CellKind, FLAG_EXOTIC, FLAG_LAZY};
use abi::object::{ElementKind, Elements, INLINE_SLOTS_OFFSET};
use vm::builtins::intrinsic::{Direct, Intrinsic};
use vm::object::typed_array::SmallLayout;

impl<'a> Builder<'a> {
    /// The call of a built-in that needs no frame. None: it is called like others.
    pub(super) fn direct(
        &mut self,
        a: &mut Activation<'a>,
        function: Direct,
        native: u64,
        callee: NodeId,
        this: NodeId,
        args: &[NodeId],
    ) -> Option<NodeId> {
        let are_places = matches!(function, Direct::StringSlice | Direct::StringSubstring);
        let undefined = self.constant(Value::UNDEFINED);
        let arg = |i: usize| args.get(i).copied().unwrap_or(undefined);
        match function {
            Direct::StringSlice | Direct::StringSubstring if args.is_empty() => return None,
            Direct::ParseInt if arg(1) != undefined && !matches!(self.op(arg(1)), Op::Int(10)) => return None,
            Direct::ArrayConcat
            | Direct::ArrayIncludes
            | Direct::ArrayIndexOf
            | Direct::ObjectCreate
            | Direct::StringFromCodePoint
                if args.len() != 1 =>
            {
                return None;
            }
            _ => {}
        }
        let is_of_realm = match function {
            Direct::ArrayConcat
            | Direct::ArraySlice
            | Direct::ObjectCreate
            | Direct::ObjectKeys
            | Direct::ObjectToString
            | Direct::RegExpExec
            | Direct::RegExpTest => {
                // SAFETY: a call site's built-in is a live NativeFunction.
                unsafe { self.vm.is_of_realm(native, a.code) }
            }
            _ => true,
        };
        if !is_of_realm {
            return None;
        }
        if function == Direct::ObjectKeys
            && let Some((shape, names)) = self.names_of(a, arg(0))
        {
            self.check_identical(a, callee, native, Reason::WrongTarget);
            return Some(self.list_names(a, arg(0), shape, &names));
        }
        self.check_identical(a, callee, native, Reason::WrongTarget);
        let mut operands: SmallVec<[NodeId; 4]> = SmallVec::new();
        if function.takes_this() {
            operands.push(this);
        }
        if let Some(kind) = function.receiver() {
            self.check_kind(a, operands[0], kind);
        }
        for i in 0..function.arguments() {
            operands.push(match (are_places, arg(i) == undefined) {
                (false, _) => arg(i),
                (true, false) => self.int(a, arg(i)),
                (true, true) if i == 0 => self.int_constant(0),
                (true, true) => self.load_string_length(this),
            });
        }
        if operands.is_empty() {
            operands.push(undefined);
        }
        if matches!(function, Direct::ObjectHasOwn | Direct::ObjectHasOwnProperty) {
            self.add_enumeration(&mut operands, 1);
        }
        let value = self.guard(a, Op::Direct(function), operands, Reason::WrongKind);
        if function.writes_last_index() {
            let word = Region::Object.word(INLINE_SLOTS_OFFSET);
            self.facts.forget_word(word, 0);
            self.note_store(word, 0);
        }
        Some(match function {
            Direct::BigIntAdd
            | Direct::BigIntAnd
            | Direct::BigIntAsIntN
            | Direct::BigIntAsUintN
            | Direct::BigIntDiv
            | Direct::BigIntMul
            | Direct::BigIntOr
            | Direct::BigIntRem
            | Direct::BigIntShl
            | Direct::BigIntShr
            | Direct::BigIntSub
            | Direct::BigIntXor => {
                let fact = self.facts.of(value);
                fact.kind = CellKind::BigInt as u8;
                fact.is_not_empty = true;
                value
            }
            Direct::MapSet | Direct::SetAdd | Direct::WeakMapSet | Direct::WeakSetAdd => this,
            Direct::MathRandom => self.double(a, value),
            Direct::MapGet
            | Direct::ReflectGet
            | Direct::RegExpExec
            | Direct::StringCodePointAt
            | Direct::WeakMapGet => {
                self.facts.of(value).is_not_empty = true;
                value
            }
            Direct::ObjectToString
            | Direct::StringFromCodePoint
            | Direct::StringSlice
            | Direct::StringSubstring
            | Direct::StringToLowerCase
            | Direct::StringToUpperCase
            | Direct::StringTrim
            | Direct::ToString => {
                let fact = self.facts.of(value);
                fact.kind = CellKind::String as u8;
                fact.is_not_empty = true;
                value
            }
            Direct::ArrayIndexOf | Direct::StringIndexOf | Direct::StringLastIndexOf => self.int(a, value),
            Direct::ObjectCreate => {
                let fact = self.facts.of(value);
                fact.kind = CellKind::Object as u8;
                fact.is_object = true;
                fact.is_not_empty = true;
                value
            }
            Direct::ArrayConcat | Direct::ArraySlice | Direct::ObjectKeys | Direct::SpeciesList => {
                let fact = self.facts.of(value);
                fact.kind = CellKind::Array as u8;
                fact.is_object = true;
                fact.is_not_empty = true;
                value
            }
            Direct::NextPresent | Direct::ParseInt | Direct::PreviousPresent | Direct::StringCompare => {
                self.int(a, value)
            }
            Direct::AppendElement | Direct::IsFree | Direct::NewTypedArray | Direct::RegExpCopy => value,
            Direct::ObjectGetPrototypeOf | Direct::ToNumber => {
                self.facts.of(value).is_not_empty = true;
                value
            }
            Direct::ArrayIncludes
            | Direct::ArrayIsArray
            | Direct::In
            | Direct::MapDelete
            | Direct::MapHas
            | Direct::NumberIsFinite
            | Direct::NumberIsInteger
            | Direct::ObjectHasOwn
            | Direct::ObjectHasOwnProperty
            | Direct::RegExpTest
            | Direct::SetDelete
            | Direct::SetHas
            | Direct::StringEndsWith
            | Direct::StringIncludes
            | Direct::StringStartsWith
            | Direct::WeakMapHas
            | Direct::WeakSetHas => {
                let yes = self.constant(Value::TRUE);
                self.add(Op::Identical, smallvec![value, yes])
            }
        })
    }

    /// Of a key that for-in gave last, its enumeration becomes the third operand.
    fn add_enumeration(&self, operands: &mut SmallVec<[NodeId; 4]>, key: usize) {
        let enumeration = self.facts.get(operands[key]).enumeration;
        if enumeration.is_some() {
            operands.push(enumeration);
        }
    }

    /// A copy of what a regular expression's literal evaluated to before; None where it has not.
    pub(super) fn regexp_literal(&mut self, a: &mut Activation<'a>, constant: u32) -> Option<NodeId> {
        let original = a.code.templates.borrow().get(&constant).copied().filter(|original| original.is_cell())?;
        if self.is_blocked(a) {
            return None;
        }
        let original = self.constant(original);
        let copy = self.guard(a, Op::Direct(Direct::RegExpCopy), smallvec![original], Reason::Unsupported);
        let fact = self.facts.of(copy);
        fact.kind = CellKind::RegExp as u8;
        fact.is_object = true;
        fact.is_not_empty = true;
        Some(copy)
    }

    /// The enumerable names of an object whose shape is known, or will probably be what it is now.
    fn names_of(&mut self, a: &Activation<'a>, object: NodeId) -> Option<(u32, SmallVec<[Value; 16]>)> {
        /// More are copied by the runtime.
        const MANY: usize = 16;
        let shape = match self.facts.get(object).shape {
            0 => self.expected_shape(object).filter(|_| !self.is_blocked(a))?,
            shape => shape,
        };
        let names = self.vm.names_of_shape(shape).filter(|names| names.len() <= MANY)?;
        Some((shape, names))
    }

    /// Object.keys of an object that should have the shape, and nothing beside: an array of constants.
    fn list_names(&mut self, a: &mut Activation<'a>, object: NodeId, shape: u32, names: &[Value]) -> NodeId {
        self.check_shape(a, object, shape);
        if !self.facts.get(object).is_fresh {
            self.guard(a, Op::CheckFlags(FLAG_EXOTIC | FLAG_LAZY), smallvec![object], Reason::WrongKind);
        }
        let (elements, _) = self.elements(a, object, (1 << ElementKind::Dictionary as u8) - 1);
        let (length, zero) = (self.load_int(elements, offset_of!(Elements, length)), self.int_constant(0));
        let is_empty = self.add(Op::IntCompare(Condition::Equal), smallvec![length, zero]);
        self.guard(a, Op::CheckTrue, smallvec![is_empty], Reason::OutOfBounds);
        let values: SmallVec<[NodeId; 16]> = names.iter().map(|name| self.constant(*name)).collect();
        let first = (a.word + a.code.machine().frame_words) as usize;
        self.new_list(a, &values, first, 0)
    }

    /// `new` of a built-in, where that is done without a call; None: it is called like others.
    pub(super) fn construct_built_in(
        &mut self,
        a: &mut Activation<'a>,
        native: u64,
        callee: NodeId,
        args: &[NodeId],
    ) -> Option<NodeId> {
        // SAFETY: the holder of a call site's case is a live cell.
        let intrinsic = unsafe { self.vm.intrinsic(native) }?;
        match (intrinsic, args) {
            (Intrinsic::Array, []) => {
                let (shape, allocator, bytes) = self.vm.array_allocation()?;
                self.check_identical(a, callee, native, Reason::WrongTarget);
                Some(self.new_object(a, CellKind::Array, shape, allocator, bytes))
            }
            // SAFETY: as above; what has an intrinsic is a NativeFunction. It keeps its `prototype`.
            (Intrinsic::TypedArray(ty), [argument]) if unsafe { self.vm.is_of_realm(native, a.code) } => {
                self.check_identical(a, callee, native, Reason::WrongTarget);
                let value = match self.new_small_array(a, ty as u8, *argument) {
                    Some(value) => value,
                    None => {
                        let number = self.int_constant(ty as i32);
                        let op = Op::Direct(Direct::NewTypedArray);
                        self.guard(a, op, smallvec![*argument, number], Reason::WrongKind)
                    }
                };
                let fact = self.facts.of(value);
                fact.kind = CellKind::TypedArray as u8;
                fact.typed = ty as u8;
                fact.is_object = true;
                fact.is_not_empty = true;
                Some(value)
            }
            _ => None,
        }
    }

    /// A typed array of a constant length that is not great.
    fn new_small_array(&mut self, a: &mut Activation<'a>, ty: u8, length: NodeId) -> Option<NodeId> {
        let &Op::Int(length) = self.op(length) else { return None };
        let length = u32::try_from(length).ok()?;
        SmallLayout::new(ty, length as usize)?;
        let [shape, buffer_shape] = self.vm.typed_array_shapes(a.code, ty)?;
        self.keep_shape(shape);
        self.keep_shape(buffer_shape);
        self.checkpoint(a);
        Some(self.call_node(a, Op::NewTypedArray { ty, length, shape, buffer_shape }, smallvec![]))
    }

    /// An operator where both operands have always been BigInts; None where the runtime must look.
    pub(super) fn of_bigints(
        &mut self,
        a: &mut Activation<'a>,
        kind: Binary,
        l: NodeId,
        r: NodeId,
        feedback: u16,
    ) -> Option<NodeId> {
        if feedback != abi::opcode::ARITH_BIGINT || self.is_blocked(a) {
            return None;
        }
        let function = match kind {
            Binary::Arithmetic(Arithmetic::Add) => Direct::BigIntAdd,
            Binary::Arithmetic(Arithmetic::Sub) => Direct::BigIntSub,
            Binary::Arithmetic(Arithmetic::Mul) => Direct::BigIntMul,
            Binary::Arithmetic(Arithmetic::Div) => Direct::BigIntDiv,
            Binary::Arithmetic(Arithmetic::Mod) => Direct::BigIntRem,
            Binary::Bitwise(Bitwise::And) => Direct::BigIntAnd,
            Binary::Bitwise(Bitwise::Or) => Direct::BigIntOr,
            Binary::Bitwise(Bitwise::Xor) => Direct::BigIntXor,
            Binary::Bitwise(Bitwise::Shl) => Direct::BigIntShl,
            Binary::Bitwise(Bitwise::Shr) => Direct::BigIntShr,
            Binary::Bitwise(Bitwise::UShr) | Binary::Power => return None,
        };
        let value = self.guard(a, Op::Direct(function), smallvec![l, r], Reason::WrongKind);
        let fact = self.facts.of(value);
        fact.kind = CellKind::BigInt as u8;
        fact.is_not_empty = true;
        Some(value)
    }

    /// The operator `in` for names; None where it is the runtime's.
    pub(super) fn has_property(&mut self, a: &mut Activation<'a>, key: NodeId, object: NodeId) -> Option<NodeId> {
        if self.is_blocked(a) || self.is_number(key) {
            return None;
        }
        let mut operands = smallvec![key, object];
        self.add_enumeration(&mut operands, 0);
        let value = self.guard(a, Op::Direct(Direct::In), operands, Reason::WrongKind);
        let yes = self.constant(Value::TRUE);
        Some(self.add(Op::Identical, smallvec![value, yes]))
    }
}
