//! Closures and the environments that they are made over.

use super::*;
use abi::cell::CellKind;
use abi::frame::CODE_FLAG_ARROW;
use abi::object::{ENVIRONMENT_VALUES_OFFSET, Environment, JsFunction};
use vm::code::{Closures, ScopeInfoCell};
use vm::object::function::{CLOSURE_BYTES, closure_header};

impl<'a> Builder<'a> {
    /// The environment that a constant describes; None where that is too large.
    pub(super) fn new_environment(&mut self, a: &mut Activation<'a>, parent: NodeId, constant: u32) -> Option<NodeId> {
        let info = a.body.constants[constant as usize];
        let length = vm::code::environment_length(info);
        let (allocator, bytes) = Vm::allocator_of(ENVIRONMENT_VALUES_OFFSET + 8 * length as usize)?;
        self.graph.cells.push(info.bits());
        self.checkpoint(a);
        let op = Op::NewEnvironment { length, info: info.bits(), allocator, bytes };
        let environment = self.call_node(a, op, smallvec![parent]);
        self.facts.allocated(environment);
        let fact = self.facts.of(environment);
        fact.kind = CellKind::Environment as u8;
        fact.is_not_empty = true;
        self.remember_environment(environment, offset_of!(Environment, parent), parent);
        Some(environment)
    }

    /// The closure of a constant's code; None where that is a generator or asynchronous.
    pub(super) fn new_function(&mut self, a: &mut Activation<'a>, outer: NodeId, constant: u32) -> Option<NodeId> {
        let cell = a.body.constants[constant as usize].as_cell();
        // SAFETY: the constant is a Code cell, which the body keeps alive.
        let code = unsafe { &*cell.cast::<Code>() };
        let header = closure_header(code)?;
        let (allocator, bytes) = Vm::allocator_of(CLOSURE_BYTES)?;
        self.graph.cells.push(cell as u64);
        let mut args: SmallVec<[NodeId; 4]> = smallvec![outer];
        if code.flags() & CODE_FLAG_ARROW != 0 {
            let callee = self.callee(a);
            let home = self.load_pointer(callee, offset_of!(JsFunction, home_object));
            args.extend([a.registers[THIS], home]);
        }
        self.checkpoint(a);
        let op = Op::NewFunction { code: cell as u64, header, allocator, bytes };
        let function = self.call_node(a, op, args);
        self.facts.allocated(function);
        let fact = self.facts.of(function);
        fact.kind = CellKind::Function as u8;
        fact.is_object = true;
        fact.is_not_empty = true;
        fact.code = std::ptr::from_ref(code) as u64;
        self.remember_environment(function, offset_of!(JsFunction, environment), outer);
        Some(function)
    }

    /// Where there has been one closure of the function, and it looks at its environment, the code is for that closure: its environment is a constant, and
    /// so is what bindings in it hold for good. Another closure leaves the code.
    pub(super) fn assume_one_closure(&mut self, a: &mut Activation<'a>, callee: NodeId, request: &Request<'a>) {
        let closure = request.callee;
        if request.code.closures.get() != Closures::One || self.is_blocked(a) {
            return;
        }
        let environment = self.expected_callee(a, callee).map_or(0, |function| function.environment.get() as u64);
        if environment == 0 {
            return;
        }
        let mut copies = Vec::new();
        if let Some(frame) = request.frame {
            let alive = a.cfg.alive(a.cfg.order[0]).iter();
            copies.extend(alive.filter(|&r| r >= FIRST_ARGUMENT && frame[r].bits() == environment));
        }
        if !a.cfg.loads_callee_environment && copies.is_empty() {
            return;
        }
        self.check_identical(a, callee, closure.bits(), Reason::WrongTarget);
        self.closure = self.cell(closure.bits());
        self.graph.owner = closure.bits();
        for r in copies {
            self.check_identical(a, a.registers[r], environment, Reason::WrongTarget);
            a.registers[r] = self.cell(environment);
        }
    }

    /// The value of a binding that keeps it, in a constant environment.
    pub(super) fn settled_binding(&mut self, environment: NodeId, slot: usize) -> Option<NodeId> {
        let environment = self.constant_value(environment)?;
        if !environment.is_cell() {
            return None;
        }
        // SAFETY: the graph keeps the cell alive; of an environment the info is a ScopeInfo cell, if there is one, and the frontend has counted the slots.
        let value = unsafe {
            let environment = environment.as_cell().cast::<Environment>();
            if !(*environment).header.is(CellKind::Environment) {
                return None;
            }
            let info = (*environment).info.get().cast::<ScopeInfoCell>().as_ref()?;
            if !info.info.names.get(slot).is_some_and(|name| name.settles) {
                return None;
            }
            *environment.byte_add(ENVIRONMENT_VALUES_OFFSET).cast::<Value>().add(slot)
        };
        (!value.is_undefined() && value != Value::EMPTY).then(|| self.constant(value))
    }

    /// Where there is no environment the register is undefined, and the word null.
    fn remember_environment(&mut self, cell: NodeId, offset: usize, environment: NodeId) {
        if self.constant_value(environment).is_none() {
            self.facts.loaded_fixed(cell, offset as u32, environment);
        }
    }
}
