//! Specialization of self-hosted built-ins (trial inlining): a call site that calls one now and then gets a copy of it for itself, whose feedback
//! is of that site's calls alone. So the compilers know which arrays and which callbacks come there, and the optimizer inlines the copy.
//!
//! The copy is a function object with Code of its own. It lives as long as the code that has the site. Nobody but the first instruction of the
//! built-in looks for it: scripts never get hold of it.

use super::install::{ensure_compiled, new_code, set_body};
use super::{Code, CodeBody};
use crate::interp::cache::new_site;
use crate::object::{Object, function};
use crate::realm::Realm;
use crate::vm::Vm;
use crate::{JsResult, ValueExt};
use abi::calls::ROOT;
use abi::frame::{CODE_FLAG_SELF_HOSTED, FLAG_CONSTRUCT, FLAG_TAIL_CALLED, Frame};
use abi::ic::{SITE_FLAG_STRICT, SITE_MEGAMORPHIC, Site};
use abi::opcode::{Opcode, Units, view};
use gc::Gc;
use std::cell::Cell;
use std::ptr::null_mut;

/// Calls that a site makes before it gets a copy, at most: fewer where functions are compiled after fewer calls.
const CALLS: u8 = 4;

impl Code {
    /// The copy of a self-hosted built-in that the call at an offset has for itself.
    pub fn specialized_at(&self, offset: u32, built_in: &Code) -> Option<Object> {
        let function = self.specialized.borrow().get(&offset)?.as_object()?;
        std::rc::Rc::ptr_eq(&function::code_of(function).template, &built_in.template).then_some(function)
    }
}

/// The frame's caller, if that is at a call whose site may have a copy of what it calls: its code, the call's offset, the site.
///
/// # Safety
/// The frame is live, and runs self-hosted code.
unsafe fn caller<'a>(frame: *const Frame) -> Option<(Gc<Code>, u32, &'a Site)> {
    // SAFETY: the caller's promise: frames of the chain are live, and stand at instructions of their code.
    unsafe {
        let from = (*frame).caller;
        if (*frame).flags & (FLAG_TAIL_CALLED | FLAG_CONSTRUCT) != 0 || from.is_null() || (*from).code.is_null() {
            return None;
        }
        let machine = (*from).code;
        let units = (*machine).bytecode.add((*from).position as usize);
        if *units != Opcode::Call as u16 {
            return None;
        }
        let units = std::slice::from_raw_parts(units, Opcode::Call.length());
        let site = &*(*machine).sites.add(view::Call(Units(units)).site());
        (site.state.get() < SITE_MEGAMORPHIC).then(|| (Code::from_machine(machine), (*from).position, site))
    }
}

/// The function that is to take the place of the self-hosted one that a frame has just entered.
///
/// # Safety
/// The frame is live, on top, and runs self-hosted code.
pub unsafe fn specialization(vm: &mut Vm, frame: *const Frame) -> JsResult<Option<Object>> {
    // SAFETY: the caller's promise.
    let (Some((code, offset, site)), built_in) = (unsafe { (caller(frame), Code::from_machine((*frame).code)) }) else {
        return Ok(None);
    };
    if code.realm.get() != built_in.realm.get() {
        return Ok(None);
    }
    if let Some(function) = code.specialized_at(offset, &built_in) {
        return Ok(Some(function));
    }
    let is_taken = code.specialized.borrow().contains_key(&offset);
    let calls = vm.tiers.threshold.clamp(0, CALLS.into()) as u8;
    if is_taken || site.count.get() < calls {
        site.count.set(site.count.get().saturating_add(1));
        return Ok(None);
    }
    let function = copy(vm, &built_in)?;
    code.specialized.borrow_mut().insert(offset, function.value());
    vm.heap.barrier(&raw const code.header);
    Ok(Some(function))
}

