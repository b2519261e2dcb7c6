//! Modules: import and export declarations (ECMA-262 sections 16.2.1.1, 16.2.2.1, 16.2.3.1).

use rustc_hash::FxHashSet;
use swc_common::Span;
use swc_ecma_ast::{
    Decl, DefaultDecl, ExportSpecifier, Ident, ImportDecl, ImportSpecifier, ModuleDecl, ModuleExportName, NamedExport,
    ObjectLit, ObjectPatProp, Pat, Prop, PropName, PropOrSpread, Str,
};

use super::identifier::is_reserved_word;
use super::statement::Position;
use super::{Check, Checker, error};

/// What a module exports.
#[derive(Default)]
pub(super) struct Exports<'a> {
    /// Exported names, as WTF-8.
    names: FxHashSet<&'a [u8]>,
    /// Local names that exports refer to.
    locals: Vec<&'a Ident>,
}

impl<'a> Checker<'a> {
    pub(super) fn module_declaration(&mut self, declaration: &'a ModuleDecl) -> Check {
        match declaration {
            ModuleDecl::Import(import) => {
                self.terminated(import.span)?;
                self.import(import)
            }
            ModuleDecl::ExportDecl(export) => {
                match &export.decl {
                    Decl::Var(variables) => {
                        for declarator in &variables.decls {
                            self.export_pattern(&declarator.name)?;
                        }
                    }
                    Decl::Fn(function) => self.export_ident(&function.ident)?,
                    Decl::Class(class) => self.export_ident(&class.ident)?,
                    Decl::Using(using) => {
                        return error(using.span, "'using' declarations may not be exported");
                    }
                    _ => {}
                }
                self.declaration(&export.decl, Position::Module)
            }
            ModuleDecl::ExportNamed(export) => {
                self.terminated(export.span)?;
                self.named_exports(export)
            }
            ModuleDecl::ExportDefaultDecl(export) => {
                self.export_name(b"default", export.span)?;
                match &export.decl {
                    DefaultDecl::Fn(function) => {
                        if let Some(name) = &function.ident {
                            self.declare_lexical(name)?;
                        }
                        self.check_strict_name(function.ident.as_ref(), &function.function)?;
                        self.function(&function.function, None, super::function::FunctionKind::Plain)
                    }
                    DefaultDecl::Class(class) => {
                        if let Some(name) = &class.ident {
                            self.declare_lexical(name)?;
                        }
                        self.class(&class.class, class.ident.as_ref())
                    }
                    DefaultDecl::TsInterfaceDecl(interface) => error(interface.span, "Unexpected token"),
                }
            }
            ModuleDecl::ExportDefaultExpr(export) => {
                self.export_name(b"default", export.span)?;
                self.expression(&export.expr)
            }
            ModuleDecl::ExportAll(export) => {
                self.terminated(export.span)?;
                self.attributes(export.with.as_deref())
            }
            ModuleDecl::TsImportEquals(declaration) => error(declaration.span, "Unexpected token"),
            ModuleDecl::TsExportAssignment(declaration) => error(declaration.span, "Unexpected token"),
            ModuleDecl::TsNamespaceExport(declaration) => error(declaration.span, "Unexpected token"),
        }
    }

    fn import(&mut self, import: &'a ImportDecl) -> Check {
        for specifier in &import.specifiers {
            let local = match specifier {
                ImportSpecifier::Named(specifier) => {
                    if let Some(ModuleExportName::Str(name)) = &specifier.imported {
                        well_formed(name)?;
                    }
                    &specifier.local
                }
                ImportSpecifier::Default(specifier) => &specifier.local,
                ImportSpecifier::Namespace(specifier) => &specifier.local,
            };
            if is_reserved_word(&local.sym) {
                return error(local.span, format!("Unexpected token '{}'", local.sym));
            }
            self.binding_identifier(local)?;
            self.declare_lexical(local)?;
        }
        self.attributes(import.with.as_deref())
    }

    fn named_exports(&mut self, export: &'a NamedExport) -> Check {
        for specifier in &export.specifiers {
            match specifier {
                ExportSpecifier::Namespace(specifier) => self.export_module_name(&specifier.name)?,
                ExportSpecifier::Default(specifier) => self.export_ident(&specifier.exported)?,
                ExportSpecifier::Named(specifier) => {
                    match &specifier.orig {
                        ModuleExportName::Str(name) => {
                            well_formed(name)?;
                            if export.src.is_none() {
                                return error(name.span, "A string may not name a local binding to export");
                            }
                        }
                        ModuleExportName::Ident(name) => {
                            if export.src.is_none() {
                                if is_reserved_word(&name.sym) {
                                    return error(name.span, format!("Unexpected token '{}'", name.sym));
                                }
                                self.identifier(&name.sym, name.span)?;
                                self.exports.locals.push(name);
                            }
                        }
                    }
                    self.export_module_name(specifier.exported.as_ref().unwrap_or(&specifier.orig))?;
                }
            }
        }
        self.attributes(export.with.as_deref())
    }

    fn export_module_name(&mut self, name: &'a ModuleExportName) -> Check {
        match name {
            ModuleExportName::Ident(name) => self.export_ident(name),
            ModuleExportName::Str(name) => {
                well_formed(name)?;
                self.export_name(name.value.as_bytes(), name.span)
            }
        }
    }

