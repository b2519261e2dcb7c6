//! Watchpoints: one-shot validity cells for what inline caches and compiled code assume.
//!
//! A validity cell starts valid, fires once and is never re-armed: who wants to assume the same thing again asks for a new one.
//! The one that inline caches use says that no object on a prototype chain has gained, lost or redefined a property,
//! or changed its own prototype. Values in existing slots may change: whoever reads through a chain loads them afresh.

use crate::object::Object;
use crate::object::shape::Shape;
use crate::tiering::deopt::Reason;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind, FLAG_EXOTIC, FLAG_PROTOTYPE};
use abi::object::JsObject;
use gc::{Gc, HeapCell, Visitor};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;

/// A one-shot assumption. Inline-cache entries point at `valid`.
#[repr(C)]
pub struct Validity {
    header: CellHeader,
    /// 1 valid, 0 fired. What is behind it in the cell is whatever was there: the collector knows that these cells name nobody, as
    /// [`Watchpoints::trace_chains`] demands.
    pub valid: Cell<u8>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for Validity {
    const KIND: CellKind = CellKind::Validity;
}

/// Offset of [`Validity::valid`] in its cell: entries hold interior pointers.
pub const VALID_OFFSET: usize = std::mem::offset_of!(Validity, valid);

#[derive(Default)]
struct PrototypeWatch {
    /// The cell for the chain that starts at this object.
    chain: Option<Gc<Validity>>,
    /// Every cell of a chain that this object is on.
    dependents: Vec<Gc<Validity>>,
}

/// Who depends on which prototype.
#[derive(Default)]
pub struct Watchpoints {
    prototypes: FxHashMap<*mut JsObject, PrototypeWatch>,
    /// For accesses that assume nothing about a chain.
    always: Option<Gc<Validity>>,
    /// Chain assumptions broken so far (reports).
    pub fired: u64,
    /// Optimized code by the validity bytes that it relies on.
    reliant: FxHashMap<*const u8, Vec<Reliant>>,
    /// Bytes that are 0 now, of which the compiler has not heard.
    unheard: Vec<(*const u8, Reason)>,
}

/// Optimized code that relies on a validity byte.
#[derive(Clone)]
pub struct Reliant {
    /// The compiler's number for it.
    pub code: u32,
    /// 1 as long as all holds that it relies on: it looks when something may have happened.
    pub valid: Rc<Cell<u8>>,
}

impl Watchpoints {
    pub fn trace(&self, visitor: &mut Visitor) {
        if let Some(always) = self.always {
            visitor.visit_cell(always.header());
        }
    }

    /// A chain's validity cell lives as long as the object that the chain begins with, as inline caches name it, and as optimized code relies on it; those
    /// that it goes through only know of it. To be called when all else is marked.
    pub fn trace_chains(&self, visitor: &mut Visitor) {
        for (&object, watch) in &self.prototypes {
            if let Some(chain) = watch.chain
                && visitor.is_marked(object.cast())
            {
                visitor.visit_cell(chain.header());
            }
        }
    }

    /// Optimized code is no more, or does not rely on the byte.
    pub fn withdraw(&mut self, byte: *const u8, code: u32) {
        if let Some(reliants) = self.reliant.get_mut(&byte) {
            reliants.retain(|reliant| reliant.code != code);
            if reliants.is_empty() {
                self.reliant.remove(&byte);
            }
        }
    }

    /// Forgets prototypes that died, and of the others what depended on chains that nobody asks about any more.
    pub fn sweep(&mut self, is_marked: &dyn Fn(*const CellHeader) -> bool) {
        self.prototypes.retain(|object, _| is_marked(object.cast()));
        for watch in self.prototypes.values_mut() {
            watch.dependents.retain(|cell| is_marked(cell.header()));
        }
    }
}

impl Vm {
    /// Optimized code relies on a byte from now on. False if the byte is 0 already.
    ///
    /// # Safety
    /// The byte stays where it is until the code is withdrawn.
    pub unsafe fn rely_on(&mut self, byte: *const u8, reliant: &Reliant) -> bool {
        self.watch.reliant.entry(byte).or_default().push(reliant.clone());
        // SAFETY: the caller's promise.
        unsafe { *byte == 1 }
    }

    /// A validity byte is 0 from now on: code that relies on it is not entered any more, and left where it runs.
    pub(crate) fn fired(&mut self, byte: *const u8, reason: Reason) {
        let Some(reliants) = self.watch.reliant.get(&byte) else { return };
        reliants.iter().for_each(|reliant| reliant.valid.set(0));
        self.watch.unheard.push((byte, reason));
        self.with_compiler(|_, _| ());
    }

