//! Built-ins that are called without a frame.

use super::*;
use vm::intrinsic::Direct;

impl<'a> Builder<'a> {
    /// The call of a built-in that needs no frame. None: it is called like others.
    pub(super) fn direct(
        &mut self,
        a: &mut Activation<'a>,
        function: Direct,
        native: u64,
        callee: NodeId,
        this: NodeId,
        args: &[NodeId],
    ) -> Option<NodeId> {
        let are_places = matches!(function, Direct::StringSlice | Direct::StringSubstring);
        if are_places && args.is_empty() {
            return None;
        }
        self.check_identical(a, callee, native, Reason::WrongTarget);
        self.check_kind(a, this, function.receiver());
        let undefined = self.constant(Value::UNDEFINED);
        let mut operands: SmallVec<[NodeId; 4]> = smallvec![this];
        for i in 0..function.arguments() {
            let arg = args.get(i).copied().unwrap_or(undefined);
            operands.push(match (are_places, arg == undefined) {
                (false, _) => arg,
                (true, false) => self.int(a, arg),
                (true, true) if i == 0 => self.int_constant(0),
                (true, true) => self.load_string_length(this),
            });
        }
        let value = self.guard(a, Op::Direct(function), operands, Reason::Unsupported);
        Some(match function {
            Direct::MapSet | Direct::SetAdd | Direct::WeakMapSet | Direct::WeakSetAdd => this,
            Direct::MapGet | Direct::WeakMapGet => {
                self.facts.of(value).is_not_empty = true;
                value
            }
            Direct::StringSlice | Direct::StringSubstring => {
                let fact = self.facts.of(value);
                fact.kind = CellKind::String as u8;
                fact.is_not_empty = true;
                value
            }
            Direct::MapDelete
            | Direct::MapHas
            | Direct::SetDelete
            | Direct::SetHas
            | Direct::WeakMapHas
            | Direct::WeakSetHas => {
                let yes = self.constant(Value::TRUE);
                self.add(Op::Identical, smallvec![value, yes])
            }
        })
    }
}
