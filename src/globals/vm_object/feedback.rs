//! A function's bytecode and what its inline caches have learned.

use super::{code_argument, text};
use abi::ic::{CacheEntry, EntryKind, SITE_FLAG_STRICT, Site, SiteKind};
use abi::object::ElementKind;
use tarsier::host::{put, put_text};
use vm::bytecode::data::{FunctionData, SiteInit};
use vm::bytecode::{disasm, verify};
use vm::code::{Code, CodeBody};
use vm::feedback::{Change, OperandEvent, SEEN, operand_words, site_kind, state_name, target_code_id};
use vm::{Args, JsResult, Object, PropertyKey, Value, Vm};

/// The property that the site reads or writes; only for sites that have one.
fn site_key(site: &Site) -> PropertyKey {
    PropertyKey::from_bits(site.key.get())
}

/// Whether the site's entries are cases by shape.
fn has_entries(site: &Site) -> bool {
    !matches!(site_kind(site), Some(SiteKind::Call | SiteKind::Construct) | None)
}

/// An array with an object per site: kind, key, line, column, state, and its entries.
pub fn feedback(vm: &mut Vm, args: Args) -> JsResult {
    let code = code_argument(vm, args)?;
    let list = vm.new_array_with_capacity(0)?;
    let Some(body) = code.body.get() else { return Ok(list.value()) };
    let places = places(vm, &code, body);
    for (i, site) in body.sites.iter().enumerate() {
        let object = vm.new_object()?;
        list.push(vm, object.value())?;
        let kind = site_kind(site).map_or(String::from("unknown"), |kind| format!("{kind:?}"));
        put_text(vm, object, "kind", &kind)?;
        let key = if site.key.get() == 0 { Value::NULL } else { site_key(site).to_value(vm)? };
        put(vm, object, "key", key)?;
        if let Some(Some((line, column))) = places.get(i) {
            put(vm, object, "line", Value::from_u32(*line))?;
            put(vm, object, "column", Value::from_u32(*column))?;
        }
        put_text(vm, object, "state", state_name(site.state.get()))?;
        put(vm, object, "missed", Value::from_u32(site.missed.get()))?;
        let seen = seen(vm, site)?;
        put(vm, object, "seen", seen)?;
        let entries = entries(vm, site)?;
        put(vm, object, "entries", entries)?;
        if matches!(site_kind(site), Some(SiteKind::Call | SiteKind::Construct)) {
            let targets = targets(vm, site)?;
            put(vm, object, "targets", targets)?;
        }
        let history = history(vm, site)?;
        put(vm, object, "history", history)?;
    }
    Ok(list.value())
}

/// The names of what a call site calls.
fn targets(vm: &mut Vm, site: &Site) -> JsResult {
    let mut ids = Vec::new();
    vm::code::entries(site, |e| ids.extend(target_code_id(e)));
    let list = vm.new_array_with_capacity(0)?;
    for id in ids {
        let name = code_name(vm, id)?;
        list.push(vm, name)?;
    }
    Ok(list.value())
}

fn code_name(vm: &mut Vm, id: u32) -> JsResult {
    let name = vm.code.get(id).map_or(String::new(), |info| info.original_name().into_owned());
    text(vm, &name)
}

/// What the site went through, oldest first: `{ ms, change, state }`, and what the change is about.
fn history(vm: &mut Vm, site: &Site) -> JsResult {
    let list = vm.new_array_with_capacity(0)?;
    for event in vm.histories.of(site) {
        let object = vm.new_object()?;
        list.push(vm, object.value())?;
        put(vm, object, "ms", Value::number(event.at_ns as f64 / 1e6))?;
        put_change(vm, object, event.change)?;
        put_text(vm, object, "state", state_name(event.state))?;
        if event.again > 0 {
            put(vm, object, "again", Value::from_u32(event.again))?;
        }
        if event.further > 0 {
            put(vm, object, "further", Value::from_u32(event.further))?;
        }
    }
    Ok(list.value())
}

