//! DataViews: bytes in either order, at any index.

use super::*;

impl Lower<'_, '_> {
    /// Where so many bytes of a DataView are.
    fn view_place(&mut self, id: NodeId, bytes: i64) -> Value {
        let args = &self.graph.node(id).args;
        let (data, limit, index) = (self.value(args[0]), self.value(args[1]), self.value(args[2]));
        let index = self.fb.ins().uextend(I64, index);
        let end = self.fb.ins().iadd_imm_s(index, bytes);
        let inside = self.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, end, limit);
        self.require(inside, id);
        self.fb.ins().iadd(data, index)
    }

    /// Turns an integer from, or into, the order of the access; this machine's is little-endian.
    fn in_order(&mut self, id: NodeId, value: Value, order: ByteOrder) -> Value {
        if order == ByteOrder::Little || self.fb.func.dfg.value_type(value) == I8 {
            return value;
        }
        let swapped = self.fb.ins().bswap(value);
        match self.graph.node(id).args.last() {
            Some(little) if order == ByteOrder::Told => {
                let little = self.value(*little);
                self.fb.ins().select(little, value, swapped)
            }
            _ => swapped,
        }
    }

    pub(super) fn load_view(&mut self, id: NodeId, ty: u8, order: ByteOrder) -> Value {
        let integer = integer_of(ty);
        let place = self.view_place(id, integer.bytes() as i64);
        let flags = MemFlags::new().with_notrap();
        let value = self.fb.ins().load(integer, flags, place, 0);
        let value = self.in_order(id, value, order);
        match ty {
            0 | 3 => self.fb.ins().sextend(I32, value),
            1 | 4 => self.fb.ins().uextend(I32, value),
            6 => {
                let wide = self.fb.ins().uextend(I64, value);
                self.fb.ins().fcvt_from_sint(F64, wide)
            }
            8 => {
                let single = self.fb.ins().bitcast(F32, MemFlags::new(), value);
                self.fb.ins().fpromote(F64, single)
            }
            9 => self.fb.ins().bitcast(F64, MemFlags::new(), value),
            _ => value,
        }
    }

    pub(super) fn store_view(&mut self, id: NodeId, ty: u8, order: ByteOrder) {
        let integer = integer_of(ty);
        let place = self.view_place(id, integer.bytes() as i64);
        let value = self.graph.node(id).args[3];
        let value = if is_float(ty) { self.canonical(value) } else { self.value(value) };
        let value = match ty {
            0 | 1 | 3 | 4 => self.fb.ins().ireduce(integer, value),
            8 => {
                let single = self.fb.ins().fdemote(F32, value);
                self.fb.ins().bitcast(I32, MemFlags::new(), single)
            }
            9 => self.fb.ins().bitcast(I64, MemFlags::new(), value),
            _ => value,
        };
        let value = self.in_order(id, value, order);
        self.fb.ins().store(MemFlags::new().with_notrap(), value, place, 0);
    }
}

/// The integer that has as many bits as an element.
fn integer_of(ty: u8) -> ir::Type {
    match ty {
        0 | 1 => I8,
        3 | 4 => I16,
        9 => I64,
        _ => I32,
    }
}
