//! try, catch, finally; and the ways out of statements that something must be done about on the way.
//!
//! Statements that others can leave are on a stack of [`Control`]s. A `break`, `continue` or `return` walks it outwards
//! ([`Compiler::exit`]): it closes iterators, and where it meets a `finally` it notes where it wants to go, in the block's
//! kind register, and jumps there; the end of the block sends it on. Code that runs on the way out belongs to no statement that is already left, so
//! their handlers do not cover it: their ranges have gaps.

use super::*;
use swc_ecma_ast::*;

/// Where an exit goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// To a label, with `depth` controls left.
    Jump {
        to: Label,
        depth: usize,
    },
    Return,
}

pub(super) enum ControlKind {
    /// Something to break out of, or to continue.
    Target {
        labels: Vec<Atom>,
        break_to: Option<Label>,
        continue_to: Option<Label>,
        /// A `break` without a label means this.
        plain: bool,
    },
    /// The block of a try with a catch clause.
    Try,
    /// A for-of loop or array pattern whose iterator is to be closed.
    Iterator { record: Reg, asynchronous: bool },
    /// The kind register gets the number of the exit, or one of KIND_*.
    Finally { kind: Reg, value: Reg, entry: Label, exits: Vec<Exit> },
}

pub(super) struct Control {
    pub kind: ControlKind,
    /// Where the range being covered began.
    start: Option<u32>,
    ranges: Vec<(u32, u32)>,
}

/// The block ended normally.
pub(super) const KIND_NORMAL: i32 = -1;
/// It ended by a throw; the value register holds the exception.
pub(super) const KIND_THROW: i32 = -2;

