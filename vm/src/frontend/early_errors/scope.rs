//! Redeclarations: which names are declared in the scopes around the walk, and which declarations clash.
//!
//! A name clashes with a lexical declaration of the same scope, and a `var` with the lexical declarations of every
//! scope between itself and its function (ECMA-262 sections 14.2.1, 14.12.1, 15.2.1, 16.1.1, 16.2.1.1). Both
//! directions are found in constant time: each name keeps its live lexical declarations as a stack, and for the
//! function at hand the time of its latest `var`; a `var` later than a scope's beginning was hoisted through it.

use rustc_hash::FxHashMap;
use swc_atoms::Atom;

const NONE: u32 = u32::MAX;

/// What kind of lexical declaration holds a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexical {
    /// `let`, `const`, `class`, `using`, imports, functions in blocks of strict code, async functions, generators.
    Plain,
    /// A plain function in a block of sloppy code: may be declared again (Annex B.3.3.4).
    SloppyFunction,
    /// `catch (name)`: `var name` is allowed in its block (Annex B.3.4).
    CatchName,
}

/// The scopes around the walk.
pub(super) struct Scopes<'a> {
    ids: FxHashMap<&'a Atom, u32>,
    names: Vec<Name>,
    lexicals: Vec<LexicalEntry>,
    vars: Vec<VarEntry>,
    scopes: Vec<Scope>,
    functions: Vec<Function>,
    clock: u32,
}

#[derive(Clone, Copy)]
struct Name {
    /// Innermost live lexical declaration, an index into `lexicals`.
    lexical: u32,
    /// `var` of the innermost function that has one, an index into `vars`.
    var: u32,
}

struct LexicalEntry {
    name: u32,
    scope: u32,
    kind: Lexical,
    outer: u32,
}

struct VarEntry {
    name: u32,
    function: u32,
    latest: u32,
    outer: u32,
}

struct Scope {
    begin: u32,
    lexicals: u32,
}

struct Function {
    scope: u32,
    vars: u32,
}

impl<'a> Scopes<'a> {
    pub(super) fn new() -> Self {
        Self {
            ids: FxHashMap::default(),
            names: Vec::new(),
            lexicals: Vec::new(),
            vars: Vec::new(),
            scopes: Vec::new(),
            functions: Vec::new(),
            clock: 0,
        }
    }

    pub(super) fn enter_block(&mut self) {
        self.scopes.push(Scope { begin: self.clock + 1, lexicals: self.lexicals.len() as u32 });
    }

    pub(super) fn leave_block(&mut self) {
        let Some(scope) = self.scopes.pop() else {
            return;
        };
        for entry in self.lexicals.drain(scope.lexicals as usize..).rev() {
            self.names[entry.name as usize].lexical = entry.outer;
        }
    }

    pub(super) fn enter_function(&mut self) {
        self.functions.push(Function { scope: self.scopes.len() as u32, vars: self.vars.len() as u32 });
        self.enter_block();
    }

    pub(super) fn leave_function(&mut self) {
        self.leave_block();
        let Some(function) = self.functions.pop() else {
            return;
        };
        for entry in self.vars.drain(function.vars as usize..).rev() {
            self.names[entry.name as usize].var = entry.outer;
        }
    }

    fn name(&mut self, name: &'a Atom) -> u32 {
        *self.ids.entry(name).or_insert_with(|| {
            self.names.push(Name { lexical: NONE, var: NONE });
            self.names.len() as u32 - 1
        })
    }

    /// Declares `name` in the innermost scope; false if that is a redeclaration.
    #[must_use]
    pub(super) fn declare_lexical(&mut self, name: &'a Atom, kind: Lexical) -> bool {
        let id = self.name(name);
        let Name { lexical, var } = self.names[id as usize];
        let innermost = self.scopes.len() as u32 - 1;
        if let Some(entry) = self.lexicals.get(lexical as usize)
            && entry.scope == innermost
            && !(entry.kind == Lexical::SloppyFunction && kind == Lexical::SloppyFunction)
        {
            return false;
        }
        if let Some(entry) = self.vars.get(var as usize)
            && entry.function == self.functions.len() as u32
            && entry.latest >= self.scopes[innermost as usize].begin
        {
            return false;
        }
        self.names[id as usize].lexical = self.lexicals.len() as u32;
        self.lexicals.push(LexicalEntry { name: id, scope: innermost, kind, outer: lexical });
        true
    }

