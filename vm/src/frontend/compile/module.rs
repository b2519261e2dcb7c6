//! Modules: the static side ([`ModuleData`]) and the body.

use super::function::{code_flags, make_template, take_function};
use super::*;
use crate::bytecode::environments;
use crate::frontend::scope::declare::{each_name, function_declaration};
use rustc_hash::FxHashMap;
use swc_ecma_ast::*;

/// ModuleRequest's and ImportCall's phase.
pub fn phase(phase: ImportPhase) -> u16 {
    match phase {
        ImportPhase::Evaluation => 0,
        ImportPhase::Source => 1,
        ImportPhase::Defer => 2,
    }
}

/// The local names of a module's imports, in the order in which they are numbered.
pub fn import_names(module: &Module) -> Vec<Atom> {
    let mut names = Vec::new();
    for item in &module.body {
        if let ModuleItem::ModuleDecl(ModuleDecl::Import(import)) = item {
            for specifier in &import.specifiers {
                names.push(match specifier {
                    ImportSpecifier::Named(s) => s.local.sym.clone(),
                    ImportSpecifier::Default(s) => s.local.sym.clone(),
                    ImportSpecifier::Namespace(s) => s.local.sym.clone(),
                });
            }
        }
    }
    names
}

fn export_name(name: &ModuleExportName) -> ConstString {
    match name {
        ModuleExportName::Ident(ident) => ConstString::Utf8(ident.sym.clone()),
        ModuleExportName::Str(s) => const_string(&s.value),
    }
}

fn utf8(atom: &Atom) -> ConstString {
    ConstString::Utf8(atom.clone())
}

/// The requests of a module, each once, in source order.
#[derive(Default)]
struct Requests {
    list: Vec<ModuleRequest>,
}

impl Requests {
    fn add(&mut self, source: &Str, with: &Option<Box<ObjectLit>>, phase: u16) -> u32 {
        let attributes = with.as_ref().map(|w| attributes(w)).unwrap_or_default();
        let request =
            ModuleRequest { specifier: const_string(&source.value), attributes, phase, position: start(source.span) };
        let known = self
            .list
            .iter()
            .position(|r| r.specifier == request.specifier && r.attributes == request.attributes && r.phase == phase);
        known.unwrap_or_else(|| {
            self.list.push(request);
            self.list.len() - 1
        }) as u32
    }
}

fn attributes(with: &ObjectLit) -> Vec<(ConstString, ConstString)> {
    let mut attributes = Vec::new();
    for property in &with.props {
        if let PropOrSpread::Prop(property) = property
            && let Prop::KeyValue(p) = &**property
            && let Expr::Lit(Lit::Str(value)) = &*p.value
            && let Some(super::literal::StaticKey::Name(key)) = super::literal::static_key(&p.key)
        {
            attributes.push((key, const_string(&value.value)));
        }
    }
    attributes
}

