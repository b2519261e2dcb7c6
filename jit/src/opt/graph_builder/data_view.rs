//! DataView's getters and setters.

use super::*;
use abi::cell::CellKind;
use abi::object::ArrayType;

/// Elements that are int32s or doubles.
fn is_number(ty: u8) -> bool {
    ty <= ArrayType::Float64 as u8 && ty != ArrayType::Float16 as u8
}

impl<'a> Builder<'a> {
    /// A getter, or (`stores`) a setter, of elements of a type. None: it is called.
    pub(super) fn view_access(
        &mut self,
        a: &mut Activation<'a>,
        ty: u8,
        stores: bool,
        native: u64,
        callee: NodeId,
        this: NodeId,
        args: &[NodeId],
    ) -> Option<NodeId> {
        let (index, value, little) = match *args {
            [index, ref rest @ ..] if !stores => (index, None, rest.first()),
            [index, value, ref rest @ ..] => (index, Some(value), rest.first()),
            _ => return None,
        };
        if !is_number(ty) {
            return None;
        }
        self.check_identical(a, callee, native, Reason::WrongTarget);
        self.check_kind(a, this, CellKind::DataView);
        let (order, told) = self.byte_order(little.copied());
        let mut args = self.view_place(a, this, index);
        args.extend(value.map(|value| match is_float(ty) {
            true => self.double(a, value),
            false => self.truncated(a, value, abi::opcode::ARITH_DOUBLE),
        }));
        args.extend(told);
        let op = if stores { Op::StoreView(ty, order) } else { Op::LoadView(ty, order) };
        let element = self.guard(a, op, args, Reason::OutOfBounds);
        Some(if stores { self.constant(Value::UNDEFINED) } else { element })
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