    /// Declares `name` as `var` (or parameter, or top-level function) of the innermost function.
    pub(super) fn declare_var(&mut self, name: &'a Atom) -> VarOutcome {
        let id = self.name(name);
        let Name { mut lexical, var } = self.names[id as usize];
        let function_scope = self.functions.last().map_or(0, |function| function.scope);
        while let Some(entry) = self.lexicals.get(lexical as usize) {
            if entry.scope < function_scope {
                break;
            }
            if entry.kind != Lexical::CatchName {
                return VarOutcome::Clash;
            }
            lexical = entry.outer;
        }
        self.clock += 1;
        let function = self.functions.len() as u32;
        if let Some(entry) = self.vars.get_mut(var as usize)
            && entry.function == function
        {
            entry.latest = self.clock;
            return VarOutcome::Again;
        }
        self.names[id as usize].var = self.vars.len() as u32;
        self.vars.push(VarEntry { name: id, function, latest: self.clock, outer: var });
        VarOutcome::New
    }

    /// Whether the outermost scope declares `name`, asked while only that scope is left.
    pub(super) fn is_declared(&self, name: &Atom) -> bool {
        self.ids.get(name).is_some_and(|&id| {
            let name = self.names[id as usize];
            name.lexical != NONE || name.var != NONE
        })
    }
}

/// What became of a `var` declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VarOutcome {
    New,
    /// The function had it already.
    Again,
    /// A lexical declaration holds the name.
    Clash,
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, module_accepts, module_rejects, rejects};

    #[test]
    fn blocks() {
        accepts(&[
            "let a; { let a; var b; } var b;",
            "{ function f() {} function f() {} }",
            "{ let a; } { var a; }",
            "var a; var a; function a() {} function a() {}",
            "function f(a) { var a; { let a; } }",
            "let f = function f() { var f; }",
            "for (let i;;) { let i; } for (let i of []) { var j; }",
            "switch (0) { case 0: function f() {} case 1: function f() {} }",
            "if (1) function f() {} else function f() {}",
            "function f() { let a; function g() { var a; } }",
            "class C { static { var a; function a() {} } }",
        ]);
        rejects(&[
            "let a; let a;",
            "let a; var a;",
            "var a; let a;",
            "let a; { var a; }",
            "{ { var a; } let a; }",
            "{ let a; { { var a; } } }",
            "{ function f() {} var f; }",
            "{ var f; function f() {} }",
            "{ async function f() {} function f() {} }",
            "{ function f() {} function* f() {} }",
            "'use strict'; { function f() {} function f() {} }",
            "let f; function f() {}",
            "function g() { let f; function f() {} }",
            "const a = 0, a = 1;",
            "class C {} class C {}",
            "for (let i;;) { var i; }",
            "for (let i of []) { var i; }",
            "for (let [i, i] in {}) ;",
            "switch (0) { case 0: let a; default: let a; }",
            "switch (0) { case 0: let a; default: var a; }",
            "function f(a) { let a; }",
            "(a => { const a = 0; });",
            "class C { static { let a; var a; } }",
        ]);
    }

    #[test]
    fn catch_parameters() {
        accepts(&[
            "try {} catch (e) { var e; }",
            "try {} catch (e) { { let e; } }",
            "try {} catch (e) { for (var e in {}) ; }",
        ]);
        rejects(&[
            "try {} catch (e) { let e; }",
            "try {} catch (e) { function e() {} }",
            "try {} catch ([e]) { var e; }",
            "try {} catch ([e, e]) {}",
            "let e; try {} catch (e) { var e; }",
        ]);
    }

    #[test]
    fn modules() {
        module_accepts(&["var a; var a;", "import a from 'm'; { let a; }"]);
        module_rejects(&[
            "function f() {} function f() {}",
            "function f() {} var f;",
            "import a from 'm'; let a;",
            "import a, { b as a } from 'm';",
            "var a; import * as a from 'm';",
        ]);
    }
}
