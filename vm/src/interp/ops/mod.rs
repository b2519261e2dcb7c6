//! The opcodes' meanings outside the interpreter's loop: slow paths, and everything that is not worth a place in it.
//!
//! Compiled code calls the same functions where it has no fast path, so that semantics exist once.

pub(crate) mod class;
mod element;
mod for_in;
mod global;
mod iterate;
mod literal;
mod scope;

pub use element::{get_index, note_element, set_index, typed_load, typed_store};
pub use for_in::{Enumeration, Enumerations, for_in_next, for_in_start};
pub use global::{get_global, set_global};
pub use iterate::{array_spread, dispose_step, iterator_close, iterator_step, spread_list, start_iteration};
pub use literal::{new_array, new_array_const, new_environment, new_function, new_object};
pub use scope::{throw_dead_zone, throw_uninitialized_constant};

use crate::bytecode::data::Constant;
use crate::code::Code;
use crate::feedback::FeedbackUnit;
use crate::object::Object;
use crate::runtime::error::ErrorKind;
use crate::runtime::{convert, module, operations, operators};
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::frame::Frame;
use abi::opcode::*;

/// The operation of an arithmetic opcode on values that are not both numbers (or whose int32 result does not fit), with feedback.
#[cold]
#[inline(never)]
pub fn slow_binary(
    vm: &mut Vm,
    operation: fn(&mut Vm, Value, Value) -> JsResult,
    left: Value,
    right: Value,
    feedback: FeedbackUnit,
) -> JsResult {
    note_operands(vm, left, right, feedback);
    operation(vm, left, right)
}

#[cold]
#[inline(never)]
pub fn slow_compare(
    vm: &mut Vm,
    operation: fn(&mut Vm, Value, Value) -> JsResult<bool>,
    left: Value,
    right: Value,
    feedback: FeedbackUnit,
) -> JsResult<bool> {
    note_operands(vm, left, right, feedback);
    operation(vm, left, right)
}

fn note_operands(vm: &mut Vm, left: Value, right: Value, feedback: FeedbackUnit) {
    let mut bits = 0;
    for v in [left, right] {
        bits |= if v.is_int() {
            0
        } else if v.is_double() {
            ARITH_DOUBLE
        } else if v.is_string() {
            ARITH_STRING
        } else if v.is_bigint() {
            ARITH_BIGINT
        } else if v.is_undefined() {
            ARITH_UNDEFINED
        } else if v.is_object() {
            ARITH_OBJECT
        } else {
            ARITH_OTHER
        };
    }
    vm.note_operands(feedback, bits);
}

/// IsStrictlyEqual on values that are not both int32.
#[inline]
pub fn strict_equals(vm: &mut Vm, left: Value, right: Value, feedback: FeedbackUnit) -> bool {
    if left == right {
        return !(left.is_double() && left.as_double().is_nan());
    }
    if left.is_number() && right.is_number() {
        return left.as_number() == right.as_number();
    }
    if left.is_cell() && right.is_cell() && !left.is_object() {
        note_operands(vm, left, right, feedback);
        return match operators::is_strictly_equal(vm, left, right) {
            Ok(equal) => equal,
            Err(_) => {
                vm.take_exception();
                false
            }
        };
    }
    false
}

#[cold]
#[inline(never)]
pub fn to_numeric(vm: &mut Vm, v: Value) -> JsResult {
    Ok(convert::to_numeric(vm, v)?.value())
}

/// The offset that a SwitchInt jumps by; 0 falls through.
#[inline]
pub fn switch_target(code: &Code, table: u16, value: Value) -> i32 {
    let int = if value.is_int() {
        value.as_int()
    } else if value.is_double() {
        match crate::numeric::convert::f64_to_int32_exact(value.as_double()) {
            Some(i) => i,
            // -0 is 0 to a switch.
            None if value.as_double() == 0.0 => 0,
            None => return 0,
        }
    } else {
        return 0;
    };
    let Some(body) = code.body.get() else { return 0 };
    let table = &body.jump_tables[table as usize];
    let index = int.wrapping_sub(table.min) as u32 as usize;
    table.targets.get(index).copied().unwrap_or(0)
}

