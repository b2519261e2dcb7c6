//! The bytecode compiler: one function at a time, consuming its part of the syntax tree.
//!
//! An expression is compiled *to* a register that its user chose ([`Compiler::to`]), or to *any* register
//! ([`Compiler::any`]), which for a variable is the variable's own: so most operands need no move. Who holds such a
//! register while other code runs makes sure that the code does not assign to the variable
//! ([`Compiler::operand`]). Registers are a stack: whoever allocates temporaries releases them.

// What compiles to a register is named to_*.
#![allow(clippy::wrong_self_convention)]

mod assignment;
mod call;
mod calls;
mod class;
mod count;
mod decorators;
mod dispose;
mod eval;
mod exceptions;
mod expression;
mod function;
mod generator;
mod infer;
mod intrinsics;
mod literal;
mod loops;
mod module;
mod pattern;
mod statement;

pub use function::{Node, compile, dynamic_function, function_of_body, make_template};
pub use module::{import_names, module_data};

use super::scope::*;
use crate::bytecode::builder::{Builder, Label, Reg, TooLarge};
use crate::bytecode::data::*;
use abi::frame::{CODE_FLAG_ASYNC, CODE_FLAG_GENERATOR, FIRST_ARGUMENT, THIS};
use abi::ic::SiteKind;
use abi::opcode::Opcode;
use exceptions::Control;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use swc_atoms::Atom;
use swc_common::Span;
use swc_ecma_ast::{Expr, Ident};

/// The frame's word for `this`.
const THIS_REGISTER: Reg = THIS as Reg;

/// Bytes before position 0 of a source: the parser counts from 1.
pub const POSITION_BASE: u32 = 1;

/// A span's start as a byte offset.
#[inline]
fn start(span: Span) -> u32 {
    span.lo.0.saturating_sub(POSITION_BASE)
}

#[inline]
fn end(span: Span) -> u32 {
    span.hi.0.saturating_sub(POSITION_BASE)
}

/// Where a binding lives, seen from here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Register(Reg),
    Slot {
        environment: Reg,
        depth: u32,
        slot: u32,
    },
    Import(u32),
    /// Found by name at run time.
    Dynamic,
    Global,
}

pub(crate) struct Compiler<'u> {
    unit: &'u Rc<Unit>,
    b: Builder,
    id: FunctionId,
    kind: FunctionKind,
    strict: bool,
    asynchronous: bool,
    generator: bool,
    /// The innermost scope entered.
    scope: ScopeId,
    /// The scope whose environment (or that of the next one out) is the callee's.
    outer_scope: ScopeId,
    /// The environments made by this function that are in force, outermost first.
    environments: Vec<(ScopeId, Reg)>,
    callee_environment: Reg,
    callee_environment_used: bool,
    /// Where EnterCall keeps the caller's node and the function's own, if calls are traced.
    call_nodes: Option<(Reg, Reg)>,
    /// By ordinal, the registers of the bindings that have one.
    registers: Vec<Reg>,
    /// By register: whether it is a binding's.
    variables: Vec<bool>,
    register_names: Vec<(u16, ConstString)>,
    controls: Vec<Control>,
    /// Where the completion value goes, in scripts and evals.
    completion: Option<Reg>,
    /// A derived constructor's `this`, unless it is in the environment.
    derived_this: Option<Reg>,
    /// A derived constructor's `super()` has certainly run.
    this_bound: bool,
    /// Labels of the statement being compiled.
    labels: Vec<Atom>,
    mapped_parameters: Vec<Option<u16>>,
    /// The stack of disposable resources of the innermost scope that has some.
    resources: Option<Reg>,
    outer_resources: Vec<Option<Reg>>,
    error: bool,
    /// What reports call the function being compiled, and functions in it that are still to come.
    own_name: Atom,
    inferred: FxHashMap<FunctionId, Atom>,
    /// What reports call the class being compiled.
    class_name: Atom,
}

