//! Layouts: the ordered lists of objects' own property names, as JITProf has them. A shape says more than its layout, so that many shapes have one: what
//! they differ in (attributes, prototype, whether an object is a dictionary) is no part of it. Neither are elements, which lie apart from the properties.

use super::name::{Name, Names};
use crate::object::Object;
use crate::object::function::{code_of, has_legacy_properties, has_prototype_property};
use crate::object::shape::Shape;
use crate::vm::Vm;
use abi::cell::{CellHeader, CellKind, FLAG_LAZY};
use gc::Gc;
use rustc_hash::FxHashMap;

/// The layout without names.
const EMPTY: u32 = 0;

/// All layouts: each is another one and a name behind it.
#[derive(Default)]
pub(super) struct Layouts {
    /// From number 1 on.
    nodes: Vec<(u32, u32)>,
    numbers: FxHashMap<(u32, u32), u32>,
    /// By a shape's index, until the next collection.
    shapes: FxHashMap<u32, Known>,
    /// Numbers of prototypes that are alive, by address.
    prototypes: FxHashMap<*const CellHeader, u32>,
    next_prototype: u32,
}

/// What a shape's layout was when it was last looked at. A dictionary's changes: names are added at its end, or taken out.
struct Known {
    layout: u32,
    entries: usize,
    removals: usize,
}

impl Layouts {
    fn with(&mut self, layout: u32, name: u32) -> u32 {
        let next = self.nodes.len() as u32 + 1;
        let number = *self.numbers.entry((layout, name)).or_insert(next);
        if number == next {
            self.nodes.push((layout, name));
        }
        number
    }

    /// The names of a layout, in order.
    pub fn names(&self, mut layout: u32) -> Vec<u32> {
        let mut names = Vec::new();
        while layout != EMPTY {
            let (before, name) = self.nodes[layout as usize - 1];
            names.push(name);
            layout = before;
        }
        names.reverse();
        names
    }

    fn of_shape(&mut self, names: &mut Names, index: u32, shape: Gc<Shape>) -> u32 {
        let (entries, removals) = shape.table_version();
        let (mut layout, mut known) = (EMPTY, 0);
        if let Some(before) = self.shapes.get(&index) {
            if (before.entries, before.removals) == (entries, removals) {
                return before.layout;
            }
            if before.removals == removals && before.entries < entries {
                (layout, known) = (before.layout, before.entries);
            }
        }
        for entry in (known..entries).filter_map(|n| shape.entry(n)) {
            // Symbols and private names are no names of properties.
            if let Some(key) = entry.key
                && !key.is_symbol()
                && let Name::Text(name) = names.of_key(key)
            {
                layout = self.with(layout, name);
            }
        }
        self.shapes.insert(index, Known { layout, entries, removals });
        layout
    }

    /// The number of a shape's prototype, which no other gets.
    fn prototype(&mut self, shape: Gc<Shape>) -> u32 {
        let address = shape.prototype().map_or(std::ptr::null(), |p| p.as_ptr().cast_const().cast());
        *self.prototypes.entry(address).or_insert_with(|| {
            self.next_prototype += 1;
            self.next_prototype
        })
    }

    pub fn forget_addresses(&mut self, is_marked: &dyn Fn(*const CellHeader) -> bool) {
        self.shapes.clear();
        self.prototypes.retain(|address, _| address.is_null() || is_marked(*address));
    }
}

/// What an object's layout is, and whether all objects of its shape have it, for as long as the shape is there.
pub(super) enum Layout {
    OfShape(Option<u32>),
    OfObject(Option<u32>),
}

/// Kinds of objects whose contents are elements or bytes: JITProf keeps no layout of them.
fn has_layout(kind: CellKind) -> bool {
    !matches!(
        kind,
        CellKind::Array
            | CellKind::TypedArray
            | CellKind::ArrayBuffer
            | CellKind::SharedArrayBuffer
            | CellKind::Arguments
            | CellKind::StringObject
            | CellKind::Proxy
            | CellKind::ModuleNamespace
    )
}

impl Vm {
    pub(super) fn layout_of(&mut self, object: Object) -> Layout {
        if !has_layout(object.kind()) {
            return Layout::OfShape(None);
        }
        if object.header().has_flag(FLAG_LAZY) {
            return Layout::OfObject(self.lazy_layout(object));
        }
        self.layout_of_shape(object.header().shape.get())
    }

    /// Of objects of a shape, by its index: unless their properties are still to be made.
    pub(super) fn layout_of_shape(&mut self, index: u32) -> Layout {
        let shape = self.shape_at(index);
        if !has_layout(shape.object_kind()) {
            return Layout::OfShape(None);
        }
        let layout = self.counts.layouts.of_shape(&mut self.counts.names, index, shape);
        if shape.is_dictionary() { Layout::OfObject(Some(layout)) } else { Layout::OfShape(Some(layout)) }
    }

    /// Whether the shape alone, by its index, says what layout an object has.
    pub fn is_layout_of_shape(&self, index: u32) -> bool {
        index != self.string_shape_index() && self.shape_at(index).object_kind() == CellKind::Object
    }

    /// The number of the prototype of objects of a shape, by its index.
    pub(super) fn prototype_of_shape(&mut self, index: u32) -> u32 {
        let shape = self.shape_at(index);
        self.counts.layouts.prototype(shape)
    }

    /// Of a function whose properties are still to be made: they will be the first.
    fn lazy_layout(&mut self, function: Object) -> Option<u32> {
        let own: &[&str] = match function.kind() {
            CellKind::NativeFunction => &["length", "name"],
            CellKind::Function => {
                let flags = code_of(function).flags();
                match (has_legacy_properties(flags), has_prototype_property(flags)) {
                    (true, _) => &["length", "name", "arguments", "caller", "prototype"],
                    (false, true) => &["length", "name", "prototype"],
                    (false, false) => &["length", "name"],
                }
            }
            _ => return None,
        };
        let mut layout = EMPTY;
        for name in own {
            if let Name::Text(name) = self.counts.names.of_text(name) {
                layout = self.counts.layouts.with(layout, name);
            }
        }
        Some(layout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_ordered_lists() {
        let mut layouts = Layouts::default();
        let of =
            |layouts: &mut Layouts, names: &[u32]| names.iter().fold(EMPTY, |layout, name| layouts.with(layout, *name));
        let ab = of(&mut layouts, &[7, 3]);
        assert_eq!(of(&mut layouts, &[7, 3]), ab);
        assert_ne!(of(&mut layouts, &[3, 7]), ab);
        assert_ne!(of(&mut layouts, &[7]), ab);
        assert_eq!(layouts.names(ab), [7, 3]);
        assert_eq!(layouts.names(EMPTY), [0; 0]);
    }
}
