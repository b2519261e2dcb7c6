//! Auto-accessors (`accessor x = value`), taken apart before analysis: a private field, a getter and a setter.

use swc_atoms::Atom;
use swc_common::{Span, SyntaxContext};
use swc_ecma_ast::*;

/// What the private field of an auto-accessor is called: no private name of a program begins with a space. The
/// accessor's own name follows, for anonymous functions that are its value.
pub const STORAGE: &str = " accessor ";

/// Replaces the auto-accessors of a class. A computed key stays with the getter; the setter's key, an invalid
/// expression, stands for the key before.
pub fn expand(class: &mut Class) {
    if !class.body.iter().any(|member| matches!(member, ClassMember::AutoAccessor(_))) {
        return;
    }
    let members = std::mem::take(&mut class.body);
    for (number, member) in members.into_iter().enumerate() {
        let ClassMember::AutoAccessor(accessor) = member else {
            class.body.push(member);
            continue;
        };
        let span = accessor.span;
        let name = match &accessor.key {
            Key::Private(key) => format!("#{}", key.name),
            Key::Public(PropName::Ident(ident)) => ident.sym.to_string(),
            Key::Public(PropName::Str(s)) => s.value.to_string_lossy().into_owned(),
            Key::Public(_) => String::new(),
        };
        let storage = PrivateName { span, name: Atom::from(format!("{STORAGE}{number} {name}")) };
        let (getter, setter) = (getter(span, &storage), setter(span, &storage));
        let is_static = accessor.is_static;
        match accessor.key {
            Key::Private(key) => {
                for (function, kind) in [(getter, MethodKind::Getter), (setter, MethodKind::Setter)] {
                    class.body.push(ClassMember::PrivateMethod(PrivateMethod {
                        span,
                        key: key.clone(),
                        function,
                        kind,
                        is_static,
                        ..Default::default()
                    }));
                }
            }
            Key::Public(key) => {
                let again = match &key {
                    PropName::Computed(computed) => PropName::Computed(ComputedPropName {
                        span: computed.span,
                        expr: Box::new(Expr::Invalid(Invalid { span: computed.span })),
                    }),
                    key => key.clone(),
                };
                for (key, function, kind) in [(key, getter, MethodKind::Getter), (again, setter, MethodKind::Setter)] {
                    class.body.push(ClassMember::Method(ClassMethod {
                        span,
                        key,
                        function,
                        kind,
                        is_static,
                        ..Default::default()
                    }));
                }
            }
        }
        class.body.push(ClassMember::PrivateProp(PrivateProp {
            span,
            key: storage,
            value: accessor.value,
            is_static,
            // It is found by them.
            decorators: accessor.decorators,
            ..Default::default()
        }));
    }
}

fn field(span: Span, storage: &PrivateName) -> MemberExpr {
    MemberExpr { span, obj: Box::new(Expr::This(ThisExpr { span })), prop: MemberProp::PrivateName(storage.clone()) }
}

fn function(span: Span, params: Vec<Param>, statement: Stmt) -> Box<Function> {
    let body = FunctionBody { span, stmts: vec![statement] };
    Box::new(Function { params, span, body: Some(body), ..Default::default() })
}

fn getter(span: Span, storage: &PrivateName) -> Box<Function> {
    let arg = Some(Box::new(Expr::Member(field(span, storage))));
    function(span, Vec::new(), Stmt::Return(ReturnStmt { span, arg }))
}

fn setter(span: Span, storage: &PrivateName) -> Box<Function> {
    let value = Ident::new(Atom::from("value"), span, SyntaxContext::empty());
    let assign = Expr::Assign(AssignExpr {
        span,
        op: AssignOp::Assign,
        left: AssignTarget::Simple(SimpleAssignTarget::Member(field(span, storage))),
        right: Box::new(Expr::Ident(value.clone())),
    });
    let param = Param { span, decorators: Vec::new(), pat: Pat::Ident(value.into()) };
    function(span, vec![param], Stmt::Expr(ExprStmt { span, expr: Box::new(assign) }))
}
