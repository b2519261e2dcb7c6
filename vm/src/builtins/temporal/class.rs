//! What the classes of Temporal have in common: cells, RequireInternalSlot, CreateTemporal..., tables of properties, errors.

use super::zones::ZONES;
use crate::native::{Args, Method, NativeFn};
use crate::numeric::convert::to_integer_or_infinity;
use crate::object::Object;
use crate::realm::Realm;
use crate::runtime::convert::{Hint, to_number, to_primitive};
use crate::runtime::operations::get_function_realm;
use crate::string::{JsString, PropertyKey};
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CELL_ALIGN, CellHeader, CellKind};
use abi::object::JsObject;
use gc::{Gc, HeapCell, Visitor};
use std::cmp::Ordering;
use std::ops::Deref;
use temporal_rs::error::ErrorKind;
use temporal_rs::options::ToStringRoundingOptions;
use temporal_rs::{
    Duration, Instant, PlainDate, PlainDateTime, PlainMonthDay, PlainTime, PlainYearMonth, TemporalError,
    TemporalResult, ZonedDateTime,
};

/// An object of a class of Temporal. Its value never changes.
#[repr(C)]
pub struct TemporalObject<T> {
    object: JsObject,
    value: T,
}

// SAFETY: the header comes first and the layout is C's; the kind is that of this class alone.
unsafe impl<T: Class> HeapCell for TemporalObject<T> {
    const KIND: CellKind = T::KIND;
}

impl<T> Deref for TemporalObject<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.value
    }
}

/// Visits what a cell of any of the classes refers to: the values hold no cells.
///
/// # Safety
/// To be called by the collector only, on a live cell of one of the kinds of Temporal.
pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
    // SAFETY: the collector registers this function for those kinds, whose cells begin with a JsObject.
    trace_object(unsafe { &*cell.cast::<JsObject>() }, visitor);
}

/// A class: the value in its objects, and where its prototype is.
pub trait Class: Sized + 'static {
    const KIND: CellKind;
    /// The name within Temporal.
    const NAME: &'static str;
    fn prototype(realm: &Realm) -> Object;
    fn set_prototype(realm: &mut Realm, prototype: Object);
}

macro_rules! classes {
    ($($class:ident $kind:ident $prototype:ident;)*) => {$(
        impl Class for $class {
            const KIND: CellKind = CellKind::$kind;
            const NAME: &'static str = stringify!($class);

            fn prototype(realm: &Realm) -> Object {
                realm.$prototype
            }

            fn set_prototype(realm: &mut Realm, prototype: Object) {
                realm.$prototype = prototype;
            }
        }

        // No finalizer is registered for the kind, and cells are no better aligned.
        const _: () = assert!(!std::mem::needs_drop::<$class>() && align_of::<TemporalObject<$class>>() <= CELL_ALIGN);
    )*};
}

classes! {
    Duration TemporalDuration temporal_duration_prototype;
    Instant TemporalInstant temporal_instant_prototype;
    PlainDate TemporalPlainDate temporal_plain_date_prototype;
    PlainDateTime TemporalPlainDateTime temporal_plain_date_time_prototype;
    PlainMonthDay TemporalPlainMonthDay temporal_plain_month_day_prototype;
    PlainTime TemporalPlainTime temporal_plain_time_prototype;
    PlainYearMonth TemporalPlainYearMonth temporal_plain_year_month_prototype;
    ZonedDateTime TemporalZonedDateTime temporal_zoned_date_time_prototype;
}

/// An object of the class, which stands for what it holds; None for everything else.
pub fn value_of<T: Class>(v: Value) -> Option<Gc<TemporalObject<T>>> {
    v.as_object()?.downcast()
}

/// RequireInternalSlot, for the receiver of a method.
pub fn this_value<T: Class>(vm: &mut Vm, args: Args, method: &str) -> JsResult<Gc<TemporalObject<T>>> {
    match value_of(args.this()) {
        Some(value) => Ok(value),
        None => Err(vm.throw_incompatible_receiver(&format!("Temporal.{}.prototype.{method}", T::NAME), args.this())),
    }
}

