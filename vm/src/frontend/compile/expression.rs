//! Expressions: dispatch, operators, conditions.

use super::*;
use crate::numeric::math::{js_pow, js_rem};
use abi::opcode::{Arithmetic, Comparison, Meaning};
use smallvec::SmallVec;
use swc_ecma_ast::*;

impl Compiler<'_> {
    /// Compiles an expression to a register that nothing else reads meanwhile: it may be written early.
    pub(super) fn to(&mut self, e: &mut Expr, dst: Reg) {
        let top = self.b.top();
        self.to_register(e, dst);
        debug_assert_eq!(top, self.b.top(), "temporaries left over");
    }

    fn to_register(&mut self, e: &mut Expr, dst: Reg) {
        match e {
            Expr::Ident(ident) => self.load(ident, dst),
            Expr::Lit(literal) => self.literal(literal, dst),
            Expr::This(this) => {
                let top = self.b.top();
                let reg = self.this(this.span);
                self.mov(dst, reg);
                self.b.release(top);
            }
            Expr::Paren(paren) => self.to(&mut paren.expr, dst),
            Expr::Member(_) | Expr::Call(_) => self.chain(e, dst, false),
            Expr::OptChain(_) => self.chain(e, dst, false),
            Expr::Bin(binary) => match binary.op {
                BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::NullishCoalescing => {
                    self.logical(e, dst);
                }
                _ => self.binary(e, dst),
            },
            Expr::Unary(unary) => self.unary(unary, dst),
            Expr::Update(update) => self.update(update, Some(dst)),
            Expr::Assign(assign) => {
                let top = self.b.top();
                let reg = self.assign(assign, Some(dst));
                self.mov(dst, reg);
                self.b.release(top);
            }
            Expr::Cond(_) => self.conditional(e, dst, false),
            Expr::Seq(sequence) => {
                let Some((last, rest)) = sequence.exprs.split_last_mut() else { return };
                for e in rest {
                    self.effect(e);
                }
                self.to(last, dst);
            }
            Expr::Fn(function) => self.function_expression(function, None, dst),
            Expr::Arrow(arrow) => self.arrow(arrow, None, dst),
            Expr::Class(class) => {
                self.class(&mut class.class, class.ident.as_ref(), None, dst);
            }
            Expr::Object(object) => self.object(object, dst),
            Expr::Array(array) => self.array(array, dst),
            Expr::New(new) => self.new_expression(new, dst),
            Expr::Tpl(template) => self.template(template, dst),
            Expr::TaggedTpl(tagged) => self.tagged_template(tagged, dst, false),
            Expr::Yield(expression) => self.yield_expression(expression, dst),
            Expr::Await(expression) => {
                let top = self.b.top();
                let value = self.any(&mut expression.arg);
                self.at(expression.span);
                self.e(Opcode::Await, &[dst as u32, value as u32]);
                self.b.release(top);
            }
            Expr::MetaProp(property) => match property.kind {
                MetaPropKind::NewTarget => self.captured(CAPTURE_NEW_TARGET, dst),
                MetaPropKind::ImportMeta => self.e(Opcode::ImportMeta, &[dst as u32]),
            },
            Expr::SuperProp(property) => self.super_get(property, dst),
            _ => self.undefined(dst),
        }
    }

    /// Compiles an expression to a variable's register, which is written last, when nothing can fail any more.
    pub(super) fn to_variable(&mut self, e: &mut Expr, dst: Reg) {
        match unparen(e) {
            Expr::Ident(_)
            | Expr::Lit(_)
            | Expr::This(_)
            | Expr::Member(_)
            | Expr::Call(_)
            | Expr::Unary(_)
            | Expr::Fn(_)
            | Expr::Arrow(_)
            | Expr::New(_)
            | Expr::Tpl(_)
            | Expr::TaggedTpl(_)
            | Expr::Await(_)
            | Expr::SuperProp(_)
            | Expr::MetaProp(_) => self.to(e, dst),
            Expr::Bin(b)
                if !matches!(b.op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::NullishCoalescing) =>
            {
                self.to(e, dst);
            }
            Expr::Cond(_) => self.conditional(e, dst, true),
            Expr::Array(a) if a.elems.is_empty() => self.to(e, dst),
            Expr::Object(o) if o.props.is_empty() => self.to(e, dst),
            _ => {
                let top = self.b.top();
                let reg = self.any(e);
                self.mov(dst, reg);
                self.b.release(top);
            }
        }
    }

    /// Compiles an expression to some register: a variable's own, `this`, or a new temporary.
    pub(super) fn any(&mut self, e: &mut Expr) -> Reg {
        match e {
            Expr::Ident(ident) => {
                if let Some(reg) = self.variable(ident) {
                    return reg;
                }
            }
            Expr::This(this) => return self.this(this.span),
            Expr::Paren(paren) => return self.any(&mut paren.expr),
            Expr::Assign(assign) => return self.assign(assign, None),
            _ => {}
        }
        let dst = self.b.temporary();
        self.to(e, dst);
        dst
    }

    /// Compiles an expression whose value nobody wants.
    pub(super) fn effect(&mut self, e: &mut Expr) {
        let top = self.b.top();
        match e {
            Expr::Paren(paren) => self.effect(&mut paren.expr),
            Expr::Assign(assign) => {
                self.assign_for_effect(assign);
            }
            Expr::Update(update) => self.update(update, None),
            Expr::Lit(literal) if !matches!(literal, Lit::Regex(_)) => {}
            Expr::Fn(_) | Expr::Arrow(_) => {
                // Nobody can see the closure; its code is dropped.
            }
            Expr::Seq(sequence) => {
                for e in &mut sequence.exprs {
                    self.effect(e);
                }
            }
            Expr::Unary(unary) if matches!(unary.op, UnaryOp::Void | UnaryOp::Bang) => self.effect(&mut unary.arg),
            Expr::Bin(binary) if matches!(binary.op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr) => {
                let end = self.b.label();
                let when = binary.op == BinaryOp::LogicalOr;
                self.condition(&mut binary.left, end, when);
                self.effect(&mut binary.right);
                self.b.bind(end);
            }
            Expr::Cond(cond) => {
                let (otherwise, end) = (self.b.label(), self.b.label());
                self.condition(&mut cond.test, otherwise, false);
                self.effect(&mut cond.cons);
                self.b.jump(end);
                self.b.bind(otherwise);
                self.effect(&mut cond.alt);
                self.b.bind(end);
            }
            _ => {
                self.any(e);
            }
        }
        self.b.release(top);
    }

    fn conditional(&mut self, e: &mut Expr, dst: Reg, variable: bool) {
        let end = self.b.label();
        let mut e = e;
        // A chain of else branches is a loop.
        loop {
            match unparen(e) {
                Expr::Cond(cond) => {
                    let otherwise = self.b.label();
                    self.condition(&mut cond.test, otherwise, false);
                    if variable {
                        self.to_variable(&mut cond.cons, dst);
                    } else {
                        self.to(&mut cond.cons, dst);
                    }
                    self.b.jump(end);
                    self.b.bind(otherwise);
                    e = &mut cond.alt;
                }
                other => {
                    if variable {
                        self.to_variable(other, dst);
                    } else {
                        self.to(other, dst);
                    }
                    break;
                }
            }
        }
        self.b.bind(end);
    }

    /// The operands of a left-deep chain of one operator, left to right.
    fn operands_of(e: &mut Expr, op: BinaryOp) -> SmallVec<[Box<Expr>; 8]> {
        let mut operands: SmallVec<[Box<Expr>; 8]> = SmallVec::new();
        let mut e = std::mem::take(e);
        loop {
            match e {
                Expr::Bin(binary) if binary.op == op => {
                    operands.push(binary.right);
                    e = *binary.left;
                }
                other => {
                    operands.push(Box::new(other));
                    break;
                }
            }
        }
        operands.reverse();
        operands
    }

    fn logical(&mut self, e: &mut Expr, dst: Reg) {
        let Expr::Bin(binary) = e else { return };
        let op = binary.op;
        let operands = Self::operands_of(e, op);
        let end = self.b.label();
        let last = operands.len() - 1;
        for (i, mut operand) in operands.into_iter().enumerate() {
            self.to(&mut operand, dst);
            if i != last {
                let jump = match op {
                    BinaryOp::LogicalAnd => Opcode::JumpFalse,
                    BinaryOp::LogicalOr => Opcode::JumpTrue,
                    _ => Opcode::JumpNotNullish,
                };
                self.e(jump, &[dst as u32, end.0]);
            }
        }
        self.b.bind(end);
    }

    // ---- binary operators

    /// An arithmetic, bitwise or comparison operator; a left-deep chain of them is a loop.
    fn binary(&mut self, e: &mut Expr, dst: Reg) {
        if let Some(number) = numeric(e, 8) {
            return self.load_number(number, dst);
        }
        let mut chain: SmallVec<[(BinaryOp, Box<Expr>, Span); 4]> = SmallVec::new();
        let mut left = std::mem::take(e);
        while let Expr::Bin(binary) = left {
            match binary.op {
                BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::NullishCoalescing => {
                    left = Expr::Bin(binary);
                    break;
                }
                _ => {
                    if !chain.is_empty() && numeric_binary(&binary, 8).is_some() {
                        left = Expr::Bin(binary);
                        break;
                    }
                    chain.push((binary.op, binary.right, binary.span));
                    left = *binary.left;
                }
            }
        }
        let top = self.b.top();
        let Some((op, mut right, span)) = chain.pop() else { return };
        if op == BinaryOp::In && matches!(left, Expr::PrivateName(_)) {
            let target = if chain.is_empty() { dst } else { self.b.temporary() };
            self.private_in(&left, &mut right, target);
            return self.binary_rest(chain, target, dst, top);
        }
        if op == BinaryOp::BitOr && self.is_call_target(&left) {
            self.effect(&mut left);
            self.invalid_target(span);
            self.undefined(dst);
            return self.b.release(top);
        }
        // Strings that are literals are joined here.
        if op == BinaryOp::Add
            && let (Expr::Lit(Lit::Str(a)), Expr::Lit(Lit::Str(b))) = (unparen_ref(&left), unparen_ref(&right))
            && let (Some(a), Some(b)) = (a.value.as_atom(), b.value.as_atom())
        {
            let joined = Atom::from(format!("{a}{b}"));
            let target = if chain.is_empty() { dst } else { self.b.temporary() };
            let k = self.b.atom(&joined);
            self.e(Opcode::LoadConst, &[target as u32, k]);
            return self.binary_rest(chain, target, dst, top);
        }
        let left = self.operand(&mut left, &[&right]);
        let target = if chain.is_empty() { dst } else { self.b.temporary() };
        self.binary_operation(op, target, left, &mut right, span);
        self.binary_rest(chain, target, dst, top);
    }

    fn binary_rest(
        &mut self,
        mut chain: SmallVec<[(BinaryOp, Box<Expr>, Span); 4]>,
        accumulator: Reg,
        dst: Reg,
        top: u32,
    ) {
        while let Some((op, mut right, span)) = chain.pop() {
            let target = if chain.is_empty() { dst } else { accumulator };
            self.binary_operation(op, target, accumulator, &mut right, span);
        }
        self.b.release(top);
    }

    /// One operation with its right operand still to be evaluated.
    pub(super) fn binary_operation(&mut self, op: BinaryOp, dst: Reg, left: Reg, right: &mut Expr, span: Span) {
        let top = self.b.top();
        if let Some(immediate) = small_int(right)
            && let Some(op) = int_opcode(op)
        {
            self.at(span);
            self.counted(op, &[dst as u32, left as u32, immediate as u32]);
            return;
        }
        let right = self.any(right);
        self.binary_registers(op, dst, left, right, span);
        self.b.release(top);
    }

    pub(super) fn binary_registers(&mut self, op: BinaryOp, dst: Reg, left: Reg, right: Reg, span: Span) {
        self.at(span);
        match op {
            BinaryOp::In => self.e(Opcode::In, &[dst as u32, left as u32, right as u32]),
            BinaryOp::InstanceOf => {
                let site = self.site(SiteKind::InstanceOf);
                self.e(Opcode::InstanceOf, &[dst as u32, left as u32, right as u32, site]);
            }
            _ => self.counted(opcode(op), &[dst as u32, left as u32, right as u32]),
        }
    }

    fn private_in(&mut self, name: &Expr, object: &mut Expr, dst: Reg) {
        let Expr::PrivateName(name) = name else { return };
        let top = self.b.top();
        let object = self.any(object);
        let key = self.private_name(name);
        self.at(name.span);
        self.e(Opcode::HasPrivate, &[dst as u32, object as u32, key as u32]);
        self.b.release(top);
    }

    fn is_call_target(&self, e: &Expr) -> bool {
        match e {
            Expr::Call(call) => self.unit.call_targets.contains(&start(call.span)),
            _ => false,
        }
    }

    /// The target of an assignment was no reference.
    pub(super) fn invalid_target(&mut self, span: Span) {
        self.at(span);
        let message = self.b.string(&ConstString::from("Invalid assignment target"));
        self.e(Opcode::ThrowError, &[2, message]);
    }

    // ---- unary operators

    fn unary(&mut self, unary: &mut UnaryExpr, dst: Reg) {
        let top = self.b.top();
        match unary.op {
            UnaryOp::Void => {
                self.effect(&mut unary.arg);
                self.undefined(dst);
            }
            UnaryOp::Delete => self.delete(&mut unary.arg, dst),
            UnaryOp::TypeOf => {
                if let Expr::Ident(ident) = unparen(&mut unary.arg) {
                    let reg = match self.variable(ident) {
                        Some(reg) => reg,
                        None => {
                            self.load_for_typeof(ident, dst);
                            dst
                        }
                    };
                    self.e(Opcode::Typeof, &[dst as u32, reg as u32]);
                } else {
                    let reg = self.any(&mut unary.arg);
                    self.e(Opcode::Typeof, &[dst as u32, reg as u32]);
                }
            }
            UnaryOp::Bang => match truth(unparen_ref(&unary.arg)) {
                Some(value) => self.e(if value { Opcode::LoadFalse } else { Opcode::LoadTrue }, &[dst as u32]),
                None => {
                    let reg = self.any(&mut unary.arg);
                    self.e(Opcode::Not, &[dst as u32, reg as u32]);
                }
            },
            UnaryOp::Minus | UnaryOp::Plus | UnaryOp::Tilde => {
                let op = match unary.op {
                    UnaryOp::Minus => Opcode::Neg,
                    UnaryOp::Plus => Opcode::ToNumber,
                    _ => Opcode::BitNot,
                };
                if let Some(number) = numeric_unary(unary, 8) {
                    self.load_number(number, dst);
                } else {
                    let reg = self.any(&mut unary.arg);
                    self.at(unary.span);
                    self.counted(op, &[dst as u32, reg as u32]);
                }
            }
        }
        self.b.release(top);
    }

    pub(super) fn load_number(&mut self, number: f64, dst: Reg) {
        let int = number as i32;
        if int as f64 == number && (int != 0 || number.is_sign_positive()) {
            self.load_int(dst, int);
        } else {
            let k = self.b.number(number);
            self.e(Opcode::LoadConst, &[dst as u32, k]);
        }
    }

    // ---- conditions

    /// Jumps to `target` if the expression's truth is `when`, else falls through.
    pub(super) fn condition(&mut self, e: &mut Expr, target: Label, when: bool) {
        let e = unparen(e);
        if let Some(value) = truth(e) {
            if value == when {
                self.b.jump(target);
            }
            return;
        }
        match e {
            Expr::Unary(unary) if unary.op == UnaryOp::Bang => {
                return self.condition(&mut unary.arg, target, !when);
            }
            Expr::Bin(binary) => match binary.op {
                BinaryOp::LogicalAnd | BinaryOp::LogicalOr => {
                    let op = binary.op;
                    let operands = Self::operands_of(e, op);
                    let last = operands.len() - 1;
                    // The value of an operand that decides the whole.
                    let deciding = op == BinaryOp::LogicalOr;
                    let skip = self.b.label();
                    for (i, mut operand) in operands.into_iter().enumerate() {
                        if i == last || deciding == when {
                            self.condition(&mut operand, target, when);
                        } else {
                            self.condition(&mut operand, skip, deciding);
                        }
                    }
                    self.b.bind(skip);
                    return;
                }
                op => {
                    if let Some(jump) = jump_opcode(op, when)
                        && numeric_binary(binary, 8).is_none()
                    {
                        return self.compare_and_jump(binary, jump, target);
                    }
                }
            },
            _ => {}
        }
        let top = self.b.top();
        let reg = self.any(e);
        self.e(if when { Opcode::JumpTrue } else { Opcode::JumpFalse }, &[reg as u32, target.0]);
        self.b.release(top);
    }

    fn compare_and_jump(&mut self, binary: &mut BinExpr, jump: Opcode, target: Label) {
        let top = self.b.top();
        // `x == null` is a test for null and undefined, unless the host has objects that pretend to be undefined.
        let undefined = self.is_undefined(&binary.right);
        let nullish = (undefined || matches!(unparen_ref(&binary.right), Expr::Lit(Lit::Null(_))))
            && !self.unit.source.undetectable_objects.get();
        let op = match jump {
            Opcode::JumpEq if nullish => Some(Opcode::JumpNullish),
            Opcode::JumpNe if nullish => Some(Opcode::JumpNotNullish),
            Opcode::JumpStrictEq if undefined => Some(Opcode::JumpUndefined),
            Opcode::JumpStrictNe if undefined => Some(Opcode::JumpNotUndefined),
            _ => None,
        };
        if let Some(op) = op {
            let left = self.any(&mut binary.left);
            self.e(op, &[left as u32, target.0]);
            return self.b.release(top);
        }
        let left = self.operand(&mut binary.left, &[&binary.right]);
        if let Some(immediate) = small_int(&binary.right)
            && let Some(jump) = jump.with_immediate()
        {
            self.at(binary.span);
            self.e(jump, &[left as u32, immediate as u32, target.0]);
        } else {
            let right = self.any(&mut binary.right);
            self.at(binary.span);
            self.e(jump, &[left as u32, right as u32, target.0]);
        }
        self.b.release(top);
    }

    fn is_undefined(&mut self, e: &Expr) -> bool {
        match unparen_ref(e) {
            Expr::Ident(ident) if &*ident.sym == "undefined" => {
                let (binding, _) = decode(ident.ctxt);
                self.place(binding) == Place::Global
            }
            Expr::Unary(unary) => unary.op == UnaryOp::Void && matches!(&*unary.arg, Expr::Lit(Lit::Num(_))),
            _ => false,
        }
    }
}

