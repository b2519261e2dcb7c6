//! What an object is called: by its constructor and its @@toStringTag.

use abi::cell::CellKind;
use vm::{JsResult, JsString, Object, ValueExt, Vm};

pub struct Names {
    /// The name of the constructor that made the object, as far as data tells; None without one.
    pub constructor: Option<String>,
    /// @@toStringTag, where it says something else.
    pub tag: Option<String>,
}

impl Names {
    pub fn of(vm: &mut Vm, object: Object) -> JsResult<Names> {
        let constructor = constructor_name(vm, object)?;
        let tag = if object.is_kind(CellKind::Global) {
            Some(String::from("global"))
        } else {
            let key = vm.names.sym_to_string_tag;
            vm.peek(object, key).and_then(|v| v.as_string()).map(JsString::to_display)
        };
        let tag = tag.filter(|tag| !tag.is_empty() && Some(tag) != constructor.as_ref());
        Ok(Names { constructor, tag })
    }

    /// `Name [tag] `, with a blank at its end. `kind` is what the object is in any case.
    pub fn prefix(&self, kind: &str) -> String {
        self.with_size(kind, "")
    }

    /// `Name(3) [tag] `
    pub fn sized_prefix(&self, kind: &str, size: usize) -> String {
        self.with_size(kind, &format!("({size})"))
    }

    /// As [`Names::sized_prefix`], nothing for what is a plain array.
    pub fn array_prefix(&self, kind: &str, size: usize) -> String {
        if self.tag.is_none() && self.constructor.as_deref() == Some(kind) {
            return String::new();
        }
        self.sized_prefix(kind, size)
    }

    /// As [`Names::prefix`], nothing for what is a plain object.
    pub fn object_prefix(&self) -> String {
        if self.tag.is_none() && self.constructor.as_deref() == Some("Object") {
            return String::new();
        }
        self.prefix("Object")
    }

    fn with_size(&self, kind: &str, size: &str) -> String {
        let tag = self.tag.as_ref().map(|tag| format!("[{tag}] ")).unwrap_or_default();
        match &self.constructor {
            Some(name) => format!("{name}{size} {tag}"),
            None => format!("[{kind}{size}: null prototype] {tag}"),
        }
    }

    /// What stands for an object that is too deep to be shown.
    pub fn short(&self, object: Object) -> String {
        match &self.constructor {
            _ if object.is_kind(CellKind::Array) && self.constructor.is_some() => String::from("Array"),
            Some(name) => match &self.tag {
                Some(tag) => format!("{name} [{tag}]"),
                None => name.clone(),
            },
            None => String::from("Object: null prototype"),
        }
    }
}

/// The name of the first `constructor` on the way up the prototypes whose `prototype` the object inherits from.
fn constructor_name(vm: &mut Vm, object: Object) -> JsResult<Option<String>> {
    let mut link = Some(object);
    while let Some(holder) = link {
        if holder.is_kind(CellKind::Proxy) {
            return Ok(None);
        }
        let own = holder.get_own_property(vm, vm.names.constructor);
        let own = match own {
            Ok(own) => own,
            Err(throw) if vm.is_terminating() => return Err(throw),
            Err(_) => {
                vm.take_exception();
                None
            }
        };
        if let Some(constructor) = own.and_then(|d| d.value).and_then(|v| v.as_object()).filter(|o| o.is_callable()) {
            let (prototype, name) = (vm.names.prototype, vm.names.name);
            let prototype = vm.peek(constructor, prototype).and_then(|v| v.as_object());
            let name = vm.peek(constructor, name).and_then(|v| v.as_string()).map(JsString::to_display);
            if let (Some(prototype), Some(name)) = (prototype, name)
                && !name.is_empty()
                && inherits(object, prototype)
            {
                return Ok(Some(name));
            }
        }
        link = holder.shape().prototype();
    }
    Ok(None)
}

fn inherits(object: Object, prototype: Object) -> bool {
    let mut link = object.shape().prototype();
    while let Some(holder) = link {
        if holder == prototype {
            return true;
        }
        link = holder.shape().prototype();
    }
    false
}