/// CreateTemporal... without NewTarget: an object of the current realm.
pub fn create<T: Class>(vm: &mut Vm, value: T) -> JsResult {
    super::realize(vm, vm.realm())?;
    allocate(vm, T::prototype(&vm.realm()), value)
}

/// CreateTemporal... with NewTarget.
pub fn create_for<T: Class>(vm: &mut Vm, value: T, new_target: Object) -> JsResult {
    // GetPrototypeFromConstructor. The other realm may never have used Temporal.
    let prototype = match new_target.get(vm, vm.names.prototype)?.as_object() {
        Some(prototype) => prototype,
        None => {
            let realm = get_function_realm(vm, new_target)?;
            super::realize(vm, realm)?;
            T::prototype(&realm)
        }
    };
    allocate(vm, prototype, value)
}

fn allocate<T: Class>(vm: &mut Vm, prototype: Object, value: T) -> JsResult {
    vm.new_exotic(Some(prototype), |object| TemporalObject { object, value }).map(Object::value)
}

/// NewTarget of a constructor; a TypeError where it is called as a function.
pub fn require_new_target<T: Class>(vm: &mut Vm, args: Args) -> JsResult<Object> {
    match args.new_target_object() {
        Some(new_target) => Ok(new_target),
        None => Err(vm.throw_constructor_needs_new(&format!("Temporal.{}", T::NAME))),
    }
}

/// The class and the text of a Temporal object, for people: what its methods are now makes no difference. None for other objects.
pub fn describe(object: Object) -> Option<String> {
    let v = object.value();
    let (class, text) = match object.kind() {
        CellKind::TemporalDuration => (Duration::NAME, value_of::<Duration>(v)?.to_string()),
        CellKind::TemporalInstant => {
            let rounding = ToStringRoundingOptions::default();
            (Instant::NAME, value_of::<Instant>(v)?.to_ixdtf_string_with_provider(None, rounding, &*ZONES).ok()?)
        }
        CellKind::TemporalPlainDate => (PlainDate::NAME, value_of::<PlainDate>(v)?.to_string()),
        CellKind::TemporalPlainDateTime => (PlainDateTime::NAME, value_of::<PlainDateTime>(v)?.to_string()),
        CellKind::TemporalPlainMonthDay => (PlainMonthDay::NAME, value_of::<PlainMonthDay>(v)?.to_string()),
        CellKind::TemporalPlainTime => {
            (PlainTime::NAME, value_of::<PlainTime>(v)?.to_ixdtf_string(ToStringRoundingOptions::default()).ok()?)
        }
        CellKind::TemporalPlainYearMonth => (PlainYearMonth::NAME, value_of::<PlainYearMonth>(v)?.to_string()),
        CellKind::TemporalZonedDateTime => {
            (ZonedDateTime::NAME, value_of::<ZonedDateTime>(v)?.to_string_with_provider(&*ZONES).ok()?)
        }
        _ => return None,
    };
    Some(format!("Temporal.{class} {text}"))
}

// ---- tables