    /// What has fired since somebody asked: the byte, why, and who relied on it.
    pub(crate) fn take_unheard(&mut self) -> Option<(*const u8, Reason, Vec<Reliant>)> {
        let (byte, reason) = self.watch.unheard.pop()?;
        Some((byte, reason, self.watch.reliant.remove(&byte).unwrap_or_default()))
    }

    /// A validity cell that never fires.
    pub fn always_valid(&mut self) -> JsResult<Gc<Validity>> {
        if let Some(cell) = self.watch.always {
            return Ok(cell);
        }
        let cell = self.new_validity()?;
        self.watch.always = Some(cell);
        Ok(cell)
    }

    fn new_validity(&mut self) -> JsResult<Gc<Validity>> {
        self.alloc(Validity { header: crate::vm::new_header(CellKind::Validity, 0), valid: Cell::new(1) })
    }

    /// The byte of the validity cell of the prototype chain that starts here, if it is watched.
    pub(crate) fn known_chain(&self, first: Object) -> Option<*const u8> {
        let chain = self.watch.prototypes.get(&first.as_ptr())?.chain?;
        (chain.valid.get() == 1).then(|| chain.valid.as_ptr().cast_const())
    }

    /// The validity of the prototype chain that starts at `prototype`; None if an object on it answers for its
    /// properties in ways that no watchpoint sees.
    pub fn chain_validity(&mut self, prototype: Option<Object>) -> JsResult<Option<Gc<Validity>>> {
        let Some(first) = prototype else { return self.always_valid().map(Some) };
        if let Some(watch) = self.watch.prototypes.get(&first.as_ptr())
            && let Some(cell) = watch.chain
            && cell.valid.get() == 1
        {
            return Ok(Some(cell));
        }
        let mut link = Some(first);
        while let Some(object) = link {
            if object.header().has_flag(FLAG_EXOTIC) {
                return Ok(None);
            }
            link = object.shape().prototype();
        }
        let cell = self.new_validity()?;
        self.watch.prototypes.entry(first.as_ptr()).or_default().chain = Some(cell);
        let mut link = Some(first);
        while let Some(object) = link {
            object.header().set_flag(FLAG_PROTOTYPE);
            let dependents = &mut self.watch.prototypes.entry(object.as_ptr()).or_default().dependents;
            if dependents.len() >= 16 && dependents.len().is_power_of_two() {
                dependents.retain(|cell| cell.valid.get() == 1);
            }
            dependents.push(cell);
            link = object.shape().prototype();
        }
        Ok(Some(cell))
    }

    /// Whether objects of a shape have one prototype chain, which is watched from now on.
    pub(crate) fn has_constant_chain(&mut self, shape: Gc<Shape>) -> JsResult<bool> {
        if shape.is_dictionary() || shape.object_kind() == CellKind::Proxy {
            return Ok(false);
        }
        Ok(self.chain_validity(shape.prototype())?.is_some())
    }

    /// Whether objects of a shape, given by its index, have `prototype` on their chain, and the byte that says whether that is still so: null where it cannot
    /// change. None where it is not known.
    ///
    /// # Safety
    /// The shape is alive.
    pub unsafe fn is_on_chain(&self, shape: u32, prototype: Value) -> Option<(bool, *const u8)> {
        let prototype = prototype.as_object()?;
        let shape = self.shape_at(shape);
        if shape.is_dictionary() || shape.object_kind() < CellKind::Object || shape.object_kind() == CellKind::Proxy {
            return None;
        }
        let first = shape.prototype();
        if first.is_none_or(|first| first == prototype) {
            return Some((first.is_some(), std::ptr::null()));
        }
        let mut link = first;
        let validity = self.watch.prototypes.get(&link?.as_ptr())?.chain.filter(|cell| cell.valid.get() == 1)?;
        while let Some(object) = link {
            if object == prototype {
                break;
            }
            link = object.shape().prototype();
        }
        Some((link.is_some(), validity.valid.as_ptr()))
    }

    /// To be called before or after any change of the properties or the prototype of an object that has FLAG_PROTOTYPE.
    #[cold]
    pub fn prototype_changed(&mut self, object: Object) {
        let Some(watch) = self.watch.prototypes.get_mut(&object.as_ptr()) else { return };
        watch.chain = None;
        for cell in std::mem::take(&mut watch.dependents) {
            if cell.valid.replace(0) == 1 {
                self.watch.fired += 1;
                self.fired(cell.valid.as_ptr(), Reason::PrototypeChanged);
            }
        }
    }
}
