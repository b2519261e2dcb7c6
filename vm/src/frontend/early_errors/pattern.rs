//! Patterns: what may be bound (ECMA-262 section 14.3.3) and what may be assigned to (sections 13.15.1, 13.15.5.1).

use swc_common::{Span, Spanned};
use swc_ecma_ast::{
    ArrayPat, AssignTarget, AssignTargetPat, Callee, Expr, MemberExpr, MemberProp, ObjectPat, ObjectPatProp, Pat,
    PropName, SimpleAssignTarget, SuperProp, SuperPropExpr,
};

use super::scope::{Lexical, VarOutcome};
use super::{Check, Checker, error};

/// What a binding pattern declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binding {
    /// `var`.
    Var,
    /// A parameter; whether it may have the name of another one.
    Parameter {
        /// Duplicates are allowed: a simple list of a sloppy plain function.
        duplicates: bool,
    },
    /// `let`, `const`, `using`: not named `let`.
    Lexical,
    /// The parameter of a `catch` clause, and whether it is just a name.
    Catch {
        /// `catch (name)`.
        simple: bool,
    },
}

impl<'a> Checker<'a> {
    pub(super) fn binding_pattern(&mut self, pattern: &'a Pat, binding: Binding) -> Check {
        let outer = self.depth;
        self.descend(pattern)?;
        match pattern {
            Pat::Ident(name) => self.bind(name, binding)?,
            Pat::Array(array) => {
                for (index, element) in array.elems.iter().enumerate() {
                    if let Some(element) = element {
                        check_rest(element, index + 1 == array.elems.len())?;
                        self.binding_pattern(element, binding)?;
                    }
                }
            }
            Pat::Object(object) => {
                for property in &object.props {
                    match property {
                        ObjectPatProp::KeyValue(property) => {
                            self.property_name(&property.key)?;
                            self.binding_pattern(&property.value, binding)?;
                        }
                        ObjectPatProp::Assign(property) => {
                            self.shorthand(&property.key)?;
                            self.bind(&property.key, binding)?;
                            if let Some(value) = &property.value {
                                self.expression(value)?;
                            }
                        }
                        ObjectPatProp::Rest(rest) => match &*rest.arg {
                            Pat::Ident(name) => self.bind(name, binding)?,
                            _ => {
                                return error(rest.span, "`...` must be followed by an identifier here");
                            }
                        },
                    }
                }
            }
            Pat::Assign(assign) => {
                self.binding_pattern(&assign.left, binding)?;
                self.expression(&assign.right)?;
            }
            Pat::Rest(rest) => {
                if rest.arg.is_assign() {
                    return error(rest.span, "A rest element may not have an initializer");
                }
                self.binding_pattern(&rest.arg, binding)?;
            }
            Pat::Expr(_) | Pat::Invalid(_) => {
                return error(pattern.span(), "Illegal destructuring target");
            }
        }
        self.depth = outer;
        Ok(())
    }

    fn bind(&mut self, name: &'a swc_ecma_ast::BindingIdent, binding: Binding) -> Check {
        self.binding_identifier(&name.id)?;
        let free = match binding {
            Binding::Var => self.scopes.declare_var(&name.sym) != VarOutcome::Clash,
            Binding::Parameter { duplicates } => match self.scopes.declare_var(&name.sym) {
                VarOutcome::New => true,
                VarOutcome::Again if duplicates => true,
                _ => {
                    return error(name.span, format!("Duplicate parameter name '{}'", name.sym));
                }
            },
            Binding::Lexical => {
                if &*name.sym == "let" {
                    return error(name.span, "'let' is not allowed as a name in a lexical declaration");
                }
                self.scopes.declare_lexical(&name.sym, Lexical::Plain)
            }
            Binding::Catch { simple } => {
                let kind = if simple { Lexical::CatchName } else { Lexical::Plain };
                self.scopes.declare_lexical(&name.sym, kind)
            }
        };
        if !free {
            return redeclared(name.span, &name.sym);
        }
        Ok(())
    }

