//! Typed arrays: where their elements are, loads and stores.

use super::*;

impl Lower<'_, '_> {
    pub(super) fn typed_data(&mut self, id: NodeId) -> Value {
        let array = self.value(self.graph.node(id).args[0]);
        let buffer = self.load(I64, array, offset_of!(JsTypedArray, buffer));
        let data = self.load(I64, buffer, offset_of!(JsArrayBuffer, data));
        let detached = self.is_zero(data);
        self.refuse(detached, id);
        let offset = self.load(I64, array, offset_of!(JsTypedArray, byte_offset));
        self.fb.ins().iadd(data, offset)
    }

    /// Where a typed array's element is.
    pub(super) fn typed_place(&mut self, id: NodeId, ty: u8) -> Value {
        let args = &self.graph.node(id).args;
        let (data, limit, index) = (self.value(args[0]), self.value(args[1]), self.value(args[2]));
        let index = self.fb.ins().uextend(I64, index);
        let inside = self.fb.ins().icmp(IntCC::UnsignedLessThan, index, limit);
        self.require(inside, id);
        let shift = match ty {
            0..=2 => 0,
            3 | 4 => 1,
            5 | 6 | 8 => 2,
            _ => 3,
        };
        let bytes = self.fb.ins().ishl_imm_u(index, shift);
        self.fb.ins().iadd(data, bytes)
    }

    pub(super) fn load_typed(&mut self, id: NodeId, ty: u8) -> Value {
        let place = self.typed_place(id, ty);
        let flags = MemFlags::new().with_notrap();
        match ty {
            0 => self.fb.ins().sload8(I32, flags, place, 0),
            1 | 2 => self.fb.ins().uload8(I32, flags, place, 0),
            3 => self.fb.ins().sload16(I32, flags, place, 0),
            4 => self.fb.ins().uload16(I32, flags, place, 0),
            5 => self.fb.ins().load(I32, flags, place, 0),
            6 => {
                let value = self.fb.ins().load(I32, flags, place, 0);
                let wide = self.fb.ins().uextend(I64, value);
                self.fb.ins().fcvt_from_sint(F64, wide)
            }
            8 => {
                let value = self.fb.ins().load(F32, flags, place, 0);
                self.fb.ins().fpromote(F64, value)
            }
            _ => self.fb.ins().load(F64, flags, place, 0),
        }
    }

    pub(super) fn store_typed(&mut self, id: NodeId, ty: u8) {
        let place = self.typed_place(id, ty);
        let value = self.graph.node(id).args[3];
        let value = if is_float(ty) { self.canonical(value) } else { self.value(value) };
        let flags = MemFlags::new().with_notrap();
        match ty {
            0 | 1 => {
                self.fb.ins().istore8(flags, value, place, 0);
            }
            2 => {
                let zero = self.fb.ins().iconst(I32, 0);
                let most = self.fb.ins().iconst(I32, 255);
                let value = self.fb.ins().smax(value, zero);
                let value = self.fb.ins().smin(value, most);
                self.fb.ins().istore8(flags, value, place, 0);
            }
            3 | 4 => {
                self.fb.ins().istore16(flags, value, place, 0);
            }
            8 => {
                let value = self.fb.ins().fdemote(F32, value);
                self.fb.ins().store(flags, value, place, 0);
            }
            _ => {
                self.fb.ins().store(flags, value, place, 0);
            }
        }
    }

    pub(super) fn typed_limit(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let array = self.value(args[0]);
        self.load(I64, array, offset_of!(JsTypedArray, fast_length))
    }
}
