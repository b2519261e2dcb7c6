//! Names for reports: what profiles and stack traces call a function to which the language gives no name, or one that says too little.
//!
//! `Scheduler.prototype.schedule = function () {}` leaves the function's `name` empty, and `var o = { a: { b() {} } }` makes it
//! "b"; reports say `Scheduler.schedule` and `o.a.b`, as V8's do. A method is called after its class. What is still
//! nameless gets SpiderMonkey's notation: `f/<` is a function made in `f`, mostly to be passed on. Scripts never see these names but in
//! `Error.stack`.

use super::*;
use std::fmt::Write;
use swc_ecma_ast::*;

/// How deep into nested literals names are given.
const MAX_DEPTH: u32 = 8;
/// Segments of a name at most, and bytes; what would get longer keeps the name that the language gives.
const MAX_SEGMENTS: usize = 8;
const MAX_BYTES: usize = 120;

/// What is appended to the name of the function in which an anonymous one is made.
const MADE_IN: &str = "/<";

impl Compiler<'_> {
    /// `target = value`: the functions in the value are called after the target.
    pub(super) fn infer_from_target(&mut self, target: &SimpleAssignTarget, value: &Expr) {
        if !holds_functions(value) {
            return;
        }
        if let SimpleAssignTarget::Member(member) = target
            && let Some(path) = self.member_path(member)
        {
            self.infer_in(&path, value, 0);
        }
    }

    /// A variable or a field of this name gets the value.
    pub(super) fn infer_from_name(&mut self, name: &Atom, value: &Expr) {
        if holds_functions(value) {
            self.infer_in(name, value, 0);
        }
    }

    /// A field of the class whose initializers this is.
    pub(super) fn infer_field(&mut self, name: &ConstString, value: &Expr) {
        if let ConstString::Utf8(name) = name
            && holds_functions(value)
        {
            let path = property_path(self.this_path(), name);
            self.infer_in(&path, value, 0);
        }
    }

    /// A method or accessor of the class being compiled.
    pub(super) fn infer_method(&mut self, id: FunctionId, name: &Option<ConstString>) {
        if let Some(ConstString::Utf8(name)) = name
            && !self.class_name.is_empty()
        {
            let path = match name.split_once(' ') {
                Some((prefix, name)) => format!("{prefix} {}.{name}", self.class_name),
                None => format!("{}.{name}", self.class_name),
            };
            self.record(id, path);
        }
    }

    /// The name under which reports know function `id`, whose `name` is this.
    pub(super) fn report_name(&mut self, id: FunctionId, name: &ConstString) -> ConstString {
        if let Some(inferred) = self.inferred.remove(&id) {
            return ConstString::Utf8(inferred);
        }
        match name {
            ConstString::Utf8(text) if text.is_empty() && !self.own_name.is_empty() => {
                let base = self.own_name.trim_end_matches(MADE_IN);
                ConstString::Utf8(Atom::from(format!("{base}{MADE_IN}")))
            }
            name => name.clone(),
        }
    }

    fn record(&mut self, id: FunctionId, path: String) {
        if path.len() <= MAX_BYTES {
            self.inferred.insert(id, Atom::from(path));
        }
    }

    fn infer_in(&mut self, path: &str, e: &Expr, depth: u32) {
        if depth > MAX_DEPTH || path.len() > MAX_BYTES {
            return;
        }
        match e {
            Expr::Fn(f) if f.ident.is_none() => self.record(index_of(f.function.ctxt), path.to_string()),
            Expr::Arrow(arrow) => self.record(index_of(arrow.ctxt), path.to_string()),
            Expr::Class(class) if class.ident.is_none() => {
                let id = self.unit.classes[index_of(class.class.ctxt) as usize].constructor;
                self.record(id, path.to_string());
            }
            Expr::Object(object) => self.infer_in_object(path, object, depth),
            Expr::Paren(paren) => self.infer_in(path, &paren.expr, depth),
            Expr::Cond(cond) => {
                self.infer_in(path, &cond.cons, depth + 1);
                self.infer_in(path, &cond.alt, depth + 1);
            }
            Expr::Bin(binary) if is_logical(binary.op) => self.infer_in(path, &binary.right, depth + 1),
            Expr::Assign(assign) => self.infer_in(path, &assign.right, depth + 1),
            // What is called at once is not what the name will stand for, but contributes to it.
            Expr::Call(call) => {
                if let Callee::Expr(callee) = &call.callee
                    && let Some(id) = called_function(callee)
                {
                    self.record(id, format!("{path}<"));
                }
            }
            _ => {}
        }
    }

    fn infer_in_object(&mut self, path: &str, object: &ObjectLit, depth: u32) {
        for property in &object.props {
            let PropOrSpread::Prop(property) = property else { continue };
            let (key, prefix, id) = match &**property {
                Prop::KeyValue(p) => {
                    if let Some(literal::StaticKey::Name(ConstString::Utf8(key))) = literal::static_key(&p.key)
                        && holds_functions(&p.value)
                    {
                        self.infer_in(&property_path(path, &key), &p.value, depth + 1);
                    }
                    continue;
                }
                Prop::Method(p) => (&p.key, "", index_of(p.function.ctxt)),
                Prop::Getter(p) => (&p.key, "get ", index_of(p.function.ctxt)),
                Prop::Setter(p) => (&p.key, "set ", index_of(p.function.ctxt)),
                Prop::Shorthand(_) | Prop::Assign(_) => continue,
            };
            if let Some(literal::StaticKey::Name(ConstString::Utf8(key))) = literal::static_key(key) {
                self.record(id, format!("{prefix}{}", property_path(path, &key)));
            }
        }
    }

    /// What `this` is called in the function being compiled.
    fn this_path(&self) -> &str {
        let own: &str = &self.own_name;
        if own.ends_with('<') {
            return "this";
        }
        // A method's object is what stands before its name.
        own.rsplit_once('.').map_or(own, |(owner, _)| owner)
    }

    /// `a.b.c`, without `prototype`; None where the object has no name.
    fn member_path(&self, member: &MemberExpr) -> Option<String> {
        let mut segments: Vec<std::borrow::Cow<'_, str>> = Vec::new();
        let mut member = member;
        let root = loop {
            if segments.len() == MAX_SEGMENTS {
                return None;
            }
            match &member.prop {
                MemberProp::Ident(name) if name.sym == "prototype" => {}
                MemberProp::Ident(name) => segments.push((&*name.sym).into()),
                MemberProp::PrivateName(name) => segments.push(format!("#{}", name.name).into()),
                MemberProp::Computed(key) => match unparen_ref(&key.expr) {
                    Expr::Lit(Lit::Str(text)) => segments.push(text.value.as_str()?.into()),
                    Expr::Lit(Lit::Num(number)) => segments.push(format!("[{}]", number.value).into()),
                    Expr::Ident(name) => segments.push(format!("[{}]", name.sym).into()),
                    _ => segments.push("[...]".into()),
                },
            }
            match unparen_ref(&member.obj) {
                Expr::Member(inner) => member = inner,
                Expr::Ident(name) => break &*name.sym,
                Expr::This(_) => break self.this_path(),
                _ => return None,
            }
        };
        let path = segments.iter().rev().fold(root.to_string(), |path, segment| property_path(&path, segment));
        Some(path)
    }
}

