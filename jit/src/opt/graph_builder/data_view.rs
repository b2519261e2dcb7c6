//! DataView's getters and setters.

use super::*;
use abi::cell::CellKind;
use abi::object::ArrayType;

/// Elements that are int32s or doubles.
fn is_number(ty: u8) -> bool {
    ty <= ArrayType::Float64 as u8 && ty != ArrayType::Float16 as u8
}

impl<'a> Builder<'a> {
    /// A getter. None: it is called.
    pub(super) fn get_view(
        &mut self,
        a: &mut Activation<'a>,
        ty: u8,
        native: u64,
        callee: NodeId,
        this: NodeId,
        args: &[NodeId],
    ) -> Option<NodeId> {
        let [index, rest @ ..] = args else { return None };
        if !is_number(ty) {
            return None;
        }
        self.check_view(a, native, callee, this);
        let (order, told) = self.byte_order(rest.first().copied());
        let mut args = self.view_place(a, this, *index);
        args.extend(told);
        Some(self.guard(a, Op::LoadView(ty, order), args, Reason::OutOfBounds))
    }

    /// A setter. None: it is called.
    pub(super) fn set_view(
        &mut self,
        a: &mut Activation<'a>,
        ty: u8,
        native: u64,
        callee: NodeId,
        this: NodeId,
        args: &[NodeId],
    ) -> Option<NodeId> {
        let [index, value, rest @ ..] = args else { return None };
        if !is_number(ty) {
            return None;
        }
        self.check_view(a, native, callee, this);
        let (order, told) = self.byte_order(rest.first().copied());
        let mut args = self.view_place(a, this, *index);
        args.push(if is_float(ty) {
            self.double(a, *value)
        } else {
            self.truncated(a, *value, abi::opcode::ARITH_DOUBLE)
        });
        args.extend(told);
        self.guard(a, Op::StoreView(ty, order), args, Reason::OutOfBounds);
        Some(self.constant(Value::UNDEFINED))
    }

    fn check_view(&mut self, a: &mut Activation<'a>, native: u64, callee: NodeId, this: NodeId) {
        self.check_identical(a, callee, native, Reason::WrongTarget);
        self.check_kind(a, this, CellKind::DataView);
    }

    /// Data, limit and index.
    fn view_place(&mut self, a: &mut Activation<'a>, view: NodeId, index: NodeId) -> SmallVec<[NodeId; 4]> {
        let index = self.int(a, index);
        let [data, limit] = self.typed_data(a, view);
        smallvec![data, limit, index]
    }

    /// The order that the argument `littleEndian` asks for, and what tells it where that is not known.
    fn byte_order(&mut self, little: Option<NodeId>) -> (ByteOrder, Option<NodeId>) {
        let Some(little) = little else { return (ByteOrder::Big, None) };
        let truth = self.truth(little);
        match self.constant_value(truth) {
            Some(value) if value.is_true() => (ByteOrder::Little, None),
            Some(_) => (ByteOrder::Big, None),
            None => (ByteOrder::Told, Some(truth)),
        }
    }
}
