//! Scope analysis: which identifier means which binding, and where each binding lives.
//!
//! One walk over the whole program ([`analyze`]) declares every scope's names when it enters it, resolves each
//! identifier against a table with one entry per name, and writes the answer into the syntax tree itself: the `ctxt`
//! number of an identifier is its binding, that of a block its scope, of a function its function, of a class its class. What remains here are flat
//! tables, which the compiler reads ([`resolve`]) and the lazily compiled functions share.

pub mod accessors;
mod analyze;
pub mod classes;
pub mod declare;
mod expressions;
mod legacy;
mod resolve;
mod statements;

pub use analyze::{Root, RootDeclarations, analyze, default_name, has_use_strict};

use crate::bytecode::data::ScopeInfo;
use crate::bytecode::eval_scope::{EvalContext, EvalScope};
use crate::source::SourceText;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;
use swc_atoms::Atom;
use swc_common::SyntaxContext;

pub type ScopeId = u32;
pub type BindingId = u32;
pub type FunctionId = u32;
pub type ClassId = u32;

/// No scope, binding, function, class or slot.
pub const NONE: u32 = u32::MAX;

/// Set in an identifier's `ctxt` beside its binding: this use may find the binding in its dead zone.
pub const CHECK: u32 = 1 << 31;

/// What an identifier's `ctxt` says: a binding and whether its use needs a dead-zone check. NONE: no static binding.
#[inline]
pub fn decode(ctxt: SyntaxContext) -> (BindingId, bool) {
    let n = ctxt.as_u32();
    ((n & !CHECK).wrapping_sub(1), n & CHECK != 0)
}

#[inline]
fn encode(binding: BindingId, check: bool) -> SyntaxContext {
    SyntaxContext::from_u32(binding.wrapping_add(1) | if check { CHECK } else { 0 })
}

/// An index kept in a block's, function's or class's `ctxt`; NONE where there is none.
#[inline]
pub fn index_of(ctxt: SyntaxContext) -> u32 {
    ctxt.as_u32().wrapping_sub(1)
}

