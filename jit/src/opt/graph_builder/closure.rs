//! Closures and the environments that they are made over.

use super::*;
use abi::cell::CellKind;
use abi::frame::CODE_FLAG_ARROW;
use abi::object::{ENVIRONMENT_VALUES_OFFSET, Environment, JsFunction};
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

    /// Where there is no environment the register is undefined, and the word null.
    fn remember_environment(&mut self, cell: NodeId, offset: usize, environment: NodeId) {
        if self.constant_value(environment).is_none() {
            self.facts.loaded_fixed(cell, offset as u32, environment);
        }
    }
}