    /// The target of an assignment operator; `logical` for `&&=`, `||=` and `??=`.
    pub(super) fn assignment_target(&mut self, target: &'a AssignTarget, plain: bool, logical: bool) -> Check {
        match target {
            AssignTarget::Simple(target) => match target {
                SimpleAssignTarget::Ident(name) => self.assigned_identifier(&name.id),
                SimpleAssignTarget::Member(member) => self.member(member),
                SimpleAssignTarget::SuperProp(property) => self.super_property(property),
                SimpleAssignTarget::Paren(inner) => self.simple_target(&inner.expr, !logical),
                _ => error(target.span(), INVALID_TARGET),
            },
            AssignTarget::Pat(pattern) if plain => match pattern {
                AssignTargetPat::Array(array) => self.array_assignment_pattern(array),
                AssignTargetPat::Object(object) => self.object_assignment_pattern(object),
                AssignTargetPat::Invalid(invalid) => error(invalid.span, INVALID_TARGET),
            },
            AssignTarget::Pat(pattern) => error(pattern.span(), INVALID_TARGET),
        }
    }

    /// A target that is no pattern, parenthesized or not. `call_allowed` where sloppy code may name a call
    /// (AssignmentTargetType is web-compat: it throws when it runs).
    pub(super) fn simple_target(&mut self, target: &'a Expr, call_allowed: bool) -> Check {
        let outer = self.depth;
        let mut expression = target;
        while let Expr::Paren(paren) = expression {
            self.descend(&paren.span)?;
            expression = &paren.expr;
        }
        match expression {
            Expr::Ident(name) => self.assigned_identifier(name)?,
            Expr::Member(_) | Expr::SuperProp(_) => self.expression(expression)?,
            Expr::Call(call) if call_allowed && !self.strict && matches!(call.callee, Callee::Expr(_)) => {
                self.expression(expression)?;
            }
            _ => return error(target.span(), INVALID_TARGET),
        }
        self.depth = outer;
        Ok(())
    }

    /// AssignmentPattern and what may stand in it.
    pub(super) fn assignment_pattern(&mut self, pattern: &'a Pat) -> Check {
        let outer = self.depth;
        self.descend(pattern)?;
        match pattern {
            Pat::Ident(name) => self.assigned_identifier(&name.id)?,
            Pat::Array(array) => self.array_assignment_pattern(array)?,
            Pat::Object(object) => self.object_assignment_pattern(object)?,
            Pat::Assign(assign) => {
                if assign.left.is_assign() || assign.left.is_rest() {
                    return error(assign.span, INVALID_TARGET);
                }
                self.assignment_pattern(&assign.left)?;
                self.expression(&assign.right)?;
            }
            Pat::Rest(rest) => {
                if rest.arg.is_assign() {
                    return error(rest.span, "A rest element may not have an initializer");
                }
                self.assignment_pattern(&rest.arg)?;
            }
            Pat::Expr(target) => self.simple_target(target, false)?,
            Pat::Invalid(invalid) => return error(invalid.span, "Illegal destructuring target"),
        }
        self.depth = outer;
        Ok(())
    }

    fn array_assignment_pattern(&mut self, array: &'a ArrayPat) -> Check {
        for (index, element) in array.elems.iter().enumerate() {
            if let Some(element) = element {
                check_rest(element, index + 1 == array.elems.len())?;
                self.assignment_pattern(element)?;
            }
        }
        Ok(())
    }

