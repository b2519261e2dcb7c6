//! From raw samples to a profile: code ids and bytecode offsets become functions and lines, machine PCs compiled code's origins or native
//! symbols, times weights. Done on the VM's thread: once, at the end, or piece by piece while somebody looks, with the same result.
//!
//! ```text
//! tables   functions, frames, stacks, and what finds them     samples  stops become weighed samples
//! events   collections, compiles, deopts, machine code        working  the time in which the program ran
//! ```

mod events;
mod samples;
mod tables;
mod working;

pub use samples::Resolver;
pub use tables::Tables;

use crate::profile::Profile;
use crate::sampler::log::Log;
use crate::sampler::{Options, Pause};
use vm::Vm;

/// What was seen, raw: all of it, or what came since the last time.
#[derive(Default)]
pub struct Seen {
    pub log: Log,
    pub pauses: Vec<Pause>,
    pub gc: Vec<gc::GcEvent>,
    pub compiles: Vec<vm::observe::CompileEvent>,
    pub lost: u64,
    pub options: Options,
    pub start_ns: u64,
    pub end_ns: u64,
    pub start_cpu_ns: u64,
    pub cpu_ns: u64,
    pub process_cpu_ns: u64,
    pub process_cpu_start_ns: u64,
    pub peak_bytes: u64,
    pub start_unix_ms: u64,
    pub empty_stop_ns: u64,
    pub handler_ns: u64,
    pub handler_median_ns: u64,
    pub handler_p99_ns: u64,
    pub stops: u64,
}