fn put_change(vm: &mut Vm, object: Object, change: Change) -> JsResult<()> {
    let number = Value::from_u32;
    let (name, key, value) = match change {
        Change::Case { shape, .. } => ("case", "shape", number(shape)),
        Change::CaseAgain { shape, .. } => ("case again", "shape", number(shape)),
        Change::TooManyShapes { shape } => ("too many shapes", "shape", number(shape)),
        Change::Uncachable => return put_text(vm, object, "change", "uncachable"),
        Change::Cleared { cases } => ("cleared", "cases", number(cases)),
        Change::Target { code_id } => ("target", "target", code_name(vm, code_id)?),
        Change::TooManyTargets { code_id } => ("too many targets", "target", code_name(vm, code_id)?),
        Change::OddTarget => return put_text(vm, object, "change", "odd target"),
        Change::Seen { bits } => ("seen", "seen", seen_names(vm, bits)?),
        Change::Resized { slots } => ("resized", "slots", number(slots)),
        Change::Elements { from, to } => {
            put_text(vm, object, "change", "elements")?;
            put_text(vm, object, "from", from.name())?;
            return put_text(vm, object, "to", to.name());
        }
    };
    put_text(vm, object, "change", name)?;
    if let Change::Case { kind, .. } | Change::CaseAgain { kind, .. } = change {
        put_text(vm, object, "kind", kind.name())?;
    }
    put(vm, object, key, value)
}

/// An array with an object per arithmetic or comparison instruction: op, line, column, what its operands were beside int32, and
/// when each kind of them came first: `{ ms, came }`, oldest first.
pub fn operands(vm: &mut Vm, args: Args) -> JsResult {
    let code = code_argument(vm, args)?;
    let list = vm.new_array_with_capacity(0)?;
    let Some(body) = code.body.get() else { return Ok(list.value()) };
    for instruction in verify::decode(&body.bytecode).unwrap_or_default() {
        let units = &body.bytecode[instruction.offset as usize..];
        let Some(bits) = instruction.op.operand_feedback(units) else { continue };
        let object = vm.new_object()?;
        list.push(vm, object.value())?;
        put_text(vm, object, "op", instruction.op.name())?;
        let place = vm.code.get(code.machine().code_id).and_then(|info| info.shown(instruction.offset));
        if let Some(place) = place {
            put(vm, object, "line", Value::from_u32(place.line))?;
            put(vm, object, "column", Value::from_u32(place.column))?;
        }
        let names = operand_names(vm, bits)?;
        put(vm, object, "seen", names)?;
        let history = operand_history(vm, code.machine().code_id, instruction.offset)?;
        put(vm, object, "history", history)?;
    }
    Ok(list.value())
}

fn operand_names(vm: &mut Vm, bits: u16) -> JsResult {
    let names = vm.new_array_with_capacity(0)?;
    for name in operand_words(bits) {
        let name = text(vm, name)?;
        names.push(vm, name)?;
    }
    Ok(names.value())
}

fn operand_history(vm: &mut Vm, code_id: u32, offset: u32) -> JsResult {
    let events = vm.histories.of_operands(code_id).iter().filter(|event| event.offset == offset);
    let events: Vec<OperandEvent> = events.copied().collect();
    let list = vm.new_array_with_capacity(events.len() as u32)?;
    for event in events {
        let object = vm.new_object()?;
        list.push(vm, object.value())?;
        put(vm, object, "ms", Value::number(event.at_ns as f64 / 1e6))?;
        let came = operand_names(vm, event.came)?;
        put(vm, object, "came", came)?;
    }
    Ok(list.value())
}

/// What element accesses came across.
fn seen(vm: &mut Vm, site: &Site) -> JsResult {
    seen_names(vm, if has_elements(site) { site.seen.get() } else { 0 })
}

fn has_elements(site: &Site) -> bool {
    matches!(site_kind(site), Some(SiteKind::GetIndex | SiteKind::SetIndex | SiteKind::NewArray))
}

