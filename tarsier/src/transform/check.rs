//! What the passes take for granted of a tree, and the parser lets through.

use swc_common::{BytePos, Spanned};
use swc_ecma_ast::{
    Expr, JSXAttrValue, JSXElement, JSXExpr, JSXFragment, ModuleDecl, Pat, Program, SimpleAssignTarget, TsModuleDecl,
    TsModuleName, TsParamProp, TsParamPropParam,
};
use swc_ecma_visit::{Visit, VisitWith};

/// What is in a program.
#[derive(Default)]
pub struct Findings {
    pub has_jsx: bool,
    /// `import` or `export` that JavaScript has, too, though it may be of types only.
    pub has_module_syntax: bool,
    /// The first thing that no pass can do anything with.
    pub error: Option<(BytePos, &'static str)>,
}

/// Looks through a program.
pub fn check(program: &Program) -> Findings {
    let mut findings = Findings::default();
    program.visit_with(&mut findings);
    findings
}

impl Findings {
    fn refuse(&mut self, node: &impl Spanned, why: &'static str) {
        self.error.get_or_insert((node.span_lo(), why));
    }
}

impl Visit for Findings {
    fn visit_module_decl(&mut self, node: &ModuleDecl) {
        let is_own = matches!(
            node,
            ModuleDecl::TsImportEquals(..) | ModuleDecl::TsExportAssignment(..) | ModuleDecl::TsNamespaceExport(..)
        );
        self.has_module_syntax |= !is_own;
        node.visit_children_with(self);
    }

    fn visit_ts_param_prop(&mut self, node: &TsParamProp) {
        if let TsParamPropParam::Assign(assign) = &node.param
            && !matches!(*assign.left, Pat::Ident(_))
        {
            self.refuse(node, "A parameter property may not be declared using a binding pattern");
        }
        node.visit_children_with(self);
    }

    fn visit_ts_module_decl(&mut self, node: &TsModuleDecl) {
        // Nothing comes of ambient ones.
        if node.declare || node.global {
            return;
        }
        if matches!(node.id, TsModuleName::Str(_)) {
            self.refuse(&node.id, "Only ambient modules can use quoted names");
        }
        let module_syntax = self.has_module_syntax;
        node.visit_children_with(self);
        // A namespace's exports are no module's.
        self.has_module_syntax = module_syntax;
    }

    fn visit_jsx_attr_value(&mut self, node: &JSXAttrValue) {
        if let JSXAttrValue::JSXExprContainer(container) = node
            && matches!(container.expr, JSXExpr::JSXEmptyExpr(_))
        {
            self.refuse(container, "JSX attributes must only be assigned a non-empty expression");
        }
        node.visit_children_with(self);
    }

    fn visit_simple_assign_target(&mut self, node: &SimpleAssignTarget) {
        if let SimpleAssignTarget::TsAs(_)
        | SimpleAssignTarget::TsNonNull(_)
        | SimpleAssignTarget::TsTypeAssertion(_)
        | SimpleAssignTarget::TsInstantiation(_)
        | SimpleAssignTarget::TsSatisfies(_) = node
            && !is_target(node)
        {
            self.refuse(node, "Invalid left-hand side in assignment");
        }
        node.visit_children_with(self);
    }

    fn visit_jsx_element(&mut self, node: &JSXElement) {
        self.has_jsx = true;
        node.visit_children_with(self);
    }

    fn visit_jsx_fragment(&mut self, node: &JSXFragment) {
        self.has_jsx = true;
        node.visit_children_with(self);
    }
}

/// Whether something can be assigned to what is left without types.
fn is_target(node: &SimpleAssignTarget) -> bool {
    let mut expr = match node {
        SimpleAssignTarget::TsAs(node) => &node.expr,
        SimpleAssignTarget::TsNonNull(node) => &node.expr,
        SimpleAssignTarget::TsTypeAssertion(node) => &node.expr,
        SimpleAssignTarget::TsInstantiation(node) => &node.expr,
        SimpleAssignTarget::TsSatisfies(node) => &node.expr,
        _ => return true,
    };
    loop {
        expr = match &**expr {
            Expr::TsAs(node) => &node.expr,
            Expr::TsNonNull(node) => &node.expr,
            Expr::TsTypeAssertion(node) => &node.expr,
            Expr::TsInstantiation(node) => &node.expr,
            Expr::TsSatisfies(node) => &node.expr,
            Expr::Ident(_) | Expr::Member(_) | Expr::SuperProp(_) | Expr::OptChain(_) | Expr::Paren(_) => return true,
            _ => return false,
        };
    }
}
