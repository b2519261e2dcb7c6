//! The frontend's output as plain data: no heap cell in it, so that the frontend can be run and tested without a VM.
//!
//! The runtime turns a [`FunctionData`] into a Code cell when the function is first called.

use super::eval_scope::EvalScope;
use crate::source::SourceText;
use abi::ic::SiteKind;
use abi::opcode::ConstantKind;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use swc_atoms::Atom;

/// A string constant: UTF-8 where it is well-formed, else UTF-16 code units with lone surrogates.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstString {
    Utf8(Atom),
    Utf16(Rc<[u16]>),
}

impl Default for ConstString {
    fn default() -> ConstString {
        ConstString::Utf8(Atom::default())
    }
}

impl From<&str> for ConstString {
    fn from(s: &str) -> ConstString {
        ConstString::Utf8(Atom::from(s))
    }
}

impl ConstString {
    /// For messages and listings; lone surrogates are replaced.
    pub fn to_text(&self) -> String {
        match self {
            ConstString::Utf8(a) => a.to_string(),
            ConstString::Utf16(u) => String::from_utf16_lossy(u),
        }
    }
}

/// A constant of a function.
#[derive(Clone, Debug)]
pub enum Constant {
    Number(f64),
    /// A string value, or a property key: the runtime interns all of them, and turns canonical indices into index keys where a key is asked for.
    String(ConstString),
    /// Decimal, 0x, 0o or 0b digits without the n.
    BigInt(Atom),
    Function(Rc<FunctionTemplate>),
    Scope(Rc<ScopeInfo>),
    /// Of an array literal that consists of numbers, strings, booleans, null, undefined and holes only.
    Array(Vec<ArrayConstant>),
    RegExp {
        pattern: ConstString,
        flags: ConstString,
    },
    /// Cooked strings are None where an escape is malformed.
    Template {
        cooked: Vec<Option<ConstString>>,
        raw: Vec<ConstString>,
    },
    GlobalDeclarations(Rc<GlobalDeclarations>),
    EvalDeclarations(Rc<EvalDeclarations>),
    /// The static surroundings of a direct eval.
    EvalScope(Rc<EvalScope>),
}

impl Constant {
    /// Whether it is of a kind that an instruction needs.
    pub fn is(&self, kind: ConstantKind) -> bool {
        match kind {
            ConstantKind::Primitive => matches!(self, Constant::Number(_) | Constant::String(_) | Constant::BigInt(_)),
            ConstantKind::String => matches!(self, Constant::String(_)),
            ConstantKind::Function => matches!(self, Constant::Function(_)),
            ConstantKind::Scope => matches!(self, Constant::Scope(_)),
            ConstantKind::Array => matches!(self, Constant::Array(_)),
            ConstantKind::RegExp => matches!(self, Constant::RegExp { .. }),
            ConstantKind::Template => matches!(self, Constant::Template { .. }),
            ConstantKind::GlobalDeclarations => matches!(self, Constant::GlobalDeclarations(_)),
            ConstantKind::EvalDeclarations => matches!(self, Constant::EvalDeclarations(_)),
            ConstantKind::EvalScope => matches!(self, Constant::EvalScope(_)),
        }
    }
}

#[derive(Clone, Debug)]
pub enum ArrayConstant {
    Hole,
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    String(ConstString),
}

/// The names of an environment's slots, in order.
#[derive(Debug, Default)]
pub struct ScopeInfo {
    pub names: Vec<ScopeName>,
    /// A variable environment that a sloppy direct eval may extend at run time: slot 0 is reserved for the object with the added variables
    /// (empty until the first is added; its entry in `names` has an empty name).
    pub extensible: bool,
    /// A function's or script's top: where eval's `var` ends up.
    pub variable_scope: bool,
}

#[derive(Clone, Debug)]
pub struct ScopeName {
    pub name: ConstString,
    /// Assignment throws a TypeError.
    pub constant: bool,
    /// Assignment is ignored in sloppy code (the name of a function expression); throws in strict code.
    pub function_name: bool,
    /// Let, const or class: conflicts with an eval's `var`.
    pub lexical: bool,
    /// Once the slot holds anything but undefined (or nothing), it keeps that as long as the environment lives.
    pub settles: bool,
}

/// What a script's GlobalDeclarationInstantiation needs.
#[derive(Debug, Default)]
pub struct GlobalDeclarations {
    /// (name, is const) of let, const, class.
    pub lexical: Vec<(ConstString, bool)>,
    /// Function declarations, the last of each name, by their constant.
    pub functions: Vec<(ConstString, u32)>,
    pub vars: Vec<ConstString>,
    /// Annex B: names of functions in blocks, declared as `var` where that conflicts with nothing.
    pub annex_b: Vec<ConstString>,
}

/// What a sloppy direct eval, or an indirect one, declares around it.
#[derive(Debug, Default)]
pub struct EvalDeclarations {
    /// By their constant.
    pub functions: Vec<(ConstString, u32)>,
    pub vars: Vec<ConstString>,
    pub annex_b: Vec<ConstString>,
}

