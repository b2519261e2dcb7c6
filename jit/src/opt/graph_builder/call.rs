//! Calls: of what, inlined or not.

use super::property::Case;
use super::*;
use crate::opt::blocklist::of_closures;
use crate::opt::ir::Target as Callable;
use abi::cell::CellKind;
use abi::ic::{EntryKind, Site};
use abi::object::JsFunction;

fn code_cell(code: &Code) -> *mut abi::cell::CellHeader {
    std::ptr::from_ref(code).cast_mut().cast()
}

/// Takes the only one of some closures that has the code.
fn take_only(closures: &mut SmallVec<[u64; 4]>, code: &Code) -> Option<u64> {
    // SAFETY: they are live closures.
    let has = |bits: &u64| std::ptr::eq(unsafe { (*(*bits as *const JsFunction)).code.get() }, code_cell(code));
    let mut its = closures.iter().copied().filter(has);
    let (first, second) = (its.next()?, its.next());
    if second.is_some() {
        return None;
    }
    closures.retain(|bits| *bits != first);
    Some(first)
}

/// What becomes of a call's result.
#[derive(Clone, Copy)]
pub(super) enum Continuation {
    /// It goes into a register, if anywhere, and the instruction at `next` follows.
    Instruction { next: usize, dst: Option<usize> },
    /// The activation returns it: a proper tail call, of which the activation's frame knows nothing any more.
    Return,
}

/// What comes after the call at hand.
fn after_call(a: &Activation) -> Continuation {
    Continuation::Instruction { next: a.pc + abi::opcode::CALL_LENGTH, dst: Some(view::Call(a.operands()).dst()) }
}

/// How an instruction calls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CallKind {
    Call,
    /// `new`: the new target is the callee.
    New,
    Super,
}

/// What a call site calls.
pub(super) enum Target<'a> {
    Code(&'a Code),
    Native(u64),
}

/// A target that is inlined: its code, and of a self-hosted built-in the call's copy of it, the code that is built, with its graph.
struct Inlined<'a> {
    code: &'a Code,
    copy: Option<&'a JsFunction>,
    body: &'a Code,
    cfg: Rc<Cfg>,
}

impl<'a> Builder<'a> {
    pub(super) fn targets(&self, site: &Site) -> SmallVec<[Target<'a>; 4]> {
        let mut targets = SmallVec::new();
        vm::code::entries(site, |e| {
            if e.kind.get() != EntryKind::Callee {
                return;
            }
            let cell = e.holder.get().cast::<abi::cell::CellHeader>();
            // SAFETY: a case's holder is a live Code or NativeFunction cell; Code cells that a graph names are kept alive.
            unsafe {
                if (*cell).is(CellKind::Code) {
                    targets.push(Target::Code(&*cell.cast::<Code>()));
                } else {
                    targets.push(Target::Native(cell as u64));
                }
            }
        });
        targets
    }

    /// Whether the callee can be what the site has called, by what is known of it: an activation that was inlined shares its sites with all others of its
    /// code, which have other callees.
    fn may_be(&self, callee: NodeId, target: &Target<'a>) -> bool {
        if self.rep(callee) != Rep::Tagged || self.is_number(callee) {
            return false;
        }
        let known = Some(self.identity(callee)).filter(|bits| *bits != 0);
        let code = match known {
            None => self.facts.get(callee).code,
            // SAFETY: what is known by its identity is a live cell, named by the graph; the kind says what it is.
            Some(bits) if Value::is_cell_word(bits) => unsafe {
                let is_function = (*(bits as *const CellHeader)).is(CellKind::Function);
                if is_function { (*(bits as *const JsFunction)).code.get() as u64 } else { 0 }
            },
            Some(_) => 0,
        };
        match target {
            Target::Code(its) => std::ptr::from_ref(*its) as u64 == code || known.is_none() && code == 0,
            Target::Native(its) => known.map_or(code == 0, |bits| bits == *its),
        }
    }

