//! The walk over expressions and patterns.

use super::analyze::{Analyzer, Body, Use};
use super::declare::each_name;
use super::*;
use swc_ecma_ast::*;

/// Properties that a constructor's instances are taken to get from a function that `this` is passed to. What is too many is given back soon.
const PROPERTIES_OF_OTHERS: u32 = 24;

impl Analyzer {
    // ---- patterns

    /// A binding or assignment pattern: its names are used as `usage` says, everything else in it is an expression.
    pub(super) fn pattern(&mut self, pattern: &mut Pat, usage: Use) {
        match pattern {
            Pat::Ident(ident) => self.reference(&mut ident.id, usage),
            Pat::Array(array) => {
                for element in array.elems.iter_mut().flatten() {
                    self.pattern(element, usage);
                    self.initialized_so_far(element, usage);
                }
            }
            Pat::Object(object) => {
                for property in &mut object.props {
                    match property {
                        ObjectPatProp::KeyValue(p) => {
                            self.property_name(&mut p.key);
                            self.pattern(&mut p.value, usage);
                            self.initialized_so_far(&mut p.value, usage);
                        }
                        ObjectPatProp::Assign(p) => {
                            if let Some(value) = &mut p.value {
                                self.expression(value);
                            }
                            self.reference(&mut p.key.id, usage);
                            if usage == Use::Initialize {
                                let (binding, _) = decode(p.key.id.ctxt);
                                self.initialize_lexical(binding);
                            }
                        }
                        ObjectPatProp::Rest(p) => self.pattern(&mut p.arg, usage),
                    }
                }
            }
            Pat::Rest(rest) => self.pattern(&mut rest.arg, usage),
            Pat::Assign(assign) => {
                self.expression(&mut assign.right);
                self.pattern(&mut assign.left, usage);
            }
            Pat::Expr(target) => self.target(target),
            Pat::Invalid(_) => {}
        }
    }

    /// Inside a declaration's pattern, later parts may read what earlier parts have initialized.
    fn initialized_so_far(&mut self, pattern: &mut Pat, usage: Use) {
        if usage == Use::Initialize {
            each_name(pattern, &mut |ident| {
                let (binding, _) = decode(ident.ctxt);
                self.initialize_lexical(binding);
            });
        }
    }

    fn initialize_lexical(&mut self, binding: BindingId) {
        if binding != NONE {
            self.initialize(binding);
        }
    }

    /// The target of an assignment, update, or for head that is an expression.
    pub(super) fn target(&mut self, target: &mut Expr) {
        match target {
            Expr::Ident(ident) => self.reference(ident, Use::Write),
            Expr::Paren(paren) => self.target(&mut paren.expr),
            Expr::Member(member) => self.member_target(member),
            other => self.expression(other),
        }
    }

    /// As a member expression, but a write: `arguments[0] = 1` changes a mapped parameter.
    fn member_target(&mut self, member: &mut MemberExpr) {
        self.member_property(&mut member.prop);
        self.expression(&mut member.obj);
    }

    fn member_property(&mut self, property: &mut MemberProp) {
        if let MemberProp::Computed(computed) = property {
            self.expression(&mut computed.expr);
        }
    }

    pub(super) fn property_name(&mut self, name: &mut PropName) {
        if let PropName::Computed(computed) = name {
            self.expression(&mut computed.expr);
        }
    }

    fn arguments_list(&mut self, arguments: &mut [ExprOrSpread]) {
        for argument in arguments {
            self.expression(&mut argument.expr);
        }
    }

    // ---- expressions

