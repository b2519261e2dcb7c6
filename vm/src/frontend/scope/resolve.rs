//! What the compiler asks of the tables: distances between scopes, names of slots, the surroundings of an eval.

use super::classes::private_name;
use super::*;
use crate::bytecode::data::{ConstString, ScopeName};
use crate::bytecode::eval_scope::EvalLayer;

impl Unit {
    #[inline]
    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id as usize]
    }

    #[inline]
    pub fn binding(&self, id: BindingId) -> &Binding {
        &self.bindings[id as usize]
    }

    #[inline]
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id as usize]
    }

    /// The bindings of a scope.
    pub fn bindings_of(&self, id: ScopeId) -> std::ops::Range<BindingId> {
        let s = self.scope(id);
        s.first..s.first + s.count
    }

    /// Whether a name used in scope `from` and found in `to` (NONE: nowhere) must be looked up at run time,
    /// because a `with` or a scope that an eval may extend stands between.
    pub fn is_dynamic(&self, from: ScopeId, to: ScopeId) -> bool {
        if !self.dynamic {
            return false;
        }
        let mut scope = from;
        while scope != to && scope != NONE {
            let s = self.scope(scope);
            if s.kind == ScopeKind::With || s.is(SCOPE_EXTENSIBLE) {
                return true;
            }
            scope = s.parent;
        }
        false
    }

    /// Environments from that of scope `from` (or the next one out) up to that of scope `to`.
    pub fn distance(&self, from: ScopeId, to: ScopeId) -> u32 {
        let mut depth = 0;
        let mut scope = from;
        while scope != to && scope != NONE {
            let s = self.scope(scope);
            depth += u32::from(s.has_environment());
            scope = s.parent;
        }
        depth
    }

    /// The binding of the private name `#name` as seen from a scope.
    pub fn private_binding(&self, from: ScopeId, name: &str) -> BindingId {
        let name = private_name(name);
        let mut scope = from;
        while scope != NONE {
            let s = self.scope(scope);
            if matches!(s.kind, ScopeKind::Class | ScopeKind::Outer) {
                for id in self.bindings_of(scope) {
                    if self.binding(id).kind == BindingKind::PrivateName && self.binding(id).name == name {
                        return id;
                    }
                }
            }
            scope = s.parent;
        }
        NONE
    }

    /// The binding of `name` in a scope itself.
    pub fn find_in_scope(&self, scope: ScopeId, name: &Atom) -> BindingId {
        self.bindings_of(scope).find(|&id| self.binding(id).name == *name).unwrap_or(NONE)
    }

    /// The function whose `this`, `super` and `new.target` code in `function` sees; NONE if that is around an eval.
    pub fn this_function(&self, function: FunctionId) -> FunctionId {
        let mut f = function;
        while f != NONE {
            match self.function(f).kind {
                FunctionKind::Arrow => f = self.function(f).parent,
                FunctionKind::Eval => return NONE,
                _ => return f,
            }
        }
        NONE
    }

    /// The names of a scope's environment.
    pub fn info(&self, id: ScopeId) -> Rc<ScopeInfo> {
        if let Some(info) = self.infos.borrow().get(&id) {
            return info.clone();
        }
        let scope = self.scope(id);
        let empty = || ScopeName {
            name: ConstString::from(""),
            constant: false,
            function_name: false,
            lexical: false,
            settles: false,
        };
        let is_mapped = self.function(scope.function).is(FUNCTION_MAPPED);
        let mut names = vec![empty(); scope.slots as usize];
        for binding in self.bindings_of(id) {
            let b = self.binding(binding);
            if !b.captured() || b.kind == BindingKind::Import {
                continue;
            }
            names[b.slot as usize] = ScopeName {
                name: ConstString::Utf8(b.name.clone()),
                constant: b.kind.is_constant(),
                function_name: b.kind == BindingKind::FunctionName,
                lexical: b.kind.is_lexical() || b.is(CONFLICTS),
                settles: !(b.is(REASSIGNED)
                    || scope.is(SCOPE_EVAL)
                    || b.kind == BindingKind::Hidden
                    || is_mapped && b.kind == BindingKind::Parameter),
            };
        }
        let function = self.function(scope.function);
        if function.scope == id && !function.kind.is_root() {
            for (capture, name) in function.captures.iter().zip(CAPTURE_NAMES) {
                if *capture != NONE {
                    names[*capture as usize] = ScopeName { name: ConstString::from(name), ..empty() };
                }
            }
        }
        let info = Rc::new(ScopeInfo {
            names,
            extensible: scope.is(SCOPE_EXTENSIBLE),
            variable_scope: scope.is(SCOPE_VARIABLE),
        });
        self.infos.borrow_mut().insert(id, info.clone());
        info
    }

    /// The static surroundings of a direct eval in scope `from` of `function`.
    pub fn eval_scope(&self, from: ScopeId, function: FunctionId, strict: bool) -> EvalScope {
        let mut layers = Vec::new();
        let mut imports = Vec::new();
        let mut scope = from;
        while scope != NONE {
            let s = self.scope(scope);
            if s.kind == ScopeKind::With {
                layers.push(EvalLayer::With);
            } else if s.has_environment() {
                layers.push(EvalLayer::Environment(self.info(scope)));
            }
            for id in self.bindings_of(scope) {
                let b = self.binding(id);
                if b.kind == BindingKind::Import {
                    imports.push((b.name.clone(), b.slot));
                }
            }
            scope = s.parent;
        }
        let f = self.this_function(function);
        let context = if f == NONE {
            self.eval
        } else {
            let f = self.function(f);
            let has_fields = f.class != NONE && self.classes[f.class as usize].instance_initializer != NONE;
            EvalContext {
                in_function: !f.kind.is_root(),
                in_method: f.kind.has_home_object(),
                in_derived_constructor: f.kind == FunctionKind::DerivedConstructor,
                in_class_field: matches!(f.kind, FunctionKind::FieldInitializer | FunctionKind::StaticInitializer),
                this_in_environment: f.kind == FunctionKind::DerivedConstructor,
                has_fields: f.kind == FunctionKind::DerivedConstructor && has_fields,
            }
        };
        EvalScope { layers, strict, context, imports }
    }
}