    /// Call, Construct or SuperCall at the instruction at hand.
    pub(super) fn call(&mut self, a: &mut Activation<'a>, kind: CallKind) {
        let i = view::Call(a.operands());
        let (base, argc) = (i.base(), i.argc() as usize);
        let args: SmallVec<[NodeId; 8]> = (0..argc).map(|i| a.registers[base + FIRST_ARGUMENT + i]).collect();
        self.call_with(a, kind, &args);
    }

    /// SuperForward, where it is known how many arguments there are.
    pub(super) fn forward(&mut self, a: &mut Activation<'a>) {
        let argc = self.graph.inlines[a.inline.index()].argc as usize;
        if a.inline == InlineId(0) || argc > view::SuperForward(a.operands()).argc() as usize {
            return self.leave(a, Reason::Unsupported);
        }
        let args: SmallVec<[NodeId; 8]> = a.registers[FIRST_ARGUMENT..][..argc].into();
        self.call_with(a, CallKind::Super, &args);
    }

    /// The same with arguments at hand.
    pub(super) fn call_with(&mut self, a: &mut Activation<'a>, kind: CallKind, args: &[NodeId]) {
        let i = view::Call(a.operands());
        let (base, site) = (i.base(), a.site(i.site()));
        let value = self.call_at(a, kind, (base, site), args, after_call(a));
        if self.block.is_some() {
            a.registers[i.dst()] = value;
        }
    }

