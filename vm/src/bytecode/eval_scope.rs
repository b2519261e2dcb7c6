//! What the code of a direct eval is compiled in: the environments around the call, and what it may say.

use super::data::ScopeInfo;
use std::rc::Rc;
use swc_atoms::Atom;

/// The static surroundings of a direct eval.
#[derive(Debug, Clone)]
pub struct EvalScope {
    /// One per environment around the call, innermost first.
    pub layers: Vec<EvalLayer>,
    pub strict: bool,
    pub context: EvalContext,
    /// Of a module: local names and their import numbers.
    pub imports: Vec<(Atom, u32)>,
}

#[derive(Debug, Clone)]
pub enum EvalLayer {
    Environment(Rc<ScopeInfo>),
    With,
}

/// What the code of a direct eval may say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EvalContext {
    /// `new.target` is allowed.
    pub in_function: bool,
    /// `super.x` is allowed.
    pub in_method: bool,
    /// `super()` is allowed.
    pub in_derived_constructor: bool,
    /// `arguments` is an early error.
    pub in_class_field: bool,
    /// `this` is a binding of an environment, with a dead zone, and not the frame's.
    pub this_in_environment: bool,
    /// `super()` must run a field initializer.
    pub has_fields: bool,
}
