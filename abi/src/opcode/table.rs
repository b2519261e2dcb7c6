//! The opcodes: one row for each, from which everything else that is known of one is made.
//!
//! A row is `Name function(operand: Role, ...) [Effect, ...] meaning;`. The name is the [`Opcode`](super::Opcode)'s and its [view](super::view)'s, the function its
//! handler's in the interpreter and its emitter's in the bytecode builder. Roles are in [`operand`](super::operand), effects and meanings in
//! [`facts`](super::facts). Behind the roles Constant and Site stands the kind that the instruction needs: a [`ConstantKind`](super::ConstantKind), a
//! [`SiteKind`](crate::ic::SiteKind). The interpreter's loop has those of `inline` in itself; it calls a function for those of `outline`.
//!
//! An instruction is a sequence of 16-bit units: the opcode, then its operands in order. Registers are frame words
//! (see [`crate::frame`]); 32-bit operands take two units, low half first. A jump offset counts units from the start of its instruction;
//! one that is not positive is a loop's back edge and polls the VM's counter. All calls that the interpreter makes without recursion
//! (Call, Construct, SuperCall, SuperForward and the spread forms) have their result register first and the same length, so that a return finds its
//! way by the caller's position alone. Frames that optimized code has left may also be waiting at a GetField, a GetSuperField or a SetField, whose accessor it had
//! inlined, or whose proxy's trap, or at a RunFieldInitializer.