    /// A call by its area and site; the result, unless control does not come back.
    fn call_at(
        &mut self,
        a: &mut Activation<'a>,
        kind: CallKind,
        (base, site): (usize, &'a Site),
        args: &[NodeId],
        after: Continuation,
    ) -> NodeId {
        let callee = a.registers[base + CALLEE];
        let undefined = self.constant(Value::UNDEFINED);
        let construct = kind != CallKind::Call;
        let this = if construct { undefined } else { a.registers[base + THIS] };
        let target = if kind == CallKind::Super { a.registers[base + NEW_TARGET] } else { callee };
        if callee.is_none() || this.is_none() || target.is_none() || args.iter().any(|n| n.is_none()) {
            self.leave(a, Reason::Unsupported);
            return NodeId::NONE;
        }
        let is_free = kind == CallKind::Super && !self.is_blocked(a) && self.constant_value(target).is_none();
        let target = match self.expected_function(target).filter(|_| is_free) {
            Some(function) => {
                // It tells what is made.
                let bits = std::ptr::from_ref(function) as u64;
                self.check_identical(a, target, bits, Reason::WrongTarget);
                self.cell(bits)
            }
            None => target,
        };
        // The new target, where the callee came to be known better.
        let new_target = move |callee: NodeId| match kind {
            CallKind::Call => NodeId::NONE,
            CallKind::New => callee,
            CallKind::Super => target,
        };
        let state = site.state.get();
        let mut targets = self.targets(site);
        if targets.is_empty() && state == abi::ic::SITE_UNINITIALIZED && !self.is_blocked(a) {
            self.leave(a, Reason::Uninitialized);
            return NodeId::NONE;
        }
        targets.retain(|target| self.may_be(callee, target));
        let usable = !self.is_blocked_wholly(a) && state < abi::ic::SITE_MEGAMORPHIC;
        if usable
            && !construct
            && let [Target::Native(native)] = targets[..]
            && let Some(value) = self.intrinsic(a, native, callee, this, args, base, after)
        {
            return value;
        }
        if usable
            && kind == CallKind::New
            && !self.is_blocked(a)
            && let [Target::Native(native)] = targets[..]
            && let Some(value) = self.construct_built_in(a, native, callee, args)
        {
            return value;
        }
        let mut inlined: SmallVec<[Inlined<'a>; 4]> = SmallVec::new();
        if usable {
            for target in &targets {
                let Target::Code(code) = target else { continue };
                let copy = Builder::specialized(a.code, a.pc, code);
                // SAFETY: a function's code is a live Code cell.
                let body: &'a Code = copy.map_or(code, |copy| unsafe { &*copy.code.get().cast::<Code>() });
                let cfg = self.may_inline(a, body, base, args, construct, this, after);
                self.note_decision(a, body, cfg.as_ref().err().copied());
                if let Ok(cfg) = cfg {
                    inlined.push(Inlined { code, copy, body, cfg });
                }
            }
        }
        if inlined.is_empty() {
            return self.plain_call(a, new_target(callee), base, callee, this, args);
        }
        if inlined.len() == 1 && targets.len() == 1 {
            let Inlined { code, copy, body, cfg } = inlined.pop().expect("there is one");
            // The very function tells more than its code: what it closes over, what `new` makes.
            let function = self.expected_function(callee).filter(|f| std::ptr::eq(f.code.get(), code_cell(code)));
            let is_only = self.constant_value(callee).is_some()
                || !self.blocklist.contains_key(&of_closures(code.machine().code_id));
            let callee = match function.filter(|_| is_only && !self.is_blocked(a)) {
                Some(f) => {
                    let bits = std::ptr::from_ref(f) as u64;
                    self.check_identical(a, callee, bits, Reason::WrongTarget);
                    self.cell(bits)
                }
                None => {
                    self.check_code(a, callee, code);
                    callee
                }
            };
            let callee = self.copy_or(copy, callee);
            return self.inline(a, body, cfg, base, callee, this, args, new_target(callee), after);
        }
        // Several targets: one after the other, and whatever else comes the general way.
        let mut edges: Vec<(BlockId, NodeId, Facts)> = Vec::new();
        let mut choices = self.known.choices.get(&callee).cloned();
        for Inlined { code, copy, body, cfg } in inlined {
            self.graph.cells.push(std::ptr::from_ref(code) as u64);
            let function = choices.as_mut().and_then(|choices| take_only(choices, code));
            let is_last = function.is_some() && choices.as_ref().is_some_and(|choices| choices.is_empty());
            let facts = if is_last { Facts::default() } else { self.copy_of_facts() };
            let mut otherwise = BlockId::NONE;
            if !is_last {
                let is = match function {
                    Some(function) => {
                        let function = self.cell(function);
                        self.add(Op::Identical, smallvec![callee, function])
                    }
                    None => {
                        let address = std::ptr::from_ref(code) as u64;
                        self.add(Op::IsCode(address), smallvec![callee])
                    }
                };
                (self.block, otherwise) = self.branch(is);
            }
            let callee = match function {
                Some(function) => {
                    self.facts.is_constant(callee, function, self.vm.string_shape_index());
                    self.cell(function)
                }
                None => {
                    self.facts.of(callee).code = std::ptr::from_ref(code) as u64;
                    self.facts.of(callee).is_object = true;
                    callee
                }
            };
            let callee = self.copy_or(copy, callee);
            let value = self.inline(a, body, cfg, base, callee, this, args, new_target(callee), after);
            if self.block.is_some() {
                edges.push((self.block, value, std::mem::take(&mut self.facts)));
            }
            self.block = otherwise;
            self.facts = facts;
            if is_last {
                // What else was called here once cannot be called any more.
                break;
            }
        }
        if self.block.is_some() {
            let value = self.plain_call(a, new_target(callee), base, callee, this, args);
            edges.push((self.block, value, std::mem::take(&mut self.facts)));
        }
        if edges.is_empty() { NodeId::NONE } else { self.join_edges(edges) }
    }

    /// The copy of a built-in that runs in its place.
    fn copy_or(&mut self, copy: Option<&'a JsFunction>, callee: NodeId) -> NodeId {
        copy.map_or(callee, |copy| self.cell(std::ptr::from_ref(copy) as u64))
    }

    /// TailCall. The outermost activation's frame is replaced. An inlined one has none: what it calls is called by its caller in its stead, so that frames
    /// grow by no more than what was inlined.
    pub(super) fn tail_call(&mut self, a: &mut Activation<'a>) {
        let i = view::TailCall(a.operands());
        let (base, argc) = (i.base(), i.argc());
        let (callee, this) = (a.registers[base + CALLEE], a.registers[base + THIS]);
        let args: SmallVec<[NodeId; 8]> = if argc == abi::opcode::SPREAD_ARGC {
            let Some(list) = self.values_of(a.registers[base + FIRST_ARGUMENT]) else {
                return self.leave(a, Reason::Throw);
            };
            list.into_iter().collect()
        } else {
            a.registers[base + FIRST_ARGUMENT..][..argc as usize].into()
        };
        if callee.is_none() || this.is_none() || args.iter().any(|n| n.is_none()) {
            return self.leave(a, Reason::Unsupported);
        }
        let value = if a.inline == InlineId(0) {
            let mut all: SmallVec<[NodeId; 4]> = smallvec![callee, this];
            all.extend_from_slice(&args);
            let value = self.call_node(a, Op::TailCall { area: base as u16 }, all);
            self.forget();
            value
        } else if self.is_left_by_tail_calls(a) {
            self.call_at(a, CallKind::Call, (base, a.site(i.site())), &args, Continuation::Return)
        } else {
            self.plain_call(a, NodeId::NONE, base, callee, this, &args)
        };
        if self.block.is_some() {
            self.returns(a, value);
        }
    }

    /// Whether nothing is left to be done for an inlined activation once it has called something in its stead: it does not look at the result, as
    /// constructors do, and its calls are not traced.
    fn is_left_by_tail_calls(&self, a: &Activation<'a>) -> bool {
        a.trace.is_none() && self.graph.inlines[a.inline.index()].new_target.is_none()
    }

    /// A call of a getter, or of a setter with a value, by GetField, GetSuperField or SetField.
    pub(super) fn call_accessor(
        &mut self,
        a: &mut Activation<'a>,
        function: Value,
        this: NodeId,
        value: Option<NodeId>,
    ) -> NodeId {
        let after = match value {
            None => {
                let op = Opcode::from_u16(a.operands().0[0]).expect("verified bytecode");
                (op.length(), Some(view::GetField(a.operands()).dst()))
            }
            Some(_) => (Opcode::SetField.length(), None),
        };
        let args: SmallVec<[NodeId; 1]> = value.into_iter().collect();
        self.call_behind(a, function, this, &args, after)
    }

    /// A call of what GetField does for a proxy, at a site that has a copy of that.
    pub(super) fn get_of_proxy(&mut self, a: &mut Activation<'a>, function: u64, proxy: NodeId, key: u64) -> NodeId {
        let after = (Opcode::GetField.length(), Some(view::GetField(a.operands()).dst()));
        self.facts.of(proxy).kind = CellKind::Proxy as u8;
        // The site keeps the key, an atom or a symbol.
        let key = self.cell(key);
        // SAFETY: the copy that the site's entry holds is alive.
        let function = unsafe { Value::from_bits(function) };
        self.call_behind(a, function, proxy, &[key], after)
    }

    /// The same of SetField.
    pub(super) fn set_of_proxy(
        &mut self,
        a: &mut Activation<'a>,
        case: &Case,
        proxy: NodeId,
        value: NodeId,
        strict: bool,
    ) {
        self.facts.of(proxy).kind = CellKind::Proxy as u8;
        let (key, strict) = (self.cell(case.key), self.constant(Value::bool(strict)));
        // SAFETY: as above.
        let function = unsafe { Value::from_bits(case.holder) };
        self.call_behind(a, function, proxy, &[key, value, strict], (Opcode::SetField.length(), None));
    }

    /// A call of a function by an instruction that has no area for it: its frame lies behind the caller's. `after`: the instruction's length,
    /// and where the result goes.
    pub(super) fn call_behind(
        &mut self,
        a: &mut Activation<'a>,
        function: Value,
        this: NodeId,
        args: &[NodeId],
        (length, dst): (usize, Option<usize>),
    ) -> NodeId {
        let callee = self.constant(function);
        let base = a.code.machine().frame_words as usize;
        if let Some(code) = self.constant_code(callee) {
            // SAFETY: a function's code is a live Code cell, kept with the constant.
            let code: &'a Code = unsafe { &*(code as *const Code) };
            let after = Continuation::Instruction { next: a.pc + length, dst };
            let cfg = self.may_inline(a, code, base, args, false, this, after);
            self.note_decision(a, code, cfg.as_ref().err().copied());
            if let Ok(cfg) = cfg {
                return self.inline(a, code, cfg, base, callee, this, args, NodeId::NONE, after);
            }
        }
        self.plain_call(a, NodeId::NONE, base, callee, this, args)
    }

    fn check_code(&mut self, a: &mut Activation<'a>, callee: NodeId, code: &'a Code) {
        let address = std::ptr::from_ref(code) as u64;
        if self.facts.get(callee).code == address || self.constant_code(callee) == Some(address) {
            return;
        }
        self.graph.cells.push(address);
        self.guard(a, Op::CheckCode(address), smallvec![callee], Reason::WrongTarget);
        let fact = self.facts.of(callee);
        fact.code = address;
        fact.is_object = true;
        fact.is_not_empty = true;
        fact.kind = CellKind::Function as u8;
    }

    /// A call that is one; of a constructor, if there is a new target.
    fn plain_call(
        &mut self,
        a: &mut Activation<'a>,
        new_target: NodeId,
        base: usize,
        callee: NodeId,
        this: NodeId,
        args: &[NodeId],
    ) -> NodeId {
        let area = (a.word as usize + base) as u16;
        // `apply` may pass on more than the area was made for.
        self.graph.words = self.graph.words.max(area as u32 + (FIRST_ARGUMENT + args.len()) as u32);
        let mut all: SmallVec<[NodeId; 4]> = smallvec![callee];
        let op = if new_target.is_none() {
            all.push(this);
            Op::Call { area, target: self.target(callee) }
        } else if let Some((code, instance)) = self.constructor(a, callee, new_target) {
            all.push(instance);
            Op::Call { area, target: Callable::Constructor(code) }
        } else {
            Op::Construct { area }
        };
        all.extend_from_slice(args);
        all.extend(Some(new_target).filter(|target| target.is_some()));
        let value = self.call_node(a, op, all);
        self.forget();
        let fact = self.facts.of(value);
        fact.is_not_empty = true;
        fact.is_object = new_target.is_some();
        value
    }

    /// What is known of a function that is called.
    fn target(&self, callee: NodeId) -> Callable {
        if self.constant_kind(callee) == Some(CellKind::NativeFunction as u8) {
            return Callable::Native;
        }
        let address = self.constant_code(callee).unwrap_or_else(|| self.facts.get(callee).code);
        // SAFETY: a function's code is a live Code cell.
        match unsafe { (address as *const Code).as_ref() } {
            Some(code) if code.machine().flags & CODE_FLAG_CLASS_CONSTRUCTOR == 0 => Callable::Code(address),
            _ => Callable::Unknown,
        }
    }

    /// The code of a constant constructor, and the `this` that it starts with.
    fn constructor(&mut self, a: &mut Activation<'a>, callee: NodeId, new_target: NodeId) -> Option<(u64, NodeId)> {
        let address = self.constant_code(callee)?;
        // SAFETY: a function's code is a live Code cell.
        let code = unsafe { &*(address as *const Code) };
        let odd = CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC;
        let fits = code.machine().flags & (odd | CODE_FLAG_CONSTRUCTOR) == CODE_FLAG_CONSTRUCTOR;
        if !fits || code.body.get().is_none() || code.realm.get() != a.code.realm.get() || self.is_blocked(a) {
            return None;
        }
        if code.machine().flags & CODE_FLAG_DERIVED != 0 {
            return Some((address, self.constant(Value::EMPTY)));
        }
        let function = self.known_function(new_target)?;
        Some((address, self.instance(a, function)?))
    }

    /// Somebody may look at the frames of the activation and its callers.
    pub(super) fn seen(&mut self, mut inline: InlineId) {
        while inline.is_some() && !self.graph.inlines[inline.index()].is_seen {
            self.graph.inlines[inline.index()].is_seen = true;
            inline = self.graph.inlines[inline.index()].caller;
        }
    }

    /// The function that a value is known to be.
    pub(super) fn known_function(&self, value: NodeId) -> Option<&'a JsFunction> {
        let identity = self.identity(value);
        self.expected_function(value).filter(|f| std::ptr::from_ref(*f) as u64 == identity)
    }

    /// The instance that a base constructor starts with, which is found out when it is made.
    pub(super) fn new_this(&mut self, a: &mut Activation<'a>, new_target: NodeId) -> NodeId {
        if self.facts.get(new_target).code == 0 {
            self.check_kind(a, new_target, CellKind::Function);
        }
        self.checkpoint(a);
        let new = self.call_node(a, Op::NewThis, smallvec![new_target]);
        self.facts.allocated(new);
        self.facts.forget_fresh();
        for &number in &self.open_loops {
            self.effects[number].fresh = true;
        }
        let fact = self.facts.of(new);
        fact.is_object = true;
        fact.is_not_empty = true;
        fact.is_fresh = true;
        new
    }

    /// The arguments object of an inlined call.
    pub(super) fn new_arguments(
        &mut self,
        a: &mut Activation<'a>,
        code: &'a Code,
        base: usize,
        callee: NodeId,
        args: &[NodeId],
    ) -> NodeId {
        let mapped = code.flags() & CODE_FLAG_ARGUMENTS_MAPPED != 0;
        self.checkpoint(a);
        let area = (a.word as usize + base) as u16;
        let mut all: SmallVec<[NodeId; 4]> = smallvec![callee];
        all.extend_from_slice(args);
        let template = self.vm.arguments_template(code, mapped);
        let (shape, iterator, own) = template.map_or((0, 0, 0), |template| {
            let values = [Some(template.iterator), template.callee];
            self.graph.cells.extend(values.iter().flatten().filter(|value| value.is_cell()).map(|value| value.bits()));
            let [iterator, own] = values.map(|value| value.map_or(0, Value::bits));
            (template.shape, iterator, own)
        });
        let op = Op::NewArguments { mapped, area, shape, iterator, callee: own };
        let object = self.call_node(a, op, all);
        self.facts.allocated(object);
        let fact = self.facts.of(object);
        fact.is_object = true;
        fact.is_not_empty = true;
        fact.kind = CellKind::Arguments as u8;
        object
    }

    /// A call by `call` or `apply`, of a function on a value.
    pub(super) fn call_value(
        &mut self,
        a: &mut Activation<'a>,
        base: usize,
        callee: NodeId,
        this: NodeId,
        args: &[NodeId],
        after: Continuation,
    ) -> NodeId {
        if let Some(function) = self.expected_function(callee) {
            // SAFETY: a function's code is a live Code cell.
            let code: &'a Code = unsafe { &*function.code.get().cast::<Code>() };
            let cfg = self.may_inline(a, code, base, args, false, this, after);
            self.note_decision(a, code, cfg.as_ref().err().copied());
            if let Ok(cfg) = cfg {
                self.check_identical(a, callee, std::ptr::from_ref(function) as u64, Reason::WrongTarget);
                return self.inline(a, code, cfg, base, callee, this, args, NodeId::NONE, after);
            }
        }
        if let Some(native) = self.expected_native(callee) {
            if let Some(value) = self.intrinsic(a, native, callee, this, args, base, after) {
                return value;
            }
            self.check_identical(a, callee, native, Reason::WrongTarget);
            let callee = self.cell(native);
            return self.plain_call(a, NodeId::NONE, base, callee, this, args);
        }
        self.check_kind(a, callee, CellKind::Function);
        self.plain_call(a, NodeId::NONE, base, callee, this, args)
    }

    pub(super) fn check_identical(&mut self, a: &mut Activation<'a>, value: NodeId, bits: u64, reason: Reason) {
        if self.facts.get(value).identity == bits || self.constant_value(value).map(Value::bits) == Some(bits) {
            return;
        }
        self.graph.cells.push(bits);
        self.guard(a, Op::CheckIdentical(bits), smallvec![value], reason);
        // SAFETY: what the graph names is a live cell.
        let kind = unsafe { (*(bits as *const CellHeader)).kind.get() };
        let fact = self.facts.of(value);
        fact.identity = bits;
        fact.is_object |= kind >= CellKind::Object as u8;
        fact.is_not_empty = true;
    }
}
