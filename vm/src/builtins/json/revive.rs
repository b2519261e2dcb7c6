//! InternalizeJSONProperty (ECMA-262 sec. 25.5.1.1) with source text access: a reviver over what was parsed.

use crate::object::Object;
use crate::object::table::DEFAULT;
use crate::runtime::convert::to_property_key;
use crate::runtime::json::{RecordId, Records};
use crate::runtime::operations::{
    PropertyCollection, create_data_property, enumerable_own_properties, is_array, length_of_array_like,
};
use crate::runtime::operators::same_value;
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

/// The revived value of the property `key` of `holder`, which is what the records tell of.
pub(super) fn internalize(
    vm: &mut Vm,
    text: JsString,
    records: &Records,
    holder: Object,
    key: PropertyKey,
    reviver: Value,
) -> JsResult {
    Reviver { text, records, reviver }.property(vm, holder, key, records.root())
}

struct Reviver<'a> {
    text: JsString,
    records: &'a Records,
    reviver: Value,
}

impl Reviver<'_> {
    fn property(&self, vm: &mut Vm, holder: Object, key: PropertyKey, record: Option<RecordId>) -> JsResult {
        vm.check_native_stack()?;
        let value = holder.get(vm, key)?;
        let context = vm.new_object()?;
        // What the reviver changed meanwhile has no source.
        let mut record = record;
        if let Some(id) = record
            && !same_value(vm, self.records.value(id), value)?
        {
            record = None;
        }
        match value.as_object() {
            Some(object) => self.parts(vm, object, record)?,
            None => {
                if let Some(range) = record.and_then(|id| self.records.source(id)) {
                    let source = JsString::substring(vm, self.text, range.start, range.end)?;
                    context.define_raw(vm, vm.names.source, source.value(), DEFAULT)?;
                }
            }
        }
        let name = key.to_value(vm)?;
        vm.call(self.reviver, holder.value(), &[name, value, context.value()])
    }

    fn parts(&self, vm: &mut Vm, object: Object, record: Option<RecordId>) -> JsResult<()> {
        if is_array(vm, object.value())? {
            let length = length_of_array_like(vm, object)?;
            for i in 0..length {
                let key = PropertyKey::from_u64_index(vm, i)?;
                let element = record.and_then(|id| self.records.element(id, i as usize));
                self.part(vm, object, key, element)?;
            }
            return Ok(());
        }
        let keys = enumerable_own_properties(vm, object, PropertyCollection::Keys)?;
        let entries = record.map(|id| self.records.entries(id)).unwrap_or_default();
        for &name in keys.iter() {
            let key = to_property_key(vm, name)?;
            self.part(vm, object, key, entries.get(&key.bits()).copied())?;
        }
        Ok(())
    }

    fn part(&self, vm: &mut Vm, object: Object, key: PropertyKey, record: Option<RecordId>) -> JsResult<()> {
        let value = self.property(vm, object, key, record)?;
        if value.is_undefined() {
            object.delete(vm, key)?;
        } else {
            create_data_property(vm, object, key, value)?;
        }
        Ok(())
    }
}
