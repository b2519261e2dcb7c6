//! Decorators: their evaluation, and the array of elements that the runtime decorates (`runtime/decorators.rs`).

use super::class::{private_kind, private_name_text};
use super::*;
use crate::bytecode::decorated_element as element;
use swc_ecma_ast::*;

/// What a class's decorators know as its name.
pub(super) enum DecoratedName {
    None,
    Static(ConstString),
    /// The class has it by now.
    Computed,
}

/// What a decorated class's elements come to, until its decorators are called.
pub(super) struct Decorations {
    /// The array.
    list: Reg,
    count: u32,
    /// Words that nameless bindings get.
    hidden: Vec<(u32, BindingId)>,
    /// Static private methods: name, word, DefinePrivateMethod's kind.
    pub(super) static_methods: Vec<(PrivateName, u32, u32)>,
    /// The decorated auto-accessor whose storage comes next.
    accessor: u32,
}

impl Compiler<'_> {
    pub(super) fn begin_decorations(&mut self) -> Decorations {
        let list = self.b.temporary();
        let site = self.site(SiteKind::NewArray);
        self.e(Opcode::NewArray, &[list as u32, list as u32, 0, site]);
        Decorations { list, count: 0, hidden: Vec::new(), static_methods: Vec::new(), accessor: 0 }
    }

    /// DecoratorListEvaluation: an array of the decorators, each with the `this` that it is called with.
    pub(super) fn decorator_list(&mut self, decorators: &mut [Decorator]) -> Reg {
        let list = self.b.temporary();
        let site = self.site(SiteKind::NewArray);
        self.e(Opcode::NewArray, &[list as u32, list as u32, 0, site]);
        for decorator in decorators {
            let top = self.b.top();
            let (value, this) = (self.b.temporary(), self.b.temporary());
            self.undefined(this);
            match &mut *decorator.expr {
                Expr::Member(member) => {
                    self.to(&mut member.obj, this);
                    self.get_property(this, &mut member.prop, value);
                }
                other => self.to(other, value),
            }
            self.e(Opcode::ArrayPush, &[list as u32, value as u32]);
            self.e(Opcode::ArrayPush, &[list as u32, this as u32]);
            self.b.release(top);
        }
        list
    }

    /// The decorators of an element, in a register; None if it has none.
    fn element_decorators(&mut self, decorators: &mut [Decorator]) -> Option<Reg> {
        if decorators.is_empty() { None } else { Some(self.decorator_list(decorators)) }
    }

    /// Adds an element to the array; gives the number of its first word.
    fn push_element(
        &mut self,
        d: &mut Decorations,
        flags: i32,
        key: Reg,
        decorators: Option<Reg>,
        functions: [Option<Reg>; 2],
    ) -> u32 {
        let top = self.b.top();
        let (number, undefined) = (self.b.temporary(), self.b.temporary());
        self.load_int(number, flags);
        self.undefined(undefined);
        let or_undefined = |reg: Option<Reg>| reg.unwrap_or(undefined);
        let words =
            [number, key, or_undefined(decorators), or_undefined(functions[0]), or_undefined(functions[1]), undefined];
        debug_assert_eq!(words.len() as u32, element::STRIDE);
        for word in words {
            self.e(Opcode::ArrayPush, &[d.list as u32, word as u32]);
        }
        self.b.release(top);
        d.count += 1;
        (d.count - 1) * element::STRIDE
    }

    /// A method or accessor of a decorated class. `rest`: the elements that follow; of an auto-accessor the setter and the storage.
    /// Gives the key's register, and whether the setter was done with.
    pub(super) fn decorated_method(
        &mut self,
        d: &mut Decorations,
        m: &mut ClassMethod,
        known_key: Option<Reg>,
        rest: &mut [ClassMember],
    ) -> (Reg, bool) {
        let storage = decorated_storage(rest).is_some();
        let decorators = match rest {
            [_, ClassMember::PrivateProp(storage), ..] if decorated(&storage.decorators, &storage.key) => {
                self.element_decorators(&mut storage.decorators)
            }
            _ => self.element_decorators(&mut m.function.decorators),
        };
        let text = super::literal::static_key(&m.key).map(|super::literal::StaticKey::Name(name)| name);
        let key = match known_key {
            Some(key) => key,
            None => self.key(&mut m.key),
        };
        let function = self.element_function(&mut m.function, m.kind, m.is_static, text.clone());
        let mut flags = method_flags(m.kind) | if m.is_static { element::STATIC } else { 0 };
        let mut setter = None;
        if storage && let [ClassMember::Method(second), ..] = rest {
            flags = flags & !7 | element::ACCESSOR;
            setter = Some(self.element_function(&mut second.function, second.kind, second.is_static, text));
        }
        let first = self.push_element(d, flags, key, decorators, [Some(function), setter]);
        d.accessor = first;
        (key, storage)
    }

    fn element_function(
        &mut self,
        function: &mut swc_ecma_ast::Function,
        kind: MethodKind,
        is_static: bool,
        text: Option<ConstString>,
    ) -> Reg {
        let span = super::class::method_span(&self.unit.source.text, function.span, is_static);
        function.span = span;
        let closure = self.b.temporary();
        let text = text.map(|text| match kind {
            MethodKind::Method => text,
            MethodKind::Getter => super::literal::accessor_name(&text, false),
            MethodKind::Setter => super::literal::accessor_name(&text, true),
        });
        self.method(function, text, span, closure);
        closure
    }

    /// The same for a private method or accessor. `hidden`: its first nameless binding. Gives whether the setter was done with.
    pub(super) fn decorated_private_method(
        &mut self,
        d: &mut Decorations,
        m: &mut PrivateMethod,
        hidden: BindingId,
        rest: &mut [ClassMember],
    ) -> bool {
        let storage = decorated_storage(rest).is_some();
        let decorators = match rest {
            [_, ClassMember::PrivateProp(storage), ..] if decorated(&storage.decorators, &storage.key) => {
                self.element_decorators(&mut storage.decorators)
            }
            _ => self.element_decorators(&mut m.function.decorators),
        };
        let text = private_name_text(&m.key);
        let key = self.private_name(&m.key);
        let function = self.element_function(&mut m.function, m.kind, m.is_static, Some(text.clone()));
        let mut flags = element::PRIVATE | method_flags(m.kind) | if m.is_static { element::STATIC } else { 0 };
        let mut setter = None;
        if storage && let [ClassMember::PrivateMethod(second), ..] = rest {
            flags = flags & !7 | element::ACCESSOR;
            setter = Some(self.element_function(&mut second.function, second.kind, second.is_static, Some(text)));
        }
        let first = self.push_element(d, flags, key, decorators, [Some(function), setter]);
        d.accessor = first;
        let (kind, _) = private_kind(m.kind, &m.key);
        let words = [(element::FUNCTION, kind), (element::SETTER, 2)];
        for (i, (word, kind)) in words.into_iter().take(if storage { 2 } else { 1 }).enumerate() {
            if m.is_static {
                d.static_methods.push((m.key.clone(), first + word, kind));
            } else {
                d.hidden.push((first + word, hidden + i as u32));
            }
        }
        storage
    }

    /// A decorated field, or the storage of a decorated auto-accessor, whose initializers two nameless bindings from `hidden` get. The
    /// decorators of a field are evaluated by now.
    pub(super) fn decorated_field(
        &mut self,
        d: &mut Decorations,
        hidden: BindingId,
        field: Option<(i32, Reg, Option<Reg>)>,
    ) {
        let first = match field {
            Some((flags, key, decorators)) => self.push_element(d, element::FIELD | flags, key, decorators, [None; 2]),
            None => d.accessor,
        };
        d.hidden.push((first + element::INITIALIZERS, hidden));
        d.hidden.push((first + element::EXTRA_INITIALIZERS, hidden + 1));
    }

    pub(super) fn field_decorators(&mut self, decorators: &mut [Decorator]) -> Option<Reg> {
        self.element_decorators(decorators)
    }

    /// Calls the decorators of the elements. `instance_extras`: the nameless binding of the extra initializers of instance methods.
    pub(super) fn decorate_elements(
        &mut self,
        d: &mut Decorations,
        constructor: Reg,
        prototype: Reg,
        instance_extras: BindingId,
    ) {
        self.e(Opcode::DecorateElements, &[constructor as u32, prototype as u32, d.list as u32]);
        if instance_extras != NONE {
            d.hidden.push((d.count * element::STRIDE, instance_extras));
        }
        for (word, binding) in std::mem::take(&mut d.hidden) {
            let top = self.b.top();
            let value = self.decorated_word(d, word);
            self.initialize_binding(binding, value);
            self.b.release(top);
        }
    }

    /// A word of the array.
    pub(super) fn decorated_word(&mut self, d: &Decorations, word: u32) -> Reg {
        let value = self.b.temporary();
        self.load_int(value, word as i32);
        let site = self.site(SiteKind::GetIndex);
        self.e(Opcode::GetIndex, &[value as u32, d.list as u32, value as u32, site]);
        value
    }

    /// Runs the extra initializers of static methods.
    pub(super) fn static_extras(&mut self, d: &Decorations, class: Reg) {
        let top = self.b.top();
        let list = self.decorated_word(d, d.count * element::STRIDE + 1);
        self.e(Opcode::RunInitializers, &[list as u32, class as u32, list as u32, 1]);
        self.b.release(top);
    }

    /// Calls the class's own decorators; `class` becomes what comes of it. Gives the list of its extra initializers.
    pub(super) fn decorate_class(&mut self, class: Reg, decorators: Reg, name: DecoratedName) -> Reg {
        let extras = self.b.temporary();
        let site = self.site(SiteKind::NewArray);
        self.e(Opcode::NewArray, &[extras as u32, extras as u32, 0, site]);
        let text = self.b.temporary();
        match name {
            DecoratedName::Static(name) => {
                let k = self.b.string(&name);
                self.e(Opcode::LoadConst, &[text as u32, k]);
            }
            DecoratedName::Computed => {
                let site = self.key_site(SiteKind::GetField, &Atom::from("name"));
                self.e(Opcode::GetField, &[text as u32, class as u32, site]);
            }
            DecoratedName::None => self.undefined(text),
        }
        self.e(Opcode::DecorateClass, &[class as u32, class as u32, decorators as u32, text as u32, extras as u32]);
        extras
    }
}

fn method_flags(kind: MethodKind) -> i32 {
    match kind {
        MethodKind::Method => element::METHOD,
        MethodKind::Getter => element::GETTER,
        MethodKind::Setter => element::SETTER_METHOD,
    }
}

/// Whether a private field is the storage of a decorated auto-accessor.
fn decorated(decorators: &[Decorator], key: &PrivateName) -> bool {
    !decorators.is_empty() && key.name.starts_with(crate::frontend::scope::accessors::STORAGE)
}

/// The storage of the auto-accessor whose setter comes first in `rest`, if that is decorated.
fn decorated_storage(rest: &[ClassMember]) -> Option<&PrivateProp> {
    match rest {
        [_, ClassMember::PrivateProp(storage), ..] if decorated(&storage.decorators, &storage.key) => Some(storage),
        _ => None,
    }
}
