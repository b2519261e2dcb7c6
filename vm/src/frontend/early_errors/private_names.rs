//! Private names: the ones that the classes around the walk declare (ECMA-262 section 15.7.1,
//! AllPrivateIdentifiersValid).

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use swc_atoms::Atom;
use swc_common::Span;
use swc_ecma_ast::{Class, ClassMember, Key, MethodKind, PrivateName};

use super::{Check, Checker, error};

/// How many of the classes around the walk declare each name.
pub(super) struct PrivateNames<'a> {
    declared: FxHashMap<&'a Atom, u32>,
}

/// What a class declares under a private name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Getter { is_static: bool },
    Setter { is_static: bool },
    Other,
}

/// The names that one class declares, to be handed back when it ends.
pub(super) type Declared<'a> = SmallVec<[&'a Atom; 4]>;

impl<'a> PrivateNames<'a> {
    pub(super) fn new(names: &'a [Atom]) -> Self {
        let mut declared = FxHashMap::default();
        for name in names {
            declared.insert(name, 1);
        }
        Self { declared }
    }
}

impl<'a> Checker<'a> {
    /// Declares the private names of a class body.
    pub(super) fn declare_private_names(&mut self, class: &'a Class) -> Result<Declared<'a>, Box<super::EarlyError>> {
        let mut declared = Declared::new();
        let mut elements: FxHashMap<&'a Atom, (Element, bool)> = FxHashMap::default();
        for member in &class.body {
            let (name, element) = match member {
                ClassMember::PrivateMethod(method) => {
                    let is_static = method.is_static;
                    let element = match method.kind {
                        MethodKind::Method => Element::Other,
                        MethodKind::Getter => Element::Getter { is_static },
                        MethodKind::Setter => Element::Setter { is_static },
                    };
                    (&method.key, element)
                }
                ClassMember::PrivateProp(field) => (&field.key, Element::Other),
                ClassMember::AutoAccessor(accessor) => match &accessor.key {
                    Key::Private(name) => (name, Element::Other),
                    Key::Public(_) => continue,
                },
                _ => continue,
            };
            if (name.span.hi.0 - name.span.lo.0) as usize != name.name.len() + 1 {
                self.check_escaped_name(&name.name, name.span)?;
            }
            if &*name.name == "constructor" {
                error(name.span, "Classes may not declare a private name '#constructor'")?;
            }
            match elements.get_mut(&name.name) {
                None => {
                    elements.insert(&name.name, (element, false));
                    declared.push(&name.name);
                }
                Some((first, complete)) => {
                    let pair = match (*first, element) {
                        (Element::Getter { is_static }, Element::Setter { is_static: other })
                        | (Element::Setter { is_static }, Element::Getter { is_static: other }) => is_static == other,
                        _ => false,
                    };
                    if !pair || *complete {
                        error(name.span, format!("Private name '#{}' has already been declared", name.name))?;
                    }
                    *complete = true;
                }
            }
        }
        for name in &declared {
            *self.private_names.declared.entry(name).or_insert(0) += 1;
        }
        Ok(declared)
    }

    /// Forgets the private names of a class that ends.
    pub(super) fn forget_private_names(&mut self, names: &Declared<'a>) {
        for name in names {
            if let Some(count) = self.private_names.declared.get_mut(name) {
                *count -= 1;
            }
        }
    }

    /// A use of a private name.
    pub(super) fn private_reference(&self, name: &PrivateName) -> Check {
        self.private_reference_at(&name.name, name.span)
    }

    fn private_reference_at(&self, name: &Atom, span: Span) -> Check {
        match self.private_names.declared.get(name) {
            Some(1..) => Ok(()),
            _ => error(span, format!("Private name '#{name}' must be declared in an enclosing class")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};

    #[test]
    fn declarations_and_uses() {
        accepts(&[
            "class C { #a; m() { return this.#a; } }",
            "class C { m() { this.#a; } #a() {} }",
            "class C { get #a() {} set #a(v) {} }",
            "class C { static set #a(v) {} static get #a() {} }",
            "class C { #a; static D = class { m(c) { return #a in c && c?.#a; } } }",
            "class C { #a; D = class { #a; } }",
            "class C { #a; [(o => o.#a)]; }",
        ]);
        rejects(&[
            "this.#a;",
            "class C { m() { this.#a; } }",
            "class C { #a; #a; }",
            "class C { #a; get #a() {} }",
            "class C { get #a() {} get #a() {} }",
            "class C { get #a() {} static set #a(v) {} }",
            "class C { get #a() {} set #a(v) {} get #a() {} }",
            "class C { #constructor; }",
            "class C { D = class { #a; }; m() { this.#a; } }",
            "class C extends (o => o.#a) { #a; }",
            "class C { #a; m() { delete this.#a; } }",
            "class C { #a; m() { delete ((this.#a)); } }",
            "class C { #a; m() { delete this?.b.#a; } }",
            "class C { #a; m() { #a; } }",
            "class C { #a; m() { #a + 1; } }",
            "class C { #a; m() { 1 + #a in this; } }",
            "class C { #a; m() { #a in #a in this; } }",
            "class C { #a; m() { (#a) in this; } }",
            "class C extends B { m() { super.#a; } #a; }",
        ]);
    }
}
