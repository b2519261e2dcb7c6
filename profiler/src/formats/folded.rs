//! Folded stacks: `outermost;...;innermost count`, for flame-graph tools. A count is a number of intervals.

use super::one_line;
use crate::profile::Profile;
use std::io::{self, Write};

impl Profile {
    /// Writes folded stacks, sorted.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_folded(&self, mut out: impl Write) -> io::Result<()> {
        let labels: Vec<String> = self.frames.iter().map(|f| one_line(&self.label(f).replace(';', ","))).collect();
        let mut counts = vec![0u64; self.stacks.len()];
        for sample in self.grid() {
            if let Ok(stack) = usize::try_from(self.samples.stack[sample as usize]) {
                counts[stack] += 1;
            }
        }
        let mut lines = std::collections::BTreeMap::<String, u64>::new();
        for (stack, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let frames = self.stacks.frames(stack as i64);
            let names: Vec<&str> = frames.iter().map(|&f| labels[f as usize].as_str()).collect();
            *lines.entry(names.join(";")).or_default() += count;
        }
        for (line, count) in lines {
            writeln!(out, "{line} {count}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::ends_a_line;
    use crate::sample_profile::sample_profile;

    #[test]
    fn names_do_not_end_lines() {
        let mut profile = sample_profile();
        for function in &mut profile.functions {
            function.name.push_str("\u{2028}\u{85}\r\n\u{2029};x");
        }
        let mut out = Vec::new();
        profile.write_folded(&mut out).expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        assert!(
            text.contains("f     ,x ") && text.lines().all(|l| !l.contains(|c| c != '\n' && ends_a_line(c))),
            "{text}"
        );
    }

    #[test]
    fn a_line_is_a_stack_and_its_count() {
        let mut out = Vec::new();
        sample_profile().write_folded(&mut out).expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        assert!(text.contains("<main> dir/a, b.js:1;f dir/a, b.js:1;(gc mark) 2\n"), "{text}");
        assert!(text.contains("<main> dir/a, b.js:1;f dir/a, b.js:1 5\n"), "{text}");
        let sum: u64 = text.lines().filter_map(|l| l.rsplit(' ').next()?.parse::<u64>().ok()).sum();
        assert_eq!(sum, 20);
    }
}
