//! Shapes of the site database: each once, with the line that made every property.

use crate::resolve::Tables;
use crate::sites::{Added, At, Shape};
use rustc_hash::FxHashMap;
use vm::object::shape::Origin;

/// Properties that are listed.
const MOST_PROPERTIES: usize = 64;

/// The shapes that have been put into the profile, by the VM's number.
#[derive(Default)]
pub struct Shapes(FxHashMap<u32, u32>);

impl Shapes {
    /// Index of the live shape that a header's or cache entry's index names.
    pub fn add(&mut self, tables: &mut Tables, index: u32) -> u32 {
        let vm = tables.vm();
        let shape = vm.shape_at(index);
        if let Some(&known) = self.0.get(&shape.serial) {
            return known;
        }
        // Of a dictionary only the place is known that made it one.
        let added: FxHashMap<String, Origin> = if shape.is_dictionary() {
            FxHashMap::default()
        } else {
            let keyed = shape.lineage().into_iter().filter_map(|t| Some((t.key?.to_display(vm), t.origin)));
            keyed.collect()
        };
        let mut keys = Vec::new();
        shape.for_each(|key, _| keys.push(key));
        let keys: Vec<String> = keys.iter().take(MOST_PROPERTIES).map(|key| key.to_display(vm)).collect();
        let properties = keys
            .into_iter()
            .map(|name| {
                let at = added.get(&name).and_then(|origin| at(tables, *origin));
                Added { name, at }
            })
            .collect();
        let constructor = shape.constructor_id(vm).map_or(-1, |id| i64::from(tables.function(id)));
        let found = Shape {
            id: shape.serial,
            kind: shape.object_kind().name().into(),
            constructor,
            dictionary: shape.is_dictionary(),
            properties,
            made: at(tables, shape.origin),
        };
        let next = tables.known.profile.shapes.len() as u32;
        tables.known.profile.shapes.push(found);
        self.0.insert(shape.serial, next);
        next
    }
}

/// None for the runtime's own, and for code of which nothing is known any more.
pub fn at(tables: &mut Tables, origin: Origin) -> Option<At> {
    if origin.code_id == 0 || tables.vm().code.get(origin.code_id).is_none() {
        return None;
    }
    let (function, line, column) = tables.place(origin.code_id, origin.offset);
    Some(At { function, line, column })
}
