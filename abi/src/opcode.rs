//! The opcode table: one declaration from which decoder, disassembler, verifier and (later) the stencil generator and the
//! optimizer's graph builder all come.
//!
//! An instruction is a sequence of 16-bit units: the opcode, then its operands in order. Registers are frame words
//! (see [`crate::frame`]); 32-bit operands take two units, low half first. A jump offset counts units from the start of its instruction;
//! one that is not positive is a loop's back edge and polls the VM's counter. All calls that the interpreter makes without recursion
//! (Call, Construct, SuperCall, SuperForward and the spread forms) have their result register first and the same length, so that a return finds its
//! way by the caller's position alone. Frames that optimized code has left may also be waiting at a GetField or a SetField, whose accessor it had
//! inlined, or at a RunFieldInitializer.

/// What an operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A register that is written.
    W,
    /// A register that is read.
    R,
    /// The first register of an outgoing call area or of a run of registers.
    B,
    /// A 16-bit unsigned number.
    U,
    /// A 16-bit signed number.
    I,
    /// A 32-bit signed number.
    X,
    /// Index of a constant, 32 bits.
    K,
    /// Index of a feedback site, 32 bits.
    S,
    /// A jump offset in units, 32 bits signed.
    J,
    /// Type feedback, kept in the instruction itself and written as it runs (ARITH_* bits).
    F,
}

impl Operand {
    /// Length in units.
    #[inline]
    pub const fn units(self) -> usize {
        match self {
            Operand::X | Operand::K | Operand::S | Operand::J => 2,
            _ => 1,
        }
    }
}

/// Outcomes of an arithmetic or comparison instruction other than int32 with int32 giving int32.
pub const ARITH_DOUBLE: u16 = 1;
pub const ARITH_OVERFLOW: u16 = 2;
pub const ARITH_STRING: u16 = 4;
pub const ARITH_BIGINT: u16 = 8;
pub const ARITH_OTHER: u16 = 16;
pub const ARITH_NEGATIVE_ZERO: u16 = 32;
pub const ARITH_UNDEFINED: u16 = 64;
pub const ARITH_OBJECT: u16 = 128;

