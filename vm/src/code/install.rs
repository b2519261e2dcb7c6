//! From a function template to a Code cell, and from compiled bytecode to its body: constants become values, sites become caches.

use crate::bytecode::data::{Constant, FunctionData, FunctionTemplate, ScopeInfo};
use crate::bytecode::verify::Verified;
use crate::code::{Code, CodeBody, CodeInfo, ScopeInfoCell};
use crate::frontend;
use crate::interp::cache;
use crate::object::Object;
use crate::realm::Realm;
use crate::string::{JsString, PropertyKey};
use crate::vm::{Vm, new_header};
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use abi::context::VmState;
use abi::frame::{CODE_FLAG_SELF_HOSTED, CodeHeader};
use abi::object::Environment;
use abi::opcode::{Opcode, Operand};
use gc::Gc;
use std::cell::{Cell, OnceCell, RefCell, UnsafeCell};
use std::ptr::null_mut;
use std::rc::Rc;

/// A Code cell that is compiled when it is first called.
pub fn new_code(
    vm: &mut Vm,
    template: Rc<FunctionTemplate>,
    module: *mut CellHeader,
    realm: Gc<Realm>,
) -> JsResult<Gc<Code>> {
    let name = template.report_name.to_text();
    let is_self_hosted = template.flags & CODE_FLAG_SELF_HOSTED != 0;
    let code_id = vm.code.register(CodeInfo {
        name,
        is_self_hosted,
        // Nobody is shown the text of a built-in.
        source: (!is_self_hosted).then(|| template.source.clone()),
        position: template.position,
        end: template.span.1,
        positions: Vec::new(),
    });
    let machine = CodeHeader {
        entry: vm.interpreter_entry(code_id),
        tier_up_budget: vm.tiers.threshold,
        ..CodeHeader::new(code_id, template.flags)
    };
    let code = vm.alloc(Code {
        header: new_header(CellKind::Code, 0),
        machine: UnsafeCell::new(machine),
        template,
        body: OnceCell::new(),
        module: Cell::new(module),
        realm: Cell::new(realm.as_ptr().cast()),
        templates: RefCell::default(),
        specialized: RefCell::default(),
        reported: Cell::new(0),
        closures: Default::default(),
        embedded: Default::default(),
        owner: Cell::new(std::ptr::null_mut()),
    })?;
    vm.all_code.push(code);
    Ok(code)
}

/// The Code of a function nested in `outer`.
pub fn code_of_template(vm: &mut Vm, template: Rc<FunctionTemplate>, outer: &Code) -> JsResult<Gc<Code>> {
    // SAFETY: a code's realm is a live Realm cell.
    let realm = unsafe { Gc::from_ptr(outer.realm.get().cast::<Realm>()) };
    new_code(vm, template, outer.module.get(), realm)
}

/// A closure of a template over an environment; `outer` says module and realm (None: no module, the current realm).
pub fn closure_of_template(
    vm: &mut Vm,
    template: Rc<FunctionTemplate>,
    environment: *mut Environment,
    outer: Option<&Code>,
) -> JsResult<Object> {
    let code = match outer {
        Some(outer) => code_of_template(vm, template, outer)?,
        None => {
            let realm = vm.realm();
            new_code(vm, template, null_mut(), realm)?
        }
    };
    vm.new_function(code.as_ptr(), environment, Value::EMPTY, null_mut())
}

/// Compiles a function at its first call.
///
/// # Safety
/// `code` must be a live Code cell.
pub unsafe fn ensure_compiled(vm: &mut Vm, code: *const Code) -> JsResult<()> {
    // SAFETY: the caller's promise.
    let code = unsafe { &*code };
    if code.body.get().is_some() {
        return Ok(());
    }
    let state = VmState::CompileBytecode;
    let compiled = vm.compiling(state, code.machine().code_id, 0, |_| {
        if code.flags() & CODE_FLAG_SELF_HOSTED != 0 {
            return frontend::compile_self_hosted(code.template.source.clone());
        }
        frontend::compile_function(&code.template)
    });
    match compiled {
        Ok(data) => install(vm, code, data),
        Err(error) => Err(crate::runtime::script::throw_syntax_error(vm, &code.template.source, &error)),
    }
}

/// Gives the instructions that count their tallies: from here on they have the VM's numbers of them.
fn add_tallies(vm: &mut Vm, code: &Code, data: &mut FunctionData) {
    let code_id = code.machine().code_id;
    for &offset in &data.tallies {
        let offset = offset as usize;
        let Some(count) = Opcode::from_u16(data.bytecode[offset]) else { continue };
        let next = offset + count.length();
        let Some(op) = Opcode::from_u16(data.bytecode[next]) else { continue };
        let key = op.site(&data.bytecode[next..]).and_then(|site| data.sites[site].key.as_ref());
        let number = vm.counts.add(code_id, next as u32, op, key.map(|key| key.to_text()).as_deref());
        let at = offset + count.place_of(Operand::Tally);
        data.bytecode[at] = number as u16;
        data.bytecode[at + 1] = (number >> 16) as u16;
    }
}