/// A module's static side (sec. 16.2.1.7.1, ParseModule); its body is compiled when it is run.
pub fn module_data(unit: &Rc<Unit>, mut module: Module, asynchronous: bool) -> Result<ModuleData, TooLarge> {
    let root = unit.function(0).scope;
    let mut by_name: FxHashMap<Atom, BindingId> = FxHashMap::default();
    for id in unit.bindings_of(root) {
        by_name.insert(unit.binding(id).name.clone(), id);
    }
    if unit.scope(root).slots > 0xffff {
        return Err(TooLarge);
    }
    let mut requests = Requests::default();
    let mut imports: Vec<ImportEntry> = Vec::new();
    let mut functions = Vec::new();
    let (mut local_exports, mut indirect_exports, mut star_exports) = (Vec::new(), Vec::new(), Vec::new());
    // Requests are numbered in source order; exports of imported names need the imports first.
    for item in &module.body {
        let ModuleItem::ModuleDecl(declaration) = item else { continue };
        match declaration {
            ModuleDecl::Import(import) => {
                let request = requests.add(&import.src, &import.with, phase(import.phase));
                for specifier in &import.specifiers {
                    let (name, local) = match specifier {
                        ImportSpecifier::Named(s) => {
                            let name = s.imported.as_ref().map_or_else(|| utf8(&s.local.sym), export_name);
                            (Some(name), &s.local)
                        }
                        ImportSpecifier::Default(s) => {
                            // `import source x from`: the module source has no name.
                            (Some(ConstString::from("default")), &s.local)
                        }
                        ImportSpecifier::Namespace(s) => (None, &s.local),
                    };
                    imports.push(ImportEntry { request, name, local: utf8(&local.sym), position: start(local.span) });
                }
            }
            ModuleDecl::ExportNamed(NamedExport { src: Some(source), with, .. }) => {
                requests.add(source, with, 0);
            }
            ModuleDecl::ExportAll(export) => {
                let request = requests.add(&export.src, &export.with, 0);
                star_exports.push(request);
            }
            _ => {}
        }
    }
    let slot_of = |name: &Atom| -> Option<u16> {
        let b = unit.binding(*by_name.get(name)?);
        (b.kind != BindingKind::Import).then_some(b.slot as u16)
    };
    let local = |name: ConstString, of: &Atom, exports: &mut Vec<LocalExport>| {
        if let Some(slot) = slot_of(of) {
            exports.push(LocalExport { name, slot });
        }
    };
    let default = || ConstString::from("default");
    for item in &mut module.body {
        match item {
            ModuleItem::Stmt(statement) => {
                if let Some(declaration) = function_declaration(statement) {
                    let of = declaration.ident.sym.clone();
                    functions.extend(hoisted(unit, &mut declaration.function, utf8(&of), slot_of(&of)));
                }
            }
            ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => match &mut export.decl {
                Decl::Fn(declaration) => {
                    let of = declaration.ident.sym.clone();
                    local(utf8(&of), &of, &mut local_exports);
                    functions.extend(hoisted(unit, &mut declaration.function, utf8(&of), slot_of(&of)));
                }
                Decl::Class(declaration) => {
                    let of = &declaration.ident.sym;
                    local(utf8(of), of, &mut local_exports);
                }
                Decl::Var(declaration) => {
                    for declarator in &mut declaration.decls {
                        each_name(&mut declarator.name, &mut |ident| {
                            local(utf8(&ident.sym), &ident.sym, &mut local_exports);
                        });
                    }
                }
                _ => {}
            },
            ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(export)) => match &mut export.decl {
                DefaultDecl::Fn(f) => {
                    let of = f.ident.as_ref().map_or_else(default_name, |i| i.sym.clone());
                    local(default(), &of, &mut local_exports);
                    let name = f.ident.as_ref().map_or_else(default, |i| utf8(&i.sym));
                    functions.extend(hoisted(unit, &mut f.function, name, slot_of(&of)));
                }
                DefaultDecl::Class(c) => {
                    let of = c.ident.as_ref().map_or_else(default_name, |i| i.sym.clone());
                    local(default(), &of, &mut local_exports);
                }
                DefaultDecl::TsInterfaceDecl(_) => {}
            },
            ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultExpr(_)) => {
                local(default(), &default_name(), &mut local_exports);
            }
            ModuleItem::ModuleDecl(ModuleDecl::ExportNamed(export)) => {
                let from = export.src.as_ref().map(|source| requests.add(source, &export.with, 0));
                for specifier in &export.specifiers {
                    match specifier {
                        ExportSpecifier::Namespace(s) => {
                            if let Some(request) = from {
                                indirect_exports.push(IndirectExport {
                                    name: export_name(&s.name),
                                    request,
                                    import: None,
                                    position: start(s.span),
                                });
                            }
                        }
                        ExportSpecifier::Default(s) => {
                            if let Some(request) = from {
                                indirect_exports.push(IndirectExport {
                                    name: utf8(&s.exported.sym),
                                    request,
                                    import: Some(default()),
                                    position: start(s.exported.span),
                                });
                            }
                        }
                        ExportSpecifier::Named(s) => {
                            let original = export_name(&s.orig);
                            let name = s.exported.as_ref().map_or_else(|| original.clone(), export_name);
                            let position = start(s.span);
                            if let Some(request) = from {
                                indirect_exports.push(IndirectExport {
                                    name,
                                    request,
                                    import: Some(original),
                                    position,
                                });
                                continue;
                            }
                            let imported = imports.iter().find(|i| i.local == original);
                            match (imported, &s.orig) {
                                (Some(entry), _) if entry.name.is_some() => {
                                    indirect_exports.push(IndirectExport {
                                        name,
                                        request: entry.request,
                                        import: entry.name.clone(),
                                        position,
                                    });
                                }
                                // An imported namespace is re-exported as `export * as name from` does.
                                (Some(entry), _) => indirect_exports.push(IndirectExport {
                                    name,
                                    request: entry.request,
                                    import: None,
                                    position,
                                }),
                                (None, ModuleExportName::Ident(ident)) => {
                                    local(name, &ident.sym, &mut local_exports);
                                }
                                (None, ModuleExportName::Str(_)) => {}
                            }
                        }
                    }
                }
            }
            ModuleItem::ModuleDecl(_) => {}
        }
    }
    let vars = unit
        .bindings_of(root)
        .map(|id| unit.binding(id))
        .filter(|b| b.kind == BindingKind::Var)
        .map(|b| b.slot as u16)
        .collect();
    let span = (0, unit.source.text.len() as u32);
    let body = make_template(unit, 0, Node::Module(module.body), Default::default(), span, 0);
    let scope = unit.info(root);
    for template in std::iter::once(&body).chain(functions.iter().map(|(_, template)| template)) {
        let _ = template.environments.set(environments::inside(None, &scope));
    }
    Ok(ModuleData {
        body,
        scope,
        functions,
        vars,
        requests: requests.list,
        imports,
        local_exports,
        indirect_exports,
        star_exports,
        has_top_level_await: asynchronous,
    })
}