/// The truth of a literal.
pub(super) fn truth(e: &Expr) -> Option<bool> {
    match e {
        Expr::Lit(Lit::Bool(b)) => Some(b.value),
        Expr::Lit(Lit::Num(n)) => Some(n.value != 0.0 && !n.value.is_nan()),
        Expr::Lit(Lit::Null(_)) => Some(false),
        Expr::Lit(Lit::Str(s)) => Some(!s.value.is_empty()),
        Expr::Unary(u) if u.op == UnaryOp::Bang => truth(unparen_ref(&u.arg)).map(|t| !t),
        _ => None,
    }
}

/// The value of a numeric expression of literals, at most `depth` deep.
pub(super) fn numeric(e: &Expr, depth: u32) -> Option<f64> {
    if depth == 0 {
        return None;
    }
    match e {
        Expr::Lit(Lit::Num(n)) => Some(n.value),
        Expr::Paren(p) => numeric(&p.expr, depth - 1),
        Expr::Unary(u) => numeric_unary(u, depth),
        Expr::Bin(b) => numeric_binary(b, depth),
        _ => None,
    }
}

fn numeric_unary(u: &UnaryExpr, depth: u32) -> Option<f64> {
    let operand = match u.op {
        UnaryOp::Minus | UnaryOp::Plus | UnaryOp::Tilde => numeric(&u.arg, depth - 1)?,
        _ => return None,
    };
    Some(match u.op {
        UnaryOp::Minus => -operand,
        UnaryOp::Plus => operand,
        _ => !to_int32(operand) as f64,
    })
}

