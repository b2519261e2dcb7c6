//! Global variables: properties of the global object, and the let, const and class bindings of scripts.

use crate::bytecode::data::{Constant, GlobalDeclarations};
use crate::code::Code;
use crate::interp::cache;
use crate::object::shape::{Property, SlotPlace};
use crate::object::table;
use crate::object::{Object, PropertyDescriptor};
use crate::realm::Realm;
use crate::runtime::operations;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::ic::*;
use std::rc::Rc;

/// The object that has a global variable, and the variable: a binding of scripts, or else a data property of the global object.
fn find(realm: &Realm, key: PropertyKey) -> Option<(Object, Property)> {
    if let Some(property) = realm.lexical.own_named(key) {
        return Some((realm.lexical, property));
    }
    let property = realm.global.own_named(key).filter(|property| !key.is_index() && !property.is_accessor())?;
    Some((realm.global, property))
}

/// The value of a global; ReferenceError if there is none and `must_exist`.
#[inline(never)]
pub fn get_global(vm: &mut Vm, site: &Site, must_exist: bool) -> JsResult {
    let key = cache::site_key(site);
    let realm = vm.realm();
    if let Some((holder, property)) = find(&realm, key) {
        let value = holder.slot(property.slot);
        if value.is_empty() {
            let name = key.to_display(vm);
            return Err(vm.throw_uninitialized(&name));
        }
        learn(vm, site, holder, property.slot);
        return Ok(value);
    }
    let global = realm.global;
    if must_exist && !global.has_property(vm, key)? {
        let name = key.to_display(vm);
        return Err(vm.throw_not_defined(&name));
    }
    global.get(vm, key)
}

/// Where a site of the realm's code finds its global now: the holder, and what an entry says of it. With `writes`, where it may write by itself. The holder's
/// shape changes when the variable goes or another one hides it.
pub fn place(vm: &Vm, realm: &Realm, key: PropertyKey, writes: bool) -> Option<(Object, u32, u32)> {
    let (holder, property) = find(realm, key)?;
    if writes && !(property.is_writable() && vm.is_mutable_slot(holder, property.slot)) {
        return None;
    }
    let SlotPlace::Slots(offset) = holder.shape().place(property.slot) else { return None };
    holder.shape().mark_cached();
    Some((holder, holder.header().shape.get(), offset))
}

fn learn(vm: &mut Vm, site: &Site, holder: Object, slot: u32) {
    let SlotPlace::Slots(offset) = holder.shape().place(slot) else { return };
    holder.shape().mark_cached();
    let entry = cache::empty_entry();
    entry.shape.set(holder.header().shape.get());
    entry.kind.set(EntryKind::GLOBAL);
    entry.offset.set(offset);
    entry.holder.set(holder.as_ptr());
    site.state.set(SITE_UNINITIALIZED);
    cache::add_entry(vm, site, &entry);
}

/// Writes a global; sites write by themselves what is not constant. A first value makes no difference, unless it is none.
fn write(vm: &mut Vm, site: &Site, holder: Object, slot: u32, value: Value) {
    let is_first = holder.slot(slot).is_undefined() && !value.is_undefined();
    holder.set_slot(vm, slot, value);
    if !is_first {
        vm.global_changes(holder, slot);
    }
    if vm.is_mutable_slot(holder, slot) {
        learn(vm, site, holder, slot);
    }
}

/// Assignment to a global.
#[inline(never)]
pub fn set_global(vm: &mut Vm, site: &Site, value: Value) -> JsResult<()> {
    let key = cache::site_key(site);
    let strict = site.flags.get() & SITE_FLAG_STRICT != 0;
    let realm = vm.realm();
    if let Some(property) = realm.lexical.own_named(key) {
        if realm.lexical.slot(property.slot).is_empty() {
            let name = key.to_display(vm);
            return Err(vm.throw_uninitialized(&name));
        }
        if !property.is_writable() {
            return Err(vm.throw_const_assignment());
        }
        write(vm, site, realm.lexical, property.slot, value);
        return Ok(());
    }
    let global = realm.global;
    if !key.is_index()
        && let Some(property) = global.own_named(key)
        && !property.is_accessor()
        && property.is_writable()
    {
        write(vm, site, global, property.slot, value);
        return Ok(());
    }
    if strict && !global.has_property(vm, key)? {
        let name = key.to_display(vm);
        return Err(vm.throw_not_defined(&name));
    }
    operations::set(vm, global, key, value, strict)
}

/// InitializeBinding of a script's let, const or class.
pub fn init_global(vm: &mut Vm, site: &Site, value: Value) -> JsResult<()> {
    let key = cache::site_key(site);
    let lexical = vm.realm().lexical;
    if let Some(property) = lexical.own_named(key) {
        lexical.set_slot(vm, property.slot, value);
    }
    Ok(())
}