fn hoisted(
    unit: &Rc<Unit>,
    function: &mut swc_ecma_ast::Function,
    name: ConstString,
    slot: Option<u16>,
) -> Option<(u16, Rc<FunctionTemplate>)> {
    let id = index_of(function.ctxt);
    let span = (start(function.span), end(function.span));
    let node = take_function(function);
    Some((slot?, make_template(unit, id, node, (name.clone(), name), span, span.0)))
}

impl Compiler<'_> {
    /// A module's body: everything but its hoisted functions, which the linker has made.
    pub(super) fn module(mut self, mut items: Vec<ModuleItem>) -> Result<FunctionData, TooLarge> {
        if self.asynchronous {
            let reg = self.b.temporary();
            self.e(Opcode::CreateGenerator, &[reg as u32]);
        }
        let asynchronous = items.iter().fold(None, |found: Option<bool>, item| match item {
            ModuleItem::Stmt(Stmt::Decl(Decl::Using(d))) => Some(found.unwrap_or(false) || d.is_await),
            _ => found,
        });
        let resources = asynchronous.map(|asynchronous| self.begin_resources(asynchronous));
        for item in &mut items {
            match item {
                ModuleItem::Stmt(statement) => self.statement(statement),
                ModuleItem::ModuleDecl(declaration) => self.module_declaration(declaration),
            }
        }
        if let Some(resources) = resources {
            self.end_resources(resources);
        }
        self.end_of_function();
        let flags = code_flags(self.unit, self.id);
        self.finish(0, 0, flags)
    }

    fn module_declaration(&mut self, declaration: &mut ModuleDecl) {
        let top = self.b.top();
        match declaration {
            ModuleDecl::ExportDecl(export) => self.declaration(&mut export.decl),
            ModuleDecl::ExportDefaultDecl(export) => {
                if let DefaultDecl::Class(c) = &mut export.decl {
                    let reg = self.b.temporary();
                    let of = c.ident.as_ref().map_or_else(default_name, |i| i.sym.clone());
                    let name = super::function::FunctionName::Static(ConstString::from("default"));
                    self.class(&mut c.class, c.ident.as_ref(), Some(name), reg);
                    self.initialize_export(&of, reg);
                }
            }
            ModuleDecl::ExportDefaultExpr(export) => {
                let reg = self.b.temporary();
                let name = super::function::FunctionName::Static(ConstString::from("default"));
                self.to_named(&mut export.expr, name, reg);
                self.initialize_export(&default_name(), reg);
            }
            _ => {}
        }
        self.b.release(top);
    }

    fn initialize_export(&mut self, name: &Atom, value: Reg) {
        let binding = self.unit.find_in_scope(self.unit.function(0).scope, name);
        if binding != NONE {
            self.initialize_binding(binding, value);
        }
    }
}