/// Calls a macro with the table, behind what else it is to be given.
#[macro_export]
macro_rules! opcodes {
    ($callback:ident $($given:tt)*) => {
        $callback! {
            $($given)*
            inline {
                Load {
                    Nop nop() [];
                    Move move_(dst: Write, src: Read) [];
                    LoadUndefined load_undefined(dst: Write) [];
                    LoadNull load_null(dst: Write) [];
                    LoadTrue load_true(dst: Write) [];
                    LoadFalse load_false(dst: Write) [];
                    /// The empty value: a binding enters its temporal dead zone.
                    LoadEmpty load_empty(dst: Write) [];
                    LoadInt load_int(dst: Write, value: Long) [];
                    LoadConst load_const(dst: Write, constant: Constant(Primitive)) [];
                    /// The running function (named function expressions, super calls).
                    LoadCallee load_callee(dst: Write) [];
                    /// `this` of sloppy code was coerced at entry, so this is a plain move out of the frame; derived constructors keep it in a binding.
                    LoadThis load_this(dst: Write) [];
                    /// The running function's own [[Environment]].
                    LoadCalleeEnvironment load_callee_environment(dst: Write) [];
                    NewTarget new_target(dst: Write) [];
                }
                Arithmetic {
                    Add add(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] computes(Add);
                    Sub sub(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] computes(Sub);
                    Mul mul(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] computes(Mul);
                    Div div(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] computes(Div);
                    Mod mod_(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] computes(Mod);
                    Exp exp(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] computes(Exp);
                    BitAnd bit_and(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] computes(BitAnd);
                    BitOr bit_or(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] computes(BitOr);
                    BitXor bit_xor(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] computes(BitXor);
                    Shl shl(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] computes(Shl);
                    Shr shr(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] computes(Shr);
                    UShr ushr(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] computes(UShr);
                    AddInt add_int(dst: Write, left: Read, right: Immediate, feedback: Operands) [Calls] computes(Add);
                    SubInt sub_int(dst: Write, left: Read, right: Immediate, feedback: Operands) [Calls] computes(Sub);
                    MulInt mul_int(dst: Write, left: Read, right: Immediate, feedback: Operands) [Calls] computes(Mul);
                    DivInt div_int(dst: Write, left: Read, right: Immediate, feedback: Operands) [Calls] computes(Div);
                    ModInt mod_int(dst: Write, left: Read, right: Immediate, feedback: Operands) [Calls] computes(Mod);
                    BitAndInt bit_and_int(dst: Write, left: Read, right: Immediate, feedback: Operands) [Calls] computes(BitAnd);
                    BitOrInt bit_or_int(dst: Write, left: Read, right: Immediate, feedback: Operands) [Calls] computes(BitOr);
                    BitXorInt bit_xor_int(dst: Write, left: Read, right: Immediate, feedback: Operands) [Calls] computes(BitXor);
                    ShlInt shl_int(dst: Write, left: Read, right: Immediate, feedback: Operands) [Calls] computes(Shl);
                    ShrInt shr_int(dst: Write, left: Read, right: Immediate, feedback: Operands) [Calls] computes(Shr);
                    UShrInt ushr_int(dst: Write, left: Read, right: Immediate, feedback: Operands) [Calls] computes(UShr);
                    Neg neg(dst: Write, src: Read, feedback: Operands) [Calls];
                    BitNot bit_not(dst: Write, src: Read, feedback: Operands) [Calls];
                    /// ToNumeric(src) + 1. `x++` is ToNumeric into a temporary, then Inc.
                    Inc inc(dst: Write, src: Read, feedback: Operands) [Calls];
                    Dec dec(dst: Write, src: Read, feedback: Operands) [Calls];
                    /// Unary plus.
                    ToNumber to_number(dst: Write, src: Read) [Calls];
                    ToNumeric to_numeric(dst: Write, src: Read) [Calls];
                    Not not(dst: Write, src: Read) [];
                    Typeof typeof_(dst: Write, src: Read) [];
                }
                Compare {
                    Eq eq(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] compares(Equal, true);
                    Ne ne(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] compares(Equal, false);
                    StrictEq strict_eq(dst: Write, left: Read, right: Read, feedback: Operands) [Allocates] compares(StrictEqual, true);
                    StrictNe strict_ne(dst: Write, left: Read, right: Read, feedback: Operands) [Allocates] compares(StrictEqual, false);
                    Lt lt(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] compares(Less, true);
                    Le le(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] compares(LessOrEqual, true);
                    Gt gt(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] compares(Greater, true);
                    Ge ge(dst: Write, left: Read, right: Read, feedback: Operands) [Calls] compares(GreaterOrEqual, true);
                    InstanceOf instance_of(dst: Write, left: Read, right: Read, site: Site(InstanceOf)) [Calls];
                    /// `left in right`.
                    In in_(dst: Write, left: Read, right: Read) [Calls];
                }
                // A jump with a negative offset is a loop's back edge.
                Jump {
                    Jump jump(target: Jump) [Ends];
                    JumpTrue jump_true(cond: Read, target: Jump) [];
                    JumpFalse jump_false(cond: Read, target: Jump) [];
                    JumpNullish jump_nullish(value: Read, target: Jump) [];
                    JumpNotNullish jump_not_nullish(value: Read, target: Jump) [];
                    JumpUndefined jump_undefined(value: Read, target: Jump) [];
                    JumpNotUndefined jump_not_undefined(value: Read, target: Jump) [];
                    JumpEq jump_eq(left: Read, right: Read, feedback: Operands, target: Jump) [Calls] compares(Equal, true);
                    JumpNe jump_ne(left: Read, right: Read, feedback: Operands, target: Jump) [Calls] compares(Equal, false);
                    JumpStrictEq jump_strict_eq(left: Read, right: Read, feedback: Operands, target: Jump) [Allocates] compares(StrictEqual, true);
                    JumpStrictNe jump_strict_ne(left: Read, right: Read, feedback: Operands, target: Jump) [Allocates] compares(StrictEqual, false);
                    JumpLt jump_lt(left: Read, right: Read, feedback: Operands, target: Jump) [Calls] compares(Less, true);
                    JumpLe jump_le(left: Read, right: Read, feedback: Operands, target: Jump) [Calls] compares(LessOrEqual, true);
                    JumpGt jump_gt(left: Read, right: Read, feedback: Operands, target: Jump) [Calls] compares(Greater, true);
                    JumpGe jump_ge(left: Read, right: Read, feedback: Operands, target: Jump) [Calls] compares(GreaterOrEqual, true);
                    /// Jumps unless `left < right` (so also when one is NaN).
                    JumpNotLt jump_not_lt(left: Read, right: Read, feedback: Operands, target: Jump) [Calls] compares(Less, false);
                    JumpNotLe jump_not_le(left: Read, right: Read, feedback: Operands, target: Jump) [Calls] compares(LessOrEqual, false);
                    JumpNotGt jump_not_gt(left: Read, right: Read, feedback: Operands, target: Jump) [Calls] compares(Greater, false);
                    JumpNotGe jump_not_ge(left: Read, right: Read, feedback: Operands, target: Jump) [Calls] compares(GreaterOrEqual, false);
                    JumpEqInt jump_eq_int(left: Read, right: Immediate, feedback: Operands, target: Jump) [Calls] compares(Equal, true);
                    JumpNeInt jump_ne_int(left: Read, right: Immediate, feedback: Operands, target: Jump) [Calls] compares(Equal, false);
                    JumpStrictEqInt jump_strict_eq_int(left: Read, right: Immediate, feedback: Operands, target: Jump) [Allocates] compares(StrictEqual, true);
                    JumpStrictNeInt jump_strict_ne_int(left: Read, right: Immediate, feedback: Operands, target: Jump) [Allocates] compares(StrictEqual, false);
                    JumpLtInt jump_lt_int(left: Read, right: Immediate, feedback: Operands, target: Jump) [Calls] compares(Less, true);
                    JumpLeInt jump_le_int(left: Read, right: Immediate, feedback: Operands, target: Jump) [Calls] compares(LessOrEqual, true);
                    JumpGtInt jump_gt_int(left: Read, right: Immediate, feedback: Operands, target: Jump) [Calls] compares(Greater, true);
                    JumpGeInt jump_ge_int(left: Read, right: Immediate, feedback: Operands, target: Jump) [Calls] compares(GreaterOrEqual, true);
                    JumpNotLtInt jump_not_lt_int(left: Read, right: Immediate, feedback: Operands, target: Jump) [Calls] compares(Less, false);
                    JumpNotLeInt jump_not_le_int(left: Read, right: Immediate, feedback: Operands, target: Jump) [Calls] compares(LessOrEqual, false);
                    JumpNotGtInt jump_not_gt_int(left: Read, right: Immediate, feedback: Operands, target: Jump) [Calls] compares(Greater, false);
                    JumpNotGeInt jump_not_ge_int(left: Read, right: Immediate, feedback: Operands, target: Jump) [Calls] compares(GreaterOrEqual, false);
                    /// Jumps by jump table number `table` if the value is a number equal to an int32 that the table covers (integral doubles and -0 count),
                    /// else falls through.
                    SwitchInt switch_int(value: Read, table: Table) [];
                }
                Property {
                    /// The key is in the site.
                    GetField get_field(dst: Write, object: Read, site: Site(GetField)) [Calls];
                    SetField set_field(object: Read, value: Read, site: Site(SetField)) [Calls];
                    /// CreateDataPropertyOrThrow with the site's key (object literals, public fields).
                    DefineField define_field(object: Read, value: Read, site: Site(DefineField)) [Calls];
                }
                Element {
                    GetIndex get_index(dst: Write, object: Read, key: Read, site: Site(GetIndex)) [Calls];
                    SetIndex set_index(object: Read, key: Read, value: Read, site: Site(SetIndex)) [Calls];
                }
                Scope {
                    /// Bindings at `depth` parents up from `environment`. The -Checked forms throw in the dead zone.
                    GetScoped get_scoped(dst: Write, environment: Read, depth: Number, slot: Number) [ReadsEnvironment];
                    GetScopedChecked get_scoped_checked(dst: Write, environment: Read, depth: Number, slot: Number) [Throws, ReadsEnvironment];
                    /// Initialization, or an assignment that needs no check.
                    SetScoped set_scoped(environment: Read, depth: Number, slot: Number, value: Read) [WritesEnvironment];
                    SetScopedChecked set_scoped_checked(environment: Read, depth: Number, slot: Number, value: Read) [Throws, ReadsEnvironment, WritesEnvironment];
                    /// Throws a ReferenceError naming the constant if the register is empty.
                    CheckInitialized check_initialized(value: Read, name: Constant(String)) [Throws];
                    /// A new environment with the bindings of the scope constant, all empty (dead zone), inside `parent`.
                    NewEnvironment new_environment(dst: Write, parent: Read, scope: Constant(Scope)) [Allocates];
                }
                // The name is in the site.
                Global {
                    GetGlobal get_global(dst: Write, site: Site(GetGlobal)) [Calls];
                    /// For typeof: undefined where there is no such binding.
                    GetGlobalOrUndefined get_global_or_undefined(dst: Write, site: Site(GetGlobal)) [Calls];
                    SetGlobal set_global(value: Read, site: Site(SetGlobal)) [Calls];
                }
                // The area holds callee, this and arguments as a frame does.
                Call {
                    Call call(dst: Write, base: CallArea, argc: Number, site: Site(Call)) [Calls];
                    Construct construct(dst: Write, base: ConstructArea, argc: Number, site: Site(Construct)) [Calls];
                    /// super(...): a Construct whose new.target is in the area's NEW_TARGET word. The area's callee word holds what GetPrototypeOf gave for the
                    /// active function; TypeError if that is no constructor (checked here, after the arguments). The code that follows binds `this`.
                    SuperCall super_call(dst: Write, base: SuperArea, argc: Number, site: Site(Construct)) [Calls];
                    /// super(...arguments) of a class without a constructor of its own: the frame's arguments, as many as there are. The first `argc` are in its
                    /// parameters, what is beyond those in its rest register's array ([`crate::frame::CODE_FLAG_FORWARD`]).
                    SuperForward super_forward(dst: Write, base: ForwardArea, argc: Number, site: Site(Construct)) [Calls];
                    /// The last argument word holds a list (see SpreadList), whose values take its place.
                    CallSpread call_spread(dst: Write, base: CallArea, argc: Number, site: Site(Call)) [Calls];
                    ConstructSpread construct_spread(dst: Write, base: ConstructArea, argc: Number, site: Site(Construct)) [Calls];
                    SuperCallSpread super_call_spread(dst: Write, base: SuperArea, argc: Number, site: Site(Construct)) [Calls];
                    /// A call in tail position of strict code: the frame is replaced. argc [`SPREAD_ARGC`]: a list as the only argument, as for CallSpread.
                    TailCall tail_call(base: CallArea, argc: Number, site: Site(Call)) [Calls, Ends];
                    Return return_(value: Read) [Ends];
                }
                Exception {
                    /// Start of a handler: takes the pending exception.
                    Catch catch(dst: Write) [];
                }
                // An iterator record is two registers: the iterator, then its next method.
                Iteration {
                    /// Calls next; when done jumps (value undefined) and marks the record finished (iterator register undefined);
                    /// an exception from next, done or value marks it finished too. On a finished record it jumps at once, with value undefined.
                    /// Feedback: SEEN_* bits and kinds of elements as in element sites; SEEN_OTHER: there was an iterator, SEEN_ENTRIES: one of a Map's entries, SEEN_OUT_OF_BOUNDS: an array's end.
                    IteratorStep iterator_step(value: Write, iterator: Record, done: Jump, feedback: Elements) [Calls];
                    ForInNext for_in_next(key: Write, enumeration: Read, done: Jump) [Calls];
                }
                Disposal {
                    /// One step of asynchronous disposal: `value` gets what must be awaited; jumps when nothing is left. Errors collect in `error`.
                    DisposeStep dispose_step(error: Change, stack: Change, value: Change, done: Jump) [Calls];
                }
                Generator {
                    /// Makes the generator (or async generator) object of the running call, saves the frame in it and returns it to the caller; execution goes on
                    /// after this instruction at the first resumption. For async functions: makes the promise, without suspending; `dst` gets the state object.
                    CreateGenerator create_generator(dst: Write) [Allocates, Suspends];
                    /// Suspends. On resumption `dst` gets the value sent and `mode` 0 (next) or 2 (return); a throw is raised here.
                    Yield yield_(dst: Write, mode: Write, value: Read) [Calls, Suspends];
                    /// As Yield, but a throw is delivered too (mode 1) and the value passed on is an iterator result already (yield*). In an async generator
                    /// `value` is a plain value, as for Yield.
                    YieldDelegate yield_delegate(dst: Write, mode: Write, value: Read) [Calls, Suspends];
                    /// Suspends until the promise of `value` settles; throws its rejection here.
                    Await await_(dst: Write, value: Read) [Calls, Suspends];
                    /// Ends a generator, async function or async generator with its result. `generator` is what CreateGenerator gave.
                    GeneratorReturn generator_return(value: Read) [Calls, Suspends, Ends];
                }
                // What the built-ins that are written in JavaScript consist of besides (self-hosted code): what the language cannot say.
                SelfHosted {
                    /// The start of a built-in: a copy of it that this call's site has for itself takes its place, as in a tail call. Copies have a Nop here.
                    Specialize specialize() [Calls];
                    /// HasProperty, and if so Get: else the empty value. `key` is a non-negative integer, `object` an object.
                    GetPresent get_present(dst: Write, object: Read, key: Read, site: Site(GetIndex)) [Calls];
                    /// The value is not the empty one.
                    IsPresent is_present(dst: Write, src: Read) [];
                    /// How many arguments the frame was called with.
                    ArgumentCount argument_count(dst: Write) [];
                }
                Literal {
                    /// An ordinary object; capacity is a hint for its inline slots, the site learns better.
                    NewObject new_object(dst: Write, capacity: Number, site: Site(NewObject)) [Allocates];
                    /// A closure of the function constant over `environment` (arrows also take `this` from the running frame's this-register).
                    NewFunction new_function(dst: Write, function: Constant(Function), environment: Read) [Allocates];
                }
            }
            outline {
                Property {
                    /// CreateDataPropertyOrThrow with a computed key.
                    DefineIndex define_index(object: Read, key: Read, value: Read) [Calls];
                    /// The site holds the key.
                    DeleteField delete_field(dst: Write, object: Read, site: Site(DeleteField)) [Calls];
                    DeleteIndex delete_index(dst: Write, object: Read, key: Read) [Calls];
                    ToPropertyKey to_property_key(dst: Write, src: Read) [Calls];
                    /// The key of `object[key] op= ...`, converted once: an int32, string or symbol is passed through; else TypeError if `object` is undefined or
                    /// null, then ToPropertyKey.
                    ToPropertyKeyFor to_property_key_for(dst: Write, object: Read, key: Read) [Calls];
                    /// GetMethod(object, key): undefined where undefined or null, else must be callable.
                    GetMethod get_method(dst: Write, object: Read, key: Constant(String)) [Calls];
                    /// object.[[GetPrototypeOf]](): the super base of a home object, the super constructor of a derived constructor.
                    GetPrototypeOf get_prototype_of(dst: Write, object: Read) [Calls];
                    /// `__proto__: value` in an object literal: ignored unless an object or null.
                    SetPrototype set_prototype(object: Read, value: Read) [Calls];
                    /// CopyDataProperties(target, source, excluded), the excluded keys in `count` registers from `first`.
                    CopyDataProperties copy_data_properties(target: Read, source: Read, first: Run, count: Number) [Calls];
                }
                Class {
                    /// super[key]: `this` is the receiver; `home` is the super base: what GetPrototypeOf gave for LoadHomeObject's object (null: TypeError, before
                    /// the key is converted by ToPropertyKey).
                    GetSuper get_super(dst: Write, this: Read, home: Read, key: Read) [Calls];
                    /// super.key, the key being the site's, `base` the super base: as GetField of that, but for `this`, which getters get. The first three operands are as
                    /// GetField has them: its stencils serve for both.
                    GetSuperField get_super_field(dst: Write, base: Read, site: Site(GetField), this: Read) [Calls];
                    SetSuper set_super(this: Read, home: Read, key: Read, value: Read) [Calls];
                    LoadHomeObject load_home_object(dst: Write) [];
                    SetHomeObject set_home_object(function: Read, home: Read) [Allocates, WritesObjects];
                    /// Private names are symbols in registers or environments, made by NewPrivateName.
                    NewPrivateName new_private_name(dst: Write, description: Constant(String)) [Allocates];
                    GetPrivate get_private(dst: Write, object: Read, name: Read, site: Site(Private)) [Calls];
                    SetPrivate set_private(object: Read, name: Read, value: Read, site: Site(Private)) [Calls];
                    /// PrivateFieldAdd.
                    DefinePrivate define_private(object: Read, name: Read, value: Read, site: Site(Private)) [Allocates, WritesObjects];
                    /// Adds a private method (kind 0) or an accessor's getter (1) or setter (2) to the object.
                    DefinePrivateMethod define_private_method(object: Read, name: Read, function: Read, kind: Number) [Allocates, WritesObjects];
                    /// #name in object.
                    HasPrivate has_private(dst: Write, object: Read, name: Read) [Throws, ReadsObjects];
                    /// Defines a method on an object or class: sets its home object and, by the key, its name. flags: bit 0 enumerable.
                    DefineMethod define_method(object: Read, key: Read, function: Read, flags: Number) [Calls];
                    /// flags: bit 0 enumerable, bit 1 setter (else getter). Sets home object and name.
                    DefineAccessor define_accessor(object: Read, key: Read, function: Read, flags: Number) [Calls];
                    /// SetFunctionName by a computed key; prefix 0 none, 1 get, 2 set. Does nothing if `function` is no function or a class with a static `name`.
                    SetFunctionName set_function_name(function: Read, key: Read, prefix: Number) [Calls];
                    /// ClassDefinitionEvaluation up to the elements: heritage is a register that holds empty where there is no `extends`.
                    NewClass new_class(constructor: Write, prototype: Write, heritage: Read, environment: Read, function: Constant(Function)) [Calls];
                    /// The function that initializes a class's instance fields (and private methods), run by super() or before a base constructor's body.
                    SetFieldInitializer set_field_initializer(constructor: Read, function: Read) [Allocates, WritesObjects];
                    /// Runs the field initializer of the running function on `this`, if it has one (base constructors at their start). See RunFieldInitializerOf.
                    RunFieldInitializer run_field_initializer(this: Read) [Calls];
                    /// RunFieldInitializer for a given constructor: after super(), where the running function may be an arrow or an eval.
                    RunFieldInitializerOf run_field_initializer_of(function: Read, this: Read) [Calls];
                    /// Result check of a derived constructor: an object, or undefined and an initialized this.
                    CheckDerivedResult check_derived_result(dst: Write, value: Read, this: Read) [Throws];
                    /// Throws a ReferenceError if `this` is already bound (super() called twice).
                    CheckThisUnbound check_this_unbound(this: Read) [Throws];
                    /// Throws a ReferenceError if `this` is not yet bound.
                    CheckThisBound check_this_bound(this: Read) [Throws];
                }
                Global {
                    /// First value of a script's let, const or class.
                    InitGlobal init_global(value: Read, site: Site(SetGlobal)) [Calls];
                    /// GlobalDeclarationInstantiation of the script described by the constant.
                    DeclareGlobals declare_globals(declarations: Constant(GlobalDeclarations)) [Calls];
                }
                Scope {
                    /// A copy of a loop's environment for the next iteration.
                    CopyEnvironment copy_environment(dst: Write, environment: Read) [Allocates, ReadsEnvironment];
                    ThrowConstAssignment throw_const_assignment(name: Constant(String)) [Throws, Ends];
                    /// `with (object)`: an object environment.
                    NewWithEnvironment new_with_environment(dst: Write, parent: Read, object: Read) [Allocates];
                    /// Dynamic lookups, where `with` or a sloppy direct eval stands between use and binding.
                    LookupName lookup_name(dst: Write, environment: Read, name: Constant(String)) [Calls];
                    LookupNameOrUndefined lookup_name_or_undefined(dst: Write, environment: Read, name: Constant(String)) [Calls];
                    /// The callee and its `this` (the with object, or undefined).
                    LookupCallee lookup_callee(callee: Write, this: Write, environment: Read, name: Constant(String)) [Calls];
                    /// Resolves a name to its base (an environment or object; empty if unresolvable), before the right side runs.
                    ResolveName resolve_name(base: Write, environment: Read, name: Constant(String)) [Calls];
                    GetResolved get_resolved(dst: Write, base: Read, name: Constant(String)) [Calls];
                    PutResolved put_resolved(base: Read, name: Constant(String), value: Read) [Calls];
                    DeleteName delete_name(dst: Write, environment: Read, name: Constant(String)) [Calls];
                    /// EvalDeclarationInstantiation's var part: declares the constant's names in the nearest variable environment.
                    DeclareEvalVars declare_eval_vars(environment: Read, declarations: Constant(EvalDeclarations)) [Calls];
                    /// Connects the mapped arguments object that entry made (elements still plain values) with the parameters, which live in `environment`:
                    /// argument i < min(argc, parameters) with mapped_parameters[i] = Some(slot) is that slot of it.
                    MapArguments map_arguments(arguments: Read, environment: Read) [Allocates, WritesObjects, WritesElements];
                }
                Call {
                    /// A call by the name `eval`: direct eval if the callee is the realm's %eval%. The constant holds the static scope.
                    /// argc [`SPREAD_ARGC`]: a list as the only argument, as for CallSpread.
                    CallEval call_eval(dst: Write, base: CallArea, argc: Number, environment: Read, scope: Constant(EvalScope)) [Calls];
                    /// Whether the callee of a call by the name `eval` is the realm's %eval%: if not, the call may be a tail call.
                    IsEval is_eval(dst: Write, callee: Read) [];
                }
                Exception {
                    Throw throw(value: Read) [Throws, Ends];
                    /// Throws a new error; kind 0 Error, 1 TypeError, 2 ReferenceError, 3 SyntaxError, 4 RangeError.
                    ThrowError throw_error(kind: Number, message: Constant(String)) [Throws, Ends];
                    /// Throws the value unless it is empty (after DisposeAll, DisposeStep).
                    ThrowIfError throw_if_error(value: Read) [Throws];
                    /// TypeError unless an object; what: 0 iterator result, 1 iterator, 2 derived heritage, 3 yield* result.
                    CheckObject check_object(value: Read, what: Number) [Throws];
                    /// TypeError for undefined and null (destructuring).
                    CheckObjectCoercible check_object_coercible(value: Read) [Throws];
                }
                Iteration {
                    GetIterator get_iterator(iterator: NewRecord, iterable: Read) [Calls];
                    /// GetIterator for a record that only the instructions below look at. An array whose iteration does nothing but read its elements (see
                    /// `plainly_iterated_array`) needs no iterator: the record is the next index, a number, and the array. Feedback: ITERATES_* bits.
                    StartIteration start_iteration(iterator: NewRecord, iterable: Read, feedback: Iterables) [Calls];
                    GetAsyncIterator get_async_iterator(iterator: NewRecord, iterable: Read) [Calls];
                    /// One step of an iterator whose value nobody wants (an elision in a pattern): `value` is not read. As IteratorStep otherwise, without a jump.
                    IteratorSkip iterator_skip(iterator: Record) [Calls];
                    /// IteratorClose. mode 0: normal completion (errors propagate, result must be an object); 1: a throw completion (errors swallowed).
                    /// Does nothing on a finished record; marks the record finished before `return` is called.
                    IteratorClose iterator_close(iterator: Record, mode: Number) [Calls];
                    /// All that is left, as an array (empty for a finished record); finishes the record.
                    IteratorRest iterator_rest(dst: Write, iterator: Record) [Calls];
                    /// CreateIterResultObject.
                    NewIteratorResult new_iterator_result(dst: Write, value: Read, done: Read) [Allocates];
                    /// EnumerateObjectProperties; undefined and null enumerate nothing.
                    ForInStart for_in_start(dst: Write, object: Read) [Calls];
                }
                Literal {
                    /// From `count` registers from `first` (empty makes a hole).
                    NewArray new_array(dst: Write, first: Run, count: Number, site: Site(NewArray)) [Allocates];
                    /// From a constant array of numbers, strings and holes.
                    NewArrayConst new_array_const(dst: Write, constant: Constant(Array), site: Site(NewArray)) [Allocates];
                    ArrayPush array_push(array: Read, value: Read) [Allocates, WritesElements];
                    ArrayPushHole array_push_hole(array: Read) [Allocates, WritesElements];
                    ArraySpread array_spread(array: Read, iterable: Read) [Calls];
                    /// An array for the call that follows to take arguments from, its holes being undefined: the iterable itself, if iterating over it does nothing
                    /// but read its elements, else a new array of what it gives.
                    SpreadList spread_list(dst: Write, iterable: Read) [Calls];
                    NewRegExp new_reg_exp(dst: Write, constant: Constant(RegExp)) [Allocates];
                    /// The template object of the site (cached per site and realm).
                    TemplateObject template_object(dst: Write, constant: Constant(Template)) [Allocates, WritesObjects];
                    /// ToString, TypeError for symbols (template literals).
                    ToString to_string(dst: Write, src: Read) [Calls];
                    /// Concatenates `count` registers, all strings.
                    Concat concat(dst: Write, first: Run, count: Number) [Allocates];
                }
                Module {
                    /// A live binding: number `index` of the module's resolved imports. Throws in the dead zone.
                    GetImport get_import(dst: Write, index: Import) [Calls];
                    ImportCall import_call(dst: Write, specifier: Read, options: Read, phase: Number) [Calls];
                    ImportMeta import_meta(dst: Write) [Calls];
                }
                SelfHosted {
                    /// Whether the callee of a call in tail position is a self-hosted built-in: the frame of who calls a built-in stays.
                    IsSelfHosted is_self_hosted(dst: Write, callee: Read) [];
                    ToObject to_object(dst: Write, src: Read) [Calls];
                    ToLength to_length(dst: Write, src: Read) [Calls];
                    /// TypeError unless the value can be called.
                    CheckCallable check_callable(value: Read) [Throws];
                    /// The least index from `key` on at which an array may have an element; `key` where nothing is known. 2^53: there is none.
                    NextPresent next_present(dst: Write, object: Read, key: Read) [ReadsObjects];
                    /// One more than the greatest such index below `key`; 0: there is none.
                    PreviousPresent previous_present(dst: Write, object: Read, key: Read) [ReadsObjects];
                    /// An empty array with room for so many elements, where ArraySpeciesCreate would make a plain array; else undefined.
                    SpeciesList species_list(dst: Write, object: Read, length: Read) [Allocates];
                    ArraySpeciesCreate array_species_create(dst: Write, object: Read, length: Read) [Calls];
                    /// CreateDataPropertyOrThrow, mostly behind the last element.
                    AppendElement append_element(array: Read, key: Read, value: Read) [Calls];
                    /// [[ProxyHandler]] and [[ProxyTarget]]: the empty value if the proxy is revoked.
                    ProxyHandler proxy_handler(dst: Write, proxy: Read) [ReadsObjects];
                    /// The site learns which shapes targets have.
                    ProxyTarget proxy_target(dst: Write, proxy: Read, site: Site(GetIndex)) [ReadsObjects];
                    /// TypeError unless what a handler has by the trap's name can be called.
                    CheckTrap check_trap(trap: Read, handler: Read, name: Read) [Throws];
                    /// What a proxy without a trap does: the target's [[Get]] and [[Set]]. The site says whether there ever was one.
                    GetFrom get_from(dst: Write, object: Read, key: Read, receiver: Read, site: Site(GetIndex)) [Calls];
                    SetFrom set_from(dst: Write, object: Read, key: Read, value: Read, receiver: Read, site: Site(SetIndex)) [Calls];
                    /// The invariants of a proxy's [[Get]]: TypeError if the target does not allow for the trap's answer.
                    CheckGetTrap check_get_trap(target: Read, key: Read, answer: Read) [Calls];
                    /// The same of [[Set]] with a value, where the trap says that it was done.
                    CheckSetTrap check_set_trap(target: Read, key: Read, value: Read) [Calls];
                    /// An assignment was refused: TypeError in strict code.
                    RefuseSet refuse_set(receiver: Read, key: Read, strict: Read) [Throws];
                }
                Disposal {
                    AddDisposable add_disposable(stack: Change, value: Read, asynchronous: Number) [Calls];
                    /// Disposes all synchronously. On entry `error` holds the pending throw (or empty); on exit the error to throw, or empty.
                    DisposeAll dispose_all(error: Change, stack: Change) [Calls];
                    /// `error` becomes `thrown` if it was empty, else new SuppressedError(thrown, error): a rejection awaited between DisposeSteps.
                    AddError add_error(error: Change, thrown: Read) [Calls];
                }
                // See runtime/decorators.rs. Lists are arrays.
                Decorator {
                    /// Calls the decorators of a class's elements, then defines its methods and accessors.
                    DecorateElements decorate_elements(constructor: Read, prototype: Read, elements: Read) [Calls];
                    /// Calls a class's own decorators; `extras` collects its extra initializers.
                    DecorateClass decorate_class(dst: Write, constructor: Read, decorators: Read, name: Read, extras: Read) [Calls];
                    /// Calls initializers on `this`. mode 0: each gets `value` and gives the next one; 1: without a value.
                    RunInitializers run_initializers(value: Change, this: Read, list: Read, mode: Number) [Calls];
                }
                Load {
                    Debugger debugger() [];
                }
                // `--count`: what the next instruction will come across. They do nothing that a program could tell.
                Count {
                    /// A property by its name. The name is the tally's.
                    CountField count_field(object: Read, tally: Tally) [];
                    CountGetIndex count_get_index(object: Read, key: Read, tally: Tally) [];
                    CountSetIndex count_set_index(object: Read, key: Read, value: Read, tally: Tally) [];
                    /// An operation on two operands,
                    CountOperands count_operands(left: Read, right: Read, tally: Tally) [];
                    /// or on one register; `number` are the types ([`crate::tally::types`]) if that holds a number.
                    CountOperand count_operand(src: Read, number: Number, tally: Tally) [];
                }
                // `--trace-calls`: where the program is in the calling context tree ([`crate::calls`]).
                Calls {
                    /// The function is entered: the current node becomes `caller`, its child for this function `node` and the current one.
                    EnterCall enter_call(caller: Write, node: Write) [];
                    /// `node` is the current one again: the caller's before a return or a generator's Yield, the function's own where it has caught an exception.
                    LeaveCall leave_call(node: Read) [];
                }
            }
        }
    };
}