/// GlobalDeclarationInstantiation (sec. 16.1.7).
pub fn declare_globals(vm: &mut Vm, code: &Code, constant: u32) -> JsResult<()> {
    let Some(Constant::GlobalDeclarations(declarations)) = super::constant_data(code, constant) else { return Ok(()) };
    let declarations: Rc<GlobalDeclarations> = declarations.clone();
    let realm = vm.realm();
    let (global, lexical) = (realm.global, realm.lexical);
    for (name, _) in &declarations.lexical {
        let key = PropertyKey::from_const(vm, name)?;
        // HasRestrictedGlobalProperty: `var`s and functions of scripts are not configurable, those of evals are.
        let restricted = global.own_named(key).is_some_and(|p| !p.is_configurable());
        if lexical.own_named(key).is_some() || restricted {
            return Err(vm.throw_syntax_error(format!("Identifier '{}' has already been declared", name.to_text())));
        }
    }
    let names = declarations.functions.iter().map(|(n, _)| n).chain(&declarations.vars);
    for name in names {
        let key = PropertyKey::from_const(vm, name)?;
        if lexical.own_named(key).is_some() {
            return Err(vm.throw_syntax_error(format!("Identifier '{}' has already been declared", name.to_text())));
        }
    }
    for (name, _) in &declarations.functions {
        let key = PropertyKey::from_const(vm, name)?;
        if !can_declare_global_function(vm, global, key)? {
            return Err(vm.throw_type_error(format!("Identifier '{}' has already been declared", name.to_text())));
        }
    }
    for name in &declarations.vars {
        let key = PropertyKey::from_const(vm, name)?;
        if !can_declare_global_var(vm, global, key)? {
            return Err(vm.throw_type_error(format!("Cannot declare global variable '{}'", name.to_text())));
        }
    }
    for name in &declarations.annex_b {
        let key = PropertyKey::from_const(vm, name)?;
        if lexical.own_named(key).is_none() && can_declare_global_function(vm, global, key)? {
            create_global_var(vm, global, key, false)?;
        }
    }
    for (name, constant) in &declarations.lexical {
        let key = PropertyKey::from_const(vm, name)?;
        let attributes = if *constant { 0 } else { table::WRITABLE };
        // A new lexical binding shadows a global property that caches may know.
        if let Some(property) = global.own_named(key) {
            vm.refresh_global(global)?;
            vm.global_changes(global, property.slot);
        }
        lexical.add_named(vm, key, Value::EMPTY, attributes)?;
    }
    for (name, function) in &declarations.functions {
        let key = PropertyKey::from_const(vm, name)?;
        let f = super::literal::declared_function(vm, code, *function, std::ptr::null_mut())?;
        create_global_function(vm, global, key, f.value(), false)?;
    }
    for name in &declarations.vars {
        let key = PropertyKey::from_const(vm, name)?;
        create_global_var(vm, global, key, false)?;
    }
    Ok(())
}

/// CanDeclareGlobalVar
pub(super) fn can_declare_global_var(vm: &mut Vm, global: Object, key: PropertyKey) -> JsResult<bool> {
    Ok(has_own(vm, global, key)? || global.is_extensible(vm)?)
}

/// Whether a property is there; its value may still have to be made ([`crate::object::lazy`]).
fn has_own(vm: &mut Vm, global: Object, key: PropertyKey) -> JsResult<bool> {
    if key.is_index() { Ok(global.get_own_property(vm, key)?.is_some()) } else { Ok(global.own_named(key).is_some()) }
}

/// CanDeclareGlobalFunction
pub(super) fn can_declare_global_function(vm: &mut Vm, global: Object, key: PropertyKey) -> JsResult<bool> {
    if !key.is_index() && global.own_named(key).is_some_and(|p| p.is_configurable()) {
        return Ok(true);
    }
    match global.get_own_property(vm, key)? {
        None => global.is_extensible(vm),
        Some(d) => {
            Ok(d.configurable == Some(true) || (d.is_data() && d.writable == Some(true) && d.enumerable == Some(true)))
        }
    }
}

/// CreateGlobalVarBinding
pub(super) fn create_global_var(vm: &mut Vm, global: Object, key: PropertyKey, deletable: bool) -> JsResult<()> {
    if !has_own(vm, global, key)? && global.is_extensible(vm)? {
        let d = PropertyDescriptor::data(Value::UNDEFINED, true, true, deletable);
        operations::define_property_or_throw(vm, global, key, &d)?;
    }
    Ok(())
}

/// CreateGlobalFunctionBinding
pub(super) fn create_global_function(
    vm: &mut Vm,
    global: Object,
    key: PropertyKey,
    value: Value,
    deletable: bool,
) -> JsResult<()> {
    let fixed = match global.own_named(key).filter(|_| !key.is_index()) {
        Some(property) => !property.is_configurable(),
        None => global.get_own_property(vm, key)?.is_some_and(|d| d.configurable != Some(true)),
    };
    let d = match fixed {
        true => PropertyDescriptor { value: Some(value), ..Default::default() },
        false => PropertyDescriptor::data(value, true, true, deletable),
    };
    operations::define_property_or_throw(vm, global, key, &d)?;
    operations::set(vm, global, key, value, false)?;
    Ok(())
}
