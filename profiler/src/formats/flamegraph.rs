//! A flame graph as one SVG file: boxes are functions in a tier, coloured by it, inlined ones in a lighter shade; a click zooms, Ctrl-F or
//! the field at the top searches and says how much of the time matches.

use crate::profile::{Profile, Tier};
use rustc_hash::FxHashMap;
use std::io::{self, Write};

const WIDTH: f64 = 1200.0;
const ROW: f64 = 17.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 28.0;
/// Narrower boxes are left out.
const NARROWEST: f64 = 0.25;
/// Text is about so wide.
const CHARACTER: f64 = 6.6;

const SCRIPT: &str = include_str!("flamegraph.js");
const STYLE: &str = "text{font:11px ui-monospace,Menlo,Consolas,monospace;fill:#111;pointer-events:none}\
.b rect{stroke:#fff;stroke-width:.6}.b{cursor:pointer}.b:hover rect{stroke:#000}.m rect{fill:#e040fb!important}\
.title{font-size:15px}.dim{opacity:.35}.button{cursor:pointer;pointer-events:all;text-decoration:underline}";

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

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Not characters of XML.
            c if (c as u32) < 0x20 || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

impl Profile {
    /// Writes the flame graph.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_svg(&self, mut out: impl Write) -> io::Result<()> {
        // A box for each function in a tier; frames are its key, the first of each kind standing for all.
        let mut first: FxHashMap<(u32, Tier, bool), u32> = FxHashMap::default();
        let kinds: Vec<u32> = self
            .frames
            .iter()
            .enumerate()
            .map(|(i, f)| *first.entry((f.function, f.tier, f.inlined)).or_insert(i as u32))
            .collect();
        let (tree, _) = self.top_down(|frame| kinds[frame as usize]);
        let children = tree.children();
        let whole = tree.nodes[0].total_ns.max(1) as f64;
        let mut boxes: Vec<(usize, usize, f64)> = Vec::new();
        let mut pending = vec![(0usize, 0usize, 0.0f64)];
        let mut deepest = 0;
        while let Some((node, depth, left)) = pending.pop() {
            let mut at = left;
            for &child in &children[node] {
                let width = tree.nodes[child].total_ns as f64 / whole * WIDTH;
                if width >= NARROWEST {
                    boxes.push((child, depth, at));
                    pending.push((child, depth + 1, at));
                    deepest = deepest.max(depth + 1);
                }
                at += width;
            }
        }
        let height = TOP + BOTTOM + ROW * deepest as f64;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" viewBox=\"0 0 {WIDTH} {height}\" width=\"100%\" \
             style=\"background:#fff\" data-top=\"{TOP}\" data-width=\"{WIDTH}\" data-whole=\"{whole}\">"
        )?;
        writeln!(out, "<style>{STYLE}</style>")?;
        let milliseconds = whole / 1e6;
        let title = escape(&format!("{}: {milliseconds:.1} ms", self.program));
        writeln!(out, "<text class=\"title\" x=\"8\" y=\"18\">{title}</text>")?;
        writeln!(out, "<text class=\"button\" id=\"reset\" x=\"8\" y=\"36\" visibility=\"hidden\">Reset zoom</text>")?;
        writeln!(
            out,
            "<text class=\"button\" id=\"search\" x=\"{}\" y=\"18\" text-anchor=\"end\">Search</text>",
            WIDTH - 8.0
        )?;
        writeln!(out, "<text id=\"matched\" x=\"{}\" y=\"36\" text-anchor=\"end\"> </text>", WIDTH - 8.0)?;
        writeln!(out, "<text id=\"details\" x=\"8\" y=\"{}\"> </text>", height - 9.0)?;
        self.write_legend(&mut out)?;
        writeln!(out, "<g id=\"boxes\">")?;
        for (node, depth, left) in boxes {
            let node = &tree.nodes[node];
            let frame = &self.frames[node.key as usize];
            let width = node.total_ns as f64 / whole * WIDTH;
            let y = height - BOTTOM - ROW * (depth + 1) as f64;
            let function = &self.functions[frame.function as usize];
            let how = if frame.inlined { ", inlined" } else { "" };
            let label = self.label(frame);
            let share = node.total_ns as f64 * 100.0 / whole;
            let detail =
                format!("{label} ({}{how}) {:.2} ms, {share:.2} %", frame.tier.name(), node.total_ns as f64 / 1e6);
            let fits = (width / CHARACTER) as usize;
            let shown: String = if fits >= 3 { fit(&function.name, fits) } else { String::new() };
            writeln!(
                out,
                "<g class=\"b\" data-x=\"{left:.3}\" data-w=\"{width:.3}\" data-n=\"{}\"><title>{}</title>\
                 <rect x=\"{left:.3}\" y=\"{y}\" width=\"{width:.3}\" height=\"{}\" fill=\"{}\"/>\
                 <text x=\"{:.3}\" y=\"{}\">{}</text></g>",
                escape(&function.name),
                escape(&detail),
                ROW - 1.0,
                color(frame.tier, frame.inlined, frame.function as usize),
                left + 3.0,
                y + 12.0,
                escape(&shown)
            )?;
        }
        writeln!(out, "</g>\n<script><![CDATA[\n{SCRIPT}]]></script>\n</svg>")
    }

    /// The tiers that occur, with their colours.
    fn write_legend(&self, out: &mut impl Write) -> io::Result<()> {
        let mut kinds: Vec<(Tier, bool)> = self.frames.iter().map(|f| (f.tier, f.inlined)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut x = 420.0;
        for (tier, inlined) in kinds {
            let name = if inlined { format!("{} inlined", tier.name()) } else { tier.name().into() };
            let fill = color(tier, inlined, 0);
            writeln!(out, "<rect x=\"{x}\" y=\"9\" width=\"10\" height=\"10\" fill=\"{fill}\"/>")?;
            writeln!(out, "<text x=\"{}\" y=\"18\">{name}</text>", x + 14.0)?;
            x += 24.0 + CHARACTER * name.len() as f64;
        }
        Ok(())
    }
}

/// As much of a name as fits.
fn fit(name: &str, characters: usize) -> String {
    if name.chars().count() <= characters {
        return name.into();
    }
    name.chars().take(characters.saturating_sub(1)).chain(['…']).collect()
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
