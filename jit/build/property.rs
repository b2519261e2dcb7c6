//! Stencils for named properties and globals, by inline cache: the site's entries are data that the stencil reads, so that what the
//! interpreter learns holds here too. Which case is tried first is chosen when the function is compiled.

use crate::Set;
use crate::access::{Fields, load, remove, require_valid, store};
use crate::emit::{Emit, Source};
use crate::write::constant_case;
use abi::cell::{CellHeader, CellKind, SHAPE_SHIFT};
use abi::context::VmContext;
use abi::ic::{
    CacheEntry, ENTRY_STORABLE, EntryKind, MAX_ENTRIES, MEGAMORPHIC_ENTRIES, MEGAMORPHIC_FACTOR, MegamorphicEntry, Site,
};
use abi::object::{JsObject, SHAPE_PROTOTYPE_OFFSET};
use abi::opcode::Places;
use abi::opcode::view::{DeleteField, GetField, GetGlobal, InstanceOf, SetField, SetGlobal};
use abi::runtime;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::mem::offset_of;

pub fn stencils(set: &mut Set) {
    for kind in cases(EntryKind::can_load) {
        set.add(&format!("GET_FIELD_{}", constant_case(kind.name())), |e| {
            let receiver = e.reg(GetField(Places).object());
            let is_cell = e.is_cell(receiver);
            e.require(is_cell);
            let site = e.hole(Source::Site(GetField(Places).site(), 0));
            let fields = first_entry(e, receiver, site, kind, false);
            let v = load(e, kind, receiver, fields);
            e.set(GetField(Places).dst(), v);
            e.next();
        });
    }
    // Most sites with several entries have own properties alone, and hardly any has all there are: their code is several times as long.
    let is_named = |kind: EntryKind| kind.word().is_some();
    for (name, kinds) in
        [("_OWN", cases(EntryKind::is_own)), ("_NAMED", cases(is_named)), ("", cases(EntryKind::can_load))]
    {
        set.add(&format!("GET_FIELD_POLYMORPHIC{name}"), |e| {
            let receiver = e.reg(GetField(Places).object());
            let is_cell = e.is_cell(receiver);
            e.require(is_cell);
            let site = e.hole(Source::Site(GetField(Places).site(), 0));
            let (done, entry) = find(e, receiver, site);
            e.at(done);
            load_any(e, receiver, entry, &kinds);
        });
    }
    set.add("GET_FIELD_MEGAMORPHIC", |e| {
        let receiver = e.reg(GetField(Places).object());
        let is_cell = e.is_cell(receiver);
        e.require(is_cell);
        let site = e.hole(Source::Site(GetField(Places).site(), 0));
        find_shared(e, receiver, site);
        e.next();
    });
    // A stencil of its own, since registers are few.
    set.add("GET_FIELD_FOUND", |e| {
        let receiver = e.reg(GetField(Places).object());
        let entry = e.load(I64, e.vm, offset_of!(VmContext, scratch));
        load_any(e, receiver, entry, &cases(EntryKind::can_load));
    });
    for kind in cases(EntryKind::can_store) {
        set.add(&format!("SET_FIELD_{}", constant_case(kind.name())), |e| {
            let receiver = e.reg(SetField(Places).object());
            let is_cell = e.is_cell(receiver);
            e.require(is_cell);
            let site = e.hole(Source::Site(SetField(Places).site(), 0));
            let fields = first_entry(e, receiver, site, kind, true);
            store(e, kind, receiver, fields);
            e.next();
        });
    }
    for (name, kinds) in [("_OWN", cases(EntryKind::is_own)), ("", polymorphic_stores())] {
        set.add(&format!("SET_FIELD_POLYMORPHIC{name}"), |e| {
            let receiver = e.reg(SetField(Places).object());
            let is_cell = e.is_cell(receiver);
            e.require(is_cell);
            let site = e.hole(Source::Site(SetField(Places).site(), 0));
            let (done, entry) = find(e, receiver, site);
            e.at(done);
            let kind = e.load8(entry, offset_of!(CacheEntry, kind));
            for &case in &kinds {
                let (this, other) = (e.block(), e.cold());
                let is = e.equal_u32(kind, case as u32);
                e.branch(is, this, other);
                e.at(this);
                let fields = Fields::load(e, entry, case);
                store(e, case, receiver, fields);
                e.next();
                e.at(other);
            }
            let step = e.step_block();
            e.jump(step, &[]);
        });
    }
    for kind in cases(EntryKind::can_remove) {
        set.add(&format!("DELETE_FIELD_{}", constant_case(kind.name())), |e| {
            let receiver = e.reg(DeleteField(Places).object());
            let is_cell = e.is_cell(receiver);
            e.require(is_cell);
            let site = e.hole(Source::Site(DeleteField(Places).site(), 0));
            let fields = first_entry(e, receiver, site, kind, true);
            remove(e, kind, receiver, fields);
            let done = e.js(abi::Value::TRUE);
            e.set(DeleteField(Places).dst(), done);
            e.next();
        });
    }
    megamorphic_stores(set);
    direct(set);
    globals(set);
    for (name, kind) in [("INLINE", EntryKind::OwnInline), ("SLOTS", EntryKind::OwnSlots)] {
        set.add(&format!("INSTANCE_OF_{name}"), |e| instance_of(e, kind));
    }
}