fn numeric_binary(b: &BinExpr, depth: u32) -> Option<f64> {
    // The right side first: it is nearly always shallow.
    let right = numeric(&b.right, depth - 1)?;
    let left = numeric(&b.left, depth - 1)?;
    let shift = to_int32(right) as u32 & 31;
    Some(match b.op {
        BinaryOp::Add => left + right,
        BinaryOp::Sub => left - right,
        BinaryOp::Mul => left * right,
        BinaryOp::Div => left / right,
        BinaryOp::Mod => js_rem(left, right),
        BinaryOp::Exp => js_pow(left, right),
        BinaryOp::BitAnd => (to_int32(left) & to_int32(right)) as f64,
        BinaryOp::BitOr => (to_int32(left) | to_int32(right)) as f64,
        BinaryOp::BitXor => (to_int32(left) ^ to_int32(right)) as f64,
        BinaryOp::LShift => to_int32(left).wrapping_shl(shift) as f64,
        BinaryOp::RShift => (to_int32(left) >> shift) as f64,
        BinaryOp::ZeroFillRShift => (to_int32(left) as u32 >> shift) as f64,
        _ => return None,
    })
}

/// ToInt32 (sec. 7.1.6).
fn to_int32(number: f64) -> i32 {
    if !number.is_finite() {
        return 0;
    }
    let modulo = number.trunc().rem_euclid(4294967296.0);
    modulo as u32 as i32
}

