//! Accesses to properties: how often an object of another layout, or another name, comes than the last time (JITProf's c_icm), and how often each layout.

use super::layout::Layout;
use crate::vm::Vm;
use crate::{Value, ValueExt};
use abi::tally::Tally;

impl Vm {
    /// An access by name. What compiled code passes as the tally's has not been seen to be like the last one.
    ///
    /// # Safety
    /// The tally is one of this VM's.
    pub unsafe fn count_field(&mut self, object: Value, tally: *const Tally) {
        // SAFETY: the caller's promise: tallies are never freed.
        let tally = unsafe { &*tally };
        let Some(header) = object.header() else { return };
        if header.shape.get() == tally.last.get() {
            tally.alike.set(tally.alike.get() + 1);
            return;
        }
        self.access(object, tally.number, None);
    }

    /// An access by name to an object of this shape, whose layout it is ([`Vm::is_layout_of_shape`]).
    ///
    /// # Safety
    /// The tally is one of this VM's, and the shape is alive.
    pub unsafe fn count_shape(&mut self, shape: u32, tally: *const Tally) {
        // SAFETY: the caller's promise.
        let number = unsafe { (*tally).number };
        let layout = self.layout_of_shape(shape);
        self.accessed(layout, shape, number, None);
    }

    /// An access to a property of anything by a name that comes with it, or by the site's own.
    pub(super) fn access(&mut self, base: Value, number: u32, key: Option<Value>) {
        let layout = match base.as_object() {
            Some(object) => self.layout_of(object),
            // A primitive has no layout.
            None => Layout::OfShape(None),
        };
        let shape = base.header().map_or(0, |header| header.shape.get());
        self.accessed(layout, shape, number, key);
    }

    fn accessed(&mut self, layout: Layout, shape: u32, number: u32, key: Option<Value>) {
        // Of what has no layout, name and prototype are nothing to be compared.
        let has_layout = matches!(layout, Layout::OfShape(Some(_)) | Layout::OfObject(Some(_)));
        let name = key.filter(|_| has_layout).map(|key| self.name_of(key));
        let prototype = has_layout.then(|| self.prototype_of_shape(shape));
        let site = &mut self.counts.sites[number as usize];
        site.settle();
        // Where names are computed, the shape alone does not say that nothing has changed.
        let is_known = key.is_none() && matches!(layout, Layout::OfShape(_));
        site.tally.last.set(if is_known { shape } else { 0 });
        let (Layout::OfShape(layout) | Layout::OfObject(layout)) = layout;
        let Some(layout) = layout else { return site.cases.leave() };
        let is_other_name = key.is_some() && site.last.is_some() && site.name != name;
        if key.is_some() {
            site.name = name;
        }
        let before = std::mem::replace(&mut site.prototype, prototype);
        if site.came(layout) | is_other_name {
            site.changes += 1;
        } else if before.is_some() && before != prototype {
            site.prototypes += 1;
        }
    }
}