/// The running function's code.
///
/// # Safety
/// `frame` must be a live JavaScript frame.
pub(super) unsafe fn code_of<'a>(frame: *mut Frame) -> &'a Code {
    // SAFETY: the caller's promise.
    unsafe { Code::from_machine((*frame).code) }
}

/// A property-key constant.
fn key_constant(vm: &mut Vm, code: &Code, index: u32) -> JsResult<PropertyKey> {
    let value = constant(code, index);
    convert::to_property_key(vm, value)
}

fn constant(code: &Code, index: u32) -> Value {
    code.body.get().map_or(Value::UNDEFINED, |b| b.constants[index as usize])
}

pub(super) fn constant_data(code: &Code, index: u32) -> Option<&Constant> {
    code.body.get().map(|b| &b.constant_data[index as usize])
}

/// A constant name for messages.
fn constant_text(code: &Code, index: u32) -> String {
    match constant_data(code, index) {
        Some(Constant::String(s)) => s.to_text(),
        _ => String::new(),
    }
}

/// `f` is not a function, told with the source text of the callee.
#[cold]
pub fn throw_call_of_non_function(vm: &mut Vm, callee: Value) -> Throw {
    match callee_text(vm) {
        Some(text) => vm.throw_type_error(format!("{text} is not a function")),
        None => vm.throw_not_callable(callee),
    }
}

#[cold]
pub fn throw_construct_of_non_constructor(vm: &mut Vm, callee: Value) -> Throw {
    match callee_text(vm) {
        Some(text) => vm.throw_type_error(format!("{text} is not a constructor")),
        None => vm.throw_not_constructor(callee),
    }
}

/// The callee of the running call as the source has it, if it is a chain of names.
fn callee_text(vm: &Vm) -> Option<String> {
    let frame = vm.top_frame();
    if frame.is_null() {
        return None;
    }
    // SAFETY: the top frame is live.
    let (id, offset) = unsafe { ((*frame).code_id, (*frame).position) };
    let info = vm.code.get(id)?;
    let source = info.source.as_ref()?;
    let at = info.position_at(offset) as usize;
    let text = source.text.get(at..)?;
    let text = text.strip_prefix("new ").map_or(text, str::trim_start);
    let at = source.text.len() - text.len();
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '#';
    let end = at + text.find(|c: char| !is_name(c) && c != '.').unwrap_or(text.len());
    let mut start = at;
    for (i, c) in source.text[..at].char_indices().rev() {
        if !(is_name(c) || c == '.') {
            break;
        }
        start = i;
    }
    let name = source.text.get(start..end)?.trim_matches('.');
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if source.text[start..end].starts_with('.') {
        return Some(format!("(intermediate value).{name}"));
    }
    Some(name.to_string())
}