/// The site's entry tells where the function on the right has its prototype.
fn instance_of(e: &mut Emit, kind: EntryKind) {
    let target = e.reg(InstanceOf(Places).right());
    let is_cell = e.is_cell(target);
    e.require(is_cell);
    let site = e.hole(Source::Site(InstanceOf(Places).site(), 0));
    let fields = first_entry(e, target, site, kind, false);
    let site = e.hole(Source::Site(InstanceOf(Places).site(), 0));
    let validity = e.load(I64, site, offset_of!(CacheEntry, validity));
    require_valid(e, validity);
    let prototype = load(e, kind, target, fields);
    let is_cell = e.is_cell(prototype);
    e.require(is_cell);
    is_object(e, prototype);
    let value = e.reg(InstanceOf(Places).left());
    let (yes, no, head) = (e.cold(), e.cold(), e.block());
    e.fb.append_block_param(head, I64);
    let is_cell = e.is_cell(value);
    e.require_else(is_cell, no);
    let kind = e.load8(value, offset_of!(CellHeader, kind));
    let object = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
    e.require_else(object, no);
    e.jump(head, &[value]);
    e.at(head);
    let object = e.fb.block_params(head)[0];
    let kind = e.load8(object, offset_of!(CellHeader, kind));
    let plain = e.fb.ins().icmp_imm_u(IntCC::NotEqual, kind, CellKind::Proxy as i64);
    e.require(plain);
    let shape = e.load32_wide(object, offset_of!(CellHeader, shape));
    let offset = e.fb.ins().ishl_imm_u(shape, SHAPE_SHIFT as i64);
    let base = e.load(I64, e.vm, offset_of!(VmContext, heap_base));
    let shape = e.fb.ins().iadd(base, offset);
    let next = e.load(I64, shape, SHAPE_PROTOTYPE_OFFSET);
    let found = e.fb.ins().icmp(IntCC::Equal, next, prototype);
    let more = e.block();
    e.branch(found, yes, more);
    e.at(more);
    let end = e.fb.ins().icmp_imm_u(IntCC::Equal, next, 0);
    e.fb.ins().brif(end, no, &[], head, &[cranelift_codegen::ir::BlockArg::Value(next)]);
    for (block, value) in [(yes, abi::Value::TRUE), (no, abi::Value::FALSE)] {
        e.at(block);
        let v = e.js(value);
        e.set(InstanceOf(Places).dst(), v);
        e.next();
    }
}

fn is_object(e: &mut Emit, cell: Value) {
    let kind = e.load8(cell, offset_of!(CellHeader, kind));
    let object = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
    e.require(object);
}

/// Any kind of load that an entry may say.
fn load_any(e: &mut Emit, receiver: Value, entry: Value, cases: &[EntryKind]) {
    let kind = e.load8(entry, offset_of!(CacheEntry, kind));
    let out = e.block();
    e.fb.append_block_param(out, I64);
    for &case in cases {
        let (this, other) = (e.block(), e.cold());
        let is = e.equal_u32(kind, case as u32);
        e.branch(is, this, other);
        e.at(this);
        let fields = Fields::load(e, entry, case);
        let v = load(e, case, receiver, fields);
        e.jump(out, &[v]);
        e.at(other);
    }
    let step = e.step_block();
    e.jump(step, &[]);
    e.at(out);
    let v = e.fb.block_params(out)[0];
    e.set(GetField(Places).dst(), v);
    e.next();
}

/// The kinds of entries by which something is done.
fn cases(does: impl Fn(EntryKind) -> bool) -> Vec<EntryKind> {
    EntryKind::ALL.iter().copied().filter(|kind| does(*kind)).collect()
}

/// The stores between which one stencil chooses. Adding out of line takes more registers than there are then: the runtime does it.
fn polymorphic_stores() -> Vec<EntryKind> {
    cases(|kind| kind.can_store() && !kind.may_grow())
}

