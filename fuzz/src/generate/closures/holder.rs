//! Objects that have the methods, and other places where a function can be found.

use super::{Generator, World};
use crate::program::{Block, Statement};

impl Generator {
    /// An expression that gives one of the program's functions, or a new one.
    pub(super) fn source(&mut self, world: &World) -> String {
        if self.percent(12) {
            return self.callee();
        }
        self.random.pick(&world.sources)
    }

    /// Declares the objects, variables and lists that sites find functions in.
    pub(super) fn holders(&mut self, world: &mut World, block: &mut Block) {
        if self.percent(45) {
            let (name, source) = (self.fresh("cb"), self.source(world));
            block.push(Statement::line(format!("let {name} = {source};")));
            world.variables.push(name);
        }
        if self.percent(30) {
            let name = self.fresh("list");
            let parts: Vec<String> = (0..self.random.between(2, 4)).map(|_| self.source(world)).collect();
            block.push(Statement::line(format!("const {name} = [{}];", parts.join(", "))));
            world.lists.push(name);
        }
        for _ in 0..self.random.pick(&[1, 1, 1, 2]) {
            self.holder(world, block);
        }
        if self.percent(25) {
            let (holder, q) = (self.random.pick(&world.holders), self.fresh("q"));
            let (v, w) = (self.inner_value("2"), self.inner_value(&q));
            let setter = format!("set({q}) {{ effects += {w} | 0; }}");
            block.push(Statement::line(format!(
                "Object.defineProperty({holder}, 'g', {{ get() {{ return {v}; }}, {setter}, configurable: true }});"
            )));
        }
    }

    fn holder(&mut self, world: &mut World, block: &mut Block) {
        let (o, q, source) = (self.fresh("o"), self.fresh("q"), self.source(world));
        let mut line = |text: String| block.push(Statement::line(text));
        match self.random.below(20) {
            0..6 => line(format!("let {o} = {{ f: {source}, k: 1 }};")),
            6 => {
                line(format!("let {o} = {{ k: 2 }};"));
                line(format!("{o}.f = {source};"));
            }
            7 | 8 => {
                let base = self.fresh("base");
                line(format!("const {base} = {{ f: {source}, k: 3 }};"));
                line(format!("let {o} = Object.create({base});"));
                world.prototypes.push(base);
            }
            9 | 10 => {
                let (class, v, w) = (self.fresh("P"), self.inner_value(&q), self.inner_value("1"));
                line(format!(
                    "class {class} {{ k = 4; f({q}) {{ return {v}; }} get g() {{ return {w}; }} set g({q}) {{ effects += {v} | 0; }} }}"
                ));
                line(format!("let {o} = new {class}();"));
                world.prototypes.push(format!("{class}.prototype"));
                world.classes.push((class, o.clone()));
            }
            11 | 12 => {
                let (class, derived) = (self.fresh("P"), self.fresh("D"));
                let (v, x) = (self.inner_value(&q), self.inner_value(&q));
                line(format!("class {class} {{ k = 4; f({q}) {{ return {v}; }} static f({q}) {{ return {x}; }} }}"));
                line(format!(
                    "class {derived} extends {class} {{ f({q}) {{ return super.f({q}) + {x}; }} static f({q}) {{ return super.f({q}); }} }}"
                ));
                line(format!("let {o} = new {derived}();"));
                world.prototypes.extend([format!("{class}.prototype"), format!("{derived}.prototype"), class, derived]);
            }
            13 => {
                let (class, v) = (self.fresh("F"), self.inner_value(&q));
                line(format!("function {class}() {{ this.k = 1; }}"));
                line(format!("{class}.prototype.f = function ({q}) {{ return {v} + this.k; }};"));
                line(format!("let {o} = new {class}();"));
                world.prototypes.push(format!("{class}.prototype"));
            }
            14 => {
                let base = self.fresh("base");
                let x = self.inner_value(&q);
                line(format!("const {base} = {{ f: {source} }};"));
                line(format!("let {o} = {{ __proto__: {base}, f({q}) {{ return super.f({q}) + {x}; }} }};"));
                world.prototypes.push(base);
            }
            15 => {
                let class = self.fresh("P");
                line(format!(
                    "class {class} {{ #f = {source}; f({q}) {{ return this.#f({q}); }} set p(f) {{ this.#f = f; }} }}"
                ));
                line(format!("let {o} = new {class}();"));
                world.prototypes.push(format!("{class}.prototype"));
                world.variables.push(format!("{o}.p"));
            }
            16 => {
                let variable = self.fresh("cb");
                line(format!("let {variable} = {source};"));
                let method = self.random.pick(&[
                    format!("f: {q} => {variable}({q})"),
                    format!("f({q}) {{ return {variable}.call(this, {q}); }}"),
                    format!("get f() {{ return {variable}; }}"),
                    "f(...r) { return VARIABLE(...r); }".replace("VARIABLE", &variable),
                    "f() { return VARIABLE.apply(this, arguments); }".replace("VARIABLE", &variable),
                ]);
                line(format!("let {o} = {{ {method}, k: 5 }};"));
                world.variables.push(variable);
            }
            17 => line(format!("let {o} = new Proxy({{ f: {source} }}, {{}});")),
            18 => {
                let v = self.inner_value(&q);
                line(format!("let {o} = {q} => {v};"));
                line(format!("{o}.f = {source};"));
            }
            _ => {
                line(format!("let {o} = [{source}, 1];"));
                line(format!("{o}.f = {o}[0];"));
            }
        }
        world.holders.push(o);
    }
}
