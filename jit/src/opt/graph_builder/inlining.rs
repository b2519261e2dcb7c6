//! Inlining: which calls are inlined, and how.

use super::call::Continuation;
use super::*;
use abi::object::JsFunction;

/// Bytecode units of a function that is always inlined, and of one that may be while the budget lasts.
pub(super) const SMALL: usize = 48;
pub(super) const MEDIUM: usize = 240;
/// The same of one with a loop that is called with a constant number: what its turns save by knowing it is worth more than the call.
const LOOPING: usize = 480;
/// Activations in a chain at most.
pub(super) const DEPTH: u32 = 8;
/// How often a function may be in its own chain.
pub(super) const RECURSION: usize = 1;

impl<'a> Builder<'a> {
    pub(super) fn may_inline(
        &mut self,
        a: &Activation<'a>,
        code: &'a Code,
        base: usize,
        args: &[NodeId],
        construct: bool,
        this: NodeId,
        after: Continuation,
    ) -> Result<Rc<Cfg>, &'static str> {
        let body = code.body.get().ok_or("it has never run")?;
        let (machine, argc) = (code.machine(), args.len());
        let flags = machine.flags;
        let odd = CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC | CODE_FLAG_INSPECTED;
        // Parameters that an arguments object shares are better left where they are.
        if flags & CODE_FLAG_ARGUMENTS_MAPPED != 0 && machine.parameters != 0 {
            return Err("its arguments object shares its parameters");
        }
        if is_shared_built_in(code) {
            return Err("the call has no copy of it yet");
        }
        let length = body.units();
        let same_realm = code.realm.get() == a.code.realm.get();
        if flags & odd != 0 {
            return Err("it is of an odd kind");
        }
        if !same_realm {
            return Err("it is another realm's");
        }
        if a.depth >= DEPTH {
            return Err("the chain of inlined functions is long already");
        }
        if length > MEDIUM && !(length <= LOOPING && self.is_told_numbers(code, body, args)) {
            return Err("it is too large");
        }
        if construct && (flags & CODE_FLAG_CONSTRUCTOR == 0) || !construct && flags & CODE_FLAG_CLASS_CONSTRUCTOR != 0 {
            return Err("it would throw");
        }
        if flags & CODE_FLAG_FORWARD != 0 && argc > machine.parameters as usize {
            return Err("it passes on more arguments than it has parameters");
        }
        if argc > machine.parameters as usize + 8 || !body.handlers.is_empty() && length > SMALL {
            return Err("too many arguments, or handlers in a function that is not small");
        }
        if a.chain.iter().filter(|id| **id == machine.code_id).count() > RECURSION {
            return Err("it is recursive");
        }
        if length > SMALL && length > self.budget {
            return Err("the budget is spent");
        }
        // Sloppy functions make objects of what they are called on.
        if flags & CODE_FLAG_COERCE_THIS != 0 && !construct {
            let is_object = self.constant_kind(this) >= Some(CellKind::Object as u8);
            if !is_object && self.constant_value(this).is_some_and(|v| !v.is_undefined()) {
                return Err("it makes an object of a primitive `this`");
            }
        }
        // The callee's frame lies over the caller's outgoing area: nothing of the caller may be alive there.
        if let Continuation::Instruction { next, dst } = after {
            let hides = |r: usize| r >= base && Some(r) != dst;
            let mut alive = a.cfg.alive_before(next).ok_or("nothing comes after the call")?.iter();
            if alive.any(hides) {
                return Err("registers are in its way");
            }
        }
        let words = a.word as usize + base + machine.frame_words as usize;
        if words > 20_000 {
            return Err("frames would be too large");
        }
        self.budget = self.budget.saturating_sub(length);
        let cfg = self.workspace.cfg(code, body, 0);
        Ok(cfg)
    }

    /// A function with a loop is called with a constant number.
    fn is_told_numbers(&mut self, code: &Code, body: &CodeBody, args: &[NodeId]) -> bool {
        args.iter().any(|arg| self.constant_value(*arg).is_some_and(|value| value.is_number()))
            && self.workspace.cfg(code, body, 0).blocks.iter().any(|block| block.written.is_some())
    }

    pub(super) fn note_decision(&mut self, a: &Activation<'a>, code: &Code, refused: Option<&'static str>) {
        if self.vm.trace.opt {
            let (code_id, callee) = (a.code.machine().code_id, code.machine().code_id);
            let units = code.body.get().map_or(0, |body| body.units());
            self.graph.decisions.push(Decision { code_id, pc: a.pc as u32, callee, units, refused });
        }
    }

    /// Builds the callee's code here; what it returns.
    pub(super) fn inline(
        &mut self,
        a: &mut Activation<'a>,
        code: &'a Code,
        cfg: Rc<Cfg>,
        base: usize,
        callee: NodeId,
        this: NodeId,
        args: &[NodeId],
        new_target: NodeId,
        after: Continuation,
    ) -> NodeId {
        let machine = code.machine();
        let Some(body) = code.body.get() else { return NodeId::NONE };
        self.graph.cells.push(std::ptr::from_ref(code) as u64);
        let undefined = self.constant(Value::UNDEFINED);
        let is_derived = machine.flags & CODE_FLAG_DERIVED != 0;
        let this = if new_target.is_some() {
            if is_derived {
                self.constant(Value::EMPTY)
            } else {
                match self.known_function(new_target).and_then(|function| self.instance(a, function)) {
                    Some(new) => new,
                    None => self.new_this(a, new_target),
                }
            }
        } else if machine.flags & CODE_FLAG_ARROW != 0 {
            self.load_fixed(callee, offset_of!(JsFunction, this), Rep::Tagged)
        } else if machine.flags & CODE_FLAG_COERCE_THIS != 0 {
            if self.constant_value(this).is_some_and(|v| v.is_undefined()) {
                self.constant(self.vm.global_this_of(code))
            } else {
                self.check_object(a, this);
                this
            }
        } else {
            this
        };
        let arguments = if machine.flags & (CODE_FLAG_ARGUMENTS_UNMAPPED | CODE_FLAG_ARGUMENTS_MAPPED) != 0 {
            Some(self.new_arguments(a, code, base, callee, args))
        } else {
            None
        };
        let rest = if machine.flags & CODE_FLAG_REST != 0 {
            let parameters = machine.parameters as usize;
            let first = a.word as usize + base + FIRST_ARGUMENT + parameters;
            Some(self.new_list(a, args.get(parameters..).unwrap_or(&[]), first, 0))
        } else {
            None
        };
        // The caller as it is during the call; for a tail call, the caller's caller.
        let (caller_state, caller, call_pc) = match after {
            Continuation::Instruction { .. } => {
                let registers = self.live_registers(a, a.pc, base);
                (self.add_state(a, registers), a.inline, a.pc as u32)
            }
            Continuation::Return => {
                let replaced = &self.graph.inlines[a.inline.index()];
                (a.caller_state, replaced.caller, replaced.call_pc)
            }
        };
        let word = a.word + base as u32;
        let inline = InlineId(self.graph.inlines.len() as u32);
        self.graph.inlines.push(Inline {
            code_id: machine.code_id,
            native_id: machine.native_id,
            machine: std::ptr::from_ref(machine) as u64,
            word,
            caller,
            call_pc,
            callee,
            this,
            argc: args.len() as u32,
            new_target,
            is_constructor: false,
            coerces_this: false,
            is_arrow: false,
            suspends: false,
            is_seen: false,
        });
        self.bodies.push(body);
        self.graph.words = self.graph.words.max(word + machine.frame_words);
        let mut entered: SmallVec<[NodeId; 4]> = smallvec![callee, this];
        entered.extend(Some(new_target).filter(|target| target.is_some() && *target != callee));
        self.add(Op::Enter(inline), entered);
        let buffers = self.workspace.activations.pop().unwrap_or_default();
        let mut callee_activation = Activation::new(code, body, cfg, inline, caller_state, word, a.depth + 1, buffers);
        callee_activation.chain.extend_from_slice(&a.chain);
        callee_activation.outer_call = self.current_call(a);
        callee_activation.trace = self.trace_of(code, body, true);
        let parameters = machine.parameters as usize;
        for i in 0..parameters {
            callee_activation.registers[FIRST_ARGUMENT + i] = args.get(i).copied().unwrap_or(undefined);
        }
        for i in 0..machine.locals as usize {
            callee_activation.registers[FIRST_ARGUMENT + parameters + i] = undefined;
        }
        if let Some(arguments) = arguments {
            callee_activation.registers[machine.arguments_register as usize] = arguments;
        }
        if let Some(rest) = rest {
            callee_activation.registers[machine.rest_register as usize] = rest;
        }
        callee_activation.registers[THIS] = this;
        self.build_activation(&mut callee_activation);
        self.mark(a);
        let returns = std::mem::take(&mut callee_activation.returns);
        self.workspace.activations.push(callee_activation.into_buffers());
        if returns.is_empty() {
            self.block = BlockId::NONE;
            return NodeId::NONE;
        }
        let edges = returns.into_iter().map(|(edge, value)| (edge.from, value, edge.facts)).collect();
        let value = self.join_edges(edges);
        // A derived constructor has looked at its result itself.
        if new_target.is_none() || is_derived {
            return value;
        }
        match self.constant_value(value) {
            Some(v) if !v.is_cell() => this,
            _ => self.add(Op::ObjectOr, smallvec![value, this]),
        }
    }
}
