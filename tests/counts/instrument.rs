//! Source-to-source instrumentation for an independent count: every property access and every operation becomes a call of a helper (`runtime.js`). It shares a
//! parser with the engine and nothing else: places and what is counted there are said here once more.

use swc_common::{BytePos, Spanned};
use swc_ecma_ast::*;
use swc_ecma_parser::{EsSyntax, Parser, StringInput, Syntax};
use swc_ecma_visit::{Visit, VisitWith};

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Read,
    Write,
    Binary,
    Unary,
}

/// A place of a text, by line and column from 1 on; columns count UTF-16 units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    pub line: u32,
    pub column: u32,
    pub kind: Kind,
}

/// Instruments a program or an eval's text. Places are numbered in the order in which they are executed, from `first` on.
pub fn instrument(text: &str, first: usize) -> Result<(String, Vec<Place>), String> {
    // Parsers count from 1: 0 is nowhere.
    let input = StringInput::new(text, BytePos(1), BytePos(1 + text.len() as u32));
    let mut parser = Parser::new(Syntax::Es(EsSyntax::default()), input, None);
    let script = parser.parse_script().map_err(|error| format!("{error:?}"))?;
    let mut rewriter = Rewriter { text, first, places: Vec::new(), edits: Vec::new() };
    script.visit_with(&mut rewriter);
    let Rewriter { places, mut edits, .. } = rewriter;
    edits.sort_by_key(|edit| edit.from);
    let (mut out, mut at) = (String::new(), 0);
    for edit in edits {
        out.push_str(&text[at..edit.from]);
        out.push_str(&edit.text);
        at = edit.to;
    }
    out.push_str(&text[at..]);
    Ok((out, places))
}

/// A stretch of the text that another takes the place of.
struct Edit {
    from: usize,
    to: usize,
    text: String,
}

struct Rewriter<'a> {
    text: &'a str,
    first: usize,
    places: Vec<Place>,
    /// Those at one place in their order.
    edits: Vec<Edit>,
}

fn at(position: BytePos) -> usize {
    position.0 as usize - 1
}

impl Rewriter<'_> {
    /// The number of a place that is executed next.
    fn place(&mut self, position: BytePos, kind: Kind) -> usize {
        let before = &self.text[..at(position)];
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = before.matches('\n').count() as u32 + 1;
        let column = before[start..].encode_utf16().count() as u32 + 1;
        self.places.push(Place { line, column, kind });
        self.first + self.places.len() - 1
    }

    fn insert(&mut self, position: BytePos, text: impl Into<String>) {
        self.replace(position, position, text);
    }

    fn replace(&mut self, from: BytePos, to: BytePos, text: impl Into<String>) {
        self.edits.push(Edit { from: at(from), to: at(to), text: text.into() });
    }

    /// `base.key` becomes `base, key`; where the key is, for places.
    fn member(&mut self, member: &MemberExpr) -> Option<BytePos> {
        member.obj.visit_with(self);
        match &member.prop {
            MemberProp::Ident(name) => {
                self.replace(member.obj.span().hi, member.span.hi, format!(", {:?}", name.sym.to_string()));
                Some(name.span.lo)
            }
            MemberProp::Computed(computed) => {
                let key = computed.expr.span();
                self.replace(member.obj.span().hi, key.lo, ", ");
                computed.expr.visit_with(self);
                self.replace(key.hi, member.span.hi, "");
                Some(key.lo)
            }
            MemberProp::PrivateName(_) => None,
        }
    }

    /// Whether a reference is instrumented.
    fn is_counted(target: &Expr) -> bool {
        matches!(target, Expr::Member(member) if !matches!(member.prop, MemberProp::PrivateName(_)))
    }

    fn assign_member(&mut self, assign: &AssignExpr, member: &MemberExpr) {
        let Some(op) = binary(assign.op) else {
            if assign.op != AssignOp::Assign {
                // Logical assignments write, or do not.
                assign.right.visit_with(self);
                return;
            }
            self.insert(assign.span.lo, "$$put(");
            let Some(key) = self.member(member) else { return };
            self.replace(member.span.hi, assign.right.span().lo, ", ");
            assign.right.visit_with(self);
            let iid = self.place(key, Kind::Write);
            return self.insert(assign.span.hi, format!(", {iid})"));
        };
        self.insert(assign.span.lo, "$$modify(");
        let Some(key) = self.member(member) else { return };
        let reads = self.place(key, Kind::Read);
        self.replace(member.span.hi, assign.right.span().lo, format!(", ($$old) => $$binary({op:?}, $$old, "));
        assign.right.visit_with(self);
        let changes = self.place(assign.span.lo, Kind::Binary);
        let writes = self.place(key, Kind::Write);
        self.insert(assign.span.hi, format!(", {changes}), {reads}, {writes})"));
    }

    fn arguments(&mut self, args: &[ExprOrSpread]) {
        args.iter().for_each(|arg| arg.expr.visit_with(self));
    }
}

