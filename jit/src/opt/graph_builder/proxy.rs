//! Proxies: what the self-hosted parts of their internal methods consist of, and properties by keys that are known only where a trap was inlined.

use super::property::Case;
use super::*;
use abi::cell::CellKind;
use abi::ic::{SITE_MEGAMORPHIC, Site};
use abi::object::JsProxy;
use vm::builtins::intrinsic::Direct;

impl<'a> Builder<'a> {
    /// The proxy that a node, of which it is known that it is one, is now.
    fn expected_proxy(&self, proxy: NodeId) -> Option<&'a JsProxy> {
        let bits = self.expected(proxy).filter(|bits| Value::is_cell_word(*bits))?;
        let cell = bits as *const CellHeader;
        // SAFETY: what is in the heap now stays there while the graph is built; the kind says what it is.
        unsafe { (*cell).is(CellKind::Proxy).then(|| &*cell.cast::<JsProxy>()) }
    }

    /// One of a proxy's two objects; `now`: what it is at the moment.
    fn part_of_proxy(&mut self, a: &mut Activation<'a>, proxy: NodeId, offset: usize, now: Option<u64>) -> NodeId {
        let part = self.load(Region::Object, proxy, offset);
        if self.is_blocked(a) {
            return part;
        }
        self.check_not_empty(a, part);
        self.facts.of(part).is_object = true;
        if let Some(now) = now.filter(|bits| *bits != 0) {
            self.expect(part, now);
        }
        part
    }

    pub(super) fn proxy_handler(&mut self, a: &mut Activation<'a>, proxy: NodeId) -> NodeId {
        let now = self.expected_proxy(proxy).map(|proxy| proxy.handler.get() as u64);
        self.part_of_proxy(a, proxy, offset_of!(JsProxy, handler), now)
    }

    /// As above. Where the site's proxies have targets of one shape, that is expected of this one, too.
    pub(super) fn proxy_target(&mut self, a: &mut Activation<'a>, proxy: NodeId, site: &Site) -> NodeId {
        let now = self.expected_proxy(proxy).map(|proxy| proxy.target.get() as u64);
        let target = self.part_of_proxy(a, proxy, offset_of!(JsProxy, target), now);
        if site.state.get() < SITE_MEGAMORPHIC
            && let [case] = self.current_cases(self.is_blocked(a), site)[..]
        {
            self.known.plain_shapes.insert(target, case.shape);
        }
        target
    }

    /// The shape of a plain object, known or expected. Then it is checked.
    fn plain_shape(&mut self, a: &mut Activation<'a>, object: NodeId) -> Option<u32> {
        let known = self.facts.get(object);
        if known.shape != 0 && known.kind == CellKind::Object as u8 {
            return Some(known.shape);
        }
        if self.is_blocked(a) {
            return None;
        }
        let shape = *self.known.plain_shapes.get(&object)?;
        self.check_shape(a, object, shape);
        self.facts.of(object).kind = CellKind::Object as u8;
        Some(shape)
    }

    /// A property by a key that is a constant, where a plain object has it for sure; None where that is not known.
    pub(super) fn get_known(&mut self, a: &mut Activation<'a>, object: NodeId, key: NodeId) -> Option<NodeId> {
        let key = self.vm.property_name(self.constant_value(key)?)?;
        let known = self.facts.get(object).shape;
        let expected = if known != 0 { known } else { *self.known.plain_shapes.get(&object)? };
        let case = self.look_up(expected, key)?;
        self.plain_shape(a, object)?;
        self.load_case(a, object, &case)
    }

    /// How a store by such a key is done, to a property that is stored to here and there; None where that is not known.
    pub(super) fn known_store(&self, object: NodeId, key: NodeId) -> Option<Case> {
        let key = self.vm.property_name(self.constant_value(key)?)?;
        let known = self.facts.get(object).shape;
        let shape = if known != 0 { known } else { *self.known.plain_shapes.get(&object)? };
        self.vm.known_store(shape, key).map(|entry| Case::new(entry, key))
    }

    /// Such a store; false where the runtime must do it.
    pub(super) fn set_known(&mut self, a: &mut Activation<'a>, object: NodeId, key: NodeId, value: NodeId) -> bool {
        let Some(case) = self.known_store(object, key) else { return false };
        if self.plain_shape(a, object).is_none() {
            return false;
        }
        self.store_case(a, object, value, &case);
        true
    }

    /// CheckGetTrap and CheckSetTrap; false where the runtime must look.
    pub(super) fn check_trap_invariants(
        &mut self,
        a: &mut Activation<'a>,
        target: NodeId,
        key: NodeId,
        value: NodeId,
    ) -> bool {
        if let Some(name) = self.constant_value(key).and_then(|key| self.vm.property_name(key))
            && let Some(shape) = self.plain_shape(a, target)
            && self.vm.is_free(shape, name)
        {
            return true;
        }
        if self.is_blocked(a) {
            return false;
        }
        let op = Op::Direct(Direct::IsFree);
        self.guard(a, op, smallvec![target, key, value], Reason::WrongKind);
        true
    }
}