fn shape_of(e: &mut Emit, cell: Value) -> Value {
    e.load(I32, cell, offset_of!(CellHeader, shape))
}

/// The receiver has the shape of the site's first entry, which is of this kind: what it says. `stores`: at a site of stores.
fn first_entry(e: &mut Emit, receiver: Value, site: Value, kind: EntryKind, stores: bool) -> Fields {
    let shape = shape_of(e, receiver);
    if !kind.is_own() {
        // Two blocks: there are not registers enough for everything at once.
        let expected = e.load(I32, site, offset_of!(CacheEntry, shape));
        let same = e.fb.ins().icmp(IntCC::Equal, shape, expected);
        e.require(same);
        let actual = e.load8(site, offset_of!(CacheEntry, kind));
        let fields = Fields::load(e, site, kind);
        let same = e.equal_u32(actual, kind as u32);
        e.require(same);
        return fields;
    }
    if kind == EntryKind::LIKELIEST && !stores {
        // Such an entry has the shape twice, and loads' others once: that it has this kind need not be asked.
        let expected = e.load(I32, site, offset_of!(CacheEntry, new_shape));
        let fields = Fields::load(e, site, kind);
        let same = e.fb.ins().icmp(IntCC::Equal, shape, expected);
        e.require(same);
        return fields;
    }
    let expected = e.load(I32, site, offset_of!(CacheEntry, shape));
    let other = e.fb.ins().bxor(shape, expected);
    let actual = e.load8(site, offset_of!(CacheEntry, kind));
    let wrong = e.fb.ins().bxor_imm_u(actual, kind as i64);
    let differs = e.fb.ins().bor(other, wrong);
    let fields = Fields::load(e, site, kind);
    let same = e.equal_u32(differs, 0);
    e.require(same);
    fields
}

/// The entry of the receiver's shape: a block to go on in, and the entry's address there.
fn find(e: &mut Emit, receiver: Value, site: Value) -> (Block, Value) {
    let done = e.block();
    e.fb.append_block_param(done, I64);
    let shape = shape_of(e, receiver);
    let expected = e.load(I32, site, offset_of!(CacheEntry, shape));
    let same = e.fb.ins().icmp(IntCC::Equal, shape, expected);
    let others = e.block();
    e.fb.ins().brif(same, done, &[cranelift_codegen::ir::BlockArg::Value(site)], others, &[]);
    e.at(others);
    let more = e.load(I64, site, offset_of!(Site, more));
    let any = e.fb.ins().icmp_imm_u(IntCC::NotEqual, more, 0);
    e.require(any);
    for k in 0..MAX_ENTRIES - 1 {
        let entry = e.fb.ins().iadd_imm_s(more, (k * size_of::<CacheEntry>()) as i64);
        let expected = e.load(I32, more, k * size_of::<CacheEntry>() + offset_of!(CacheEntry, shape));
        let same = e.fb.ins().icmp(IntCC::Equal, shape, expected);
        let next = if k + 2 < MAX_ENTRIES { e.block() } else { e.step_block() };
        e.fb.ins().brif(same, done, &[cranelift_codegen::ir::BlockArg::Value(entry)], next, &[]);
        if k + 2 < MAX_ENTRIES {
            e.at(next);
        }
    }
    let entry = e.fb.block_params(done)[0];
    (done, entry)
}

/// Looks the receiver's shape and the site's key up in the shared cache; leaves the entry in the VM's scratch.
fn find_shared(e: &mut Emit, receiver: Value, site: Value) {
    let shape = shape_of(e, receiver);
    let factor = e.fb.ins().imul_imm_s(shape, MEGAMORPHIC_FACTOR as i64);
    let low = e.load(I32, site, offset_of!(Site, key));
    let low = e.fb.ins().ushr_imm_u(low, 4);
    let mixed = e.fb.ins().bxor(low, factor);
    let index = e.fb.ins().band_imm_u(mixed, MEGAMORPHIC_ENTRIES as i64 - 1);
    let index = e.fb.ins().uextend(I64, index);
    let offset = e.fb.ins().imul_imm_s(index, size_of::<MegamorphicEntry>() as i64);
    let table = e.load(I64, e.vm, offset_of!(VmContext, megamorphic));
    let slot = e.fb.ins().iadd(table, offset);
    let held = e.load(I64, slot, offset_of!(MegamorphicEntry, key));
    let key = e.load(I64, site, offset_of!(Site, key));
    let same = e.fb.ins().icmp(IntCC::Equal, held, key);
    e.require(same);
    let expected = e.load(I32, slot, offset_of!(MegamorphicEntry, entry) + offset_of!(CacheEntry, shape));
    let same = e.fb.ins().icmp(IntCC::Equal, shape, expected);
    e.require(same);
    let entry = e.fb.ins().iadd_imm_s(slot, offset_of!(MegamorphicEntry, entry) as i64);
    let vm = e.vm;
    e.store(entry, vm, offset_of!(VmContext, scratch));
}