/// One line of a table of getters.
pub type Getter = (&'static str, NativeFn);

/// Getters of a class: what they make of the receiver's value.
macro_rules! getters {
    ($class:ident { $($name:literal: |$vm:ident, $this:ident| $result:expr,)* }) => {
        &[$(($name, {
            fn get(vm: &mut $crate::vm::Vm, args: $crate::native::Args) -> $crate::JsResult {
                let $this = $crate::builtins::temporal::class::this_value::<$class>(vm, args, $name)?;
                let $vm = vm;
                $result
            }
            get as $crate::native::NativeFn
        }),)*]
    };
}
pub(super) use getters;

/// The properties that PlainDate, PlainDateTime and ZonedDateTime have for their date.
macro_rules! date_getters {
    ($class:ident) => {
        $crate::builtins::temporal::class::getters!($class {
            "calendarId": |vm, this| $crate::builtins::temporal::class::text(vm, this.calendar().identifier()),
            "era": |vm, this| $crate::builtins::temporal::class::optional_text(vm, this.era()),
            "eraYear": |_vm, this| Ok($crate::builtins::temporal::class::optional_int(this.era_year())),
            "year": |_vm, this| Ok($crate::Value::int(this.year())),
            "month": |_vm, this| Ok($crate::Value::int(this.month().into())),
            "monthCode": |vm, this| $crate::builtins::temporal::class::text(vm, this.month_code().as_str()),
            "day": |_vm, this| Ok($crate::Value::int(this.day().into())),
            "dayOfWeek": |_vm, this| Ok($crate::Value::int(this.day_of_week().into())),
            "dayOfYear": |_vm, this| Ok($crate::Value::int(this.day_of_year().into())),
            "weekOfYear": |_vm, this| Ok($crate::builtins::temporal::class::optional_int(this.week_of_year())),
            "yearOfWeek": |_vm, this| Ok($crate::builtins::temporal::class::optional_int(this.year_of_week())),
            "daysInWeek": |_vm, this| Ok($crate::Value::int(this.days_in_week().into())),
            "daysInMonth": |_vm, this| Ok($crate::Value::int(this.days_in_month().into())),
            "daysInYear": |_vm, this| Ok($crate::Value::int(this.days_in_year().into())),
            "monthsInYear": |_vm, this| Ok($crate::Value::int(this.months_in_year().into())),
            "inLeapYear": |_vm, this| Ok($crate::Value::bool(this.in_leap_year())),
        })
    };
}
pub(super) use date_getters;

/// The properties that PlainTime, PlainDateTime and ZonedDateTime have for their time.
macro_rules! time_getters {
    ($class:ident) => {
        $crate::builtins::temporal::class::getters!($class {
            "hour": |_vm, this| Ok($crate::Value::int(this.hour().into())),
            "minute": |_vm, this| Ok($crate::Value::int(this.minute().into())),
            "second": |_vm, this| Ok($crate::Value::int(this.second().into())),
            "millisecond": |_vm, this| Ok($crate::Value::int(this.millisecond().into())),
            "microsecond": |_vm, this| Ok($crate::Value::int(this.microsecond().into())),
            "nanosecond": |_vm, this| Ok($crate::Value::int(this.nanosecond().into())),
        })
    };
}
pub(super) use time_getters;

/// All that [`define`] makes a class of.
pub struct Definition {
    /// The constructor and its length.
    pub constructor: (NativeFn, u32),
    pub statics: &'static [Method],
    pub getters: &'static [&'static [Getter]],
    pub methods: &'static [Method],
}

/// Defines a class on the namespace object.
pub fn define<T: Class>(vm: &mut Vm, namespace: Object, definition: &Definition) -> JsResult<()> {
    let prototype = vm.new_object()?;
    T::set_prototype(vm.realm_mut(), prototype);
    let (construct, length) = definition.constructor;
    let constructor = vm.new_constructor(T::NAME, length, construct, prototype)?;
    constructor.define_methods(vm, definition.statics)?;
    for (name, get) in definition.getters.iter().copied().flatten() {
        prototype.define_getter(vm, name, *get)?;
    }
    prototype.define_methods(vm, definition.methods)?;
    prototype.define_method(vm, "valueOf", 0, value_of_throws::<T>)?;
    prototype.define_to_string_tag(vm, &format!("Temporal.{}", T::NAME))?;
    let key = PropertyKey::from_str(vm, T::NAME)?;
    namespace.define_hidden(vm, key, constructor.value())
}

/// `valueOf()` of every class: comparing with `<` would compare texts.
fn value_of_throws<T: Class>(vm: &mut Vm, _args: Args) -> JsResult {
    let name = T::NAME;
    Err(vm.throw_type_error(format!(
        "Do not use built-in arithmetic or comparison operators with Temporal.{name} objects"
    )))
}

