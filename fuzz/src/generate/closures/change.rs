//! What is replaced while it is hot.

use super::{Generator, World};

impl Generator {
    /// A statement that gives a place another function, or an object another prototype; `r` counts the rounds.
    pub(super) fn change(&mut self, world: &World, r: &str) -> String {
        let new = self.replacement(world, r);
        let o = self.random.pick(&world.holders);
        let place = match self.random.below(10) {
            0..2 if !world.variables.is_empty() => self.random.pick(&world.variables),
            2 if !world.lists.is_empty() => {
                let list = self.random.pick(&world.lists);
                format!("{list}[{r} % {list}.length]")
            }
            3 | 4 if !world.prototypes.is_empty() => format!("{}.f", self.random.pick(&world.prototypes)),
            _ => format!("{o}.f"),
        };
        match self.random.below(40) {
            0..26 => format!("{place} = {new};"),
            26 => format!("try {{ Object.setPrototypeOf({o}, {{ f: {new}, k: 6 }}); }} catch (e) {{ effects++; }}"),
            27 => match world.prototypes.first() {
                Some(prototype) => {
                    format!("try {{ Object.setPrototypeOf({prototype}, {{ f: {new} }}); }} catch (e) {{ effects++; }}")
                }
                None => format!("{place} = {new};"),
            },
            28 => format!("delete {o}.f;"),
            29 => format!("if ({r} & 1) delete {o}.f; else {o}.f = {new};"),
            30 => format!(
                "Object.defineProperty({o}, 'f', {{ value: {new}, writable: true, enumerable: false, configurable: true }});"
            ),
            31 => {
                let getter = self.fresh("now");
                format!(
                    "{{ const {getter} = {new}; Object.defineProperty({o}, 'f', {{ get() {{ return {getter}; }}, set(v) {{ effects++; }}, configurable: true }}); }}"
                )
            }
            32 => {
                let (q, v) = (self.fresh("q"), self.inner_value(r));
                format!(
                    "Object.defineProperty({o}, 'g', {{ get() {{ return {v}; }}, set({q}) {{ effects += {q} | 0; }}, configurable: true }});"
                )
            }
            33 => {
                let q = self.fresh("q");
                let v = self.inner_value(&q);
                let k = self.small();
                format!("{o} = new (class {{ k = {k}; f({q}) {{ return {v}; }} get g() {{ return {k}; }} }})();")
            }
            34 => match world.classes.first() {
                Some((class, instance)) => {
                    let q = self.fresh("q");
                    let v = self.inner_value(&q);
                    format!("{instance} = new (class extends {class} {{ f({q}) {{ return super.f({q}) + {v}; }} }})();")
                }
                None => format!("{o} = {{ k: {r}, f: {new} }};"),
            },
            35 => format!("{o} = {{ f: {new} }};"),
            36 => match self.captive(true) {
                Some(name) => format!("{};", self.write(&name, r)),
                None => format!("{place} = {new};"),
            },
            37 => format!("try {{ kept[{r} % keeps]?.({r}); }} catch (e) {{ effects++; }}"),
            38 => {
                let other = self.random.pick(&world.holders);
                format!("[{o}.f, {other}.f] = [{other}.f, {o}.f];")
            }
            _ => self
                .random
                .pick(&[
                    format!("Object.preventExtensions({o});"),
                    format!("Object.preventExtensions({o});"),
                    format!("{o}['x' + {r}] = {r};"),
                    format!("Object.defineProperty({o}, 'f', {{ writable: false }});"),
                    "effects = 0.5;".to_owned(),
                ])
                .replace("Object.", "Reflect."),
        }
    }

    /// What a place gets.
    fn replacement(&mut self, world: &World, r: &str) -> String {
        let (a, b) = (self.source(world), self.source(world));
        match self.random.below(12) {
            0..4 => format!("{r} & 1 ? {a} : {b}"),
            4..6 => {
                let c = self.source(world);
                format!("[{a}, {b}, {c}][{r} % 3]")
            }
            6 => format!("{r} % 5 ? {a} : {b}"),
            7..10 if !world.makers.is_empty() => {
                let maker = self.random.pick(&world.makers);
                match self.random.below(3) {
                    0 => format!("{maker}({r})"),
                    1 => format!("{r} & 1 ? {maker}({r}) : {b}"),
                    _ => format!("{r} % 3 ? {a} : {maker}({r})"),
                }
            }
            _ => a,
        }
    }
}
