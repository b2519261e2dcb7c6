//! Why code is slow, as far as the VM knows at the end: inline caches that know several shapes or too many, arrays that became general.

use crate::profile::{CacheSite, ElementTransition, Profile};
use abi::ic::{CacheEntry, EntryKind, SITE_GENERIC, SITE_MEGAMORPHIC, SITE_POLYMORPHIC, Site, SiteKind};
use rustc_hash::{FxHashMap, FxHashSet};
use vm::bytecode::verify;
use vm::{PropertyKey, Vm};

/// Sites at most; the rest are of functions that took less time.
const MOST_SITES: usize = 5000;

/// A site, copied before anything is allocated.
struct Found {
    code_id: u32,
    offset: u32,
    kind: SiteKind,
    key: u64,
    state: u8,
    seen: u16,
    /// Where its shapes are among all.
    shapes: std::ops::Range<usize>,
}

/// Adds the evidence about functions that were seen running.
pub fn gather(vm: &mut Vm, profile: &mut Profile) {
    let functions = seen_functions(profile);
    let mut shapes = vm.heap.rooted_vec();
    let mut found = Vec::new();
    for code in vm.live_code().filter(|code| functions.contains_key(&code.machine().code_id)) {
        let Some(body) = code.body.get() else { continue };
        let Ok(instructions) = verify::decode(&body.bytecode) else { continue };
        let mut done = FxHashSet::default();
        for instruction in instructions {
            let Some(index) = instruction.op.site(&body.bytecode[instruction.offset as usize..]) else { continue };
            let Some(site) = body.sites.get(index).filter(|_| done.insert(index)) else { continue };
            let Some(kind) = interesting(site) else { continue };
            let first = shapes.as_slice().len();
            vm::code::entries(site, |e: &CacheEntry| {
                if e.kind.get() != EntryKind::None && e.shape.get() != 0 {
                    shapes.push(vm.shape_at(e.shape.get()).value());
                }
            });
            found.push(Found {
                code_id: code.machine().code_id,
                offset: instruction.offset,
                kind,
                key: site.key.get(),
                state: site.state.get(),
                seen: site.seen.get(),
                shapes: first..shapes.as_slice().len(),
            });
        }
        if found.len() >= MOST_SITES {
            break;
        }
    }
    for site in found {
        let (function, line, column) = place(vm, profile, &functions[&site.code_id], site.code_id, site.offset);
        let key = if site.key == 0 { String::new() } else { PropertyKey::from_bits(site.key).to_display(vm) };
        let described = site.shapes.map(|i| describe(vm, shapes.as_slice()[i])).collect();
        profile.caches.push(CacheSite {
            function,
            line,
            column,
            kind: format!("{:?}", site.kind),
            key,
            state: state_name(site.state).into(),
            shapes: described,
            seen: if is_element(site.kind) { super::sites::seen(site.seen) } else { Vec::new() },
        });
    }
    for ((origin, from, to), &count) in &vm.element_transitions {
        let Some(seen) = functions.get(&origin.code_id) else { continue };
        let (function, line, column) = place(vm, profile, seen, origin.code_id, origin.offset);
        profile.element_transitions.push(ElementTransition {
            function,
            line,
            column,
            from: from.name().into(),
            to: to.name().into(),
            count: count.into(),
        });
    }
    profile.element_transitions.sort_by_key(|t| (t.function, t.line, std::cmp::Reverse(t.count)));
}

/// By code id, the functions that appear in stacks: several where a function was put together from several files.
fn seen_functions(profile: &Profile) -> FxHashMap<u32, Vec<u32>> {
    let seen: FxHashSet<u32> = profile.frames.iter().filter(|f| f.tier.is_script()).map(|f| f.function).collect();
    let mut functions: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for index in seen {
        for &id in &profile.functions[index as usize].code_ids {
            functions.entry(id).or_default().push(index);
        }
    }
    functions.values_mut().for_each(|indices| indices.sort_unstable());
    functions
}

/// Which of the functions of that code a bytecode is in, its line and column; zeros where it is in a file that none of them is in.
fn place(vm: &Vm, profile: &Profile, functions: &[u32], code_id: u32, offset: u32) -> (u32, u32, u32) {
    let shown = vm.code.get(code_id).and_then(|info| Some((info.source.as_ref()?, info.shown(offset)?)));
    let Some((source, place)) = shown else { return (functions[0], 0, 0) };
    let file = place.file_name(source);
    let is_there = |function: &&u32| profile.file_of(&profile.functions[**function as usize]) == file;
    match functions.iter().find(is_there) {
        Some(&function) => (function, place.line, place.column),
        None => (functions[0], 0, 0),
    }
}

/// The kind of a site whose caches tell something.
fn interesting(site: &Site) -> Option<SiteKind> {
    if !matches!(site.state.get(), SITE_POLYMORPHIC | SITE_MEGAMORPHIC | SITE_GENERIC) {
        return None;
    }
    // Calls and array literals have no shapes.
    let is_other = |kind: &SiteKind| !matches!(kind, SiteKind::Call | SiteKind::Construct | SiteKind::NewArray);
    SiteKind::of(site.kind.get()).filter(is_other)
}

fn is_element(kind: SiteKind) -> bool {
    matches!(kind, SiteKind::GetIndex | SiteKind::SetIndex)
}

fn state_name(state: u8) -> &'static str {
    match state {
        SITE_POLYMORPHIC => "polymorphic",
        SITE_MEGAMORPHIC => "megamorphic",
        _ => "generic",
    }
}

/// A shape in words. `value` is a Shape cell.
fn describe(vm: &mut Vm, value: vm::Value) -> String {
    if !value.is_cell() {
        return String::new();
    }
    // SAFETY: only Shape cells were put in the list, which keeps them alive.
    let shape = unsafe { gc::Gc::from_ptr(value.as_cell().cast::<vm::object::shape::Shape>()) };
    shape.describe(vm)
}