/// A literal that fits a 16-bit immediate.
pub(super) fn small_int(e: &Expr) -> Option<i16> {
    let number = numeric(e, 4)?;
    let int = number as i16;
    (int as f64 == number && (int != 0 || number.is_sign_positive())).then_some(int)
}

/// What an operator has in common with opcodes.
fn meaning(op: BinaryOp) -> Meaning {
    use Meaning::{Compares, Computes};
    match op {
        BinaryOp::EqEq => Compares(Comparison::Equal, true),
        BinaryOp::NotEq => Compares(Comparison::Equal, false),
        BinaryOp::EqEqEq => Compares(Comparison::StrictEqual, true),
        BinaryOp::NotEqEq => Compares(Comparison::StrictEqual, false),
        BinaryOp::Lt => Compares(Comparison::Less, true),
        BinaryOp::LtEq => Compares(Comparison::LessOrEqual, true),
        BinaryOp::Gt => Compares(Comparison::Greater, true),
        BinaryOp::GtEq => Compares(Comparison::GreaterOrEqual, true),
        BinaryOp::LShift => Computes(Arithmetic::Shl),
        BinaryOp::RShift => Computes(Arithmetic::Shr),
        BinaryOp::ZeroFillRShift => Computes(Arithmetic::UShr),
        BinaryOp::Add => Computes(Arithmetic::Add),
        BinaryOp::Sub => Computes(Arithmetic::Sub),
        BinaryOp::Mul => Computes(Arithmetic::Mul),
        BinaryOp::Div => Computes(Arithmetic::Div),
        BinaryOp::Mod => Computes(Arithmetic::Mod),
        BinaryOp::BitOr => Computes(Arithmetic::BitOr),
        BinaryOp::BitXor => Computes(Arithmetic::BitXor),
        BinaryOp::BitAnd => Computes(Arithmetic::BitAnd),
        BinaryOp::Exp => Computes(Arithmetic::Exp),
        BinaryOp::In
        | BinaryOp::InstanceOf
        | BinaryOp::LogicalOr
        | BinaryOp::LogicalAnd
        | BinaryOp::NullishCoalescing => Meaning::Itself,
    }
}