/// The operator of a compound assignment.
fn binary(op: AssignOp) -> Option<&'static str> {
    op.to_update().and_then(counted)
}

/// The operators that are counted.
fn counted(op: BinaryOp) -> Option<&'static str> {
    use BinaryOp::*;
    matches!(op, Add | Sub | Mul | Div | Mod | Exp | BitAnd | BitOr | BitXor | LShift | RShift | ZeroFillRShift)
        .then(|| op.as_str())
}

/// Constant expressions are computed once, when the program is compiled: they are not executed.
fn is_constant(e: &Expr) -> bool {
    match e {
        Expr::Lit(Lit::Num(_)) => true,
        Expr::Paren(paren) => is_constant(&paren.expr),
        Expr::Unary(unary) => {
            matches!(unary.op, UnaryOp::Minus | UnaryOp::Plus | UnaryOp::Tilde) && is_constant(&unary.arg)
        }
        Expr::Bin(bin) => {
            let texts = bin.op == BinaryOp::Add && bin.left.is_lit() && bin.right.is_lit();
            let is_simple = counted(bin.op).is_some() && !matches!(bin.op, BinaryOp::Mod | BinaryOp::Exp);
            texts || is_simple && is_constant(&bin.left) && is_constant(&bin.right)
        }
        _ => false,
    }
}

