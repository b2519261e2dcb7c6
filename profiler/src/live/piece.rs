//! What is new to somebody who looks on.

use super::{Feed, Rate, Status};
use crate::profile::{Profile, Samples, Stacks};
use crate::sites::Site;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How much somebody has got already: numbers of rows of an epoch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cursor {
    /// None: nothing.
    epoch: Option<u64>,
    sources: usize,
    functions: usize,
    opcodes: usize,
    frames: usize,
    stacks: usize,
    natives: usize,
    samples: usize,
    origins: usize,
    gc: usize,
    compiles: usize,
    deopts: usize,
    marks: usize,
    grown: usize,
    rates: usize,
}

/// What came since the last piece.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// What was got before is to be forgotten: this is the whole.
    pub whole: bool,
    pub status: Status,
    /// The VM's thread has been idle since (CLOCK_MONOTONIC, nanoseconds); 0 if it is not.
    pub idle_since_ns: u64,
    /// The time of the piece by the same clock.
    pub now_ns: u64,
    /// Samples that are there and got more time: index and weight in nanoseconds.
    pub grown: Vec<(usize, u64)>,
    pub rates: Vec<Rate>,
    /// New rows of growing tables; the rest as it is now.
    pub profile: Profile,
}

/// The rows from `at` on; none where that is beyond the end, and all where this is the whole.
fn new<T: Clone>(rows: &[T], at: usize) -> Vec<T> {
    rows.get(at..).map_or_else(Vec::new, <[T]>::to_vec)
}

impl Feed {
    /// What is new for `cursor`, which is moved on. Without `texts` sources have their names alone.
    pub fn piece(&self, cursor: &mut Cursor, texts: bool) -> Piece {
        let whole = cursor.epoch != Some(self.epoch);
        if whole {
            *cursor = Cursor { epoch: Some(self.epoch), ..Cursor::default() };
        }
        let (p, at) = (self.profile(), &*cursor);
        let s = &p.samples;
        let samples = Samples {
            time_ns: new(&s.time_ns, at.samples),
            weight_ns: new(&s.weight_ns, at.samples),
            stack: new(&s.stack, at.samples),
            category: new(&s.category, at.samples),
            native: new(&s.native, at.samples),
            origin: new(&s.origin, at.samples),
            kernel: new(&s.kernel, at.samples),
        };
        let mut sources = new(&p.sources, at.sources);
        if !texts {
            sources.iter_mut().for_each(|source| source.text = Arc::default());
        }
        // Nobody who looks on asks for shapes.
        let without_shapes = |site: &Site| Site { cases: Vec::new(), ..site.clone() };
        let sites = if whole && texts { p.sites.iter().map(without_shapes).collect() } else { Vec::new() };
        let grown = if whole { Vec::new() } else { new(&self.grown, at.grown) };
        let profile = Profile {
            format: p.format.clone(),
            version: p.version,
            program: p.program.clone(),
            folder: p.folder.clone(),
            vm: p.vm.clone(),
            machine: p.machine.clone(),
            process: p.process,
            clock: p.clock,
            interval_ns: p.interval_ns,
            start_ns: p.start_ns,
            end_ns: p.end_ns,
            start_unix_ms: p.start_unix_ms,
            cpu_ns: p.cpu_ns,
            process_cpu_ns: p.process_cpu_ns,
            process_cpu_start_ns: p.process_cpu_start_ns,
            peak_bytes: p.peak_bytes,
            sampling: p.sampling.clone(),
            sources,
            functions: new(&p.functions, at.functions),
            opcodes: new(&p.opcodes, at.opcodes),
            frames: new(&p.frames, at.frames),
            stacks: Stacks { parent: new(&p.stacks.parent, at.stacks), frame: new(&p.stacks.frame, at.stacks) },
            natives: new(&p.natives, at.natives),
            samples,
            async_origins: new(&p.async_origins, at.origins),
            machine_code: Vec::new(),
            gc: new(&p.gc, at.gc),
            compiles: new(&p.compiles, at.compiles),
            deopts: new(&p.deopts, at.deopts),
            deopt_sites: p.deopt_sites.iter().take(MOST_DEOPT_SITES).cloned().collect(),
            marks: new(&p.marks, at.marks),
            calls: if whole { p.calls.clone() } else { None },
            caches: if whole { p.caches.clone() } else { Vec::new() },
            element_transitions: if whole { p.element_transitions.clone() } else { Vec::new() },
            ended: p.ended.clone(),
            sites,
            shapes: Vec::new(),
            dictionaries: Vec::new(),
            decisions: Vec::new(),
            counted: p.counted,
        };
        let rates = self.rates.since(at.rates).to_vec();
        *cursor = Cursor {
            epoch: Some(self.epoch),
            sources: p.sources.len(),
            functions: p.functions.len(),
            opcodes: p.opcodes.len(),
            frames: p.frames.len(),
            stacks: p.stacks.len(),
            natives: p.natives.len(),
            samples: s.len(),
            origins: p.async_origins.len(),
            gc: p.gc.len(),
            compiles: p.compiles.len(),
            deopts: p.deopts.len(),
            marks: p.marks.len(),
            grown: self.grown.len(),
            rates: self.rates.end(),
        };
        let now_ns = crate::sampler::signal::now_ns();
        Piece { whole, status: self.status.clone(), idle_since_ns: 0, now_ns, grown, rates, profile }
    }
}

/// Guards that failed, the most frequent first, in a piece.
const MOST_DEOPT_SITES: usize = 500;

impl Piece {
    /// Adds this piece to what the pieces before it made up.
    ///
    /// # Errors
    /// What is inconsistent, in words.
    pub fn add_to(self, all: &mut Profile) -> Result<(), String> {
        let piece = self.profile;
        if self.whole {
            *all = piece;
            return all.check();
        }
        let samples = &mut all.samples;
        samples.time_ns.extend(piece.samples.time_ns);
        samples.weight_ns.extend(piece.samples.weight_ns);
        samples.stack.extend(piece.samples.stack);
        samples.category.extend(piece.samples.category);
        samples.native.extend(piece.samples.native);
        samples.origin.extend(piece.samples.origin);
        samples.kernel.extend(piece.samples.kernel);
        // Behind the new ones: one of them may have grown since, for somebody who missed a piece.
        for (i, weight) in self.grown {
            *samples.weight_ns.get_mut(i).ok_or("a sample that is not there")? = weight;
        }
        all.sources.extend(piece.sources);
        all.functions.extend(piece.functions);
        all.opcodes.extend(piece.opcodes);
        all.frames.extend(piece.frames);
        all.stacks.parent.extend(piece.stacks.parent);
        all.stacks.frame.extend(piece.stacks.frame);
        all.natives.extend(piece.natives);
        all.async_origins.extend(piece.async_origins);
        all.gc.extend(piece.gc);
        all.compiles.extend(piece.compiles);
        all.deopts.extend(piece.deopts);
        all.marks.extend(piece.marks);
        all.deopt_sites = piece.deopt_sites;
        (all.program, all.folder) = (piece.program, piece.folder);
        (all.clock, all.interval_ns, all.start_unix_ms) = (piece.clock, piece.interval_ns, piece.start_unix_ms);
        all.sampling = piece.sampling;
        all.start_ns = piece.start_ns;
        all.end_ns = piece.end_ns;
        all.cpu_ns = piece.cpu_ns;
        all.ended = piece.ended;
        Ok(())
    }
}
