//! Modules for a CommonJS loader: a module by its name, evaluated at once, as node's `require` of an ES module does.

use super::evaluate::evaluate;
use super::load::load_requested_modules;
use super::namespace::namespace;
use super::{Module, ORDER_UNSET, PHASE_EVALUATION, Status, link};
use crate::runtime::promise::{self, PromiseState};
use crate::vm::Vm;
use crate::{JsResult, Value};
use gc::Gc;
use rustc_hash::FxHashSet;

/// What became of a module that is wanted at once.
pub enum Required {
    /// Its namespace; it is evaluated.
    Namespace(Value),
    /// This module, which it asks for or is, has a top-level await.
    Asynchronous(String),
    /// This module, which it asks for or is, is being evaluated.
    Cycle(String),
}

impl Vm {
    /// Loads, links and evaluates the module with this name, which the host's loader gave it.
    ///
    /// # Errors
    /// What loading, linking or evaluation throws.
    pub fn require_module(&mut self, name: &str) -> JsResult<Required> {
        let module = self.load_named(name.to_string(), "")?;
        load_requested_modules(self, module)?;
        link::link(self, module)?;
        if let Some(refused) = obstacle(self, module, &mut FxHashSet::default())? {
            return Ok(refused);
        }
        let evaluation = evaluate(self, module)?;
        if let Some(promise) = promise::as_promise(evaluation) {
            match promise::state(promise) {
                PromiseState::Fulfilled => {}
                PromiseState::Rejected => {
                    if !promise::is_handled(promise) {
                        self.host.promise_rejection_tracker(promise.value(), true);
                    }
                    promise::mark_handled(promise);
                    return Err(self.throw(promise::result(promise)));
                }
                PromiseState::Pending => return Ok(Required::Asynchronous(module.name.clone())),
            }
        }
        Ok(Required::Namespace(namespace(self, module, PHASE_EVALUATION)?))
    }

    /// Whether a text is the body of a function with these parameters, as far as its syntax tells.
    pub fn is_function_body_syntax(&mut self, name: &str, text: &str, parameters: &'static [&'static str]) -> bool {
        let source = std::rc::Rc::new(crate::source::SourceText::new(name, text, 0));
        crate::frontend::compile_function_body(source, parameters).is_ok()
    }

    /// Whether a text is a module's, as far as its syntax tells.
    pub fn is_module_syntax(&mut self, name: &str, text: &str) -> bool {
        let source = std::rc::Rc::new(crate::source::SourceText::new(name, text, 0));
        crate::frontend::compile_module(source).is_ok()
    }
}

/// What keeps a linked module from being evaluated at once.
fn obstacle(vm: &mut Vm, module: Gc<Module>, seen: &mut FxHashSet<*mut Module>) -> JsResult<Option<Required>> {
    vm.check_native_stack()?;
    if !seen.insert(module.as_ptr()) {
        return Ok(None);
    }
    match module.status.get() {
        Status::Evaluating => return Ok(Some(Required::Cycle(module.name.clone()))),
        Status::EvaluatingAsync => return Ok(Some(Required::Asynchronous(module.name.clone()))),
        // What it asks for is evaluated, too.
        Status::Evaluated if module.async_order.get() == ORDER_UNSET => return Ok(None),
        _ => {}
    }
    if module.has_top_level_await {
        return Ok(Some(Required::Asynchronous(module.name.clone())));
    }
    for (other, _) in module.imported_modules() {
        if let Some(refused) = obstacle(vm, other, seen)? {
            return Ok(Some(refused));
        }
    }
    Ok(None)
}