fn install(vm: &mut Vm, code: &Code, verified: Verified) -> JsResult<()> {
    if vm.options.dump_bytecode {
        let listing = crate::bytecode::disasm::disassemble(&verified, &code.template);
        use std::io::Write;
        // Nobody reads the listing if standard output is closed.
        let _ = writeln!(std::io::stdout().lock(), "{listing}");
    }
    let mut data = verified.into_data();
    add_tallies(vm, code, &mut data);
    let mut constants = vm.heap.rooted_vec();
    for constant in &data.constants {
        let value = constant_value(vm, code, constant)?;
        constants.push(value);
    }
    let mut sites = Vec::with_capacity(data.sites.len());
    // The keys of sites are atoms: held by `keys` until the sites are traced.
    let mut keys = vm.heap.rooted_vec();
    for site in &data.sites {
        let key = match &site.key {
            Some(key) => Some(PropertyKey::from_const(vm, key)?),
            None => None,
        };
        keys.push(key.map_or(Value::EMPTY, PropertyKey::word));
        sites.push(cache::new_site(key.map_or(0, PropertyKey::bits), site.kind as u16, site.strict));
    }
    let mut positions = data.positions;
    positions.shrink_to_fit();
    let positions_bytes = size_of_val(&positions[..]);
    if code.template.flags & CODE_FLAG_SELF_HOSTED == 0 {
        vm.code.set_positions(code.machine().code_id, positions);
    }
    let tracing_units = crate::calls::tracing_units(&data.bytecode);
    let body = Box::new(CodeBody {
        tracing_units,
        bytecode: data.bytecode.into_boxed_slice(),
        constants: constants.to_vec().into_boxed_slice(),
        constant_data: data.constants.into_boxed_slice(),
        sites: sites.into_boxed_slice(),
        handlers: data.handlers.into_boxed_slice(),
        jump_tables: data.jump_tables.into_boxed_slice(),
        mapped_parameters: data.mapped_parameters.into_boxed_slice(),
    });
    // SAFETY: this is the only reference to the machine part at the moment.
    unsafe {
        let machine = &mut *code.machine.get();
        machine.frame_words = data.frame_words;
        machine.parameters = data.parameters;
        machine.locals = data.locals;
        // A method of a realm's, whatever the function is that its text declares.
        let is_self_hosted = code.template.flags & CODE_FLAG_SELF_HOSTED != 0;
        machine.flags = code.template.flags | if is_self_hosted { 0 } else { data.flags };
        machine.arguments_register = data.arguments_register;
        machine.rest_register = data.rest_register;
    }
    set_body(vm, code, body, positions_bytes);
    drop(keys);
    Ok(())
}

/// Gives a Code cell its body; `more`: bytes that it takes elsewhere.
pub(super) fn set_body(vm: &mut Vm, code: &Code, body: Box<CodeBody>, more: usize) {
    // SAFETY: this is the only reference to the machine part at the moment.
    unsafe {
        let machine = &mut *code.machine.get();
        machine.bytecode = body.bytecode.as_ptr().cast_mut();
        machine.constants = body.constants.as_ptr();
        machine.sites = body.sites.as_ptr().cast_mut();
    }
    let bytes = more + body.bytes();
    let _ = code.body.set(body);
    code.reported.set(bytes);
    vm.heap.adjust_external(bytes as isize);
    vm.heap.barrier(&raw const code.header);
}

fn constant_value(vm: &mut Vm, code: &Code, constant: &Constant) -> JsResult {
    Ok(match constant {
        Constant::Number(n) => Value::number(*n),
        Constant::String(s) => JsString::from_const(vm, s)?.value(),
        Constant::BigInt(digits) => {
            let text = JsString::from_str(vm, digits)?;
            vm.string_to_bigint(text)?.map_or(Value::UNDEFINED, |b| b.value())
        }
        Constant::Function(template) => code_of_template(vm, template.clone(), code)?.value(),
        Constant::Scope(info) => new_scope_info(vm, info.clone())?.value(),
        // Made when they are asked for.
        Constant::Array(_)
        | Constant::RegExp { .. }
        | Constant::Template { .. }
        | Constant::GlobalDeclarations(_)
        | Constant::EvalDeclarations(_)
        | Constant::EvalScope(_) => Value::UNDEFINED,
    })
}

/// The cell that environments of this scope point at.
pub fn new_scope_info(vm: &mut Vm, info: Rc<ScopeInfo>) -> JsResult<Gc<ScopeInfoCell>> {
    let cell = vm.alloc(ScopeInfoCell {
        header: new_header(CellKind::ScopeInfo, 0),
        length: info.names.len() as u32,
        info: info.clone(),
        keys: RefCell::default(),
    })?;
    for name in &info.names {
        let key = PropertyKey::from_const(vm, &name.name)?;
        cell.keys.borrow_mut().push(key);
        vm.heap.barrier(cell.header());
    }
    Ok(cell)
}
