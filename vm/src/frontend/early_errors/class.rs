//! Classes: their elements (ECMA-262 section 15.7.1). Everything in a class is strict mode code.

use swc_atoms::Atom;
use swc_common::{Span, Spanned};
use swc_ecma_ast::{
    CallExpr, Callee, Class, ClassMember, Constructor, Decorator, Expr, Ident, Key, MethodKind, ParamOrTsParamProp,
    PropName,
};

use super::function::{FunctionKind, FunctionParts};
use super::statement::Position;
use super::{Check, Checker, FunctionState, Rewrite, error, offset_of};

impl<'a> Checker<'a> {
    pub(super) fn class(&mut self, class: &'a Class, name: Option<&'a Ident>) -> Check {
        let strict = self.strict;
        // The suite has them outside of the strict code that a class is.
        self.decorators(&class.decorators)?;
        self.strict = true;
        if let Some(name) = name {
            self.binding_identifier(name)?;
        }
        if let Some(heritage) = &class.super_class {
            self.expression(heritage)?;
        }
        let names = self.declare_private_names(class)?;
        let mut has_constructor = false;
        for member in &class.body {
            if let ClassMember::Constructor(constructor) = member {
                if has_constructor {
                    return error(constructor.span, "A class may only have one constructor");
                }
                has_constructor = true;
            }
            self.class_member(class, member)?;
        }
        self.forget_private_names(&names);
        self.strict = strict;
        Ok(())
    }

    fn class_member(&mut self, class: &'a Class, member: &'a ClassMember) -> Check {
        match member {
            ClassMember::Constructor(constructor) => self.constructor(class, constructor),
            ClassMember::Method(method) => {
                self.decorators(&method.function.decorators)?;
                self.check_modifiers(method.span, &method.function.decorators, method.key.span())?;
                if method.is_static {
                    check_static_name(&method.key, method.span)?;
                } else if is_named(&method.key, "constructor") {
                    return error(method.span, "A class constructor may not be an accessor, generator or async method");
                }
                self.property_name(&method.key)?;
                self.function(&method.function, None, method_kind(method.kind))
            }
            ClassMember::PrivateMethod(method) => {
                self.decorators(&method.function.decorators)?;
                self.check_modifiers(method.span, &method.function.decorators, method.key.span)?;
                self.function(&method.function, None, method_kind(method.kind))
            }
            ClassMember::ClassProp(field) => {
                self.decorators(&field.decorators)?;
                check_field_name(&field.key, field.is_static, field.span)?;
                self.property_name(&field.key)?;
                self.field_initializer(field.value.as_deref())
            }
            ClassMember::PrivateProp(field) => {
                self.decorators(&field.decorators)?;
                self.field_initializer(field.value.as_deref())
            }
            ClassMember::AutoAccessor(accessor) => {
                self.decorators(&accessor.decorators)?;
                if let Key::Public(name) = &accessor.key {
                    check_field_name(name, accessor.is_static, accessor.span)?;
                    self.property_name(name)?;
                }
                self.field_initializer(accessor.value.as_deref())
            }
            ClassMember::StaticBlock(block) => {
                let outer = self.function;
                self.function = FunctionState {
                    await_reserved: true,
                    forbid_await: true,
                    in_function: false,
                    ..self.initializer_state()
                };
                self.scopes.enter_function();
                for statement in &block.body.stmts {
                    self.statement(statement, Position::FunctionBody)?;
                }
                self.scopes.leave_function();
                self.function = outer;
                Ok(())
            }
            ClassMember::Empty(_) => Ok(()),
            ClassMember::TsIndexSignature(signature) => error(signature.span, "Unexpected token"),
        }
    }

    /// The words before a method's name (`static`, `async`, `get`, `set`) have no escapes.
    fn check_modifiers(&self, method: Span, decorators: &[Decorator], name: Span) -> Check {
        if !self.escapes.unicode {
            return Ok(());
        }
        let start = decorators.last().map_or(method.lo, |decorator| decorator.span.hi);
        let mut at = self.skip_trivia(offset_of(start) as usize);
        let end = offset_of(name.lo) as usize;
        while at < end {
            if self.source.get(at) == Some(&b'\\') {
                return error(method, "Keywords must not contain escapes");
            }
            at = self.skip_trivia(at + 1);
        }
        Ok(())
    }

    fn decorators(&mut self, decorators: &'a [Decorator]) -> Check {
        self.decorators += decorators.len();
        for decorator in decorators {
            if let Some(name) = decorator_name(&decorator.expr)
                && !self.rewrites.is_empty()
            {
                let start = offset_of(name.span.lo);
                if self.met_rewrite(|r| matches!(r, Rewrite::AwaitDecorator { offset } if *offset == start)) {
                    self.identifier(&Atom::from("await"), name.span)?;
                }
            }
            self.expression(&decorator.expr)?;
        }
        Ok(())
    }

    fn constructor(&mut self, class: &'a Class, constructor: &'a Constructor) -> Check {
        for parameter in &constructor.params {
            if let ParamOrTsParamProp::TsParamProp(property) = parameter {
                return error(property.span, "Unexpected token");
            }
        }
        let parameters = constructor.params.iter().filter_map(|parameter| match parameter {
            ParamOrTsParamProp::Param(parameter) => Some(parameter),
            ParamOrTsParamProp::TsParamProp(_) => None,
        });
        self.function_parts(
            FunctionParts {
                span: constructor.span,
                name: None,
                parameters,
                body: constructor.body.as_ref(),
                is_async: false,
                is_generator: false,
            },
            FunctionKind::Constructor { derived: class.super_class.is_some() },
        )
    }

