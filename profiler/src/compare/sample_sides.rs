//! Two versions made by hand, for tests: functions with noisy times, one of them slower in the second by so much.

use super::side::{Code, File, Line, Node, Run, Side};
use crate::profile::{Category, FunctionKind};
use fastrand::Rng;

pub struct Planted {
    pub functions: u32,
    pub processes: usize,
    /// What is added to `f7` in the second version, milliseconds.
    pub planted_ms: f64,
    pub seed: u64,
}

/// Each function is one line of the program.
pub fn planted(planted: &Planted) -> (Side, Side) {
    let mut random = Rng::with_seed(planted.seed);
    let a = side(planted, 0.0, &mut random);
    (a, side(planted, planted.planted_ms, &mut random))
}

fn side(planted: &Planted, planted_ms: f64, random: &mut Rng) -> Side {
    let name = if planted_ms > 0.0 { "after.js" } else { "before.js" };
    let mut side = Side::new(name, name);
    let text = (0..planted.functions).map(|i| format!("function f{i}(x) {{ return x + {i}; }}\n"));
    side.files.push(File { name: name.into(), text: text.collect::<String>().into() });
    for i in 0..planted.functions {
        side.functions.push(Code {
            name: format!("f{i}"),
            kind: FunctionKind::Script,
            file: Some(0),
            line: i + 1,
            column: 1,
            end_line: i + 1,
            end_column: format!("function f{i}(x) {{ return x + {i}; }}").len() as u32 + 1,
        });
        side.tiers.push([0, 0, 1, 0, 0, 0]);
        side.lines.push(Line { function: Some(i), line: i + 1 });
        side.tree.push(Node { parent: None, function: i, own_ns: 0 });
    }
    for _ in 0..planted.processes {
        let mut run = Run { categories: vec![0; Category::ALL.len()], peak_bytes: 40 << 20, ..Run::default() };
        // Processes differ as a whole, too.
        let speed = 1.0 + 0.005 * normal(random);
        for i in 0..planted.functions {
            let mean_ms = 1.0 + f64::from(i % 11) * 1.5 + if i == 7 { planted_ms } else { 0.0 };
            let ms = (mean_ms * speed + 0.3 * mean_ms.sqrt() * normal(random)).max(0.0);
            let ns = (ms * 1e6) as i64;
            run.wall_ns += ns as u64;
            run.functions.push((i, ns));
            run.lines.push((i, ns));
            run.categories[Category::Optimized as usize] += ns;
            side.tree[i as usize].own_ns += ns as u64;
        }
        run.cpu_ns = run.wall_ns;
        side.runs.push(run);
    }
    side
}

fn normal(random: &mut Rng) -> f64 {
    (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
}
