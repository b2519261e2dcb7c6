//! Exact counts of a site, by JITProf's definitions (`--count`), and JITProf's lists: the sites that a counter counted most at.

use crate::profile::Profile;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// Layouts, and types of operands, that are kept of a site.
const MOST_CASES: usize = 16;

/// What came across at one site, in all its executions in all tiers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Of operations all; of accesses those to objects that have a layout, and to elements of arrays.
    pub executions: u64,
    /// c_icm: the object had another layout, or the property another name, than in the execution before.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub icm: u64,
    /// The object had the same layout as in the execution before, and the property the same name, but the object another prototype.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub prototypes: u64,
    /// c_poly: the operands were of other types than in the execution before.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub poly: u64,
    /// c_second: how often the second most frequent layout, or pair of types, came.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub second: u64,
    /// c_undef: an operand of a binary operation was undefined.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub undef: u64,
    /// c_uninit: an array had no element of its own at the index that was read.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub uninit: u64,
    /// c_non-cont: the index that was written was negative, or greater than the array's length.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub non_cont: u64,
    /// c_non-num: what was written to an array of numbers was none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub non_num: u64,
    /// The most frequent first, sixteen at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layouts: Vec<Layout>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<Types>,
}

/// Objects with these properties in this order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layout {
    pub properties: Vec<String>,
    pub count: u64,
}

/// Operands of these types, as `typeof` has them; the right one's is empty where there is none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Types {
    pub left: String,
    pub right: String,
    pub count: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // As serde asks for it.
fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl Counts {
    /// The same instruction of code that was made again.
    pub fn add(&mut self, other: Counts) {
        self.executions += other.executions;
        self.icm += other.icm;
        self.prototypes += other.prototypes;
        self.poly += other.poly;
        self.undef += other.undef;
        self.uninit += other.uninit;
        self.non_cont += other.non_cont;
        self.non_num += other.non_num;
        for layout in other.layouts {
            match self.layouts.iter_mut().find(|known| known.properties == layout.properties) {
                Some(known) => known.count += layout.count,
                None => self.layouts.push(layout),
            }
        }
        for types in other.types {
            match self.types.iter_mut().find(|known| (&known.left, &known.right) == (&types.left, &types.right)) {
                Some(known) => known.count += types.count,
                None => self.types.push(types),
            }
        }
        self.layouts.sort_by_key(|layout| std::cmp::Reverse(layout.count));
        self.types.sort_by_key(|types| std::cmp::Reverse(types.count));
        let second = |counts: &mut dyn Iterator<Item = u64>| counts.nth(1).unwrap_or(0);
        self.second =
            second(&mut self.layouts.iter().map(|l| l.count)).max(second(&mut self.types.iter().map(|t| t.count)));
        self.layouts.truncate(MOST_CASES);
        self.types.truncate(MOST_CASES);
    }
}

/// One of JITProf's lists.
pub struct List {
    pub title: &'static str,
    /// What a site is ranked by; 0: it is not in the list.
    pub rank: fn(&Counts) -> u64,
    /// The counters, in words.
    shown: fn(&Counts) -> String,
}

/// JITProf's six lists. Layouts and types are ranked by the changes and how often the second most frequent came.
pub const LISTS: [List; 6] = [
    List {
        title: "inconsistent layouts",
        rank: |c| if c.icm > 0 { c.icm + c.second } else { 0 },
        shown: |c| format!("{} changes, {} of the second layout", c.icm, c.second),
    },
    List {
        title: "polymorphic operations",
        rank: |c| if c.poly > 0 { c.poly + c.second } else { 0 },
        shown: |c| format!("{} changes, {} of the second pair of types", c.poly, c.second),
    },
    List { title: "operations on undefined", rank: |c| c.undef, shown: |c| format!("{} times", c.undef) },
    List { title: "writes that leave a gap", rank: |c| c.non_cont, shown: |c| format!("{} times", c.non_cont) },
    List { title: "reads of what is not there", rank: |c| c.uninit, shown: |c| format!("{} times", c.uninit) },
    List { title: "other values in arrays of numbers", rank: |c| c.non_num, shown: |c| format!("{} times", c.non_num) },
];

/// Characters of an evaluated text that are shown.
const MOST_OF_A_TEXT: usize = 200;
/// Sites that are shown of a list.
const MOST_SHOWN: usize = 5;

impl Profile {
    /// Prints JITProf's lists.
    ///
    /// # Errors
    /// What writing gives.
    pub fn print_counts(&self, out: &mut dyn Write) -> io::Result<()> {
        for list in &LISTS {
            let of = |i: usize| self.sites[i].counts.as_ref().map_or(0, list.rank);
            let mut ranked: Vec<usize> = (0..self.sites.len()).filter(|&i| of(i) > 0).collect();
            if ranked.is_empty() {
                continue;
            }
            ranked.sort_by_key(|&i| std::cmp::Reverse(of(i)));
            writeln!(out, "\nexact counts: {} ({} sites)", list.title, ranked.len())?;
            for (site, counts) in
                ranked.iter().take(MOST_SHOWN).filter_map(|&i| Some((&self.sites[i], self.sites[i].counts.as_ref()?)))
            {
                let function = &self.functions[site.function as usize];
                let (file, name) = (self.file_of(function), &function.name);
                writeln!(
                    out,
                    "  {file}:{}:{}  {} in {name}: {}",
                    site.line,
                    site.column,
                    site.op,
                    (list.shown)(counts)
                )?;
                let source = usize::try_from(function.source).ok().map(|source| &self.sources[source]);
                if let Some((source, made)) = source.and_then(|source| Some((source, source.made.as_ref()?))) {
                    let maker = &self.functions[made.function as usize];
                    let text: String = source.text.split_whitespace().collect::<Vec<_>>().join(" ");
                    let text: String = text.chars().take(MOST_OF_A_TEXT).collect();
                    writeln!(
                        out,
                        "      in a text made at {}:{}:{}: {text}",
                        self.file_of(maker),
                        made.line,
                        made.column
                    )?;
                }
                for layout in counts.layouts.iter().take(2).filter(|_| counts.icm > 0) {
                    writeln!(out, "      {:>9} {{ {} }}", layout.count, layout.properties.join(", "))?;
                }
                for types in counts.types.iter().take(3) {
                    writeln!(out, "      {:>9} {} {}", types.count, types.left, types.right)?;
                }
            }
        }
        Ok(())
    }
}