    fn export_ident(&mut self, name: &'a Ident) -> Check {
        self.export_name(name.sym.as_bytes(), name.span)
    }

    fn export_name(&mut self, name: &'a [u8], span: Span) -> Check {
        if !self.exports.names.insert(name) {
            return error(span, format!("Duplicate export of '{}'", String::from_utf8_lossy(name)));
        }
        Ok(())
    }

    /// The names that an exported declaration binds. Its pattern's depth is checked when it is visited, after this.
    fn export_pattern(&mut self, pattern: &'a Pat) -> Check {
        let outer = self.depth;
        self.descend(pattern)?;
        match pattern {
            Pat::Ident(name) => self.export_ident(name)?,
            Pat::Array(array) => {
                for element in array.elems.iter().flatten() {
                    self.export_pattern(element)?;
                }
            }
            Pat::Object(object) => {
                for property in &object.props {
                    match property {
                        ObjectPatProp::KeyValue(property) => self.export_pattern(&property.value)?,
                        ObjectPatProp::Assign(property) => self.export_ident(&property.key)?,
                        ObjectPatProp::Rest(rest) => self.export_pattern(&rest.arg)?,
                    }
                }
            }
            Pat::Assign(assign) => self.export_pattern(&assign.left)?,
            Pat::Rest(rest) => self.export_pattern(&rest.arg)?,
            Pat::Expr(_) | Pat::Invalid(_) => {}
        }
        self.depth = outer;
        Ok(())
    }

    /// Every exported local name must be declared; asked when the whole module has been seen.
    pub(super) fn check_exports(&mut self) -> Check {
        for name in &self.exports.locals {
            if !self.scopes.is_declared(&name.sym) {
                return error(name.span, format!("Export '{}' is not defined in module", name.sym));
            }
        }
        Ok(())
    }

    /// WithClause: no key twice.
    fn attributes(&self, attributes: Option<&'a ObjectLit>) -> Check {
        let Some(attributes) = attributes else {
            return Ok(());
        };
        let mut keys: FxHashSet<&[u8]> = FxHashSet::default();
        for property in &attributes.props {
            let (key, span) = match property {
                PropOrSpread::Prop(property) => match &**property {
                    Prop::KeyValue(property) => match &property.key {
                        PropName::Ident(name) => (name.sym.as_bytes(), name.span),
                        PropName::Str(name) => (name.value.as_bytes(), name.span),
                        _ => return error(attributes.span, "Unexpected import attribute"),
                    },
                    _ => return error(attributes.span, "Unexpected import attribute"),
                },
                PropOrSpread::Spread(_) => {
                    return error(attributes.span, "Unexpected import attribute");
                }
            };
            if !keys.insert(key) {
                return error(span, "Import attributes has a duplicate key");
            }
        }
        Ok(())
    }
}

/// Module export names given as strings must be well-formed Unicode.
fn well_formed(name: &Str) -> Check {
    if name.value.as_str().is_none() {
        return error(name.span, "Module export name contains unpaired surrogate");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{module_accepts, module_rejects, rejects};

    #[test]
    fn exports() {
        module_accepts(&[
            "export { a, a as b, a as 'c d' }; var a;",
            "export { a as default } from 'm'; export * from 'm'; export * as ns from 'm';",
            "export { 'a b' as c } from 'm'; export { if } from 'm';",
            "export default function f() {} export { f };",
            "export let { a, b: [c = 0], ...d } = {};",
            "{ var a; } export { a };",
            "export default class {}; export * from 'a'; export * from 'b';",
            "import a from 'm'; export { a };",
        ]);
        module_rejects(&[
            "export { a };",
            "{ let a; } export { a };",
            "var a; export { a, a };",
            "var a, b; export { a as c, b as c };",
            "export var a; export { a };",
            "export let { a, b: a } = {};",
            "export default 0; export default 1;",
            "var a; export { a as default }; export default 0;",
            "export * as a from 'm'; export var a;",
            "export { if };",
            "export { 'a' };",
            "export { 'a' as b };",
            "export { a as '\\uD800' } from 'm';",
            "export { '\\uD800' as a } from 'm';",
            "export default function f() {} function f() {}",
            "export default class C {} var C;",
            "function f() { export default 0; }",
            "export {} null;",
            "export * from 'm' null;",
            "import 'm' null;",
        ]);
        module_accepts(&["export {}\nnull; import 'm' /*\n*/ null; export {} // a\nnull", "export {} /* a */"]);
        rejects(&["export default 0;", "import 'm';"]);
    }

    #[test]
    fn imports() {
        module_accepts(&[
            "import a, { b, c as d, default as e, 'f g' as h } from 'm'; import * as i from 'm'; import 'm';",
            "import a from 'm' with { type: 'json', b: 'c' };",
            "import defer * as a from 'm'; import source b from 'm';",
        ]);
        module_rejects(&[
            "import { a, a } from 'm';",
            "import { eval } from 'm';",
            "import { if } from 'm';",
            "import { a as let } from 'm';",
            "import { '\\uD800' as a } from 'm';",
            "import { 'a' } from 'm';",
            "import a from 'm' with { b: 'c', 'b': 'd' };",
            "export * from 'm' with { b: 'c', b: 'd' };",
            "{ import 'm'; }",
        ]);
    }
}