    fn object_assignment_pattern(&mut self, object: &'a ObjectPat) -> Check {
        for property in &object.props {
            match property {
                ObjectPatProp::KeyValue(property) => {
                    self.property_name(&property.key)?;
                    self.assignment_pattern(&property.value)?;
                }
                ObjectPatProp::Assign(property) => {
                    self.shorthand(&property.key)?;
                    self.assigned_identifier(&property.key)?;
                    if let Some(value) = &property.value {
                        self.expression(value)?;
                    }
                }
                ObjectPatProp::Rest(rest) => {
                    if matches!(&*rest.arg, Pat::Array(_) | Pat::Object(_) | Pat::Assign(_)) {
                        return error(rest.span, "`...` must be followed by an assignable reference here");
                    }
                    self.assignment_pattern(&rest.arg)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn member(&mut self, member: &'a MemberExpr) -> Check {
        self.member_property(&member.prop)?;
        self.expression(&member.obj)
    }

    pub(super) fn member_property(&mut self, property: &'a MemberProp) -> Check {
        match property {
            MemberProp::Ident(name) => self.identifier_name(name),
            MemberProp::PrivateName(name) => self.private_reference(name),
            MemberProp::Computed(computed) => self.expression(&computed.expr),
        }
    }

    pub(super) fn super_property(&mut self, property: &'a SuperPropExpr) -> Check {
        if !self.function.super_property {
            return error(property.span, "'super' keyword unexpected here");
        }
        match &property.prop {
            SuperProp::Ident(name) => self.identifier_name(name),
            SuperProp::Computed(computed) => self.expression(&computed.expr),
        }
    }

    /// PropertyName.
    pub(super) fn property_name(&mut self, name: &'a PropName) -> Check {
        match name {
            PropName::Ident(name) => self.identifier_name(name),
            PropName::BigInt(number) => self.big_int(number),
            PropName::Str(string) => self.string(string),
            PropName::Num(number) => self.number(number.span),
            PropName::Computed(computed) => self.expression(&computed.expr),
        }
    }
}

const INVALID_TARGET: &str = "Invalid assignment target";

fn check_rest(element: &Pat, last: bool) -> Check {
    if !last && element.is_rest() {
        return error(element.span(), "Rest element must be last element");
    }
    Ok(())
}

pub(super) fn redeclared(span: Span, name: &str) -> Check {
    error(span, format!("Identifier '{name}' has already been declared"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};

    #[test]
    fn bindings() {
        accepts(&[
            "var [a, , [b] = 0, ...[c, d]] = [], { e, f: { g = 1 }, ...h } = {};",
            "(({ a: [b] = [] }, ...c) => 0);",
            "let [async] = [], { of } = {};",
        ]);
        rejects(&[
            "var [a.b] = [];",
            "var { a: b.c } = {};",
            "(([a.b]) => 0);",
            "(({ a: (b) }) => 0);",
            "((a, (b)) => 0);",
            "([(a)]) => 0;",
            "var [...a = 1] = [];",
            "var [...a, b] = [];",
            "var { ...{ a } } = {};",
            "function f(...a = []) {}",
            "((...a, b) => 0);",
        ]);
    }

    #[test]
    fn assignments() {
        accepts(&[
            "[a.b, c[0], (d), (e.f), ...g.h] = [];",
            "({ a: b.c, d: (e) = 1, ...(f.g) } = {});",
            "(a) = 1; (a.b) += 1; ((a))++;",
            "[[a] = [], { b } = {}] = [];",
            "for (a.b of []) ; for ([a, b] in {}) ; for ((a) of []) ;",
            "f()++; --f(); (f()) = 1; for (f() of []) ; for (f() in {}) ;",
            "a ||= 1; a.b &&= 1; (a) ??= 1;",
        ]);
        rejects(&[
            "a + b = 1;",
            "(a, b) = 1;",
            "({ a }) = 1;",
            "([a]) = 1;",
            "[([a])] = [];",
            "[(a = 1)] = [];",
            "({ a: ({ b }) } = {});",
            "[f()] = [];",
            "[a?.b] = [];",
            "a?.b = 1;",
            "a?.b++;",
            "a?.b.c += 1;",
            "[a] += 1;",
            "({ a }) += 1;",
            "new.target = 1;",
            "this++;",
            "++1;",
            "function f() { new.target++; }",
            "({ ...{ a } } = {});",
            "({ ...[a] } = {});",
            "[...a, b] = [];",
            "[...a = 1] = [];",
            "({ get a() {} } = {});",
            "({ a() {} } = {});",
            "'use strict'; f()++;",
            "'use strict'; (f()) = 1;",
            "f() ||= 1;",
            "(f()) &&= 1;",
            "import('a') = 1;",
            "a`` = 1;",
            "(() => {}) = 1;",
            "() => {} = 1;",
            "for (1 of []) ;",
            "for (a?.b in {}) ;",
            "for ((a, b) of []) ;",
            "for (([a]) of []) ;",
        ]);
    }
}