/// Runs an instruction that touches nothing but registers and the heap.
///
/// # Safety
/// `fp` is the running frame, `ip` an instruction of its (verified) code.
#[inline(never)]
pub unsafe fn general(vm: &mut Vm, op: Op, fp: *mut Value, ip: *const u16) -> JsResult<()> {
    // SAFETY: operands were verified to be in the instruction and registers in the frame.
    let unit = |i: usize| unsafe { *ip.add(i) };
    // SAFETY: as above.
    let long = |i: usize| unsafe { ip.add(i).cast::<u32>().read_unaligned() };
    // SAFETY: as above.
    let reg = |i: usize| unsafe { *fp.add(*ip.add(i) as usize) };
    // SAFETY: as above.
    let set = |i: usize, v: Value| unsafe { *fp.add(*ip.add(i) as usize) = v };
    // SAFETY: the frame runs JavaScript.
    let code = unsafe { code_of(fp.cast()) };
    // SAFETY: the instruction's site is in range.
    let site = |i: usize| unsafe { &*(*(*fp.cast::<Frame>()).code).sites.add(long(i) as usize) };
    // The object that an instruction of a literal or class works on.
    let object = |v: Value| -> Object {
        // SAFETY: the compiler emits these instructions on registers that hold objects it made itself.
        unsafe { Object::from_ptr(v.as_cell().cast()) }
    };
    match op {
        Op::DefineIndex => {
            let key = convert::to_property_key(vm, reg(2))?;
            let o = object(reg(1));
            operations::create_data_property_or_throw(vm, o, key, reg(3))?;
        }
        Op::DeleteField => {
            let key = key_constant(vm, code, long(3))?;
            let result = delete(vm, reg(2), key, code)?;
            set(1, Value::bool(result));
        }
        Op::DeleteIndex => {
            let base = reg(2);
            if base.is_nullish() {
                let text = vm.describe(base);
                return Err(vm.throw_type_error(format!("Cannot convert {text} to object")));
            }
            let key = convert::to_property_key(vm, reg(3))?;
            let result = delete(vm, base, key, code)?;
            set(1, Value::bool(result));
        }
        Op::GetSuper => {
            let value = class::get_super(vm, reg(2), reg(3), reg(4))?;
            set(1, value);
        }
        Op::SetSuper => class::set_super(vm, reg(1), reg(2), reg(3), reg(4), is_strict(code))?,
        // SAFETY: the frame is live.
        Op::LoadHomeObject => set(1, unsafe { class::home_object(fp.cast()) }),
        Op::NewPrivateName => {
            let description = JsString::from_str(vm, &constant_text(code, long(2)))?;
            let symbol = crate::string::JsSymbol::new_private(vm, description)?;
            set(1, symbol.value());
        }
        Op::GetPrivate => {
            let value = class::get_private(vm, reg(2), reg(3), site(4))?;
            set(1, value);
        }
        Op::SetPrivate => class::set_private(vm, reg(1), reg(2), reg(3), site(4))?,
        Op::DefinePrivate => class::define_private(vm, reg(1), reg(2), reg(3))?,
        Op::DefinePrivateMethod => class::define_private_method(vm, reg(1), reg(2), reg(3), unit(4))?,
        Op::HasPrivate => {
            let value = class::has_private(vm, reg(2), reg(3))?;
            set(1, Value::bool(value));
        }
        Op::DefineMethod => class::define_method(vm, object(reg(1)), reg(2), reg(3), unit(4))?,
        Op::DefineAccessor => class::define_accessor(vm, object(reg(1)), reg(2), reg(3), unit(4))?,
        Op::SetFunctionName => class::set_function_name(vm, reg(1), reg(2), unit(3))?,
        Op::SetHomeObject => class::set_home_object(vm, reg(1), reg(2)),
        Op::SetPrototype => {
            let v = reg(2);
            if v.is_null() || v.is_object() {
                object(reg(1)).set_prototype_of(vm, v.as_object())?;
            }
        }
        Op::CopyDataProperties => {
            let first = unit(3) as usize;
            let excluded: Vec<PropertyKey> = (0..unit(4) as usize)
                .map(|i| {
                    // SAFETY: the excluded keys are registers of the frame, which keep them alive.
                    let key = unsafe { *fp.add(first + i) };
                    convert::to_property_key(vm, key)
                })
                .collect::<JsResult<_>>()?;
            let target = object(reg(1));
            operations::copy_data_properties(vm, target, reg(2), &excluded)?;
        }

        Op::InitGlobal => global::init_global(vm, site(2), reg(1))?,
        Op::DeclareGlobals => global::declare_globals(vm, code, long(1))?,

        Op::CopyEnvironment => {
            let copy = scope::copy_environment(vm, reg(2))?;
            set(1, copy);
        }
        Op::ThrowConstAssignment => return Err(vm.throw_const_assignment()),
        Op::NewWithEnvironment => {
            let environment = scope::new_with_environment(vm, reg(2), reg(3))?;
            set(1, environment);
        }
        Op::LookupName | Op::LookupNameOrUndefined => {
            let name = key_constant(vm, code, long(3))?;
            let value = scope::lookup_name(vm, reg(2), name, op == Op::LookupName, is_strict(code))?;
            set(1, value);
        }
        Op::LookupCallee => {
            let name = key_constant(vm, code, long(4))?;
            let (callee, this) = scope::lookup_callee(vm, reg(3), name, is_strict(code))?;
            set(1, callee);
            set(2, this);
        }
        Op::ResolveName => {
            let name = key_constant(vm, code, long(3))?;
            let base = scope::resolve_name(vm, reg(2), name)?;
            set(1, base);
        }
        Op::GetResolved => {
            let name = key_constant(vm, code, long(3))?;
            let value = scope::get_resolved(vm, reg(2), name, is_strict(code))?;
            set(1, value);
        }
        Op::PutResolved => {
            let name = key_constant(vm, code, long(2))?;
            scope::put_resolved(vm, reg(1), name, reg(4), is_strict(code))?;
        }
        Op::DeleteName => {
            let name = key_constant(vm, code, long(3))?;
            let result = scope::delete_name(vm, reg(2), name)?;
            set(1, Value::bool(result));
        }
        Op::DeclareEvalVars => scope::declare_eval_vars(vm, reg(1), code, long(2))?,

        Op::NewClass => {
            // SAFETY: the frame is live.
            let (constructor, prototype) = unsafe { class::new_class(vm, fp.cast(), reg(3), reg(4), long(5))? };
            set(1, constructor);
            set(2, prototype);
        }
        Op::SetFieldInitializer => {
            let constructor = object(reg(1));
            vm.set_field_initializer(constructor, reg(2))?;
        }
        // SAFETY: the frame is live.
        Op::RunFieldInitializer => unsafe { class::run_field_initializer(vm, fp.cast(), reg(1))? },
        Op::CheckDerivedResult => {
            let (value, this) = (reg(2), reg(3));
            if value.is_object() {
                set(1, value);
            } else if !value.is_undefined() || this.is_empty() {
                // SAFETY: the frame is live.
                return Err(unsafe { vm.throw_derived_result(fp.cast(), value) });
            } else {
                set(1, this);
            }
        }
        Op::CheckThisUnbound => {
            if !reg(1).is_empty() {
                return Err(vm.throw_super_called_twice());
            }
        }
        Op::CheckThisBound => {
            if reg(1).is_empty() {
                return Err(vm.throw_this_unbound());
            }
        }
        Op::CallEval => {
            // SAFETY: the area is within the frame.
            let new: *mut Frame = unsafe { fp.add(unit(2) as usize) }.cast();
            // SAFETY: as above.
            let value = unsafe { crate::runtime::eval::call_eval(vm, fp.cast(), new, unit(3), reg(4), long(5))? };
            set(1, value);
        }

        Op::IsEval => {
            let is = reg(2) == vm.realm().eval.value();
            set(1, Value::bool(is));
        }

        Op::Throw => {
            let value = reg(1);
            return Err(vm.throw(value));
        }
        Op::ThrowError => {
            let kind = match unit(1) {
                1 => ErrorKind::TypeError,
                2 => ErrorKind::ReferenceError,
                3 => ErrorKind::SyntaxError,
                4 => ErrorKind::RangeError,
                _ => ErrorKind::Error,
            };
            let text = constant_text(code, long(2));
            return Err(vm.throw_error(kind, &text));
        }
        Op::CheckObject => {
            let value = reg(1);
            if !value.is_object() {
                return Err(match unit(2) {
                    1 => vm.throw_type_error("Result of the Symbol.iterator method is not an object"),
                    2 => vm.throw_class_extends(value),
                    _ => vm.throw_iterator_result_not_object(value),
                });
            }
        }
        Op::CheckObjectCoercible => {
            let value = reg(1);
            if value.is_nullish() {
                return Err(vm.throw_cannot_destructure(value, None));
            }
        }

        Op::GetIterator => {
            let b = unit(1) as usize;
            let (iterator, next) = iterate::get_iterator(vm, reg(2))?;
            // SAFETY: the record is two registers of the frame.
            unsafe {
                *fp.add(b) = iterator;
                *fp.add(b + 1) = next;
            }
        }
        // SAFETY: the record is two registers of the frame; the feedback unit is in the instruction.
        Op::StartIteration => unsafe {
            iterate::start_iteration(vm, fp.add(unit(1) as usize), reg(2), ip.add(3).cast_mut())?
        },
        Op::GetAsyncIterator => {
            let b = unit(1) as usize;
            let (iterator, next) = iterate::get_async_iterator(vm, reg(2))?;
            // SAFETY: the record is two registers of the frame.
            unsafe {
                *fp.add(b) = iterator;
                *fp.add(b + 1) = next;
            }
        }
        // SAFETY: the record is two registers of the frame.
        Op::IteratorSkip => unsafe { iterate::iterator_skip(vm, fp.add(unit(1) as usize))? },
        // SAFETY: the record is two registers of the frame.
        Op::IteratorClose => unsafe { iterate::iterator_close(vm, fp.add(unit(1) as usize), unit(2))? },
        Op::IteratorRest => {
            // SAFETY: the record is two registers of the frame.
            let rest = unsafe { iterate::iterator_rest(vm, fp.add(unit(2) as usize))? };
            set(1, rest);
        }
        Op::GetMethod => {
            let key = key_constant(vm, code, long(3))?;
            let method = operations::get_method(vm, reg(2), key)?;
            set(1, method.unwrap_or(Value::UNDEFINED));
        }
        Op::NewIteratorResult => {
            let done = convert::to_boolean(reg(3));
            let result = crate::runtime::iterator::create_iter_result_object(vm, reg(2), done)?;
            set(1, result.value());
        }
        Op::ForInStart => {
            let enumeration = for_in_start(vm, reg(2))?;
            set(1, enumeration);
        }

        Op::NewArray => {
            // SAFETY: the elements are registers of the frame.
            let values = unsafe { std::slice::from_raw_parts(fp.add(unit(2) as usize), unit(3) as usize) };
            let array = literal::new_array(vm, values, site(4))?;
            set(1, array);
        }
        Op::NewArrayConst => {
            let array = literal::new_array_const(vm, code, long(2), site(4))?;
            set(1, array);
        }
        Op::ArrayPush => object(reg(1)).push(vm, reg(2))?,
        Op::ArrayPushHole => literal::push_hole(vm, object(reg(1)))?,
        Op::ArraySpread => iterate::array_spread(vm, object(reg(1)), reg(2))?,
        Op::SpreadList => {
            let list = iterate::spread_list(vm, reg(2))?;
            set(1, list);
        }
        Op::NewRegExp => {
            let value = literal::new_regexp(vm, code, long(2))?;
            set(1, value);
        }
        Op::TemplateObject => {
            let value = literal::template_object(vm, code, long(2))?;
            set(1, value);
        }
        Op::ToPropertyKey => {
            let v = reg(2);
            let key = if v.is_int() || v.is_string() || v.is_symbol() {
                v
            } else {
                convert::to_property_key(vm, v)?.to_value(vm)?
            };
            set(1, key);
        }
        Op::ToString => {
            let text = convert::to_string(vm, reg(2))?;
            set(1, text.value());
        }
        Op::Concat => {
            // SAFETY: the strings are registers of the frame.
            let parts = unsafe { std::slice::from_raw_parts(fp.add(unit(2) as usize), unit(3) as usize) };
            let mut whole = vm.empty_string();
            for part in parts {
                if let Some(s) = part.as_string() {
                    whole = JsString::concat(vm, whole, s)?;
                }
            }
            set(1, whole.value());
        }

        Op::GetImport => {
            let value = module::get_import(vm, code, long(2))?;
            set(1, value);
        }
        Op::ImportCall => {
            let promise = module::import_call(vm, code, reg(2), reg(3), unit(4))?;
            set(1, promise);
        }
        Op::ImportMeta => {
            let meta = module::import_meta(vm, code)?;
            set(1, meta);
        }

        Op::AddDisposable => {
            let stack = crate::builtins::disposable_stack::add_disposable_resource(vm, reg(1), reg(2), unit(3) != 0)?;
            set(1, stack);
        }
        Op::DisposeAll => {
            let error = crate::builtins::disposable_stack::dispose_all(vm, reg(2), reg(1))?;
            set(1, error);
        }

        Op::GetPrototypeOf => {
            let prototype = object(reg(2)).get_prototype_of(vm)?;
            set(1, prototype.map_or(Value::NULL, |p| p.value()));
        }
        Op::ToPropertyKeyFor => {
            let (base, v) = (reg(2), reg(3));
            if base.is_nullish() {
                return Err(element::throw_nullish_read(vm, base, v));
            }
            let key = if v.is_int() || v.is_string() || v.is_symbol() {
                v
            } else {
                convert::to_property_key(vm, v)?.to_value(vm)?
            };
            set(1, key);
        }
        Op::MapArguments => {
            let slots = code.body.get().map_or(&[][..], |b| &b.mapped_parameters);
            crate::object::arguments::map(vm, object(reg(1)), scope::parent_pointer(reg(2)), slots)?;
        }
        Op::RunFieldInitializerOf => {
            let initializer = crate::object::function::field_initializer(object(reg(1)));
            if !initializer.is_undefined() {
                vm.call(initializer, reg(2), &[])?;
            }
        }
        Op::ThrowIfError => {
            let value = reg(1);
            if !value.is_empty() {
                return Err(vm.throw(value));
            }
        }
        Op::AddError => {
            let (error, thrown) = (reg(1), reg(2));
            let combined = if error.is_empty() {
                thrown
            } else {
                crate::builtins::disposable_stack::suppressed_error(vm, thrown, error)?
            };
            set(1, combined);
        }

        Op::DecorateElements => {
            crate::runtime::decorators::decorate_elements(vm, object(reg(1)), object(reg(2)), object(reg(3)))?;
        }
        Op::DecorateClass => {
            let (class, decorators, extras) = (reg(2), object(reg(3)), object(reg(5)));
            let class = crate::runtime::decorators::decorate_class(vm, class, decorators, reg(4), extras)?;
            set(1, class);
        }
        Op::RunInitializers => {
            let value = if unit(4) == 0 { Some(reg(1)) } else { None };
            let value = crate::runtime::decorators::run_initializers(vm, reg(2), object(reg(3)), value)?;
            set(1, value);
        }

        Op::Debugger | Op::Nop => {}
        // Everything else is in the loop.
        _ => debug_assert!(false, "{} is the loop's", op.name()),
    }
    Ok(())
}

fn is_strict(code: &Code) -> bool {
    code.flags() & abi::frame::CODE_FLAG_STRICT != 0
}

/// `delete base[key]`: a TypeError in strict code if it is refused.
fn delete(vm: &mut Vm, base: Value, key: PropertyKey, code: &Code) -> JsResult<bool> {
    let object = convert::to_object(vm, base)?;
    let deleted = object.delete(vm, key)?;
    if !deleted && is_strict(code) {
        return Err(vm.throw_delete_failed(object, key));
    }
    Ok(deleted)
}
