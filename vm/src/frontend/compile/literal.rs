//! Literals: numbers, strings, arrays, objects, templates, regular expressions.

use super::expression::numeric;
use super::function::FunctionName;
use super::*;
use swc_ecma_ast::*;

/// Elements of an array literal that are first put into registers.
const ARRAY_REGISTERS: usize = 32;

/// The name of a property that is known when compiling.
#[derive(Clone)]
pub(super) enum StaticKey {
    Name(ConstString),
}

impl Compiler<'_> {
    pub(super) fn literal(&mut self, literal: &Lit, dst: Reg) {
        let dst = dst as u32;
        match literal {
            Lit::Num(n) => self.load_number(n.value, dst as Reg),
            Lit::Str(s) => {
                let k = self.b.string(&const_string(&s.value));
                self.e(Opcode::LoadConst, &[dst, k]);
            }
            Lit::Bool(b) => self.e(if b.value { Opcode::LoadTrue } else { Opcode::LoadFalse }, &[dst]),
            Lit::Null(_) => self.e(Opcode::LoadNull, &[dst]),
            Lit::BigInt(n) => {
                let k = self.b.constant(Constant::BigInt(bigint_digits(n)));
                self.e(Opcode::LoadConst, &[dst, k]);
            }
            Lit::Regex(r) => {
                let k = self.b.constant(Constant::RegExp {
                    pattern: ConstString::Utf8(r.exp.clone()),
                    flags: ConstString::Utf8(r.flags.clone()),
                });
                self.at(r.span);
                self.e(Opcode::NewRegExp, &[dst, k]);
            }
            Lit::JSXText(_) => self.undefined(dst as Reg),
        }
    }

    // ---- arrays

    pub(super) fn array(&mut self, array: &mut ArrayLit, dst: Reg) {
        self.array_elements(&mut array.elems, dst);
    }

    /// An array of the elements (an argument list with spread, too).
    pub(super) fn array_elements(&mut self, elements: &mut [Option<ExprOrSpread>], dst: Reg) {
        let site = self.site(SiteKind::NewArray);
        if !elements.is_empty()
            && let Some(constants) = constant_elements(elements)
        {
            let k = self.b.constant(Constant::Array(constants));
            return self.e(Opcode::NewArrayConst, &[dst as u32, k, site]);
        }
        let plain =
            elements.iter().take(ARRAY_REGISTERS).take_while(|e| e.as_ref().is_none_or(|e| e.spread.is_none())).count();
        let all = plain == elements.len();
        let top = self.b.top();
        let (first, rest) = elements.split_at_mut(plain);
        let registers = self.b.allocate(plain as u32);
        for (i, element) in first.iter_mut().enumerate() {
            let reg = registers + i as Reg;
            match element {
                Some(element) => self.to(&mut element.expr, reg),
                None => self.e(Opcode::LoadEmpty, &[reg as u32]),
            }
        }
        // Pushing to a variable's register would show a half-made array.
        let array = if all || !self.is_variable(dst) { dst } else { self.b.temporary() };
        self.e(Opcode::NewArray, &[array as u32, registers as u32, plain as u32, site]);
        let element_top = self.b.top();
        for element in rest {
            match element {
                Some(ExprOrSpread { spread: Some(_), expr }) => {
                    let value = self.any(expr);
                    self.at(swc_common::Spanned::span(&**expr));
                    self.e(Opcode::ArraySpread, &[array as u32, value as u32]);
                }
                Some(ExprOrSpread { spread: None, expr }) => {
                    let value = self.any(expr);
                    self.e(Opcode::ArrayPush, &[array as u32, value as u32]);
                }
                None => self.e(Opcode::ArrayPushHole, &[array as u32]),
            }
            self.b.release(element_top);
        }
        self.mov(dst, array);
        self.b.release(top);
    }

    // ---- objects

    pub(super) fn object(&mut self, object: &mut ObjectLit, dst: Reg) {
        let top = self.b.top();
        let target = if self.is_variable(dst) && !object.props.is_empty() { self.b.temporary() } else { dst };
        let capacity = object.props.len().min(0xffff) as u32;
        let site = self.site(SiteKind::NewObject);
        self.e(Opcode::NewObject, &[target as u32, capacity, site]);
        let property_top = self.b.top();
        for property in &mut object.props {
            match property {
                PropOrSpread::Spread(spread) => {
                    let value = self.any(&mut spread.expr);
                    self.at(spread.dot3_token);
                    let first = self.b.top();
                    self.e(Opcode::CopyDataProperties, &[target as u32, value as u32, first, 0]);
                }
                PropOrSpread::Prop(property) => self.property(property, target),
            }
            self.b.release(property_top);
        }
        self.mov(dst, target);
        self.b.release(top);
    }

    fn property(&mut self, property: &mut Prop, object: Reg) {
        match property {
            Prop::Shorthand(ident) => {
                let value = match self.variable(ident) {
                    Some(reg) => reg,
                    None => {
                        let t = self.b.temporary();
                        self.load(ident, t);
                        t
                    }
                };
                let site = self.key_site(SiteKind::DefineField, &ident.sym);
                self.e(Opcode::DefineField, &[object as u32, value as u32, site]);
            }
            Prop::KeyValue(p) => match static_key(&p.key) {
                Some(StaticKey::Name(key)) => {
                    let proto = matches!(&key, ConstString::Utf8(a) if a == "__proto__");
                    if proto {
                        let value = self.any(&mut p.value);
                        return self.e(Opcode::SetPrototype, &[object as u32, value as u32]);
                    }
                    let value = self.any_named(&mut p.value, FunctionName::Static(key.clone()));
                    let site = self.b.site(SiteKind::DefineField, Some(key), self.strict);
                    self.e(Opcode::DefineField, &[object as u32, value as u32, site]);
                }
                None => {
                    let key = self.computed_key(&mut p.key);
                    let value = self.any_named(&mut p.value, FunctionName::Computed(key, 0));
                    self.e(Opcode::DefineIndex, &[object as u32, key as u32, value as u32]);
                }
            },
            Prop::Getter(p) => self.accessor(&mut p.key, &mut p.function, FunctionKind::Getter, p.span, object),
            Prop::Setter(p) => self.accessor(&mut p.key, &mut p.function, FunctionKind::Setter, p.span, object),
            Prop::Method(p) => {
                let span = swc_common::Spanned::span(p);
                let name = static_key(&p.key);
                let key = self.key(&mut p.key);
                let function = self.b.temporary();
                self.method(&mut p.function, name.map(|StaticKey::Name(n)| n), span, function);
                self.e(Opcode::DefineMethod, &[object as u32, key as u32, function as u32, 1]);
            }
            Prop::Assign(_) => {}
        }
    }

    fn accessor(
        &mut self,
        key: &mut PropName,
        function: &mut swc_ecma_ast::Function,
        kind: FunctionKind,
        span: Span,
        object: Reg,
    ) {
        let setter = kind == FunctionKind::Setter;
        let name = static_key(key).map(|StaticKey::Name(n)| accessor_name(&n, setter));
        let key = self.key(key);
        let closure = self.b.temporary();
        self.method(function, name, span, closure);
        self.e(Opcode::DefineAccessor, &[object as u32, key as u32, closure as u32, 1 | if setter { 2 } else { 0 }]);
    }

    /// A property name's key in a register.
    pub(super) fn key(&mut self, key: &mut PropName) -> Reg {
        match static_key(key) {
            Some(StaticKey::Name(name)) => {
                let reg = self.b.temporary();
                let k = self.b.string(&name);
                self.e(Opcode::LoadConst, &[reg as u32, k]);
                reg
            }
            None => self.computed_key(key),
        }
    }

    /// A computed property name, as a property key.
    pub(super) fn computed_key(&mut self, key: &mut PropName) -> Reg {
        let reg = self.b.temporary();
        if let PropName::Computed(computed) = key {
            let span = computed.span;
            self.to(&mut computed.expr, reg);
            self.at(span);
            self.e(Opcode::ToPropertyKey, &[reg as u32, reg as u32]);
        }
        reg
    }

    // ---- templates

    pub(super) fn template(&mut self, template: &mut Tpl, dst: Reg) {
        let top = self.b.top();
        let mut parts = Vec::with_capacity(template.quasis.len() + template.exprs.len());
        let count = template.quasis.iter().filter(|q| q.cooked.as_ref().is_some_and(|c| !c.is_empty())).count()
            + template.exprs.len();
        if count == 0 {
            let k = self.b.string(&ConstString::from(""));
            return self.e(Opcode::LoadConst, &[dst as u32, k]);
        }
        if count > 0x4000 {
            return self.long_template(template, dst);
        }
        let first = self.b.allocate(count as u32);
        let mut expressions = template.exprs.iter_mut();
        for quasi in &template.quasis {
            if let Some(cooked) = &quasi.cooked
                && !cooked.is_empty()
            {
                let reg = first + parts.len() as Reg;
                let k = self.b.string(&const_string(cooked));
                self.e(Opcode::LoadConst, &[reg as u32, k]);
                parts.push(reg);
            }
            if let Some(expression) = expressions.next() {
                let reg = first + parts.len() as Reg;
                self.string_of(expression, reg);
                parts.push(reg);
            }
        }
        if parts.len() == 1 {
            self.mov(dst, first);
        } else {
            self.e(Opcode::Concat, &[dst as u32, first as u32, parts.len() as u32]);
        }
        self.b.release(top);
    }

    fn string_of(&mut self, e: &mut Expr, dst: Reg) {
        let top = self.b.top();
        let span = swc_common::Spanned::span(e);
        let value = self.any(e);
        self.at(span);
        self.e(Opcode::ToString, &[dst as u32, value as u32]);
        self.b.release(top);
    }

    /// A template with very many parts: two at a time.
    fn long_template(&mut self, template: &mut Tpl, dst: Reg) {
        let top = self.b.top();
        let pair = self.b.allocate(2);
        let k = self.b.string(&ConstString::from(""));
        self.e(Opcode::LoadConst, &[pair as u32, k]);
        let mut expressions = template.exprs.iter_mut();
        for quasi in &template.quasis {
            if let Some(cooked) = &quasi.cooked {
                let k = self.b.string(&const_string(cooked));
                self.e(Opcode::LoadConst, &[pair as u32 + 1, k]);
                self.e(Opcode::Concat, &[pair as u32, pair as u32, 2]);
            }
            if let Some(expression) = expressions.next() {
                self.string_of(expression, pair + 1);
                self.e(Opcode::Concat, &[pair as u32, pair as u32, 2]);
            }
        }
        self.mov(dst, pair);
        self.b.release(top);
    }

    /// The template object of a tagged template.
    pub(super) fn template_object(&mut self, template: &Tpl, dst: Reg) {
        let cooked =
            template.quasis.iter().map(|q| crate::frontend::early_errors::cooked(q).map(const_string)).collect();
        let raw = template.quasis.iter().map(|q| ConstString::Utf8(raw_string(&q.raw))).collect();
        let k = self.b.constant(Constant::Template { cooked, raw });
        self.e(Opcode::TemplateObject, &[dst as u32, k]);
    }
}