macro_rules! opcodes {
    ($( $(#[doc = $doc:literal])* $name:ident ( $( $operand:ident : $kind:ident ),* ) ; )*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u16)]
        pub enum Op { $( $(#[doc = $doc])* $name ),* }

        impl Op {
            pub const ALL: &'static [Op] = &[$(Op::$name),*];

            pub const fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$(stringify!($name)),*];
                NAMES[self as usize]
            }

            /// The operands in order, with their names.
            #[inline]
            pub const fn operands(self) -> &'static [(&'static str, Operand)] {
                const OPERANDS: &[&[(&str, Operand)]] = &[$( &[$( (stringify!($operand), Operand::$kind) ),*] ),*];
                OPERANDS[self as usize]
            }

            /// Length in units, the opcode's own included.
            #[inline(always)]
            pub const fn length(self) -> usize {
                const LENGTHS: &[u8] = &[$( (1 $( + Operand::$kind.units() )*) as u8 ),*];
                LENGTHS[self as usize] as usize
            }

            pub const COUNT: usize = Self::ALL.len();

            #[inline(always)]
            pub fn from_u16(n: u16) -> Option<Op> {
                Self::ALL.get(n as usize).copied()
            }
        }
    };
}

opcodes! {
    Nop();
    // ---- moves and constants
    Move(dst: W, src: R);
    LoadUndefined(dst: W);
    LoadNull(dst: W);
    LoadTrue(dst: W);
    LoadFalse(dst: W);
    /// The empty value: a binding enters its temporal dead zone.
    LoadEmpty(dst: W);
    LoadInt(dst: W, value: X);
    LoadConst(dst: W, constant: K);

    // ---- arithmetic
    Add(dst: W, left: R, right: R, feedback: F);
    Sub(dst: W, left: R, right: R, feedback: F);
    Mul(dst: W, left: R, right: R, feedback: F);
    Div(dst: W, left: R, right: R, feedback: F);
    Mod(dst: W, left: R, right: R, feedback: F);
    Exp(dst: W, left: R, right: R, feedback: F);
    BitAnd(dst: W, left: R, right: R, feedback: F);
    BitOr(dst: W, left: R, right: R, feedback: F);
    BitXor(dst: W, left: R, right: R, feedback: F);
    Shl(dst: W, left: R, right: R, feedback: F);
    Shr(dst: W, left: R, right: R, feedback: F);
    UShr(dst: W, left: R, right: R, feedback: F);
    AddInt(dst: W, left: R, right: I, feedback: F);
    SubInt(dst: W, left: R, right: I, feedback: F);
    MulInt(dst: W, left: R, right: I, feedback: F);
    DivInt(dst: W, left: R, right: I, feedback: F);
    ModInt(dst: W, left: R, right: I, feedback: F);
    BitAndInt(dst: W, left: R, right: I, feedback: F);
    BitOrInt(dst: W, left: R, right: I, feedback: F);
    BitXorInt(dst: W, left: R, right: I, feedback: F);
    ShlInt(dst: W, left: R, right: I, feedback: F);
    ShrInt(dst: W, left: R, right: I, feedback: F);
    UShrInt(dst: W, left: R, right: I, feedback: F);
    Neg(dst: W, src: R, feedback: F);
    BitNot(dst: W, src: R, feedback: F);
    /// ToNumeric(src) + 1. `x++` is ToNumeric into a temporary, then Inc.
    Inc(dst: W, src: R, feedback: F);
    Dec(dst: W, src: R, feedback: F);
    /// Unary plus.
    ToNumber(dst: W, src: R, feedback: F);
    ToNumeric(dst: W, src: R, feedback: F);
    Not(dst: W, src: R);
    Typeof(dst: W, src: R);

    // ---- comparison
    Eq(dst: W, left: R, right: R, feedback: F);
    Ne(dst: W, left: R, right: R, feedback: F);
    StrictEq(dst: W, left: R, right: R, feedback: F);
    StrictNe(dst: W, left: R, right: R, feedback: F);
    Lt(dst: W, left: R, right: R, feedback: F);
    Le(dst: W, left: R, right: R, feedback: F);
    Gt(dst: W, left: R, right: R, feedback: F);
    Ge(dst: W, left: R, right: R, feedback: F);
    InstanceOf(dst: W, left: R, right: R, site: S);
    /// `left in right`.
    In(dst: W, left: R, right: R, site: S);

    // ---- jumps. A jump with a negative offset is a loop's back edge.
    Jump(target: J);
    JumpTrue(cond: R, target: J);
    JumpFalse(cond: R, target: J);
    JumpNullish(value: R, target: J);
    JumpNotNullish(value: R, target: J);
    JumpUndefined(value: R, target: J);
    JumpNotUndefined(value: R, target: J);
    JumpEq(left: R, right: R, feedback: F, target: J);
    JumpNe(left: R, right: R, feedback: F, target: J);
    JumpStrictEq(left: R, right: R, feedback: F, target: J);
    JumpStrictNe(left: R, right: R, feedback: F, target: J);
    JumpLt(left: R, right: R, feedback: F, target: J);
    JumpLe(left: R, right: R, feedback: F, target: J);
    JumpGt(left: R, right: R, feedback: F, target: J);
    JumpGe(left: R, right: R, feedback: F, target: J);
    /// Jumps unless `left < right` (so also when one is NaN).
    JumpNotLt(left: R, right: R, feedback: F, target: J);
    JumpNotLe(left: R, right: R, feedback: F, target: J);
    JumpNotGt(left: R, right: R, feedback: F, target: J);
    JumpNotGe(left: R, right: R, feedback: F, target: J);
    JumpEqInt(left: R, right: I, feedback: F, target: J);
    JumpNeInt(left: R, right: I, feedback: F, target: J);
    JumpStrictEqInt(left: R, right: I, feedback: F, target: J);
    JumpStrictNeInt(left: R, right: I, feedback: F, target: J);
    JumpLtInt(left: R, right: I, feedback: F, target: J);
    JumpLeInt(left: R, right: I, feedback: F, target: J);
    JumpGtInt(left: R, right: I, feedback: F, target: J);
    JumpGeInt(left: R, right: I, feedback: F, target: J);
    JumpNotLtInt(left: R, right: I, feedback: F, target: J);
    JumpNotLeInt(left: R, right: I, feedback: F, target: J);
    JumpNotGtInt(left: R, right: I, feedback: F, target: J);
    JumpNotGeInt(left: R, right: I, feedback: F, target: J);
    /// Jumps by jump table number `table` if the value is a number equal to an int32 that the table covers (integral doubles and -0 count),
    /// else falls through.
    SwitchInt(value: R, table: U);

    // ---- properties
    /// The key is in the site.
    GetField(dst: W, object: R, site: S);
    SetField(object: R, value: R, site: S);
    /// CreateDataPropertyOrThrow with the site's key (object literals, public fields).
    DefineField(object: R, value: R, site: S);
    GetIndex(dst: W, object: R, key: R, site: S);
    SetIndex(object: R, key: R, value: R, site: S);
    /// CreateDataPropertyOrThrow with a computed key.
    DefineIndex(object: R, key: R, value: R);
    /// `key` is a property-key constant.
    DeleteField(dst: W, object: R, key: K);
    DeleteIndex(dst: W, object: R, key: R);
    /// super[key]: `this` is the receiver; `home` is the super base: what GetPrototypeOf gave for LoadHomeObject's object (null: TypeError, before
    /// the key is converted by ToPropertyKey).
    GetSuper(dst: W, this: R, home: R, key: R);
    SetSuper(this: R, home: R, key: R, value: R);
    LoadHomeObject(dst: W);
    /// Private names are symbols in registers or environments, made by NewPrivateName.
    NewPrivateName(dst: W, description: K);
    GetPrivate(dst: W, object: R, name: R, site: S);
    SetPrivate(object: R, name: R, value: R, site: S);
    /// PrivateFieldAdd.
    DefinePrivate(object: R, name: R, value: R);
    /// Adds a private method (kind 0) or an accessor's getter (1) or setter (2) to the object.
    DefinePrivateMethod(object: R, name: R, function: R, kind: U);
    /// #name in object.
    HasPrivate(dst: W, object: R, name: R);
    /// Defines a method on an object or class: sets its home object and, by the key, its name. flags: bit 0 enumerable.
    DefineMethod(object: R, key: R, function: R, flags: U);
    /// flags: bit 0 enumerable, bit 1 setter (else getter). Sets home object and name.
    DefineAccessor(object: R, key: R, function: R, flags: U);
    /// SetFunctionName by a computed key; prefix 0 none, 1 get, 2 set. Does nothing if `function` is no function or a class with a static `name`.
    SetFunctionName(function: R, key: R, prefix: U);
    SetHomeObject(function: R, home: R);
    /// `__proto__: value` in an object literal: ignored unless an object or null.
    SetPrototype(object: R, value: R);
    /// CopyDataProperties(target, source, excluded), the excluded keys in `count` registers from `first`.
    CopyDataProperties(target: R, source: R, first: B, count: U);

    // ---- globals. The name is in the site.
    GetGlobal(dst: W, site: S);
    /// For typeof: undefined where there is no such binding.
    GetGlobalOrUndefined(dst: W, site: S);
    SetGlobal(value: R, site: S);
    /// First value of a script's let, const or class.
    InitGlobal(value: R, site: S);
    /// GlobalDeclarationInstantiation of the script described by the constant.
    DeclareGlobals(declarations: K);

    // ---- environments
    /// The running function's own [[Environment]].
    LoadCalleeEnvironment(dst: W);
    /// A new environment with the bindings of the scope constant, all empty (dead zone), inside `parent`.
    NewEnvironment(dst: W, parent: R, scope: K);
    /// A copy of a loop's environment for the next iteration.
    CopyEnvironment(dst: W, environment: R);
    /// Bindings at `depth` parents up from `environment`. The -Checked forms throw in the dead zone.
    GetScoped(dst: W, environment: R, depth: U, slot: U);
    GetScopedChecked(dst: W, environment: R, depth: U, slot: U);
    /// Initialization, or an assignment that needs no check.
    SetScoped(environment: R, depth: U, slot: U, value: R);
    SetScopedChecked(environment: R, depth: U, slot: U, value: R);
    /// Throws a ReferenceError naming the constant if the register is empty.
    CheckInitialized(value: R, name: K);
    ThrowConstAssignment(name: K);
    /// `with (object)`: an object environment.
    NewWithEnvironment(dst: W, parent: R, object: R);
    /// Dynamic lookups, where `with` or a sloppy direct eval stands between use and binding.
    LookupName(dst: W, environment: R, name: K);
    LookupNameOrUndefined(dst: W, environment: R, name: K);
    /// The callee and its `this` (the with object, or undefined).
    LookupCallee(callee: W, this: W, environment: R, name: K);
    /// Resolves a name to its base (an environment or object; empty if unresolvable), before the right side runs.
    ResolveName(base: W, environment: R, name: K);
    GetResolved(dst: W, base: R, name: K);
    PutResolved(base: R, name: K, value: R);
    DeleteName(dst: W, environment: R, name: K);
    /// EvalDeclarationInstantiation's var part: declares the constant's names in the nearest variable environment.
    DeclareEvalVars(environment: R, declarations: K);

    // ---- functions and classes
    /// A closure of the function constant over `environment` (arrows also take `this` from the running frame's this-register).
    NewFunction(dst: W, function: K, environment: R);
    /// ClassDefinitionEvaluation up to the elements: heritage is a register that holds empty where there is no `extends`.
    NewClass(constructor: W, prototype: W, heritage: R, environment: R, function: K);
    /// The function that initializes a class's instance fields (and private methods), run by super() or before a base constructor's body.
    SetFieldInitializer(constructor: R, function: R);
    /// Runs the field initializer of the running function on `this`, if it has one (base constructors at their start). See RunFieldInitializerOf.
    RunFieldInitializer(this: R);
    /// The running function (named function expressions, super calls).
    LoadCallee(dst: W);
    NewTarget(dst: W);
    /// `this` of sloppy code was coerced at entry, so this is a plain move out of the frame; derived constructors keep it in a binding.
    LoadThis(dst: W);

    // ---- calls. The area at `base` holds callee, this and arguments as a frame does.
    Call(dst: W, base: B, argc: U, site: S);
    Construct(dst: W, base: B, argc: U, site: S);
    /// super(...): a Construct whose new.target is in the area's NEW_TARGET word. The area's callee word holds what GetPrototypeOf gave for the
    /// active function; TypeError if that is no constructor (checked here, after the arguments). The code that follows binds `this`.
    SuperCall(dst: W, base: B, argc: U, site: S);
    /// The last argument word holds a list (see SpreadList), whose values take its place.
    CallSpread(dst: W, base: B, argc: U, site: S);
    ConstructSpread(dst: W, base: B, argc: U, site: S);
    SuperCallSpread(dst: W, base: B, argc: U, site: S);
    /// super(...arguments) of a class without a constructor of its own: the frame's arguments, as many as there are. The first `argc` are in its
    /// parameters, what is beyond those in its rest register's array ([`crate::frame::CODE_FLAG_FORWARD`]).
    SuperForward(dst: W, base: B, argc: U, site: S);
    /// A call by the name `eval`: direct eval if the callee is the realm's %eval%. The constant holds the static scope.
    /// argc [`SPREAD_ARGC`]: a list as the only argument, as for CallSpread.
    CallEval(dst: W, base: B, argc: U, environment: R, scope: K);
    /// A call in tail position of strict code: the frame is replaced. argc [`SPREAD_ARGC`]: a list as the only argument, as for CallSpread.
    TailCall(base: B, argc: U, site: S);
    Return(value: R);
    /// Result check of a derived constructor: an object, or undefined and an initialized this.
    CheckDerivedResult(dst: W, value: R, this: R);
    /// Throws a ReferenceError if `this` is already bound (super() called twice).
    CheckThisUnbound(this: R);
    /// Throws a ReferenceError if `this` is not yet bound.
    CheckThisBound(this: R);

    // ---- exceptions
    Throw(value: R);
    /// Start of a handler: takes the pending exception.
    Catch(dst: W);
    /// Throws a new error; kind 0 Error, 1 TypeError, 2 ReferenceError, 3 SyntaxError, 4 RangeError.
    ThrowError(kind: U, message: K);
    /// TypeError unless an object; what: 0 iterator result, 1 iterator, 2 derived heritage, 3 yield* result.
    CheckObject(value: R, what: U);
    /// TypeError for undefined and null (destructuring).
    CheckObjectCoercible(value: R);

    // ---- iteration. An iterator record is two registers from `iterator`: the iterator, then its next method.
    GetIterator(iterator: B, iterable: R);
    /// GetIterator for a record that only the instructions below look at. An array whose iteration does nothing but read its elements (see
    /// `plainly_iterated_array`) needs no iterator: the record is the next index, a number, and the array. Feedback: ITERATES_* bits.
    StartIteration(iterator: B, iterable: R, feedback: F);
    GetAsyncIterator(iterator: B, iterable: R);
    /// Calls next; when done jumps (value undefined) and marks the record finished (iterator register undefined);
    /// an exception from next, done or value marks it finished too. On a finished record it jumps at once, with value undefined.
    /// Feedback: SEEN_* bits and kinds of elements as in element sites; SEEN_OTHER: there was an iterator, SEEN_OUT_OF_BOUNDS: an array's end.
    IteratorStep(value: W, iterator: B, done: J, feedback: F);
    /// IteratorClose. mode 0: normal completion (errors propagate, result must be an object); 1: a throw completion (errors swallowed).
    /// Does nothing on a finished record; marks the record finished before `return` is called.
    IteratorClose(iterator: B, mode: U);
    /// All that is left, as an array (empty for a finished record); finishes the record.
    IteratorRest(dst: W, iterator: B);
    /// GetMethod(object, key): undefined where undefined or null, else must be callable.
    GetMethod(dst: W, object: R, key: K);
    /// CreateIterResultObject.
    NewIteratorResult(dst: W, value: R, done: R);
    /// EnumerateObjectProperties; undefined and null enumerate nothing.
    ForInStart(dst: W, object: R);
    ForInNext(key: W, enumeration: R, done: J);

    // ---- literals
    /// An ordinary object; capacity is a hint for its inline slots, the site learns better.
    NewObject(dst: W, capacity: U, site: S);
    /// From `count` registers from `first` (empty makes a hole).
    NewArray(dst: W, first: B, count: U, site: S);
    /// From a constant array of numbers, strings and holes.
    NewArrayConst(dst: W, constant: K, site: S);
    ArrayPush(array: R, value: R);
    ArrayPushHole(array: R);
    ArraySpread(array: R, iterable: R);
    /// An array for the call that follows to take arguments from, its holes being undefined: the iterable itself, if iterating over it does nothing
    /// but read its elements, else a new array of what it gives.
    SpreadList(dst: W, iterable: R);
    NewRegExp(dst: W, constant: K);
    /// The template object of the site (cached per site and realm).
    TemplateObject(dst: W, constant: K);
    ToPropertyKey(dst: W, src: R);
    /// ToString, TypeError for symbols (template literals).
    ToString(dst: W, src: R);
    /// Concatenates `count` registers, all strings.
    Concat(dst: W, first: B, count: U);

    // ---- generators and async functions
    /// Makes the generator (or async generator) object of the running call, saves the frame in it and returns it to the caller; execution goes on
    /// after this instruction at the first resumption. For async functions: makes the promise, without suspending; `dst` gets the state object.
    CreateGenerator(dst: W);
    /// Suspends. On resumption `dst` gets the value sent and `mode` 0 (next) or 2 (return); a throw is raised here.
    Yield(dst: W, mode: W, value: R);
    /// As Yield, but a throw is delivered too (mode 1) and the value passed on is an iterator result already (yield*). In an async generator
    /// `value` is a plain value, as for Yield.
    YieldDelegate(dst: W, mode: W, value: R);
    /// Suspends until the promise of `value` settles; throws its rejection here.
    Await(dst: W, value: R);
    /// Ends a generator, async function or async generator with its result. `generator` is what CreateGenerator gave.
    GeneratorReturn(value: R);

    // ---- modules
    /// A live binding: number `index` of the module's resolved imports. Throws in the dead zone.
    GetImport(dst: W, index: K);
    ImportCall(dst: W, specifier: R, options: R, phase: U);
    ImportMeta(dst: W);

    // ---- explicit resource management. A stack of disposables in a register (empty until first used).
    AddDisposable(stack: R, value: R, asynchronous: U);
    /// Disposes all synchronously. On entry `error` holds the pending throw (or empty); on exit the error to throw, or empty.
    DisposeAll(error: W, stack: R);
    /// One step of asynchronous disposal: `value` gets what must be awaited; jumps when nothing is left. Errors collect in `error`.
    DisposeStep(error: W, stack: R, value: W, done: J);

    Debugger();

    // ---- asked for by the compiler
    /// object.[[GetPrototypeOf]](): the super base of a home object, the super constructor of a derived constructor.
    GetPrototypeOf(dst: W, object: R);
    /// The key of `object[key] op= ...`, converted once: an int32, string or symbol is passed through; else TypeError if `object` is undefined or
    /// null, then ToPropertyKey.
    ToPropertyKeyFor(dst: W, object: R, key: R);
    /// Connects the mapped arguments object that entry made (elements still plain values) with the parameters, which live in `environment`:
    /// argument i < min(argc, parameters) with mapped_parameters[i] = Some(slot) is that slot of it.
    MapArguments(arguments: R, environment: R);
    /// RunFieldInitializer for a given constructor: after super(), where the running function may be an arrow or an eval.
    RunFieldInitializerOf(function: R, this: R);
    /// Throws the value unless it is empty (after DisposeAll, DisposeStep).
    ThrowIfError(value: R);
    /// `error` becomes `thrown` if it was empty, else new SuppressedError(thrown, error): a rejection awaited between DisposeSteps.
    AddError(error: W, thrown: R);
    /// One step of an iterator whose value nobody wants (an elision in a pattern): `value` is not read. As IteratorStep otherwise, without a jump.
    IteratorSkip(iterator: B);
    /// Whether the callee of a call by the name `eval` is the realm's %eval%: if not, the call may be a tail call.
    IsEval(dst: W, callee: R);

    // ---- decorators: see runtime/decorators.rs. Lists are arrays.
    /// Calls the decorators of a class's elements, then defines its methods and accessors.
    DecorateElements(constructor: R, prototype: R, elements: R);
    /// Calls a class's own decorators; `extras` collects its extra initializers.
    DecorateClass(dst: W, constructor: R, decorators: R, name: R, extras: R);
    /// Calls initializers on `this`. mode 0: each gets `value` and gives the next one; 1: without a value.
    RunInitializers(value: W, this: R, list: R, mode: U);
}

/// What StartIteration began to iterate over: an array with the shape that arrays begin with, another array, by an iterator.
pub const ITERATES_ARRAY: u16 = 1;
pub const ITERATES_SHAPED_ARRAY: u16 = 2;
pub const ITERATES_OTHER: u16 = 4;

/// `argc` of a TailCall or a CallEval whose arguments are in a list in the area's first argument word.
pub const SPREAD_ARGC: u16 = u16::MAX;

/// Length in units of every instruction that makes the interpreter push a frame.
pub const CALL_LENGTH: usize = Op::Call.length();
const _: () = assert!(Op::Construct.length() == CALL_LENGTH && Op::SuperCall.length() == CALL_LENGTH);
const _: () = assert!(Op::CallSpread.length() == CALL_LENGTH && Op::ConstructSpread.length() == CALL_LENGTH);
const _: () = assert!(Op::SuperCallSpread.length() == CALL_LENGTH && Op::SuperForward.length() == CALL_LENGTH);
