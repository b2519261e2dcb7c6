//! Boxes upon boxes as one SVG file, as flame graphs are drawn: a click zooms, Ctrl-F or the field at the top searches and says how much of the width
//! matches. What a box stands for and what its width means is the caller's.

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
.title{font-size:15px}.faded{opacity:.35}.button{cursor:pointer;pointer-events:all;text-decoration:underline}";

/// A box of the drawing.
pub struct Shown {
    /// What stands in it.
    pub name: String,
    /// What is told of it where it is pointed at.
    pub detail: String,
    /// A colour as CSS has it.
    pub fill: String,
}

/// What is to be drawn: node 0 is the root, which is not drawn, and whose weight is the whole width. Parents come before their children.
pub struct Drawing<'d> {
    pub title: String,
    /// Colours and what they mean.
    pub legend: Vec<(String, String)>,
    /// Parent and weight of each node; a node's weight is at least its children's.
    pub nodes: &'d [(usize, f64)],
}

/// What XML takes as its own, written so that it does not.
pub fn escape(text: &str) -> String {
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

impl Drawing<'_> {
    /// Writes the SVG.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write(&self, mut out: impl Write, show: impl Fn(usize) -> Shown) -> io::Result<()> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (node, (parent, _)) in self.nodes.iter().enumerate().skip(1) {
            children[*parent].push(node);
        }
        for list in &mut children {
            list.sort_by(|&a, &b| self.nodes[b].1.total_cmp(&self.nodes[a].1));
        }
        let whole = self.nodes[0].1.max(1.0);
        let mut boxes: Vec<(usize, usize, f64)> = Vec::new();
        let mut pending = vec![(0usize, 0usize, 0.0f64)];
        let mut deepest = 0;
        while let Some((node, depth, left)) = pending.pop() {
            let mut at = left;
            for &child in &children[node] {
                let width = self.nodes[child].1 / whole * WIDTH;
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
        writeln!(out, "<text class=\"title\" x=\"8\" y=\"18\">{}</text>", escape(&self.title))?;
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
            let width = self.nodes[node].1 / whole * WIDTH;
            let y = height - BOTTOM - ROW * (depth + 1) as f64;
            let Shown { name, detail, fill } = show(node);
            let fits = (width / CHARACTER) as usize;
            let shown: String = if fits >= 3 { fit(&name, fits) } else { String::new() };
            writeln!(
                out,
                "<g class=\"b\" data-x=\"{left:.3}\" data-w=\"{width:.3}\" data-n=\"{}\"><title>{}</title>\
                 <rect x=\"{left:.3}\" y=\"{y}\" width=\"{width:.3}\" height=\"{}\" fill=\"{fill}\"/>\
                 <text x=\"{:.3}\" y=\"{}\">{}</text></g>",
                escape(&name),
                escape(&detail),
                ROW - 1.0,
                left + 3.0,
                y + 12.0,
                escape(&shown)
            )?;
        }
        writeln!(out, "</g>\n<script><![CDATA[\n{SCRIPT}]]></script>\n</svg>")
    }

    fn write_legend(&self, out: &mut impl Write) -> io::Result<()> {
        let mut x = 110.0;
        for (fill, name) in &self.legend {
            writeln!(out, "<rect x=\"{x}\" y=\"27\" width=\"10\" height=\"10\" fill=\"{fill}\"/>")?;
            writeln!(out, "<text x=\"{}\" y=\"36\">{}</text>", x + 14.0, escape(name))?;
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