/// The name of a property of what is called `path`.
fn property_path(path: &str, key: &str) -> String {
    let mut whole = path.to_string();
    if key == "prototype" {
        return whole;
    }
    let dot = if whole.is_empty() || key.starts_with('[') { "" } else { "." };
    // Writing to a String cannot fail.
    let _ = write!(whole, "{dot}{key}");
    whole
}

fn is_logical(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::NullishCoalescing)
}

/// The function expression that is called.
fn called_function(callee: &Expr) -> Option<FunctionId> {
    match unparen_ref(callee) {
        Expr::Fn(f) if f.ident.is_none() => Some(index_of(f.function.ctxt)),
        Expr::Arrow(arrow) => Some(index_of(arrow.ctxt)),
        _ => None,
    }
}

/// Whether an expression is of a form in which functions can be found that its value consists of.
fn holds_functions(e: &Expr) -> bool {
    match unparen_ref(e) {
        Expr::Fn(f) => f.ident.is_none(),
        Expr::Class(class) => class.ident.is_none(),
        Expr::Object(object) => !object.props.is_empty(),
        Expr::Bin(binary) => is_logical(binary.op),
        Expr::Call(call) => matches!(&call.callee, Callee::Expr(callee) if called_function(callee).is_some()),
        Expr::Arrow(_) | Expr::Cond(_) | Expr::Assign(_) => true,
        _ => false,
    }
}