    /// Order does not matter within an expression, since nothing is initialized in it; so the deep side is iterated.
    pub(super) fn expression(&mut self, expression: &mut Expr) {
        let mut e = expression;
        loop {
            match e {
                Expr::Ident(ident) => self.reference(ident, Use::Read),
                Expr::Lit(_) => {}
                Expr::This(_) => self.use_this(),
                Expr::Member(member) => {
                    self.member_property(&mut member.prop);
                    self.note_inspection(member);
                    if let Expr::Ident(ident) = &mut *member.obj {
                        self.reference(ident, Use::ReadOfMember);
                    } else {
                        e = &mut member.obj;
                        continue;
                    }
                }
                Expr::Call(call) => {
                    if call.args.iter().any(|argument| matches!(&*argument.expr, Expr::This(_))) {
                        // As to a constructor that it inherits from: `Parent.call(this)`.
                        self.unit.functions[self.function as usize].expected_properties += PROPERTIES_OF_OTHERS;
                    }
                    self.arguments_list(&mut call.args);
                    match &mut call.callee {
                        Callee::Expr(callee) => {
                            e = &mut **callee;
                            while let Expr::Paren(paren) = e {
                                e = &mut paren.expr;
                            }
                            if let Expr::Member(member) = e {
                                // The object is passed as `this`: arguments escapes.
                                self.member_property(&mut member.prop);
                                e = &mut member.obj;
                            } else if let Expr::Ident(ident) = e
                                && ident.sym == self.eval
                            {
                                self.reference(ident, Use::Read);
                                self.direct_eval();
                                return;
                            }
                            continue;
                        }
                        Callee::Super(_) => {
                            self.use_this();
                            let f = self.this_function();
                            if f != NONE {
                                self.unit.functions[f as usize].flags |= FUNCTION_USES_THIS;
                            }
                            self.capture(CAPTURE_THIS);
                            self.capture(CAPTURE_NEW_TARGET);
                            self.capture(CAPTURE_FUNCTION);
                        }
                        Callee::Import(_) => {}
                    }
                }
                Expr::Bin(binary) => {
                    self.expression(&mut binary.right);
                    e = &mut binary.left;
                    continue;
                }
                Expr::Assign(assign) => {
                    match &mut assign.left {
                        AssignTarget::Simple(target) => match target {
                            SimpleAssignTarget::Ident(ident) => self.reference(&mut ident.id, Use::Write),
                            SimpleAssignTarget::Member(member) => {
                                if matches!(&*member.obj, Expr::This(_)) && assign.op == AssignOp::Assign {
                                    let f = &mut self.unit.functions[self.function as usize];
                                    f.expected_properties += 1;
                                }
                                self.member_target(member);
                            }
                            SimpleAssignTarget::SuperProp(property) => self.super_property(property),
                            SimpleAssignTarget::Paren(paren) => self.target(&mut paren.expr),
                            SimpleAssignTarget::OptChain(chain) => self.optional_chain(chain),
                            _ => {}
                        },
                        AssignTarget::Pat(AssignTargetPat::Array(array)) => {
                            for element in array.elems.iter_mut().flatten() {
                                self.pattern(element, Use::Write);
                            }
                        }
                        AssignTarget::Pat(AssignTargetPat::Object(object)) => {
                            for property in &mut object.props {
                                match property {
                                    ObjectPatProp::KeyValue(p) => {
                                        self.property_name(&mut p.key);
                                        self.pattern(&mut p.value, Use::Write);
                                    }
                                    ObjectPatProp::Assign(p) => {
                                        if let Some(value) = &mut p.value {
                                            self.expression(value);
                                        }
                                        self.reference(&mut p.key.id, Use::Write);
                                    }
                                    ObjectPatProp::Rest(p) => self.pattern(&mut p.arg, Use::Write),
                                }
                            }
                        }
                        AssignTarget::Pat(AssignTargetPat::Invalid(_)) => {}
                    }
                    e = &mut assign.right;
                    continue;
                }
                Expr::Update(update) => self.target(&mut update.arg),
                Expr::Unary(unary) => {
                    if unary.op == UnaryOp::Delete {
                        self.delete_operand(&mut unary.arg);
                    } else {
                        e = &mut unary.arg;
                        continue;
                    }
                }
                Expr::Cond(cond) => {
                    self.expression(&mut cond.test);
                    self.expression(&mut cond.cons);
                    e = &mut cond.alt;
                    continue;
                }
                Expr::Paren(paren) => {
                    e = &mut paren.expr;
                    continue;
                }
                Expr::Seq(sequence) => {
                    for expression in &mut sequence.exprs {
                        self.expression(expression);
                    }
                }
                Expr::Fn(function) => {
                    let id =
                        self.function(&mut function.function, FunctionKind::Normal, function.ident.as_mut(), u32::MAX);
                    if let Some(name) = &function.ident {
                        self.note_named(&name.sym, id);
                    }
                }
                Expr::Arrow(arrow) => self.arrow(arrow),
                Expr::Object(object) => self.object(object),
                Expr::Array(array) => {
                    for element in array.elems.iter_mut().flatten() {
                        self.expression(&mut element.expr);
                    }
                }
                Expr::New(new) => {
                    if let Some(arguments) = &mut new.args {
                        self.arguments_list(arguments);
                    }
                    e = &mut new.callee;
                    continue;
                }
                Expr::Tpl(template) => {
                    for expression in &mut template.exprs {
                        self.expression(expression);
                    }
                }
                Expr::TaggedTpl(tagged) => {
                    for expression in &mut tagged.tpl.exprs {
                        self.expression(expression);
                    }
                    if let Expr::Member(member) = &mut *tagged.tag {
                        self.member_target(member);
                        return;
                    }
                    e = &mut tagged.tag;
                    continue;
                }
                Expr::Class(class) => {
                    self.class(&mut class.class, class.ident.as_mut());
                }
                Expr::Yield(expression) => {
                    if let Some(argument) = &mut expression.arg {
                        e = argument;
                        continue;
                    }
                }
                Expr::Await(expression) => {
                    self.awaits();
                    e = &mut expression.arg;
                    continue;
                }
                Expr::MetaProp(property) if property.kind == MetaPropKind::NewTarget => {
                    self.capture(CAPTURE_NEW_TARGET);
                }
                Expr::SuperProp(property) => self.super_property(property),
                Expr::OptChain(chain) => self.optional_chain(chain),
                _ => {}
            }
            return;
        }
    }