/// The copy of what is done for a proxy by an access at a site, which is that of the instruction that is running.
pub fn copy_for_proxies(vm: &mut Vm, site: &Site, op: Opcode) -> JsResult<Option<Object>> {
    let frame = vm.top_frame();
    // SAFETY: the top frame is live, and stands at an instruction of its code, if it has any.
    let (code, offset) = unsafe {
        if frame.is_null() || (*frame).code.is_null() {
            return Ok(None);
        }
        let (machine, offset) = ((*frame).code, (*frame).position);
        let units = (*machine).bytecode.add(offset as usize);
        if *units != op as u16 {
            return Ok(None);
        }
        let units = std::slice::from_raw_parts(units, op.length());
        let its = op.site(units).map(|number| (*machine).sites.add(number).cast_const());
        if its != Some(std::ptr::from_ref(site)) {
            return Ok(None);
        }
        (Code::from_machine(machine), offset)
    };
    // SAFETY: a code's realm is a live Realm cell.
    let realm = unsafe { Gc::from_ptr(code.realm.get().cast::<Realm>()) };
    let built_in = function::code_of(if op == Opcode::GetField { realm.proxy_get } else { realm.proxy_set });
    if let Some(function) = code.specialized_at(offset, &built_in) {
        return Ok(Some(function));
    }
    // SAFETY: it is alive, as its function is.
    unsafe { ensure_compiled(vm, &raw const *built_in)? };
    let function = copy(vm, &built_in)?;
    code.specialized.borrow_mut().insert(offset, function.value());
    vm.heap.barrier(&raw const code.header);
    Ok(Some(function))
}

/// A function that does what the built-in does, and has learnt nothing.
fn copy(vm: &mut Vm, built_in: &Code) -> JsResult<Object> {
    debug_assert!(built_in.flags() & CODE_FLAG_SELF_HOSTED != 0);
    // SAFETY: a code's realm is a live Realm cell.
    let realm = unsafe { Gc::from_ptr(built_in.realm.get().cast::<Realm>()) };
    let code = new_code(vm, built_in.template.clone(), null_mut(), realm)?;
    let body = built_in.body.get().expect("it runs");
    if vm.calls.is_on() {
        // All copies are one function in the calling context tree.
        vm.call_number(ROOT, built_in.machine());
    }
    // SAFETY: nobody else has the new cell's machine part.
    unsafe {
        let (from, to) = (built_in.machine(), &mut *code.machine.get());
        to.frame_words = from.frame_words;
        to.parameters = from.parameters;
        to.locals = from.locals;
        to.flags = from.flags;
        to.call_number = Cell::new(from.call_number.get());
    }
    let site = |site: &Site| new_site(site.key.get(), site.kind.get(), site.flags.get() & SITE_FLAG_STRICT != 0);
    let body = CodeBody {
        bytecode: without_feedback(&body.bytecode),
        constants: body.constants.clone(),
        constant_data: body.constant_data.clone(),
        sites: body.sites.iter().map(site).collect(),
        handlers: body.handlers.clone(),
        jump_tables: body.jump_tables.clone(),
        mapped_parameters: body.mapped_parameters.clone(),
        tracing_units: body.tracing_units,
    };
    set_body(vm, &code, Box::new(body), 0);
    vm.new_function(code.as_ptr(), null_mut(), crate::Value::EMPTY, null_mut())
}

/// Bytecode as it was made, but that it begins with a Nop.
fn without_feedback(bytecode: &[u16]) -> Box<[u16]> {
    let mut copy: Box<[u16]> = bytecode.into();
    debug_assert_eq!(copy[0], Opcode::Specialize as u16);
    copy[0] = Opcode::Nop as u16;
    let mut offset = 0;
    while let Some(op) = copy.get(offset).and_then(|unit| Opcode::from_u16(*unit)) {
        for (place, role) in op.places() {
            if role.is_feedback() {
                copy[offset + place] = 0;
            }
        }
        offset += op.length();
    }
    copy
}