impl<'u> Compiler<'u> {
    fn new(unit: &'u Rc<Unit>, id: FunctionId, parameters: u32) -> Compiler<'u> {
        let function = unit.function(id);
        let root = function.kind.is_root();
        let outer_scope =
            if function.kind == FunctionKind::Module { function.scope } else { unit.scope(function.scope).parent };
        let mut c = Compiler {
            unit,
            b: Builder::new(FIRST_ARGUMENT as u32 + parameters),
            id,
            kind: function.kind,
            strict: function.is(FUNCTION_STRICT),
            asynchronous: function.is(FUNCTION_ASYNC),
            generator: function.is(FUNCTION_GENERATOR),
            scope: if root { function.scope } else { outer_scope },
            outer_scope,
            environments: Vec::new(),
            callee_environment: 0,
            callee_environment_used: false,
            call_nodes: None,
            registers: vec![0; function.locals as usize],
            variables: Vec::new(),
            register_names: Vec::new(),
            controls: Vec::new(),
            completion: None,
            derived_this: None,
            this_bound: false,
            labels: Vec::new(),
            mapped_parameters: Vec::new(),
            resources: None,
            outer_resources: Vec::new(),
            error: false,
            own_name: Atom::default(),
            inferred: FxHashMap::default(),
            class_name: Atom::default(),
        };
        // Removed at the end if nothing needs it.
        c.callee_environment = c.b.temporary();
        c.b.emit(Opcode::LoadCalleeEnvironment, &[c.callee_environment as u32]);
        if unit.source.is_self_hosted {
            c.b.emit(Opcode::Specialize, &[]);
        }
        c.enter_call();
        c
    }

    /// The finished function.
    fn finish(self, parameters: u32, locals: u32, flags: u32) -> Result<FunctionData, TooLarge> {
        if self.error {
            return Err(TooLarge);
        }
        let drop = if self.callee_environment_used { 0 } else { Opcode::LoadCalleeEnvironment.length() as u32 };
        let mut data = self.b.finish(drop)?;
        data.parameters = parameters;
        data.locals = locals;
        data.flags = flags;
        if flags & (CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC) != 0 {
            // A suspended frame is kept whole. Words of an earlier call in its temporaries would keep that call's generator alive, whose frame
            // keeps the one before it, and so on.
            data.locals = data.frame_words - FIRST_ARGUMENT as u32 - parameters;
        }
        data.register_names = self.register_names;
        data.mapped_parameters = self.mapped_parameters;
        Ok(data)
    }

    fn e(&mut self, op: Opcode, operands: &[u32]) {
        if matches!(op, Opcode::Return | Opcode::TailCall) {
            self.leave_call();
        }
        self.b.emit(op, operands);
        if op == Opcode::Catch {
            self.return_to_own_call();
        }
    }

    /// The next instruction's position is the start of `span`.
    #[inline]
    fn at(&mut self, span: Span) {
        if span.lo.0 != 0 {
            self.b.position(start(span));
        }
    }

    fn site(&mut self, kind: SiteKind) -> u32 {
        self.b.site(kind, None, self.strict)
    }

    fn key_site(&mut self, kind: SiteKind, key: &Atom) -> u32 {
        self.b.site(kind, Some(ConstString::Utf8(key.clone())), self.strict)
    }

    fn mov(&mut self, dst: Reg, src: Reg) {
        if dst != src {
            self.e(Opcode::Move, &[dst as u32, src as u32]);
        }
    }

    fn load_int(&mut self, dst: Reg, value: i32) {
        self.e(Opcode::LoadInt, &[dst as u32, value as u32]);
    }

    fn undefined(&mut self, dst: Reg) {
        self.e(Opcode::LoadUndefined, &[dst as u32]);
    }

    // ---- bindings

    fn is_variable(&self, reg: Reg) -> bool {
        self.variables.get(reg as usize).copied().unwrap_or(false)
    }

    /// The value in a register that no variable has, so that assignments do not change it.
    fn unaliased(&mut self, value: Reg) -> Reg {
        if !self.is_variable(value) {
            return value;
        }
        let copy = self.b.temporary();
        self.mov(copy, value);
        copy
    }

    fn mark_variable(&mut self, reg: Reg, is: bool) {
        if self.variables.len() <= reg as usize {
            self.variables.resize(reg as usize + 1, false);
        }
        self.variables[reg as usize] = is;
    }

    /// Gives a binding a register of its own.
    fn assign_register(&mut self, binding: BindingId, reg: Reg) {
        let b = self.unit.binding(binding);
        self.registers[b.slot as usize] = reg;
        self.mark_variable(reg, true);
        if !b.name.is_empty() {
            self.register_names.push((reg, ConstString::Utf8(b.name.clone())));
        }
    }

    /// The innermost environment's register.
    fn environment(&mut self) -> Reg {
        match self.environments.last() {
            Some(&(_, reg)) => reg,
            None => {
                self.callee_environment_used = true;
                self.callee_environment
            }
        }
    }

    fn slot_place(&mut self, scope: ScopeId, slot: u32) -> Place {
        if let Some(&(_, environment)) = self.environments.iter().rev().find(|(s, _)| *s == scope) {
            return Place::Slot { environment, depth: 0, slot };
        }
        let depth = self.unit.distance(self.outer_scope, scope);
        if depth > 0xffff || slot > 0xffff {
            self.error = true;
        }
        self.callee_environment_used = true;
        Place::Slot { environment: self.callee_environment, depth: depth & 0xffff, slot: slot & 0xffff }
    }

    fn place(&mut self, binding: BindingId) -> Place {
        if binding == NONE {
            return if self.unit.is_dynamic(self.scope, NONE) { Place::Dynamic } else { Place::Global };
        }
        let b = self.unit.binding(binding);
        if self.unit.dynamic
            && (self.unit.is_dynamic(self.scope, b.scope)
                || (b.kind == BindingKind::FunctionName && self.unit.scope(b.scope).is(SCOPE_EXTENSIBLE)))
        {
            return Place::Dynamic;
        }
        match b.kind {
            BindingKind::Import => Place::Import(b.slot),
            _ if b.captured() => {
                if b.slot > 0xffff {
                    self.error = true;
                }
                self.slot_place(b.scope, b.slot & 0xffff)
            }
            _ => Place::Register(self.registers[b.slot as usize]),
        }
    }

    /// The value of a slot, unchecked.
    fn get_slot(&mut self, place: Place, dst: Reg, check: bool) {
        if let Place::Slot { environment, depth, slot } = place {
            let op = if check { Opcode::GetScopedChecked } else { Opcode::GetScoped };
            self.e(op, &[dst as u32, environment as u32, depth, slot]);
        }
    }

    fn set_slot(&mut self, place: Place, value: Reg, check: bool) {
        if let Place::Slot { environment, depth, slot } = place {
            let op = if check { Opcode::SetScopedChecked } else { Opcode::SetScoped };
            self.e(op, &[environment as u32, depth, slot, value as u32]);
        }
    }

    /// A variable's own register, checked; None if it has none.
    fn variable(&mut self, ident: &Ident) -> Option<Reg> {
        let (binding, check) = decode(ident.ctxt);
        if binding == NONE {
            return None;
        }
        let Place::Register(reg) = self.place(binding) else { return None };
        if check {
            self.at(ident.span);
            let name = self.b.atom(&ident.sym);
            self.e(Opcode::CheckInitialized, &[reg as u32, name]);
        }
        Some(reg)
    }

    /// The value of an identifier.
    fn load(&mut self, ident: &Ident, dst: Reg) {
        let (binding, check) = decode(ident.ctxt);
        let place = self.place(binding);
        match place {
            Place::Register(_) => {
                if let Some(reg) = self.variable(ident) {
                    self.mov(dst, reg);
                }
            }
            Place::Slot { .. } => {
                if check {
                    self.at(ident.span);
                }
                self.get_slot(place, dst, check);
            }
            Place::Import(index) => {
                self.at(ident.span);
                self.e(Opcode::GetImport, &[dst as u32, index]);
            }
            Place::Global => {
                match &*ident.sym {
                    "undefined" => return self.undefined(dst),
                    "NaN" => {
                        let k = self.b.number(f64::NAN);
                        return self.e(Opcode::LoadConst, &[dst as u32, k]);
                    }
                    "Infinity" => {
                        let k = self.b.number(f64::INFINITY);
                        return self.e(Opcode::LoadConst, &[dst as u32, k]);
                    }
                    _ => {}
                }
                self.at(ident.span);
                let site = self.b.global_site(&ident.sym, false, self.strict);
                self.e(Opcode::GetGlobal, &[dst as u32, site]);
            }
            Place::Dynamic => {
                self.at(ident.span);
                let name = self.b.atom(&ident.sym);
                let environment = self.environment();
                self.e(Opcode::LookupName, &[dst as u32, environment as u32, name]);
            }
        }
    }

    /// `typeof name`: no error for what does not exist.
    fn load_for_typeof(&mut self, ident: &Ident, dst: Reg) {
        let (binding, _) = decode(ident.ctxt);
        match self.place(binding) {
            Place::Global if &*ident.sym != "undefined" => {
                let site = self.b.global_site(&ident.sym, false, self.strict);
                self.e(Opcode::GetGlobalOrUndefined, &[dst as u32, site]);
            }
            Place::Dynamic => {
                self.at(ident.span);
                let name = self.b.atom(&ident.sym);
                let environment = self.environment();
                self.e(Opcode::LookupNameOrUndefined, &[dst as u32, environment as u32, name]);
            }
            _ => self.load(ident, dst),
        }
    }

    /// What must run before the right side of an assignment to a name.
    fn resolve_name(&mut self, ident: &Ident) -> Option<Reg> {
        let (binding, _) = decode(ident.ctxt);
        if self.place(binding) != Place::Dynamic {
            return None;
        }
        let base = self.b.temporary();
        self.at(ident.span);
        let name = self.b.atom(&ident.sym);
        let environment = self.environment();
        self.e(Opcode::ResolveName, &[base as u32, environment as u32, name]);
        Some(base)
    }

    /// [`Compiler::resolve_name`] for a plain assignment. In strict code, a global that does not exist before the right
    /// side runs is an error, even if that side makes it; so it is resolved before, unless it surely exists or
    /// nothing can happen to it meanwhile.
    fn resolve_assigned(&mut self, ident: &Ident, right: &Expr) -> Option<Reg> {
        let (binding, _) = decode(ident.ctxt);
        if self.strict
            && binding == NONE
            && !is_inert(right)
            && self.kind != FunctionKind::Module
            && !self.unit.root_names.contains(&ident.sym)
            && self.place(binding) == Place::Global
        {
            let base = self.b.temporary();
            self.at(ident.span);
            let name = self.b.atom(&ident.sym);
            let environment = self.environment();
            self.e(Opcode::ResolveName, &[base as u32, environment as u32, name]);
            return Some(base);
        }
        self.resolve_name(ident)
    }

    /// Assignment to a name; `base` is what [`Compiler::resolve_name`] gave.
    fn store(&mut self, ident: &Ident, base: Option<Reg>, value: Reg) {
        let (binding, check) = decode(ident.ctxt);
        if let Some(base) = base {
            self.at(ident.span);
            let name = self.b.atom(&ident.sym);
            return self.e(Opcode::PutResolved, &[base as u32, name, value as u32]);
        }
        let place = self.place(binding);
        if binding != NONE {
            let b = self.unit.binding(binding);
            if b.kind.is_constant() || b.kind == BindingKind::FunctionName {
                self.at(ident.span);
                let name = self.b.atom(&ident.sym);
                if check {
                    match place {
                        Place::Register(reg) => self.e(Opcode::CheckInitialized, &[reg as u32, name]),
                        Place::Slot { .. } => {
                            let top = self.b.top();
                            let t = self.b.temporary();
                            self.get_slot(place, t, true);
                            self.b.release(top);
                        }
                        _ => {}
                    }
                }
                if b.kind != BindingKind::FunctionName || self.strict {
                    self.e(Opcode::ThrowConstAssignment, &[name]);
                }
                return;
            }
        }
        match place {
            Place::Register(reg) => {
                if check {
                    self.at(ident.span);
                    let name = self.b.atom(&ident.sym);
                    self.e(Opcode::CheckInitialized, &[reg as u32, name]);
                }
                self.mov(reg, value);
            }
            Place::Slot { .. } => {
                if check {
                    self.at(ident.span);
                }
                self.set_slot(place, value, check);
            }
            Place::Global => {
                self.at(ident.span);
                let site = self.b.global_site(&ident.sym, true, self.strict);
                self.e(Opcode::SetGlobal, &[value as u32, site]);
            }
            Place::Dynamic | Place::Import(_) => {}
        }
    }

    /// The first value of a lexical binding, a parameter, or a function.
    fn initialize(&mut self, ident: &Ident, value: Reg) {
        let (binding, _) = decode(ident.ctxt);
        if binding == NONE {
            // Only a script's own lexical declarations are no bindings of ours.
            self.at(ident.span);
            let site = self.b.global_site(&ident.sym, true, true);
            return self.e(Opcode::InitGlobal, &[value as u32, site]);
        }
        self.initialize_binding(binding, value);
    }

    fn initialize_binding(&mut self, binding: BindingId, value: Reg) {
        let b = self.unit.binding(binding);
        if b.captured() {
            let place = self.slot_place(b.scope, b.slot);
            self.set_slot(place, value, false);
        } else {
            let reg = self.registers[b.slot as usize];
            self.mov(reg, value);
        }
    }

    /// The register of a lexical binding about to be initialized, if the initial value may be computed in place.
    fn initial_register(&self, ident: &Ident) -> Option<Reg> {
        let (binding, _) = decode(ident.ctxt);
        if binding == NONE {
            return None;
        }
        let b = self.unit.binding(binding);
        (!b.captured() && !b.is(CHECKED) && b.kind.has_dead_zone()).then(|| self.registers[b.slot as usize])
    }

    // ---- scopes

    /// Enters a scope: makes its environment, gives its register bindings registers. Gives the register top to release at the exit.
    fn enter_scope(&mut self, scope: ScopeId) -> u32 {
        let top = self.b.top();
        let parent = self.environment_if(scope);
        self.scope = scope;
        if let Some(parent) = parent {
            let reg = self.b.temporary();
            self.new_environment(scope, reg, parent);
            self.environments.push((scope, reg));
        }
        self.place_bindings(scope);
        top
    }

    fn environment_if(&mut self, scope: ScopeId) -> Option<Reg> {
        self.unit.scope(scope).has_environment().then(|| self.environment())
    }

    fn new_environment(&mut self, scope: ScopeId, dst: Reg, parent: Reg) {
        let info = self.unit.info(scope);
        let k = self.b.constant(Constant::Scope(info));
        self.e(Opcode::NewEnvironment, &[dst as u32, parent as u32, k]);
    }

    /// Registers for a scope's bindings; those that may be seen too early begin in their dead zone.
    fn place_bindings(&mut self, scope: ScopeId) {
        for binding in self.unit.bindings_of(scope) {
            let b = self.unit.binding(binding);
            if b.captured() || b.kind == BindingKind::Import {
                if b.kind == BindingKind::Var && b.captured() {
                    // A static block's own.
                    let top = self.b.top();
                    let t = self.b.temporary();
                    self.undefined(t);
                    self.initialize_binding(binding, t);
                    self.b.release(top);
                }
                continue;
            }
            let reg = self.b.temporary();
            self.assign_register(binding, reg);
            if b.is(CHECKED) && b.kind.has_dead_zone() {
                self.e(Opcode::LoadEmpty, &[reg as u32]);
            } else if b.kind == BindingKind::Var {
                self.undefined(reg);
            }
        }
    }

    fn leave_scope(&mut self, scope: ScopeId, top: u32) {
        if self.environments.last().is_some_and(|&(s, _)| s == scope) {
            self.environments.pop();
        }
        for binding in self.unit.bindings_of(scope) {
            let b = self.unit.binding(binding);
            if !b.captured() && b.kind != BindingKind::Import {
                let reg = self.registers[b.slot as usize];
                self.mark_variable(reg, false);
            }
        }
        self.scope = self.unit.scope(scope).parent;
        self.b.release(top);
    }

    // ---- this and what comes with it

    /// `this` as it stands, unchecked: the register (a temporary where it must be fetched).
    fn raw_this(&mut self) -> Reg {
        let f = self.unit.this_function(self.id);
        let place = if f == NONE {
            if !self.unit.eval.this_in_environment {
                return THIS_REGISTER;
            }
            self.eval_capture(CAPTURE_THIS)
        } else {
            let function = self.unit.function(f);
            if function.kind != FunctionKind::DerivedConstructor {
                return THIS_REGISTER;
            }
            if let Some(reg) = self.derived_this {
                return reg;
            }
            let slot = function.captures[CAPTURE_THIS];
            if slot == NONE {
                return THIS_REGISTER;
            }
            self.slot_place(function.scope, slot)
        };
        let t = self.b.temporary();
        self.get_slot(place, t, false);
        t
    }

    /// The place of something captured around an eval.
    fn eval_capture(&mut self, what: usize) -> Place {
        let binding = self.unit.eval_captures[what];
        if binding == NONE {
            return Place::Global;
        }
        let b = self.unit.binding(binding);
        self.slot_place(b.scope, b.slot)
    }

    /// `this`, checked where it may not be bound yet.
    fn this(&mut self, span: Span) -> Reg {
        let reg = self.raw_this();
        if reg != THIS_REGISTER && !self.this_bound {
            self.at(span);
            self.e(Opcode::CheckThisBound, &[reg as u32]);
        }
        reg
    }

    /// Gives `this` its value after super().
    fn bind_this(&mut self, value: Reg) {
        if let Some(reg) = self.derived_this {
            self.mov(reg, value);
            return;
        }
        let f = self.unit.this_function(self.id);
        let place = if f == NONE {
            self.eval_capture(CAPTURE_THIS)
        } else {
            let function = self.unit.function(f);
            self.slot_place(function.scope, function.captures[CAPTURE_THIS] & 0xffff)
        };
        self.set_slot(place, value, false);
    }

    /// new.target, the home object or the active function, captured or the frame's own.
    fn captured(&mut self, what: usize, dst: Reg) {
        let f = self.unit.this_function(self.id);
        if f == self.id {
            let op = match what {
                CAPTURE_NEW_TARGET => Opcode::NewTarget,
                CAPTURE_HOME => Opcode::LoadHomeObject,
                _ => Opcode::LoadCallee,
            };
            return self.e(op, &[dst as u32]);
        }
        let place = if f == NONE {
            self.eval_capture(what)
        } else {
            let function = self.unit.function(f);
            let slot = function.captures[what];
            if slot == NONE { Place::Global } else { self.slot_place(function.scope, slot) }
        };
        match place {
            Place::Slot { .. } => self.get_slot(place, dst, false),
            _ => self.undefined(dst),
        }
    }

    // ---- operands

    /// An expression's value in some register that stays as it is while `rest` is evaluated.
    fn operand(&mut self, e: &mut Expr, rest: &[&Expr]) -> Reg {
        let reg = self.any(e);
        self.protect(reg, rest)
    }

    /// The same for a register that was got already.
    fn protect(&mut self, reg: Reg, rest: &[&Expr]) -> Reg {
        if self.is_variable(reg) && rest.iter().any(|e| may_assign(e, &mut BUDGET.clone())) {
            let copy = self.b.temporary();
            self.mov(copy, reg);
            return copy;
        }
        reg
    }
}

/// How many nodes the search for an assignment may look at; then it is assumed.
const BUDGET: u32 = 64;

/// Whether an expression may assign to a variable that lives in a register.
fn may_assign(e: &Expr, budget: &mut u32) -> bool {
    if *budget == 0 {
        return true;
    }
    *budget -= 1;
    match e {
        Expr::Ident(_)
        | Expr::Lit(_)
        | Expr::This(_)
        | Expr::Fn(_)
        | Expr::Arrow(_)
        | Expr::MetaProp(_)
        | Expr::PrivateName(_) => false,
        Expr::Paren(p) => may_assign(&p.expr, budget),
        Expr::Unary(u) => may_assign(&u.arg, budget),
        Expr::Bin(b) => may_assign(&b.right, budget) || may_assign(&b.left, budget),
        Expr::Cond(c) => may_assign(&c.test, budget) || may_assign(&c.cons, budget) || may_assign(&c.alt, budget),
        Expr::Member(m) => {
            may_assign(&m.obj, budget)
                || matches!(&m.prop, swc_ecma_ast::MemberProp::Computed(c) if may_assign(&c.expr, budget))
        }
        Expr::Call(c) => {
            (match &c.callee {
                swc_ecma_ast::Callee::Expr(callee) => may_assign(callee, budget),
                swc_ecma_ast::Callee::Super(_) => true,
                swc_ecma_ast::Callee::Import(_) => false,
            }) || c.args.iter().any(|a| may_assign(&a.expr, budget))
        }
        Expr::New(n) => may_assign(&n.callee, budget) || n.args.iter().flatten().any(|a| may_assign(&a.expr, budget)),
        Expr::Array(a) => a.elems.iter().flatten().any(|e| may_assign(&e.expr, budget)),
        Expr::Tpl(t) => t.exprs.iter().any(|e| may_assign(e, budget)),
        Expr::Seq(s) => s.exprs.iter().any(|e| may_assign(e, budget)),
        _ => true,
    }
}

/// Whether evaluating an expression can run no code that makes or deletes a global.
fn is_inert(e: &Expr) -> bool {
    match unparen_ref(e) {
        Expr::Ident(_) | Expr::Lit(_) | Expr::This(_) | Expr::Fn(_) | Expr::Arrow(_) => true,
        Expr::Unary(u) => is_inert(&u.arg),
        Expr::Bin(b) => matches!(&*b.right, Expr::Ident(_) | Expr::Lit(_)) && is_inert(&b.left),
        Expr::Array(a) => a.elems.iter().flatten().all(|e| e.spread.is_none() && is_inert(&e.expr)),
        Expr::Object(o) => o.props.is_empty(),
        _ => false,
    }
}

/// Parentheses aside.
fn unparen(e: &mut Expr) -> &mut Expr {
    let mut e = e;
    while let Expr::Paren(p) = e {
        e = &mut p.expr;
    }
    e
}

fn unparen_ref(e: &Expr) -> &Expr {
    let mut e = e;
    while let Expr::Paren(p) = e {
        e = &p.expr;
    }
    e
}

/// The constant of a literal string.
fn const_string(s: &swc_atoms::Wtf8Atom) -> ConstString {
    match s.as_atom() {
        Some(atom) => ConstString::Utf8(atom.clone()),
        None => ConstString::Utf16(s.to_ill_formed_utf16().collect::<Vec<u16>>().into()),
    }
}