/// Turns what was seen into a profile. Must run on the VM's thread, while its code registry is there.
pub fn resolve(vm: &mut Vm, seen: &Seen) -> Profile {
    Resolver::default().finish(vm, seen, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{Category, Profile, Tier};
    use crate::sampler::Clock;
    use crate::sampler::signal::HEADER_WORDS;
    use crate::sampler::signal::{IN_COMPILED, IN_INTERPRETER};
    use abi::context::VmState;
    use abi::frame::POSITION_IS_ORIGIN;
    use std::rc::Rc;
    use vm::code::origin::{CodeOrigin, OriginRange};
    use vm::code::origin::{MachineCode as Code, OriginRanges};
    use vm::source::{LineColumn, OriginalFile, OriginalPlace, SourceMap, SourceMaps, SourceText};

    const CODE_ID: u32 = 0x2000_0009;
    const START: usize = 0x7000_0000;

    /// A VM that has run `caller`, with machine code of the optimizer's into which `inner` is inlined; code ids of `caller` and `inner`.
    fn vm_with_inlined_code() -> (Box<Vm>, u32, u32) {
        vm_with_maps(None)
    }

    fn vm_with_maps(maps: Option<Rc<dyn SourceMaps>>) -> (Box<Vm>, u32, u32) {
        let mut vm = Vm::new(vm::options::Options::default()).expect("a VM");
        vm.source_maps = maps;
        let program =
            "function inner(x) {\n  return x * 2;\n}\nfunction caller(x) {\n  return inner(x) + 1;\n}\ncaller(1);";
        assert!(vm.run_script("inlined.js", program).is_ok());
        let id_of = |name: &str| {
            let ids = vm.live_code().map(|code| code.machine().code_id);
            ids.into_iter().find(|&id| vm.code.get(id).is_some_and(|info| info.name == name)).expect("the function")
        };
        let (caller, inner) = (id_of("caller"), id_of("inner"));
        let on_line = |id: u32, line: u32| {
            let info = vm.code.get(id).expect("the function's information");
            (0..1000).find(|&o| info.line_column(o).is_some_and(|p| p.line == line)).expect("an offset on the line")
        };
        let call = CodeOrigin { code_id: caller, offset: on_line(caller, 5), caller: CodeOrigin::OUTERMOST };
        let inlined = CodeOrigin { code_id: inner, offset: on_line(inner, 2), caller: 0 };
        vm.code_installed(Code {
            id: CODE_ID,
            code_id: caller,
            tier: vm::options::Tier::Optimizer,
            start: START,
            end: START + 0x100,
            origins: vec![call, inlined],
            ranges: OriginRanges::from_iter([
                OriginRange::exact(0, 0),
                OriginRange::exact(0x40, 1),
                OriginRange { start: 0x60, origin: 0, is_approximate: true },
            ]),
            activations: 1,
            installed: (0, 0),
            freed: Some((3, 400)),
        });
        (vm, caller, inner)
    }

    /// The first four lines come from one file, the others from another, ten lines further on.
    struct TwoFiles;

    struct File(&'static str);

    impl OriginalFile for File {
        fn name(&self) -> &str {
            self.0
        }

        fn text(&self) -> Option<Rc<SourceText>> {
            Some(Rc::new(SourceText::new(self.0, "\n".repeat(20), 0)))
        }
    }

    impl SourceMaps for TwoFiles {
        fn find(&self, _: &SourceText) -> Option<Rc<dyn SourceMap>> {
            Some(Rc::new(TwoFiles))
        }
    }

    impl SourceMap for TwoFiles {
        fn original(&self, at: LineColumn) -> Option<OriginalPlace> {
            let file = Rc::new(File(if at.line <= 4 { "a.ts" } else { "b.ts" }));
            let at = LineColumn { line: at.line + 10, ..at };
            Some(OriginalPlace { file, at, name: None, is_exact: true })
        }
    }

    #[test]
    fn functions_of_several_files_are_one_in_each() {
        let (mut vm, caller, inner) = vm_with_maps(Some(Rc::new(TwoFiles)));
        let words = [(START + 0x48, IN_COMPILED, &[u64::from(CODE_ID) << 32][..])];
        let p = resolve(&mut vm, &seen(&words));
        assert_eq!(p.check(), Ok(()));
        assert_eq!(frames(&p, 0), [("caller", 15, Tier::Optimized, false), ("inner", 12, Tier::Optimized, true)]);
        let files: Vec<&str> =
            p.stacks.frames(p.samples.stack[0]).iter().map(|&f| p.file_of(p.function_of(f))).collect();
        assert_eq!(files, ["b.ts", "a.ts"]);
        let of = |id: u32| -> Vec<(&str, u32)> {
            p.functions.iter().filter(|f| f.code_ids.contains(&id)).map(|f| (p.file_of(f), f.line)).collect()
        };
        assert_eq!((of(caller), of(inner)), (vec![("a.ts", 14), ("b.ts", 15)], vec![("a.ts", 11)]));
        assert!(p.sources.iter().all(|s| s.name.ends_with(".ts") && s.text.len() == 20), "{:?}", p.sources);
    }

    /// Samples of 100 ns each: PC, flags, frames' words innermost first.
    fn seen(samples: &[(usize, u32, &[u64])]) -> Seen {
        let samples: Vec<_> = samples.iter().map(|&(pc, flags, frames)| (pc, flags, frames, 0)).collect();
        seen_with(&samples)
    }

    /// The same, with what the handler took for the sample before, nanoseconds.
    fn seen_with(samples: &[(usize, u32, &[u64], u64)]) -> Seen {
        let mut log = Log::default();
        for (i, (pc, flags, frames, took)) in samples.iter().enumerate() {
            let length = (HEADER_WORDS + frames.len()) as u64;
            let state = VmState::ALL.iter().position(|s| *s == VmState::Script).expect("a state") as u64;
            let first = state | u64::from(*flags) << 16 | length << 32;
            let due = 100 * (i as u64 + 1);
            let mut words = vec![first, due + 7, *pc as u64, 0, 0, *took, due];
            words.extend(*frames);
            log.append(&words);
        }
        Seen {
            log,
            pauses: Vec::new(),
            gc: Vec::new(),
            compiles: Vec::new(),
            lost: 0,
            options: Options::default(),
            start_ns: 0,
            end_ns: 1000,
            start_cpu_ns: 0,
            cpu_ns: 0,
            process_cpu_ns: 0,
            process_cpu_start_ns: 0,
            peak_bytes: 0,
            start_unix_ms: 0,
            empty_stop_ns: 0,
            handler_ns: 0,
            handler_median_ns: 0,
            handler_p99_ns: 0,
            stops: samples.len() as u64,
        }
    }

    /// A sample's frames, outermost first: name, line, tier, inlined.
    fn frames(p: &Profile, sample: usize) -> Vec<(&str, u32, Tier, bool)> {
        let mut frames: Vec<_> = p
            .stacks
            .walk(p.samples.stack[sample])
            .map(|f| {
                let frame = &p.frames[f as usize];
                (p.functions[frame.function as usize].name.as_str(), frame.line, frame.tier, frame.inlined)
            })
            .collect();
        frames.reverse();
        frames
    }

    #[test]
    fn an_address_belongs_to_the_code_of_its_time() {
        let (mut vm, caller, _) = vm_with_inlined_code();
        let start = START + 0x1000;
        // One piece after the other at the same address, each for one sample.
        for n in 0..300 {
            vm.code_installed(Code {
                id: CODE_ID + 1 + n,
                code_id: caller,
                tier: if n == 2 { vm::options::Tier::Baseline } else { vm::options::Tier::Optimizer },
                start,
                end: start + 0x40,
                origins: vec![CodeOrigin { code_id: caller, offset: 0, caller: CodeOrigin::OUTERMOST }],
                ranges: OriginRanges::from_iter([OriginRange::exact(0, 0)]),
                activations: 1,
                installed: (n.into(), 0),
                freed: Some((u64::from(n) + 1, 0)),
            });
        }
        let sample: (usize, u32, &[u64]) = (start + 8, IN_COMPILED, &[]);
        let p = resolve(&mut vm, &seen(&[sample; 4]));
        let categories: Vec<Category> = (0..4).map(|i| p.samples.category(i)).collect();
        assert_eq!(categories, [Category::Optimized, Category::Optimized, Category::Baseline, Category::Optimized]);
        assert_eq!(p.sampling.unresolved, 0);
    }

    #[test]
    fn built_ins_without_a_name_are_called_by_their_symbols() {
        let (mut vm, _, _) = vm_with_inlined_code();
        let none = vm.new_native_closure(0, resolved_later, &[]).map_err(drop).expect("a built-in");
        let id = none.downcast::<vm::native::NativeFunction>().expect("a built-in").code_id;
        let other = vm.new_native_closure(0, rejected_later, &[]).map_err(drop).expect("a built-in");
        let other = other.downcast::<vm::native::NativeFunction>().expect("a built-in").code_id;
        let words = [u64::from(id) << 32, u64::from(other) << 32];
        let p = resolve(&mut vm, &seen(&[(0x1000, 0, &words)]));
        let shown = frames(&p, 0);
        let [(later, 0, Tier::Builtin, false), (first, 0, Tier::Builtin, false)] = shown[..] else {
            panic!("{shown:?}")
        };
        assert!(first.contains("resolved_later") && later.contains("rejected_later"), "{shown:?}");
    }

    fn resolved_later(_: &mut Vm, _: vm::native::Args) -> vm::JsResult {
        Ok(vm::Value::UNDEFINED)
    }

    fn rejected_later(_: &mut Vm, _: vm::native::Args) -> vm::JsResult {
        Ok(vm::Value::NULL)
    }

    #[test]
    fn thunks_have_their_names() {
        let (mut vm, caller, _) = vm_with_inlined_code();
        vm.observed.thunks = vec![("(enter)", 0x6000_0000..0x6000_0040), ("(leave)", 0x6000_0040..0x6000_0080)];
        let frames = [u64::from(caller) << 32];
        let p = resolve(&mut vm, &seen(&[0x6000_003f, 0x6000_0040, 0x6000_0080].map(|pc| (pc, 0, &frames[..]))));
        let natives: Vec<_> = (0..3).map(|i| &p.natives[p.samples.native[i] as usize]).collect();
        let [enter, leave, other] = natives[..] else { panic!("{natives:?}") };
        assert_eq!([&*enter.name, &*enter.library], ["(enter)", "(thunks)"]);
        assert_eq!([&*leave.name, &*leave.library], ["(leave)", "(thunks)"]);
        assert!(!other.library.contains("thunks"), "{other:?}");
    }

    #[test]
    fn what_a_stop_takes_is_counted_with_its_stack() {
        let (mut vm, caller, _) = vm_with_inlined_code();
        let frames = [u64::from(caller) << 32];
        let sample = |took| (0x1000, IN_INTERPRETER, &frames[..], took);
        let p = resolve(&mut vm, &seen_with(&[sample(0), sample(30), sample(0), sample(400)]));
        assert_eq!(p.samples.weight_ns, [130, 70, 200, 0]);
    }

    #[test]
    fn a_stop_is_a_sample_for_each_that_was_due() {
        let (mut vm, caller, _) = vm_with_inlined_code();
        let frames = [u64::from(caller) << 32];
        let stop = |others: u64, took| (0x1000, IN_INTERPRETER, &frames[..], others << 32 | took);
        let mut stops = seen_with(&[stop(0, 0), stop(3, 0), stop(0, 40)]);
        let p = resolve(&mut vm, &stops);
        assert_eq!(p.samples.weight_ns, [100, 25, 25, 25, 65, 60]);
        assert_eq!(p.samples.time_ns, [107, 207, 207, 207, 207, 307]);
        assert_eq!(p.samples.stack, [p.samples.stack[0]; 6]);
        // By the CPU clock, of which nothing has gone by.
        stops.options.clock = Clock::Cpu;
        assert_eq!(resolve(&mut vm, &stops).samples.len(), 3);
    }

    #[test]
    fn inlined_functions_are_frames_of_their_own() {
        let (mut vm, caller, inner) = vm_with_inlined_code();
        let word = |id: u32, position: u32| u64::from(id) << 32 | u64::from(position);
        let in_native = word(CODE_ID, POSITION_IS_ORIGIN | 1);
        let interpreted = word(inner, 0);
        let p = resolve(
            &mut vm,
            &seen(&[
                // In the inlined part, by PC: the frame's position is an older one.
                (START + 0x48, IN_COMPILED, &[word(CODE_ID, POSITION_IS_ORIGIN)]),
                // In a function that the inlined part called, by origin.
                (0x1000, IN_INTERPRETER, &[interpreted, in_native]),
                // Entered, but the frame does not yet say that it is compiled.
                (START + 0x68, IN_COMPILED, &[word(caller, 0)]),
                // Freed by now.
                (START + 0x48, IN_COMPILED, &[word(CODE_ID, POSITION_IS_ORIGIN)]),
            ]),
        );
        let optimized = Tier::Optimized;
        assert_eq!(frames(&p, 0), [("caller", 5, optimized, false), ("inner", 2, optimized, true)]);
        assert_eq!(frames(&p, 1)[..2], [("caller", 5, optimized, false), ("inner", 2, optimized, true)]);
        assert_eq!(frames(&p, 1)[2].2, Tier::Interpreter);
        assert_eq!(frames(&p, 2), [("caller", 5, optimized, false)]);
        let categories: Vec<Category> = (0..3).map(|i| p.samples.category(i)).collect();
        assert_eq!(categories, [Category::Optimized, Category::Interpreter, Category::Optimized]);
        assert_eq!((p.sampling.optimized, p.sampling.approximate), (2, 1));
        // The last one's frame is named by its origin all the same.
        assert_eq!((p.sampling.unresolved, frames(&p, 3)), (1, vec![("caller", 5, optimized, false)]));
        assert_eq!(p.check(), Ok(()));
    }

    /// The baseline tier compiles a function again and again under one id.
    #[test]
    fn pieces_of_one_function_have_their_own_ranges() {
        let (mut vm, caller, _) = vm_with_inlined_code();
        let origin = |offset| CodeOrigin { code_id: caller, offset, caller: CodeOrigin::OUTERMOST };
        for (n, ranges) in [[OriginRange::exact(0, 0), OriginRange::exact(0x40, 1)], [OriginRange::exact(0, 1); 2]]
            .into_iter()
            .enumerate()
        {
            let start = START + 0x1000 * (n + 1);
            vm.code_installed(Code {
                id: CODE_ID + 100,
                code_id: caller,
                tier: vm::options::Tier::Baseline,
                start,
                end: start + 0x80,
                origins: vec![origin(0), origin(3)],
                ranges: OriginRanges::from_iter(ranges),
                activations: 1,
                installed: (0, 0),
                freed: None,
            });
        }
        let sample = |pc: usize| (pc, IN_COMPILED, &[][..]);
        let p = resolve(&mut vm, &seen(&[0x1010, 0x1050, 0x2010, 0x2050].map(|offset| sample(START + offset))));
        let offset = |&stack: &i64| p.frames[p.stacks.frame[stack as usize] as usize].offset;
        assert_eq!(p.samples.stack.iter().map(offset).collect::<Vec<_>>(), [0, 3, 3, 3]);
    }

    /// Where many short pieces were, there is a long one now.
    #[test]
    fn a_piece_is_found_from_its_start_to_its_end() {
        let (mut vm, caller, _) = vm_with_inlined_code();
        let piece = |id: u32, start: usize, bytes: usize, installed: u64, freed: Option<u64>| Code {
            id,
            code_id: caller,
            tier: vm::options::Tier::Baseline,
            start,
            end: start + bytes,
            origins: Vec::new(),
            ranges: OriginRanges::from_iter([OriginRange::exact(0, 0)]),
            activations: 1,
            installed: (installed, installed),
            freed: freed.map(|index| (index, index)),
        };
        let base = START + 0x10_0000;
        for i in 0..300 {
            vm.code_installed(piece(CODE_ID + 100 + i, base + 128 * i as usize, 128, 1, Some(5)));
        }
        vm.code_installed(piece(CODE_ID + 500, base, 128 * 300, 6, None));
        let mut known = tables::Known::default();
        let tables = Tables::new(&vm, &mut known);
        let id_at = |offset: usize, index: u64| tables.code_at((base + offset) as u64, index).map(|(_, code)| code.id);
        for offset in [0, 127, 8192, 8221, 20_000, 128 * 300 - 1] {
            assert_eq!(id_at(offset, 4), Some(CODE_ID + 100 + offset as u32 / 128));
            assert_eq!((id_at(offset, 5), id_at(offset, 6)), (None, Some(CODE_ID + 500)));
        }
        assert_eq!(id_at(128 * 300, 6), None);
    }
}
