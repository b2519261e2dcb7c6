//! A function's bytecode and what its inline caches have learned.

use super::super::{put, put_text};
use super::{code_argument, text};
use abi::ic::{
    Entry, EntryKind, SEEN_GROWTH, SEEN_HOLE, SEEN_NAMED_KEY, SEEN_OTHER, SEEN_OUT_OF_BOUNDS, SEEN_STRING,
    SEEN_TYPED_ARRAY, SITE_FLAG_STRICT, SITE_GENERIC, SITE_MEGAMORPHIC, SITE_MONOMORPHIC, SITE_POLYMORPHIC, Site,
};
use abi::object::ElementKind;
use abi::opcode::Operand;
use vm::bytecode::data::{FunctionData, SiteInit, SiteKind};
use vm::bytecode::{disasm, verify};
use vm::code::{Code, CodeBody};
use vm::{Args, JsResult, Object, PropertyKey, Value, Vm};

const SITE_KINDS: [SiteKind; 14] = [
    SiteKind::GetField,
    SiteKind::SetField,
    SiteKind::DefineField,
    SiteKind::GetIndex,
    SiteKind::SetIndex,
    SiteKind::GetGlobal,
    SiteKind::SetGlobal,
    SiteKind::Call,
    SiteKind::Construct,
    SiteKind::NewObject,
    SiteKind::NewArray,
    SiteKind::InstanceOf,
    SiteKind::In,
    SiteKind::Private,
];

const SEEN: [(u16, &str); 7] = [
    (SEEN_TYPED_ARRAY, "typed array"),
    (SEEN_STRING, "string"),
    (SEEN_NAMED_KEY, "named key"),
    (SEEN_OUT_OF_BOUNDS, "out of bounds"),
    (SEEN_HOLE, "hole"),
    (SEEN_GROWTH, "growth"),
    (SEEN_OTHER, "other"),
];

fn kind_of(site: &Site) -> Option<SiteKind> {
    SITE_KINDS.into_iter().find(|kind| *kind as u16 == site.kind.get())
}

/// The property that the site reads or writes; only for sites that have one.
fn site_key(site: &Site) -> PropertyKey {
    PropertyKey::from_bits(site.key.get())
}

/// Whether the site's entries are cases by shape.
fn has_entries(site: &Site) -> bool {
    !matches!(kind_of(site), Some(SiteKind::Call | SiteKind::Construct) | None)
}

/// An array with an object per site: kind, key, line, column, state, and its entries.
pub fn feedback(vm: &mut Vm, args: Args) -> JsResult {
    let code = code_argument(vm, args)?;
    let list = vm.new_array_with_capacity(0)?;
    let Some(body) = code.body.get() else { return Ok(list.value()) };
    let places = places(vm, code, body);
    for (i, site) in body.sites.iter().enumerate() {
        let object = vm.new_object()?;
        list.push(vm, object.value())?;
        let kind = kind_of(site).map_or(String::from("unknown"), |kind| format!("{kind:?}"));
        put_text(vm, object, "kind", &kind)?;
        let key = if site.key.get() == 0 { Value::NULL } else { site_key(site).to_value(vm)? };
        put(vm, object, "key", key)?;
        if let Some(Some((line, column))) = places.get(i) {
            put(vm, object, "line", Value::from_u32(*line))?;
            put(vm, object, "column", Value::from_u32(*column))?;
        }
        put_text(vm, object, "state", state_name(site))?;
        put(vm, object, "count", Value::from_u32(site.count32.get()))?;
        let seen = seen(vm, site)?;
        put(vm, object, "seen", seen)?;
        let entries = entries(vm, site)?;
        put(vm, object, "entries", entries)?;
    }
    Ok(list.value())
}

fn state_name(site: &Site) -> &'static str {
    match site.state.get() {
        SITE_MONOMORPHIC => "monomorphic",
        SITE_POLYMORPHIC => "polymorphic",
        SITE_MEGAMORPHIC => "megamorphic",
        SITE_GENERIC => "generic",
        _ => "uninitialized",
    }
}

/// What element accesses came across.
fn seen(vm: &mut Vm, site: &Site) -> JsResult {
    let list = vm.new_array_with_capacity(0)?;
    let bits = site.seen.get();
    let elements = matches!(kind_of(site), Some(SiteKind::GetIndex | SiteKind::SetIndex));
    let kinds = ElementKind::ALL.into_iter().filter(|kind| elements && bits & (1 << *kind as u16) != 0);
    let names = kinds
        .map(ElementKind::name)
        .chain(SEEN.into_iter().filter(|(bit, _)| elements && bits & bit != 0).map(|(_, name)| name));
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
    let mut all: Vec<(EntryKind, u32, u32, u16)> = Vec::new();
    vm::code::entries(site, |e: &Entry| all.push((e.kind.get(), e.shape.get(), e.new_shape.get(), e.hits.get())));
    let mut shapes = vm.heap.rooted_vec();
    for (_, shape, new_shape, _) in &all {
        for index in [*shape, *new_shape] {
            if index != 0 {
                shapes.push(vm.shape_at(index).value());
            }
        }
    }
    for (kind, shape, new_shape, hits) in all {
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
        put(vm, object, "hits", Value::from_u32(hits.into()))?;
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
        let mut at = instruction.offset as usize + 1;
        for (_, operand) in instruction.op.operands() {
            if *operand == Operand::S
                && let Some(place) = places.get_mut(verify::operand(&body.bytecode, at, *operand) as usize)
                && place.is_none()
            {
                *place = info.line_column(instruction.offset).map(|p| (p.line, p.column));
            }
            at += operand.units();
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
        kind: kind_of(site).unwrap_or(SiteKind::GetField),
        key: (site.key.get() != 0).then(|| site_key(site).to_display(vm).as_str().into()),
        strict: site.flags.get() & SITE_FLAG_STRICT != 0,
    });
    let data = FunctionData {
        bytecode: body.bytecode.to_vec(),
        constants: body.constant_data.to_vec(),
        sites: sites.collect(),
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