/// A feedback site as the compiler asks for it.
#[derive(Clone, Debug)]
pub struct SiteInit {
    pub kind: SiteKind,
    /// Property or global name.
    pub key: Option<ConstString>,
    pub strict: bool,
}

/// Instructions from `start` to `end` (units, end exclusive) are covered by the handler at `handler`, which is a Catch.
/// Inner handlers come before outer ones.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    pub start: u32,
    pub end: u32,
    pub handler: u32,
}

/// `targets[value - min]`, in units from the start of the SwitchInt instruction; 0 falls through.
#[derive(Clone, Debug)]
pub struct JumpTable {
    pub min: i32,
    pub targets: Vec<i32>,
}

/// Source positions, ascending by code offset: an entry holds from `offset` (units) to the next. `position` is a byte offset in the source.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub offset: u32,
    pub position: u32,
}

/// One function's bytecode.
#[derive(Debug, Default)]
pub struct FunctionData {
    pub bytecode: Vec<u16>,
    pub constants: Vec<Constant>,
    pub sites: Vec<SiteInit>,
    /// Offsets of the instructions that count; each has its place in here as its tally.
    pub tallies: Vec<u32>,
    pub handlers: Vec<Handler>,
    pub jump_tables: Vec<JumpTable>,
    pub positions: Vec<Position>,
    /// Words of a frame, header and outgoing call areas included.
    pub frame_words: u32,
    /// Parameters that have registers FIRST_ARGUMENT.. of their own.
    pub parameters: u32,
    /// Registers after the parameters that entry sets to undefined (all that may be read before they are written).
    pub locals: u32,
    /// abi::frame::CODE_FLAG_*
    pub flags: u32,
    /// 0 for none.
    pub arguments_register: u16,
    pub rest_register: u16,
    /// For mapped arguments: environment slots that the parameters live in cannot be mapped to registers, so functions with
    /// mapped arguments keep their parameters in this environment's slots: register of the environment and, per parameter, its slot (None if shadowed
    /// by a later one of the same name).
    pub mapped_parameters: Vec<Option<u16>>,
    /// Names of registers, for listings: (register, name).
    pub register_names: Vec<(u16, ConstString)>,
}

/// A function that may not be compiled yet.
pub struct FunctionTemplate {
    /// The static name ("" if none; SetFunctionName and DefineMethod give computed ones).
    pub name: ConstString,
    /// What profiles and stack traces call it.
    pub report_name: ConstString,
    /// ExpectedArgumentCount: the `length` property.
    pub length: u32,
    /// abi::frame::CODE_FLAG_*, as far as they are known without compiling: strict, arrow, generator, async, method, constructor, derived, class.
    pub flags: u32,
    pub source: Rc<SourceText>,
    /// Byte range in the source, as Function.prototype.toString shows it.
    pub span: (u32, u32),
    /// Byte offset that reports show as the function's place.
    pub position: u32,
    /// Properties that a constructor's body assigns to `this`, counted without running: a first guess of its instances' inline slots.
    pub expected_properties: u32,
    /// What its closures are made over, as far as who makes them is sure of it: set when that was verified. Unset: no environment.
    pub environments: std::cell::OnceCell<super::environments::Environments>,
    /// What the frontend needs to compile it, until it has: its own.
    pub body: RefCell<Option<Box<dyn Any>>>,
}

impl std::fmt::Debug for FunctionTemplate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "function {} at {}", self.name.to_text(), self.position)
    }
}

/// A module's static side (sec. 16.2.1.6, Source Text Module Records).
pub struct ModuleData {
    /// The body: a function without parameters whose [[Environment]] is the module environment; async if it awaits at its top level.
    pub body: Rc<FunctionTemplate>,
    /// The module environment's slots: every top-level binding.
    pub scope: Rc<ScopeInfo>,
    /// Function declarations, instantiated by the linker: (slot, function).
    pub functions: Vec<(u16, Rc<FunctionTemplate>)>,
    /// Slots of `var` names, undefined from the start.
    pub vars: Vec<u16>,
    pub requests: Vec<ModuleRequest>,
    /// In the order that GetImport numbers them.
    pub imports: Vec<ImportEntry>,
    pub local_exports: Vec<LocalExport>,
    pub indirect_exports: Vec<IndirectExport>,
    /// Requests of `export * from`.
    pub star_exports: Vec<u32>,
    pub has_top_level_await: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModuleRequest {
    pub specifier: ConstString,
    pub attributes: Vec<(ConstString, ConstString)>,
    /// 0 evaluation, 1 source, 2 defer.
    pub phase: u16,
    pub position: u32,
}

#[derive(Clone, Debug)]
pub struct ImportEntry {
    pub request: u32,
    /// None: the namespace object.
    pub name: Option<ConstString>,
    pub local: ConstString,
    pub position: u32,
}

#[derive(Clone, Debug)]
pub struct LocalExport {
    pub name: ConstString,
    /// Slot in the module environment.
    pub slot: u16,
}

#[derive(Clone, Debug)]
pub struct IndirectExport {
    pub name: ConstString,
    pub request: u32,
    /// None: the namespace object (`export * as ns from`).
    pub import: Option<ConstString>,
    pub position: u32,
}