// ---- results

/// A result of the crate; its error is thrown.
#[inline]
pub fn checked<T>(vm: &mut Vm, result: TemporalResult<T>) -> JsResult<T> {
    result.map_err(|error| throw(vm, error))
}

#[cold]
fn throw(vm: &mut Vm, error: TemporalError) -> Throw {
    let message = match error.into_message() {
        "" => "Invalid Temporal value",
        message => message,
    };
    match error.kind() {
        ErrorKind::Type => vm.throw_type_error(message),
        ErrorKind::Syntax => vm.throw_syntax_error(message),
        ErrorKind::Generic => vm.throw_plain_error(message),
        ErrorKind::Range | ErrorKind::Assert => vm.throw_range_error(message),
    }
}

/// A new string.
pub fn text(vm: &mut Vm, text: &str) -> JsResult {
    JsString::from_str(vm, text).map(JsString::value)
}

/// A new string, or undefined.
pub fn optional_text<const N: usize>(vm: &mut Vm, text: Option<temporal_rs::TinyAsciiStr<N>>) -> JsResult {
    match text {
        Some(text) => self::text(vm, text.as_str()),
        None => Ok(Value::UNDEFINED),
    }
}

/// A number, or undefined.
pub fn optional_int(number: Option<impl Into<i32>>) -> Value {
    number.map_or(Value::UNDEFINED, |number| Value::int(number.into()))
}

/// -1, 0 or 1.
pub fn ordering(order: Ordering) -> Value {
    Value::int(order as i32)
}

// ---- arguments

/// Get(object, name)
pub fn get(vm: &mut Vm, object: Object, name: &str) -> JsResult {
    let key = PropertyKey::from_str(vm, name)?;
    object.get(vm, key)
}

/// The text of an argument that has to be a string: nothing is converted, a TypeError if it is none.
pub fn require_string(vm: &mut Vm, v: Value) -> JsResult<String> {
    match v.as_string() {
        Some(text) => text.to_rust_string_lossy(vm),
        None => {
            let what = vm.describe(v);
            Err(vm.throw_type_error(format!("{what} is not a string")))
        }
    }
}

/// ToPrimitive with hint string, whose result has to be a string.
pub fn to_primitive_and_require_string(vm: &mut Vm, v: Value) -> JsResult<String> {
    let v = to_primitive(vm, v, Hint::String)?;
    require_string(vm, v)
}

/// ToIntegerWithTruncation (sec. 13.34): a RangeError for NaN and infinities. Not -0.
pub fn to_integer_with_truncation(vm: &mut Vm, v: Value) -> JsResult<f64> {
    let number = to_number(vm, v)?;
    if !number.is_finite() {
        return Err(vm.throw_range_error(format!("{number} is not a finite number")));
    }
    Ok(to_integer_or_infinity(number))
}

/// ToPositiveIntegerWithTruncation (sec. 13.33).
pub fn to_positive_integer_with_truncation(vm: &mut Vm, v: Value) -> JsResult<f64> {
    let integer = to_integer_with_truncation(vm, v)?;
    if integer <= 0.0 {
        return Err(vm.throw_range_error(format!("{integer} is not a positive number")));
    }
    Ok(integer)
}

/// ToIntegerIfIntegral (sec. 13.35). Not -0.
pub fn to_integer_if_integral(vm: &mut Vm, v: Value) -> JsResult<f64> {
    let number = to_number(vm, v)?;
    if !number.is_finite() || number.trunc() != number {
        return Err(vm.throw_range_error(format!("{number} is not an integer")));
    }
    Ok(number + 0.0)
}

/// An integer as a component of a date or time, which is out of range if the type cannot hold it.
pub fn component<T: TryFrom<i64>>(vm: &mut Vm, integer: f64) -> JsResult<T> {
    // The cast saturates.
    match T::try_from(integer as i64) {
        Ok(component) => Ok(component),
        Err(_) => Err(vm.throw_range_error(format!("{integer} is out of range"))),
    }
}