impl Compiler<'_> {
    pub(super) fn push_control(&mut self, kind: ControlKind) {
        let start = match kind {
            ControlKind::Target { .. } => None,
            _ => Some(self.b.offset()),
        };
        self.controls.push(Control { kind, start, ranges: Vec::new() });
    }

    /// Ends the innermost control; its handler covers what was compiled inside.
    pub(super) fn pop_control(&mut self) -> Option<Control> {
        let here = self.b.offset();
        let mut control = self.controls.pop()?;
        if let Some(start) = control.start.take() {
            control.ranges.push((start, here));
        }
        Some(control)
    }

    /// Covers what a control held by a handler. Must be called before the handlers of outer statements are.
    pub(super) fn cover(&mut self, control: &Control, handler: Label) {
        for &(start, end) in &control.ranges {
            self.b.handler(start, end, handler);
        }
    }

    /// Whether a call in tail position may replace the frame: nothing is left to do in it.
    pub(super) fn may_tail_call(&self) -> bool {
        self.strict
            && !self.asynchronous
            && !self.generator
            && self.completion.is_none()
            && matches!(
                self.kind,
                FunctionKind::Normal
                    | FunctionKind::Arrow
                    | FunctionKind::Method
                    | FunctionKind::Getter
                    | FunctionKind::Setter
            )
            && self.controls.iter().all(|c| matches!(c.kind, ControlKind::Target { .. }))
    }

    /// Leaves statements up to the exit's target. `value`: what is returned.
    pub(super) fn exit(&mut self, exit: Exit, value: Option<Reg>) {
        if !self.b.reachable() {
            return;
        }
        let target = match exit {
            Exit::Jump { depth, .. } => depth,
            Exit::Return => 0,
        };
        let mut suspended = Vec::new();
        let mut i = self.controls.len();
        let mut caught = false;
        while i > target {
            i -= 1;
            let here = self.b.offset();
            if let Some(start) = self.controls[i].start.take() {
                self.controls[i].ranges.push((start, here));
                suspended.push(i);
            }
            match &mut self.controls[i].kind {
                ControlKind::Iterator { record, asynchronous } => {
                    let (record, asynchronous) = (*record, *asynchronous);
                    if asynchronous {
                        self.async_iterator_close(record, false);
                    } else {
                        self.e(Opcode::IteratorClose, &[record as u32, 0]);
                    }
                }
                ControlKind::Finally { kind, value: place, entry, exits } => {
                    let (kind, place, entry) = (*kind, *place, *entry);
                    let number = exits.iter().position(|e| *e == exit).unwrap_or_else(|| {
                        exits.push(exit);
                        exits.len() - 1
                    });
                    if let Some(value) = value {
                        self.mov(place, value);
                    }
                    self.load_int(kind, number as i32);
                    self.b.jump(entry);
                    caught = true;
                    break;
                }
                ControlKind::Target { .. } | ControlKind::Try => {}
            }
        }
        if !caught {
            match exit {
                Exit::Jump { to, .. } => self.b.jump(to),
                Exit::Return => {
                    if let Some(value) = value {
                        self.return_now(value);
                    }
                }
            }
        }
        let here = self.b.offset();
        for i in suspended {
            self.controls[i].start = Some(here);
        }
    }

    /// `return value`, through whatever encloses it.
    pub(super) fn return_value(&mut self, value: Reg) {
        self.exit(Exit::Return, Some(value));
    }

    /// The return itself.
    pub(super) fn return_now(&mut self, value: Reg) {
        if self.asynchronous || self.generator {
            return self.e(Opcode::GeneratorReturn, &[value as u32]);
        }
        if self.kind == FunctionKind::DerivedConstructor {
            let top = self.b.top();
            let this = self.raw_this();
            let result = self.b.temporary();
            self.e(Opcode::CheckDerivedResult, &[result as u32, value as u32, this as u32]);
            self.e(Opcode::Return, &[result as u32]);
            return self.b.release(top);
        }
        self.e(Opcode::Return, &[value as u32]);
    }

    pub(super) fn break_statement(&mut self, label: Option<&Atom>) {
        let found = self.controls.iter().enumerate().rev().find_map(|(depth, c)| match &c.kind {
            ControlKind::Target { labels, break_to: Some(to), plain, .. } => {
                let meant = label.map_or(*plain, |label| labels.contains(label));
                meant.then_some(Exit::Jump { to: *to, depth })
            }
            _ => None,
        });
        if let Some(exit) = found {
            self.exit(exit, None);
        }
    }

    pub(super) fn continue_statement(&mut self, label: Option<&Atom>) {
        let found = self.controls.iter().enumerate().rev().find_map(|(depth, c)| match &c.kind {
            ControlKind::Target { labels, continue_to: Some(to), .. } => {
                let meant = label.is_none_or(|label| labels.contains(label));
                // A loop's continue target is inside of its iterator, which therefore stays open.
                meant.then_some(Exit::Jump { to: *to, depth: depth + 1 })
            }
            _ => None,
        });
        if let Some(exit) = found {
            self.exit(exit, None);
        }
    }

    pub(super) fn throw_statement(&mut self, s: &mut ThrowStmt) {
        let top = self.b.top();
        let value = self.any(&mut s.arg);
        self.at(s.span);
        self.e(Opcode::Throw, &[value as u32]);
        self.b.release(top);
    }

    pub(super) fn try_statement(&mut self, s: &mut TryStmt) {
        self.clear_completion();
        let Some(mut finalizer) = s.finalizer.take() else {
            return self.try_catch(s);
        };
        let top = self.b.top();
        let finally = self.begin_finally();
        self.try_catch(s);
        let (exits, end) = self.enter_finally(&finally, true);
        // What the finalizer computes is no completion value, unless it leaves by itself.
        let saved = self.completion.map(|completion| {
            let saved = self.b.temporary();
            self.mov(saved, completion);
            self.undefined(completion);
            saved
        });
        self.block(&mut finalizer);
        if let (Some(completion), Some(saved)) = (self.completion, saved) {
            self.mov(completion, saved);
        }
        self.dispatch(&finally, &exits, end, true);
        self.b.release(top);
    }

    fn try_catch(&mut self, s: &mut TryStmt) {
        let Some(handler) = &mut s.handler else {
            return self.block(&mut s.block);
        };
        self.push_control(ControlKind::Try);
        self.block(&mut s.block);
        let Some(control) = self.pop_control() else { return };
        let (entry, end) = (self.b.label(), self.b.label());
        self.b.jump(end);
        self.cover(&control, entry);
        self.b.bind(entry);
        self.catch_clause(handler);
        self.b.bind(end);
    }

    fn catch_clause(&mut self, handler: &mut CatchClause) {
        let top = self.b.top();
        // With nothing bound there is no scope.
        let mut scope = NONE;
        if let Some(pattern) = &mut handler.param {
            crate::frontend::scope::declare::each_name(pattern, &mut |ident| {
                let (binding, _) = decode(ident.ctxt);
                scope = self.unit.binding(binding).scope;
            });
        }
        let exception = self.b.temporary();
        self.e(Opcode::Catch, &[exception as u32]);
        self.clear_completion();
        let inner = if scope == NONE { top } else { self.enter_scope(scope) };
        if let Some(pattern) = &mut handler.param {
            self.bind_pattern(pattern, exception);
        }
        self.block(&mut handler.body);
        if scope != NONE {
            self.leave_scope(scope, inner);
        }
        self.b.release(top);
    }

    // ---- finally, and what is like it

    /// Begins the part that a finally block guards.
    pub(super) fn begin_finally(&mut self) -> Finally {
        let kind = self.b.temporary();
        let value = self.b.temporary();
        let entry = self.b.label();
        self.push_control(ControlKind::Finally { kind, value, entry, exits: Vec::new() });
        Finally { kind, value, entry }
    }

    /// Ends the guarded part: all ways lead here. `catches`: the exception goes into the value register.
    pub(super) fn enter_finally(&mut self, finally: &Finally, catches: bool) -> (Vec<Exit>, Label) {
        self.load_int(finally.kind, KIND_NORMAL);
        self.b.jump(finally.entry);
        let control = self.pop_control();
        let mut exits = Vec::new();
        let handler = self.b.label();
        if let Some(control) = control {
            self.cover(&control, handler);
            if let ControlKind::Finally { exits: all, .. } = control.kind {
                exits = all;
            }
        }
        self.b.bind(handler);
        if catches {
            self.e(Opcode::Catch, &[finally.value as u32]);
        }
        self.load_int(finally.kind, KIND_THROW);
        self.b.bind(finally.entry);
        (exits, self.b.label())
    }

    /// After the finally block: on to where each way wanted to go.
    pub(super) fn dispatch(&mut self, finally: &Finally, exits: &[Exit], end: Label, throws: bool) {
        let kind = finally.kind as u32;
        self.e(Opcode::JumpStrictEqInt, &[kind, KIND_NORMAL as u32, end.0]);
        let labels: Vec<Label> = exits.iter().map(|_| self.b.label()).collect();
        let last = labels.len().wrapping_sub(1);
        for (number, label) in labels.iter().enumerate() {
            if number == last && !throws {
                self.b.jump(*label);
            } else {
                self.e(Opcode::JumpStrictEqInt, &[kind, number as u32, label.0]);
            }
        }
        if throws {
            self.e(Opcode::Throw, &[finally.value as u32]);
        }
        for (exit, label) in exits.iter().zip(labels) {
            self.b.bind(label);
            self.exit(*exit, Some(finally.value));
        }
        self.b.bind(end);
    }
}

pub(super) struct Finally {
    pub kind: Reg,
    pub value: Reg,
    pub entry: Label,
}