/// TRV (sec. 12.9.6.2): a carriage return, alone or before a line feed, is a line feed.
fn raw_string(raw: &Atom) -> Atom {
    if raw.contains('\r') { Atom::from(raw.replace("\r\n", "\n").replace('\r', "\n")) } else { raw.clone() }
}

/// `get x`, `set x`.
pub(super) fn accessor_name(name: &ConstString, setter: bool) -> ConstString {
    let prefix = if setter { "set " } else { "get " };
    match name {
        ConstString::Utf8(atom) => ConstString::Utf8(Atom::from(format!("{prefix}{atom}"))),
        ConstString::Utf16(units) => {
            ConstString::Utf16(prefix.encode_utf16().chain(units.iter().copied()).collect::<Vec<_>>().into())
        }
    }
}

/// A property name's string, unless it is computed.
pub(super) fn static_key(key: &PropName) -> Option<StaticKey> {
    Some(StaticKey::Name(match key {
        PropName::Ident(ident) => ConstString::Utf8(ident.sym.clone()),
        PropName::Str(s) => const_string(&s.value),
        PropName::Num(n) => ConstString::Utf8(Atom::from(number_text(n.value))),
        PropName::BigInt(n) => ConstString::Utf8(Atom::from(n.value.to_string())),
        PropName::Computed(_) => return None,
    }))
}

