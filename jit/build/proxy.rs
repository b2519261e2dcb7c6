//! Stencils of what is done for proxies (`vm/src/builtins/proxy/self_hosted/`).

use crate::Set;
use crate::emit::Source;
use abi::cell::CellHeader;
use abi::ic::{CacheEntry, SITE_MEGAMORPHIC, Site};
use abi::object::JsProxy;
use abi::opcode::Places;
use abi::opcode::view::{CheckTrap, ProxyHandler, ProxyTarget};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use std::mem::offset_of;

pub fn stencils(set: &mut Set) {
    set.add("PROXY_HANDLER", |e| {
        let proxy = e.reg(ProxyHandler(Places).proxy());
        let handler = e.load(I64, proxy, offset_of!(JsProxy, handler));
        e.set(ProxyHandler(Places).dst(), handler);
        e.next();
    });
    // A target of another shape than the site's first is the runtime's, unless there are too many.
    set.add("PROXY_TARGET", |e| {
        let proxy = e.reg(ProxyTarget(Places).proxy());
        let target = e.load(I64, proxy, offset_of!(JsProxy, target));
        let is_cell = e.is_cell(target);
        e.require(is_cell);
        let site = e.hole(Source::Site(ProxyTarget(Places).site(), 0));
        let shape = e.load(I32, target, offset_of!(CellHeader, shape));
        let expected = e.load(I32, site, offset_of!(CacheEntry, shape));
        let same = e.fb.ins().icmp(IntCC::Equal, shape, expected);
        let (known, other) = (e.block(), e.cold());
        e.branch(same, known, other);
        e.at(other);
        let site = e.hole(Source::Site(ProxyTarget(Places).site(), 0));
        let state = e.load8(site, offset_of!(Site, state));
        let many = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, state, SITE_MEGAMORPHIC as i64);
        e.require(many);
        e.jump(known, &[]);
        e.at(known);
        e.set(ProxyTarget(Places).dst(), target);
        e.next();
    });
    set.add("CHECK_TRAP", |e| {
        let v = e.reg(CheckTrap(Places).trap());
        e.require_function(v);
        e.next();
    });
}