impl Visit for Rewriter<'_> {
    fn visit_expr(&mut self, e: &Expr) {
        if !is_constant(e) {
            e.visit_children_with(self);
        }
    }

    fn visit_member_expr(&mut self, member: &MemberExpr) {
        if matches!(member.prop, MemberProp::PrivateName(_)) {
            return member.obj.visit_with(self);
        }
        self.insert(member.span.lo, "$$get(");
        let Some(key) = self.member(member) else { return };
        let iid = self.place(key, Kind::Read);
        self.insert(member.span.hi, format!(", {iid})"));
    }

    fn visit_call_expr(&mut self, call: &CallExpr) {
        let Callee::Expr(callee) = &call.callee else { return self.arguments(&call.args) };
        match &**callee {
            Expr::Member(member) if Self::is_counted(callee) => {
                self.insert(call.span.lo, "$$method(");
                let Some(key) = self.member(member) else { return };
                let iid = self.place(key, Kind::Read);
                // What is between the callee and the arguments is a parenthesis.
                let open = self.text[at(member.span.hi)..].find('(').expect("a call's parenthesis") as u32;
                self.replace(member.span.hi, BytePos(member.span.hi.0 + open + 1), ", [");
                self.arguments(&call.args);
                self.replace(BytePos(call.span.hi.0 - 1), call.span.hi, format!("], {iid})"));
            }
            Expr::Ident(name) if name.sym == *"eval" && call.args.len() == 1 => {
                let arg = call.args[0].expr.span();
                self.insert(arg.lo, "$$evaluated(");
                self.arguments(&call.args);
                self.insert(arg.hi, ")");
            }
            _ => {
                callee.visit_with(self);
                self.arguments(&call.args);
            }
        }
    }

    fn visit_new_expr(&mut self, new: &NewExpr) {
        let is_counted = Self::is_counted(&new.callee);
        if is_counted {
            self.insert(new.callee.span().lo, "(");
        }
        new.callee.visit_with(self);
        if is_counted {
            self.insert(new.callee.span().hi, ")");
        }
        self.arguments(new.args.as_deref().unwrap_or(&[]));
    }

    fn visit_bin_expr(&mut self, bin: &BinExpr) {
        let Some(op) = counted(bin.op) else { return bin.visit_children_with(self) };
        self.insert(bin.span.lo, format!("$$binary({op:?}, "));
        bin.left.visit_with(self);
        self.replace(bin.left.span().hi, bin.right.span().lo, ", ");
        bin.right.visit_with(self);
        let iid = self.place(bin.span.lo, Kind::Binary);
        self.insert(bin.span.hi, format!(", {iid})"));
    }

    fn visit_unary_expr(&mut self, unary: &UnaryExpr) {
        let op = match unary.op {
            UnaryOp::Minus => "-",
            UnaryOp::Plus => "+",
            UnaryOp::Tilde => "~",
            UnaryOp::Delete => {
                // What is deleted is not read.
                if let Expr::Member(member) = &*unary.arg {
                    member.obj.visit_with(self);
                    if let MemberProp::Computed(computed) = &member.prop {
                        computed.expr.visit_with(self);
                    }
                }
                return;
            }
            _ => return unary.visit_children_with(self),
        };
        self.replace(unary.span.lo, unary.arg.span().lo, format!("$$unary({op:?}, "));
        unary.arg.visit_with(self);
        let iid = self.place(unary.span.lo, Kind::Unary);
        self.insert(unary.span.hi, format!(", {iid})"));
    }

    fn visit_update_expr(&mut self, update: &UpdateExpr) {
        let step = if update.op == UpdateOp::PlusPlus { 1 } else { -1 };
        if let Expr::Member(member) = &*update.arg
            && Self::is_counted(&update.arg)
        {
            self.replace(update.span.lo, member.span.lo, "$$update(");
            let Some(key) = self.member(member) else { return };
            let reads = self.place(key, Kind::Read);
            let changes = self.place(update.span.lo, Kind::Unary);
            let writes = self.place(key, Kind::Write);
            let rest = format!(", {step}, {}, {reads}, {changes}, {writes})", update.prefix);
            return self.replace(member.span.hi, update.span.hi, rest);
        }
        // A variable: its value is looked at before.
        if let Expr::Ident(name) = &*update.arg {
            let iid = self.place(update.span.lo, Kind::Unary);
            self.insert(update.span.lo, format!("$$second($$changed({}, {iid}), ", name.sym));
            self.insert(update.span.hi, ")");
        }
    }

    fn visit_assign_expr(&mut self, assign: &AssignExpr) {
        match &assign.left {
            AssignTarget::Simple(SimpleAssignTarget::Member(member))
                if !matches!(member.prop, MemberProp::PrivateName(_)) =>
            {
                self.assign_member(assign, member);
            }
            AssignTarget::Simple(SimpleAssignTarget::Ident(name)) if binary(assign.op).is_some() => {
                let (op, right) = (binary(assign.op).expect("checked"), assign.right.span());
                self.replace(name.span.hi, right.lo, format!(" = $$binary({op:?}, {}, ", name.sym));
                assign.right.visit_with(self);
                let iid = self.place(assign.span.lo, Kind::Binary);
                self.insert(right.hi, format!(", {iid})"));
            }
            _ => assign.right.visit_with(self),
        }
    }

    /// What a loop assigns to is not read.
    fn visit_for_head(&mut self, head: &ForHead) {
        if let ForHead::VarDecl(declaration) = head {
            declaration.visit_with(self);
        }
    }

    fn visit_simple_assign_target(&mut self, _: &SimpleAssignTarget) {}

    fn visit_opt_chain_expr(&mut self, _: &OptChainExpr) {}

    fn visit_super_prop_expr(&mut self, _: &SuperPropExpr) {}
}