#[inline]
fn index_ctxt(index: u32) -> SyntaxContext {
    SyntaxContext::from_u32(index.wrapping_add(1))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum BindingKind {
    Var,
    Parameter,
    /// A function declared at the top of a function's code: initialized at entry.
    Function,
    Let,
    Const,
    Class,
    /// The name that a class's own code sees.
    ClassName,
    /// A function declared in a block: initialized at the block's entry.
    BlockFunction,
    /// `catch (e)`; a `var` of the same name is no conflict.
    CatchParameter,
    /// The name of a function expression.
    FunctionName,
    Arguments,
    Import,
    PrivateName,
    /// No name: computed keys and private methods of a class, for its initializer functions.
    Hidden,
}

impl BindingKind {
    /// Let, const, class and the like: in the dead zone until initialized.
    pub fn has_dead_zone(self) -> bool {
        matches!(self, BindingKind::Let | BindingKind::Const | BindingKind::Class | BindingKind::ClassName)
    }

    pub fn is_constant(self) -> bool {
        matches!(self, BindingKind::Const | BindingKind::ClassName | BindingKind::Import)
    }

    /// A block may not hold another declaration of the same name, nor a `var` go through it.
    pub fn is_lexical(self) -> bool {
        self.has_dead_zone() || matches!(self, BindingKind::BlockFunction | BindingKind::Import)
    }
}

/// Lives in an environment; else in a register.
pub const CAPTURED: u8 = 1;
/// Some use must check for the dead zone.
pub const CHECKED: u8 = 2;
/// Assigned to.
pub const ASSIGNED: u8 = 4;
/// A parameter of a function whose parameter list has expressions: it has a dead zone.
pub const DEAD_ZONE: u8 = 8;
/// Comes from the surroundings of a direct eval.
pub const OUTER: u8 = 16;
/// A catch clause's pattern, or another name that an eval's `var` conflicts with.
pub const CONFLICTS: u8 = 32;

/// Some identifier means it.
pub const USED: u8 = 64;
/// An environment's slot may be written more than once with something else than undefined.
pub const REASSIGNED: u8 = 128;

pub struct Binding {
    pub name: Atom,
    pub scope: ScopeId,
    /// In an environment: the slot. In a register: the ordinal in the function. For imports: the number of the import.
    pub slot: u32,
    pub kind: BindingKind,
    pub flags: u8,
    /// The binding of this name that this one hides, while the walk is inside.
    shadowed: BindingId,
    /// When it was initialized, in the walk's count; 0 not yet.
    initialized: u32,
}

impl Binding {
    pub fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    pub fn captured(&self) -> bool {
        self.is(CAPTURED)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ScopeKind {
    Script,
    Module,
    Eval,
    /// A function's parameters and, unless they need a scope of their own, its body.
    Function,
    /// The body of a function whose parameter expressions contain closures or eval.
    Body,
    Block,
    /// A `for` loop's own declarations.
    Loop,
    Switch,
    Catch,
    Class,
    With,
    /// A class static block: has `var`s of its own.
    StaticBlock,
    /// An environment around a direct eval.
    Outer,
}

/// Contains a direct eval.
pub const SCOPE_EVAL: u8 = 1;
/// A sloppy direct eval may add variables.
pub const SCOPE_EXTENSIBLE: u8 = 2;
/// Has an environment at run time.
pub const SCOPE_ENVIRONMENT: u8 = 4;
/// Where `var` declarations of an eval go.
pub const SCOPE_VARIABLE: u8 = 8;
/// The expression that a for-in or for-of goes through has closures or a direct eval, which see the loop's scope around them.
pub const SCOPE_HEAD_CLOSURES: u8 = 16;

pub struct Scope {
    pub parent: ScopeId,
    pub function: FunctionId,
    pub depth: u32,
    pub first: BindingId,
    pub count: u32,
    /// Slots of the environment.
    pub slots: u32,
    pub kind: ScopeKind,
    pub flags: u8,
    /// The walk's count at entry.
    entered: u32,
}

impl Scope {
    pub fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    pub fn has_environment(&self) -> bool {
        self.is(SCOPE_ENVIRONMENT)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum FunctionKind {
    Script,
    Module,
    Eval,
    Normal,
    Arrow,
    Method,
    Getter,
    Setter,
    ClassConstructor,
    DerivedConstructor,
    /// Instance fields and private methods, run on each new object.
    FieldInitializer,
    /// Static fields and blocks, run once on the class.
    StaticInitializer,
}

impl FunctionKind {
    /// Has no `this` of its own.
    pub fn is_arrow(self) -> bool {
        matches!(self, FunctionKind::Arrow)
    }

    /// May hold `super.x`.
    pub fn has_home_object(self) -> bool {
        !matches!(
            self,
            FunctionKind::Script
                | FunctionKind::Module
                | FunctionKind::Eval
                | FunctionKind::Normal
                | FunctionKind::Arrow
        )
    }

    pub fn is_root(self) -> bool {
        matches!(self, FunctionKind::Script | FunctionKind::Module | FunctionKind::Eval)
    }
}

/// Bits of [`Function::flags`].
pub const FUNCTION_STRICT: u32 = 1;
pub const FUNCTION_ASYNC: u32 = 1 << 1;
pub const FUNCTION_GENERATOR: u32 = 1 << 2;
pub const FUNCTION_USES_THIS: u32 = 1 << 3;
pub const FUNCTION_USES_ARGUMENTS: u32 = 1 << 4;
/// `arguments` is used other than for reading `arguments[i]` and `arguments.length`.
pub const FUNCTION_ARGUMENTS_ESCAPE: u32 = 1 << 5;
pub const FUNCTION_PARAMETER_EXPRESSIONS: u32 = 1 << 6;
pub const FUNCTION_SIMPLE_PARAMETERS: u32 = 1 << 7;
pub const FUNCTION_PARAMETER_ASSIGNED: u32 = 1 << 8;
pub const FUNCTION_EVAL: u32 = 1 << 9;
/// The arguments object is mapped to the parameters, which live in the environment.
pub const FUNCTION_MAPPED: u32 = 1 << 10;
/// A function in a sloppy block that is a `var` of the script or eval too (annex B.3.2).
pub const FUNCTION_ANNEX_B_GLOBAL: u32 = 1 << 11;
/// The program asks for its arguments by the function's legacy property: `f.arguments`.
pub const FUNCTION_INSPECTED: u32 = 1 << 12;
/// `arguments` is used by more than the evals of the function's own code.
pub const FUNCTION_ARGUMENTS_NAMED: u32 = 1 << 13;

/// What arrows and evals capture of the function around them, in [`Function::captures`].
pub const CAPTURE_THIS: usize = 0;
pub const CAPTURE_NEW_TARGET: usize = 1;
pub const CAPTURE_HOME: usize = 2;
pub const CAPTURE_FUNCTION: usize = 3;

/// The names of those slots: none can be an identifier.
pub const CAPTURE_NAMES: [&str; 4] = ["this", "new.target", "%home", "%function"];

/// Marks a capture that is wanted and has no slot yet.
const WANTED: u32 = u32::MAX - 1;

pub struct Function {
    pub parent: FunctionId,
    /// The outermost scope of its own.
    pub scope: ScopeId,
    /// The scope of the body; the same unless parameters have their own.
    pub body_scope: ScopeId,
    pub kind: FunctionKind,
    pub flags: u32,
    /// Bindings that live in registers.
    pub locals: u32,
    /// Slots in the environment of `scope`, see CAPTURE_*; NONE if not captured.
    pub captures: [u32; 4],
    /// Bindings; NONE if there is none.
    pub arguments: BindingId,
    pub name: BindingId,
    /// The class whose constructor or initializer this is.
    pub class: ClassId,
    /// Annex B.3.2: the variable that a function in a block is copied to.
    pub annex_b: BindingId,
    pub expected_properties: u32,
    /// For hoisted functions: the walk's count where the closure is made.
    limit: u32,
}

impl Function {
    pub fn is(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }
}

pub struct Class {
    pub scope: ScopeId,
    /// The inner name's binding.
    pub name: BindingId,
    pub constructor: FunctionId,
    /// NONE if there are no instance fields or private instance methods.
    pub instance_initializer: FunctionId,
    pub static_initializer: FunctionId,
    /// First of the nameless bindings.
    pub hidden: BindingId,
    /// It or one of its elements has decorators.
    pub decorated: bool,
    /// The nameless binding of the extra initializers of decorated instance methods; NONE if there are none.
    pub instance_extras: BindingId,
}

/// The tables of one parsed program, shared by all functions in it.
pub struct Unit {
    pub source: Rc<SourceText>,
    pub bindings: Vec<Binding>,
    pub scopes: Vec<Scope>,
    pub functions: Vec<Function>,
    pub classes: Vec<Class>,
    /// By the offset of a `with` statement.
    pub with_scopes: FxHashMap<u32, ScopeId>,
    /// Some scope is a `with` or may be extended by an eval.
    pub dynamic: bool,
    /// Offsets of calls that sloppy code assigns to, which the parser shows as left operands of `|`.
    pub call_targets: Vec<u32>,
    /// What the root declares outside of itself: a script's or sloppy eval's `var`s, and functions in its blocks.
    pub root: RootDeclarations,
    /// Names that a script declares at its top level: these globals exist while its code runs.
    pub root_names: FxHashSet<Atom>,
    /// How deep the tree is; whoever recurses over it, if only to free it, sees to the stack.
    pub depth: u32,
    /// Of a direct eval; else the default.
    pub eval: EvalContext,
    /// For a direct eval: what the function around it captured, as bindings.
    pub eval_captures: [BindingId; 4],
    infos: RefCell<FxHashMap<ScopeId, Rc<ScopeInfo>>>,
}
