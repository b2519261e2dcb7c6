//! The differential flame graph: both versions' stacks in one tree, functions by what they are in both. A box is as wide as the mean of both times, so
//! that widths add up and nothing is left out that is there in one version alone; it is red where the second version took more, blue where it took less,
//! the stronger the more of the box's time that is.

use super::matching::Matching;
use super::side::Side;
use crate::formats::boxes::{Drawing, Shown};
use rustc_hash::FxHashMap;
use std::io::{self, Write};

/// Times of a node with what it calls, nanoseconds a process.
#[derive(Clone, Copy, Default)]
struct Both {
    a: f64,
    b: f64,
}

impl Both {
    fn mean(self) -> f64 {
        (self.a + self.b) / 2.0
    }

    /// The difference as a share of what there is, -1 to 1.
    fn change(self) -> f64 {
        (self.b - self.a) / (self.b + self.a).max(1.0)
    }
}

struct Tree {
    /// Parent, pair of functions, times. The first is the root.
    nodes: Vec<(usize, u32, Both)>,
    index: FxHashMap<(usize, u32), usize>,
}

impl Tree {
    fn add(&mut self, side: &Side, pairs: &[u32], time: fn(&mut Both) -> &mut f64) {
        let runs = side.runs.len().max(1) as f64;
        let mut of: Vec<usize> = Vec::with_capacity(side.tree.len());
        for node in &side.tree {
            let parent = node.parent.map_or(0, |parent| of[parent as usize]);
            let key = (parent, pairs[node.function as usize]);
            let next = self.nodes.len();
            let index = *self.index.entry(key).or_insert(next);
            if index == next {
                self.nodes.push((key.0, key.1, Both::default()));
            }
            *time(&mut self.nodes[index].2) += node.own_ns as f64 / runs;
            of.push(index);
        }
    }
}

/// White for no change, red for more, blue for less.
fn color(change: f64) -> String {
    let hue = if change > 0.0 { 4 } else { 212 };
    // What is a tenth slower should be seen.
    let strength = change.abs().min(1.0).powf(0.6);
    format!("hsl({hue},80%,{:.0}%)", 94.0 - 36.0 * strength)
}

/// Writes the graph.
///
/// # Errors
/// What writing gives.
pub fn write_svg(a: &Side, b: &Side, matching: &Matching, out: impl Write) -> io::Result<()> {
    let mut tree = Tree { nodes: vec![(usize::MAX, u32::MAX, Both::default())], index: FxHashMap::default() };
    tree.add(a, &matching.of_a, |both| &mut both.a);
    tree.add(b, &matching.of_b, |both| &mut both.b);
    for index in (1..tree.nodes.len()).rev() {
        let (parent, _, Both { a, b }) = tree.nodes[index];
        tree.nodes[parent].2.a += a;
        tree.nodes[parent].2.b += b;
    }
    let nodes: Vec<(usize, f64)> = tree.nodes.iter().map(|(parent, _, both)| (*parent, both.mean())).collect();
    let whole = tree.nodes[0].2;
    let title = format!("{} and {}: {:.1} and {:.1} ms a process", a.name, b.name, whole.a / 1e6, whole.b / 1e6);
    let legend = [(-0.5, "less than before"), (0.0, "the same"), (0.5, "more than before")];
    let legend = legend.map(|(change, name)| (color(change), name.to_owned()));
    let drawing = Drawing { title, legend: legend.into(), nodes: &nodes };
    drawing.write(out, |index| {
        let (_, pair, both) = tree.nodes[index];
        let pair = &matching.pairs[pair as usize];
        let function = pair.b.map(|f| (b, f)).or(pair.a.map(|f| (a, f)));
        let (name, place) = function.map_or_else(Default::default, |(side, f)| {
            let code = &side.functions[f as usize];
            let file =
                code.file.map_or(String::new(), |file| format!(" {}:{}", side.files[file as usize].name, code.line));
            (code.name.clone(), file)
        });
        let detail = format!(
            "{name}{place} {:.2} ms before, {:.2} after, {:+.2} ({:+.1} % of all)",
            both.a / 1e6,
            both.b / 1e6,
            (both.b - both.a) / 1e6,
            (both.b - both.a) * 100.0 / whole.a.max(1.0)
        );
        Shown { name, detail, fill: color(both.change()) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::sample_sides::{Planted, planted};

    #[test]
    fn what_takes_more_is_red() {
        let (a, b) = planted(&Planted { functions: 10, processes: 5, planted_ms: 20.0, seed: 1 });
        let mut out = Vec::new();
        write_svg(&a, &b, &Matching::new(&a, &b), &mut out).expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        assert_eq!(text.lines().filter(|line| line.contains("<g class=\"b\"")).count(), 10);
        let planted = text.lines().find(|line| line.contains("data-n=\"f7\"")).expect("f7");
        assert!(planted.contains("hsl(4,") && planted.contains("f7 after.js:8"), "{planted}");
        let widths =
            text.lines().filter_map(|line| line.split("data-w=\"").nth(1)?.split('"').next()?.parse::<f64>().ok());
        assert!((widths.sum::<f64>() - 1200.0).abs() < 0.1);
    }

    #[test]
    fn colours_go_from_blue_to_red() {
        assert_eq!(
            (color(0.0), color(-1.0), color(1.0)),
            ("hsl(212,80%,94%)".into(), "hsl(212,80%,58%)".into(), "hsl(4,80%,58%)".into())
        );
    }
}