    fn delete_operand(&mut self, operand: &mut Expr) {
        match operand {
            Expr::Member(member) => self.member_target(member),
            Expr::Paren(paren) => self.delete_operand(&mut paren.expr),
            other => self.expression(other),
        }
    }

    fn optional_chain(&mut self, chain: &mut OptChainExpr) {
        let mut chain = chain;
        loop {
            let object = match &mut *chain.base {
                OptChainBase::Member(member) => {
                    self.member_property(&mut member.prop);
                    &mut member.obj
                }
                OptChainBase::Call(call) => {
                    self.arguments_list(&mut call.args);
                    &mut call.callee
                }
            };
            match &mut **object {
                Expr::OptChain(inner) => chain = inner,
                Expr::Member(member) => {
                    self.member_target(member);
                    return;
                }
                other => {
                    self.expression(other);
                    return;
                }
            }
        }
    }

    fn super_property(&mut self, property: &mut SuperPropExpr) {
        self.use_this();
        self.capture(CAPTURE_HOME);
        if let SuperProp::Computed(computed) = &mut property.prop {
            self.expression(&mut computed.expr);
        }
    }

    fn arrow(&mut self, arrow: &mut ArrowExpr) {
        let flags = if arrow.is_async { FUNCTION_ASYNC } else { 0 };
        let mut parameters: Vec<&mut Pat> = arrow.params.iter_mut().collect();
        let body = match &mut *arrow.body {
            ArrowFunctionBody::FunctionBody(body) => Body::Statements(&mut body.stmts),
            ArrowFunctionBody::Expr(expression) => Body::Expression(expression),
        };
        let id = self.function_parts(&mut parameters, body, FunctionKind::Arrow, flags, None, u32::MAX);
        arrow.ctxt = index_ctxt(id);
    }

    fn object(&mut self, object: &mut ObjectLit) {
        for property in &mut object.props {
            match property {
                PropOrSpread::Spread(spread) => self.expression(&mut spread.expr),
                PropOrSpread::Prop(property) => match &mut **property {
                    Prop::Shorthand(ident) => self.reference(ident, Use::Read),
                    Prop::KeyValue(p) => {
                        self.property_name(&mut p.key);
                        self.expression(&mut p.value);
                    }
                    Prop::Assign(p) => self.expression(&mut p.value),
                    Prop::Getter(p) => {
                        self.property_name(&mut p.key);
                        self.function(&mut p.function, FunctionKind::Getter, None, u32::MAX);
                    }
                    Prop::Setter(p) => {
                        self.property_name(&mut p.key);
                        self.function(&mut p.function, FunctionKind::Setter, None, u32::MAX);
                    }
                    Prop::Method(p) => {
                        self.property_name(&mut p.key);
                        self.function(&mut p.function, FunctionKind::Method, None, u32::MAX);
                    }
                },
            }
        }
    }
}
