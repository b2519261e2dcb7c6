//! A flame graph as one SVG file: boxes are functions in a tier, coloured by it, inlined ones in a lighter shade.

use super::boxes::{Drawing, Shown};
use crate::profile::{Profile, Tier};
use rustc_hash::FxHashMap;
use std::io::{self, Write};

/// Colour of a tier's boxes, and of the inlined ones.
fn color(tier: Tier, inlined: bool, variant: usize) -> String {
    let (hue, saturation, light) = match tier {
        Tier::Interpreter => (38, 92, 66),
        Tier::Baseline => (205, 78, 68),
        Tier::Optimized => (130, 50, 62),
        Tier::Builtin => (262, 52, 76),
        Tier::Vm => (4, 74, 70),
        Tier::Host => (0, 0, 78),
    };
    let light = if inlined { light + 16 } else { light };
    format!("hsl({hue},{saturation}%,{}%)", light + [0, 4, -4][variant % 3])
}

impl Profile {
    /// Writes the flame graph.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_svg(&self, out: impl Write) -> io::Result<()> {
        // A box for each function in a tier; frames are its key, the first of each kind standing for all.
        let mut first: FxHashMap<(u32, Tier, bool), u32> = FxHashMap::default();
        let kinds: Vec<u32> = self
            .frames
            .iter()
            .enumerate()
            .map(|(i, f)| *first.entry((f.function, f.tier, f.inlined)).or_insert(i as u32))
            .collect();
        let (tree, _) = self.top_down(|frame| kinds[frame as usize]);
        let whole = tree.nodes[0].total_ns.max(1) as f64;
        let nodes: Vec<(usize, f64)> = tree.nodes.iter().map(|node| (node.parent, node.total_ns as f64)).collect();
        let drawing =
            Drawing { title: format!("{}: {:.1} ms", self.program, whole / 1e6), legend: self.legend(), nodes: &nodes };
        drawing.write(out, |index| {
            let node = &tree.nodes[index];
            let frame = &self.frames[node.key as usize];
            let function = &self.functions[frame.function as usize];
            let how = if frame.inlined { ", inlined" } else { "" };
            let label = self.label(frame);
            let share = node.total_ns as f64 * 100.0 / whole;
            let detail =
                format!("{label} ({}{how}) {:.2} ms, {share:.2} %", frame.tier.name(), node.total_ns as f64 / 1e6);
            let fill = color(frame.tier, frame.inlined, frame.function as usize);
            Shown { name: function.name.clone(), detail, fill }
        })
    }

    /// The tiers that occur, with their colours.
    fn legend(&self) -> Vec<(String, String)> {
        let mut kinds: Vec<(Tier, bool)> = self.frames.iter().map(|f| (f.tier, f.inlined)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let named = |(tier, inlined): (Tier, bool)| {
            let name = if inlined { format!("{} inlined", tier.name()) } else { tier.name().into() };
            (color(tier, inlined, 0), name)
        };
        kinds.into_iter().map(named).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::sample_profile::sample_profile;

    #[test]
    fn boxes_are_as_wide_as_their_time() {
        let mut out = Vec::new();
        sample_profile().write_svg(&mut out).expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        let main = text.lines().find(|l| l.contains("data-n=\"&lt;main&gt;\"")).expect("main");
        assert!(main.contains("data-w=\"960.000\"") && main.contains("(interpreter) 16.00 ms, 80.00 %"), "{main}");
        // f in two tiers is two boxes beside each other under main, one under sort, one at the bottom.
        assert_eq!(text.lines().filter(|l| l.contains("data-n=\"f\"")).count(), 4);
        assert!(text.contains("g dir/a, b.js:4 (optimized, inlined) 4.00 ms"));
        assert_eq!(text.matches("<g").count(), text.matches("</g>").count());
    }
}