fn megamorphic_stores(set: &mut Set) {
    set.add("SET_FIELD_MEGAMORPHIC", |e| {
        let receiver = e.reg(SetField(Places).object());
        let is_cell = e.is_cell(receiver);
        e.require(is_cell);
        let site = e.hole(Source::Site(SetField(Places).site(), 0));
        find_shared(e, receiver, site);
        e.next();
    });
    set.add("SET_FIELD_FOUND", |e| {
        let receiver = e.reg(SetField(Places).object());
        let entry = e.load(I64, e.vm, offset_of!(VmContext, scratch));
        let kind = e.load8(entry, offset_of!(CacheEntry, kind));
        for case in polymorphic_stores() {
            let (this, other) = (e.block(), e.cold());
            let is = e.equal_u32(kind, case as u32);
            e.branch(is, this, other);
            e.at(this);
            if case.is_own() {
                // The entry may be a load's, of a property that cannot be written.
                let flags = e.load8(entry, offset_of!(CacheEntry, flags));
                let storable = e.equal_u32(flags, ENTRY_STORABLE as u32);
                e.require(storable);
            }
            let fields = Fields::load(e, entry, case);
            store(e, case, receiver, fields);
            e.next();
            e.at(other);
        }
        let step = e.step_block();
        e.jump(step, &[]);
    });
}

/// Accesses for which sites know no better than to ask the runtime: accessors, what cannot be cached.
fn direct(set: &mut Set) {
    set.add("GET_FIELD_DIRECT", |e| {
        e.publish();
        let receiver = e.reg(GetField(Places).object());
        let site = e.hole(Source::Site(GetField(Places).site(), 0));
        let vm = e.vm;
        let value = e.call_runtime(runtime::GET_FIELD, &[vm, receiver, site], I64);
        e.after_call();
        crate::call::finish_call(e, value);
    });
    set.add("SET_FIELD_DIRECT", |e| {
        e.publish();
        let (receiver, value) = (e.reg(SetField(Places).object()), e.reg(SetField(Places).value()));
        let site = e.hole(Source::Site(SetField(Places).site(), 0));
        let vm = e.vm;
        let done = e.call_runtime(runtime::SET_FIELD, &[vm, receiver, value, site], I64);
        e.after_call();
        crate::call::finish(e, done);
    });
}

/// The slots cell in which the site's first entry finds the global, its place there, and the value.
fn global(e: &mut Emit, site_operand: u8) -> (Value, Value, Value) {
    let site = e.hole(Source::Site(site_operand, 0));
    let holder = e.load(I64, site, offset_of!(CacheEntry, holder));
    let expected = e.load(I32, site, offset_of!(CacheEntry, shape));
    let actual = e.load8(site, offset_of!(CacheEntry, kind));
    let fields = Fields::load(e, site, EntryKind::GLOBAL);
    let is_own = e.equal_u32(actual, EntryKind::GLOBAL as u32);
    let there = e.fb.ins().icmp_imm_u(IntCC::NotEqual, holder, 0);
    let both = e.fb.ins().band(is_own, there);
    e.require(both);
    let shape = shape_of(e, holder);
    let same = e.fb.ins().icmp(IntCC::Equal, shape, expected);
    e.require(same);
    let slots = e.load(I64, holder, offset_of!(JsObject, slots));
    let p = fields.place(e, slots);
    let v = e.load(I64, p, 0);
    let initialized = e.fb.ins().icmp_imm_u(IntCC::NotEqual, v, 0);
    e.require(initialized);
    (slots, p, v)
}

fn globals(set: &mut Set) {
    set.add("GET_GLOBAL", |e| {
        let (_, _, v) = global(e, GetGlobal(Places).site());
        e.set(GetGlobal(Places).dst(), v);
        e.next();
    });
    set.add("SET_GLOBAL", |e| {
        let (slots, p, _) = global(e, SetGlobal(Places).site());
        e.require_no_barrier(slots);
        let v = e.reg(SetGlobal(Places).value());
        e.store(v, p, 0);
        e.next();
    });
}