/// Number::toString (sec. 6.1.6.1.20).
fn number_text(number: f64) -> String {
    ryu_js::Buffer::new().format(number).to_string()
}

/// A BigInt literal's digits, without separators and `n`.
fn bigint_digits(n: &BigInt) -> Atom {
    match &n.raw {
        Some(raw) => {
            let digits: String = raw.chars().filter(|c| *c != '_' && *c != 'n').collect();
            Atom::from(digits)
        }
        None => Atom::from(n.value.to_string()),
    }
}

/// The elements of an array literal that holds constants only.
fn constant_elements(elements: &[Option<ExprOrSpread>]) -> Option<Vec<ArrayConstant>> {
    elements
        .iter()
        .map(|element| match element {
            None => Some(ArrayConstant::Hole),
            Some(ExprOrSpread { spread: Some(_), .. }) => None,
            Some(ExprOrSpread { expr, .. }) => match &**expr {
                Expr::Lit(Lit::Str(s)) => Some(ArrayConstant::String(const_string(&s.value))),
                Expr::Lit(Lit::Bool(b)) => Some(ArrayConstant::Bool(b.value)),
                Expr::Lit(Lit::Null(_)) => Some(ArrayConstant::Null),
                e => numeric(e, 4).map(ArrayConstant::Number),
            },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_strings_have_line_feeds_only() {
        assert_eq!(raw_string(&Atom::from("\r\n\r\n\n\r")), "\n\n\n\n");
        assert_eq!(raw_string(&Atom::from("\\r")), "\\r");
    }
}
