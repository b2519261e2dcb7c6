//! Exact counts (`--count`), put beside what is known of the sites.

use crate::counts::{Counts, Layout, Types};
use crate::resolve::Tables;
use crate::sites::Site;
use rustc_hash::FxHashMap;
use vm::counts::{Case, SiteCounts};

/// Sites of which nothing but their executions is told, at most.
const MOST_PLAIN_SITES: usize = 20_000;

/// Gives the sites their counts, and adds those that are not there yet: that something was counted against first, then the most frequent.
pub fn count(tables: &mut Tables) {
    let vm = tables.vm();
    let mut counted: Vec<SiteCounts> = vm.counts.report().collect();
    counted.sort_by_key(|site| std::cmp::Reverse((is_notable(site), site.executions)));
    let all = &tables.known.profile.sites;
    let mut known: FxHashMap<(u32, u32), usize> =
        all.iter().enumerate().map(|(i, site)| ((site.function, site.offset), i)).collect();
    let mut plain = 0;
    for counts in counted {
        let (function, line, column) = tables.place(counts.code_id, counts.offset);
        let place = known.get(&(function, counts.offset)).copied();
        if !is_notable(&counts) && place.is_none() {
            plain += 1;
            if plain > MOST_PLAIN_SITES {
                break;
            }
        }
        let place = place.unwrap_or_else(|| {
            let (offset, op, key) = (counts.offset, counts.op.name().into(), counts.key.clone());
            tables.known.profile.sites.push(Site { function, line, column, offset, op, key, ..Site::default() });
            known.insert((function, counts.offset), tables.known.profile.sites.len() - 1);
            tables.known.profile.sites.len() - 1
        });
        let its = tables.known.profile.sites[place].counts.get_or_insert_default();
        its.add(in_the_profile(counts));
    }
    tables.known.profile.counted = vm.counts();
}

/// One of JITProf's counters has counted.
fn is_notable(counts: &SiteCounts) -> bool {
    counts.changes + counts.prototypes + counts.undefined() + counts.absent + counts.gaps + counts.non_numeric > 0
}

fn in_the_profile(counts: SiteCounts) -> Counts {
    let mut its = Counts {
        executions: counts.executions,
        prototypes: counts.prototypes,
        undef: counts.undefined(),
        uninit: counts.absent,
        non_cont: counts.gaps,
        non_num: counts.non_numeric,
        ..Counts::default()
    };
    if counts.op.is_operation() {
        its.poly = counts.changes
    } else {
        its.icm = counts.changes
    };
    for (case, count) in counts.cases {
        match case {
            Case::Layout(properties) => its.layouts.push(Layout { properties, count }),
            Case::Types(left, right) => {
                its.types.push(Types { left: left.name().into(), right: right.name().into(), count });
            }
        }
    }
    its
}