    /// Field initializers run as methods of their own, in which neither `arguments` nor `super()` has a meaning.
    fn initializer_state(&self) -> FunctionState {
        FunctionState {
            yield_reserved: false,
            await_reserved: false,
            parameters: false,
            new_target: true,
            super_property: true,
            super_call: false,
            forbid_arguments: true,
            forbid_await: true,
            in_function: false,
            in_iteration: false,
            breakable: false,
            labels_start: self.labels.len(),
        }
    }

    fn field_initializer(&mut self, value: Option<&'a Expr>) -> Check {
        let Some(value) = value else { return Ok(()) };
        let outer = self.function;
        self.function = self.initializer_state();
        self.expression(value)?;
        self.function = outer;
        Ok(())
    }
}

/// The name that a decorator begins with.
fn decorator_name(expression: &Expr) -> Option<&Ident> {
    let mut e = expression;
    loop {
        e = match e {
            Expr::Ident(name) => return Some(name),
            Expr::Member(member) => &member.obj,
            Expr::Call(CallExpr { callee: Callee::Expr(callee), .. }) => callee,
            _ => return None,
        };
    }
}

fn method_kind(kind: MethodKind) -> FunctionKind {
    match kind {
        MethodKind::Method => FunctionKind::Method,
        MethodKind::Getter => FunctionKind::Getter,
        MethodKind::Setter => FunctionKind::Setter,
    }
}

/// Whether a name that is not computed is `name`.
fn is_named(key: &PropName, name: &str) -> bool {
    match key {
        PropName::Ident(ident) => &*ident.sym == name,
        PropName::Str(string) => string.value == *name,
        _ => false,
    }
}

fn check_static_name(key: &PropName, span: Span) -> Check {
    if is_named(key, "prototype") {
        return error(span, "Classes may not have a static property named 'prototype'");
    }
    Ok(())
}

fn check_field_name(key: &PropName, is_static: bool, span: Span) -> Check {
    if is_named(key, "constructor") {
        return error(span, "Classes may not have a field named 'constructor'");
    }
    if is_static {
        check_static_name(key, span)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};

    #[test]
    fn elements() {
        accepts(&[
            "class C { constructor() {} static constructor() {} 'a'() {} }",
            "class C { prototype() {} static ['prototype']() {} ['constructor'] = 0; }",
            "class C { get a() {} set a(b) {} static; get; set; async; }",
            "class C { static get constructor() {} static *constructor() {} }",
            "class C { static /* \\ */ get \\u0061() {} }",
            "class C { accessor a = 0; static accessor b; }",
            "class C { ; }",
        ]);
        rejects(&[
            "class C { constructor() {} constructor() {} }",
            "class C { constructor() {} 'constructor'() {} }",
            "class C { get constructor() {} }",
            "class C { g\\u0065t a() {} }",
            "class C { static /* \\ */ s\\u0065t #a(b) {} }",
            "class C { *constructor() {} }",
            "class C { async constructor() {} }",
            "class C { constructor; }",
            "class C { 'constructor' = 0; }",
            "class C { static constructor = 0; }",
            "class C { static prototype() {} }",
            "class C { static prototype = 0; }",
            "class C { static get 'prototype'() {} }",
            "class C { static accessor prototype; }",
            "class C { a = arguments; }",
            "class C { a = () => arguments; }",
            "class C { static { arguments; } }",
            "class C { a = super(); }",
        ]);
    }

    #[test]
    fn decorators() {
        accepts(&[
            "@a @b.c() @(d) class C { @e f; @g() static h() {} @i accessor j = 0; @k #l() {} }",
            "(@a class {}); var a = /@/, b = '@', c = `@${@a class {}}`; // @",
        ]);
        rejects(&[
            "@a b;",
            "@a",
            "@a function f() {}",
            "a = @b c;",
            "++@a b",
            "@a var b; @c class D {}",
            "class C { @a }",
        ]);
    }

    #[test]
    fn super_and_new_target() {
        accepts(&[
            "class C extends D { constructor() { super(); () => super(); } }",
            "class C { m() { super.a; () => super[0]; } static { super.a; } a = super.b; }",
            "({ m() { super.a; }, get a() { return super.b; } });",
            "function f() { new.target; () => new.target; }",
            "class C { a = new.target; static { new.target; } }",
            "class C extends D { constructor(a = super()) {} }",
        ]);
        rejects(&[
            "super.a;",
            "super();",
            "function f() { super.a; }",
            "class C { constructor() { super(); } }",
            "class C extends D { m() { super(); } }",
            "class C extends D { constructor() { function f() { super(); } } }",
            "({ m() { super(); } });",
            "({ m() { function f() { super.a; } } });",
            "({ m: function () { super.a; } });",
            "new.target;",
            "() => new.target;",
            "class C { static { super(); } }",
            "class C { [super.a]; }",
        ]);
    }

    #[test]
    fn static_blocks() {
        accepts(&[
            "class C { static { function f() { arguments; await: ; } } }",
            "class C { static { a: break a; } static { async () => await 0; } }",
            "class C { static { var a, a; } static { var a; } }",
        ]);
        rejects(&[
            "class C { static { await; } }",
            "class C { static { await 0; } }",
            "class C { static { var await; } }",
            "class C { static { return; } }",
            "class C { static { break; } }",
            "a: { class C { static { break a; } } }",
            "while (0) { class C { static { continue; } } }",
            "async function f() { class C { static { await 0; } } }",
            "function* g() { class C { static { yield; } } }",
        ]);
    }
}