fn seen_names(vm: &mut Vm, bits: u16) -> JsResult {
    let list = vm.new_array_with_capacity(0)?;
    let kinds = ElementKind::ALL.into_iter().filter(|kind| bits & (1 << *kind as u16) != 0);
    let names =
        kinds.map(ElementKind::name).chain(SEEN.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, name)| name));
    for name in names.collect::<Vec<_>>() {
        let name = text(vm, name)?;
        list.push(vm, name)?;
    }
    Ok(list.value())
}

fn entries(vm: &mut Vm, site: &Site) -> JsResult {
    let list = vm.new_array_with_capacity(0)?;
    if !has_entries(site) {
        return Ok(list.value());
    }
    // Copied first: what describes them allocates, and a collection may clear entries and free their shapes.
    let mut all: Vec<(EntryKind, u32, u32)> = Vec::new();
    vm::code::entries(site, |e: &CacheEntry| all.push((e.kind.get(), e.shape.get(), e.new_shape.get())));
    let mut shapes = vm.heap.rooted_vec();
    for (_, shape, new_shape) in &all {
        for index in [*shape, *new_shape] {
            if index != 0 {
                shapes.push(vm.shape_at(index).value());
            }
        }
    }
    for (kind, shape, new_shape) in all {
        if kind == EntryKind::None || shape == 0 {
            continue;
        }
        let object = vm.new_object()?;
        list.push(vm, object.value())?;
        put_text(vm, object, "kind", kind.name())?;
        put_shape(vm, object, "shape", shape)?;
        if new_shape != 0 {
            put_shape(vm, object, "newShape", new_shape)?;
        }
    }
    Ok(list.value())
}

/// `{ id, description }` of a shape by its index.
fn put_shape(vm: &mut Vm, object: Object, name: &str, index: u32) -> JsResult<()> {
    let shape = vm.shape_at(index);
    let entry = vm.new_object()?;
    put(vm, entry, "id", Value::from_u32(shape.serial))?;
    let description = shape.describe(vm);
    put_text(vm, entry, "description", &description)?;
    put(vm, object, name, entry.value())
}

/// Line and column of each site.
fn places(vm: &Vm, code: &Code, body: &CodeBody) -> Vec<Option<(u32, u32)>> {
    let mut places = vec![None; body.sites.len()];
    let Some(info) = vm.code.get(code.machine().code_id) else { return places };
    let Ok(instructions) = verify::decode(&body.bytecode) else { return places };
    for instruction in instructions {
        if let Some(site) = instruction.op.site(&body.bytecode[instruction.offset as usize..])
            && let Some(place) = places.get_mut(site)
            && place.is_none()
        {
            *place = info.shown(instruction.offset).map(|p| (p.line, p.column));
        }
    }
    places
}

/// The listing that `--dump-bytecode` prints; undefined for a function not compiled yet.
pub fn bytecode(vm: &mut Vm, args: Args) -> JsResult {
    let code = code_argument(vm, args)?;
    let Some(body) = code.body.get() else { return Ok(Value::UNDEFINED) };
    let machine = code.machine();
    let sites = body.sites.iter().map(|site| SiteInit {
        kind: site_kind(site).unwrap_or(SiteKind::GetField),
        key: (site.key.get() != 0).then(|| site_key(site).to_display(vm).as_str().into()),
        strict: site.flags.get() & SITE_FLAG_STRICT != 0,
    });
    let data = FunctionData {
        bytecode: body.bytecode.to_vec(),
        constants: body.constant_data.to_vec(),
        sites: sites.collect(),
        tallies: Vec::new(),
        handlers: body.handlers.to_vec(),
        jump_tables: body.jump_tables.to_vec(),
        positions: vm.code.get(machine.code_id).map_or(Vec::new(), |info| info.positions.clone()),
        frame_words: machine.frame_words,
        parameters: machine.parameters,
        locals: machine.locals,
        flags: machine.flags,
        arguments_register: machine.arguments_register,
        rest_register: machine.rest_register,
        mapped_parameters: body.mapped_parameters.to_vec(),
        register_names: Vec::new(),
    };
    let listing = disasm::disassemble(&data, &code.template);
    text(vm, &listing)
}