fn opcode(op: BinaryOp) -> Opcode {
    let opcode = match meaning(op) {
        Meaning::Computes(arithmetic) => Opcode::computing(arithmetic),
        Meaning::Compares(comparison, sense) => Opcode::comparing(comparison, sense),
        Meaning::Itself => None,
    };
    opcode.expect("operators with code of their own come elsewhere")
}

/// The opcode that takes the right operand from the instruction.
fn int_opcode(op: BinaryOp) -> Option<Opcode> {
    match meaning(op) {
        Meaning::Computes(arithmetic) => Opcode::computing(arithmetic)?.with_immediate(),
        _ => None,
    }
}

/// The jump that is taken if the comparison's truth is `when`.
fn jump_opcode(op: BinaryOp, when: bool) -> Option<Opcode> {
    match meaning(op) {
        Meaning::Compares(comparison, sense) => Opcode::jumping(comparison, sense == when),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::to_int32;

    #[test]
    fn to_int32_wraps() {
        assert_eq!(to_int32(4294967296.0), 0);
        assert_eq!(to_int32(2147483648.0), i32::MIN);
        assert_eq!(to_int32(-1.9), -1);
        assert_eq!(to_int32(f64::NAN), 0);
        assert_eq!(to_int32(-4294967297.0), -1);
    }
}
