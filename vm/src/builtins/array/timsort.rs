//! TimSort (T. Peters, "listsort.txt", 2002) of a list of places, with a comparison that may be anything.
//!
//! It asks what V8 asks, in V8's order and with V8's order of the two elements (the later one first), so that a function which is no order, like
//! `(a, b) => a < b ? -1 : 1`, gives what it gives there. It is stable, and makes few comparisons where stretches are in order already.

use crate::JsResult;
use crate::vm::Vm;

/// Whether the first of two elements (by their places in the list) belongs before the second. An error ends the sort.
pub trait Less: FnMut(&mut Vm, u32, u32) -> JsResult<bool> {}
impl<F: FnMut(&mut Vm, u32, u32) -> JsResult<bool>> Less for F {}

/// One run has to win so often in a row before it is galloped through.
const MIN_GALLOP: usize = 7;

/// Runs shorter than this are filled up by binary insertion: between 32 and 64 for many elements, so that the number of runs is
/// about a power of two.
fn min_run(mut n: usize) -> usize {
    let mut odd = 0;
    while n >= 64 {
        odd |= n & 1;
        n >>= 1;
    }
    n + odd
}

/// A run: where it begins, and its length.
#[derive(Clone, Copy)]
struct Run {
    start: usize,
    length: usize,
}

struct Sorter<'a, L> {
    order: &'a mut [u32],
    /// The shorter one of two runs that are merged.
    scratch: Vec<u32>,
    runs: Vec<Run>,
    min_gallop: usize,
    less: L,
}

/// The permutation that sorts a list of `n` elements.
///
/// # Errors
/// What the comparison throws.
pub fn sorted_order(vm: &mut Vm, n: u32, less: impl Less) -> JsResult<Vec<u32>> {
    let mut order: Vec<u32> = (0..n).collect();
    sort(vm, &mut order, less)?;
    Ok(order)
}

/// Sorts a list of places.
///
/// # Errors
/// What the comparison throws; the list is some permutation of itself then.
pub fn sort(vm: &mut Vm, order: &mut [u32], less: impl Less) -> JsResult<()> {
    let n = order.len();
    if n < 2 {
        return Ok(());
    }
    let mut sorter = Sorter { order, scratch: Vec::new(), runs: Vec::new(), min_gallop: MIN_GALLOP, less };
    let shortest = min_run(n);
    let mut start = 0;
    while start < n {
        let mut length = sorter.take_run(vm, start, n)?;
        if length < shortest {
            let wanted = shortest.min(n - start);
            sorter.insert(vm, start, start + length, start + wanted)?;
            length = wanted;
        }
        sorter.runs.push(Run { start, length });
        sorter.collapse(vm)?;
        start += length;
    }
    while sorter.runs.len() > 1 {
        let i = sorter.runs.len() - 2;
        let i = if i > 0 && sorter.length(i - 1) < sorter.length(i + 1) { i - 1 } else { i };
        sorter.merge(vm, i)?;
    }
    Ok(())
}

impl<L: Less> Sorter<'_, L> {
    fn length(&self, run: usize) -> usize {
        self.runs[run].length
    }

    /// The length of the run at `start`; a strictly descending one is reversed.
    fn take_run(&mut self, vm: &mut Vm, start: usize, end: usize) -> JsResult<usize> {
        if start + 1 == end {
            return Ok(1);
        }
        let descending = (self.less)(vm, self.order[start + 1], self.order[start])?;
        let mut at = start + 2;
        while at < end && (self.less)(vm, self.order[at], self.order[at - 1])? == descending {
            at += 1;
        }
        if descending {
            self.order[start..at].reverse();
        }
        Ok(at - start)
    }

    /// Binary insertion of the elements from `sorted` on into those from `start` on.
    fn insert(&mut self, vm: &mut Vm, start: usize, sorted: usize, end: usize) -> JsResult<()> {
        for i in sorted..end {
            let element = self.order[i];
            let (mut low, mut high) = (start, i);
            while low < high {
                let middle = low + (high - low) / 2;
                if (self.less)(vm, element, self.order[middle])? {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            self.order.copy_within(low..i, low + 1);
            self.order[low] = element;
        }
        Ok(())
    }

    /// Whether the run two below `n` is longer than the two above it together.
    fn is_balanced(&self, n: usize) -> bool {
        n < 2 || self.length(n - 2) > self.length(n - 1) + self.length(n)
    }

    /// Merges until the lengths of the runs again grow faster than Fibonacci's numbers towards the bottom.
    fn collapse(&mut self, vm: &mut Vm) -> JsResult<()> {
        while self.runs.len() > 1 {
            let n = self.runs.len() - 2;
            if !self.is_balanced(n + 1) || !self.is_balanced(n) {
                let lower = self.length(n - 1) < self.length(n + 1);
                self.merge(vm, if lower { n - 1 } else { n })?;
            } else if self.length(n) <= self.length(n + 1) {
                self.merge(vm, n)?;
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Merges runs `i` and `i + 1`, which are neighbours.
    fn merge(&mut self, vm: &mut Vm, i: usize) -> JsResult<()> {
        let (mut a, mut b) = (self.runs[i], self.runs[i + 1]);
        self.runs[i].length += b.length;
        self.runs.remove(i + 1);
        // What is in place already, at the beginning of the one and at the end of the other, need not move.
        let key = self.order[b.start];
        let skipped = gallop_right(vm, &mut self.less, self.order, key, a.start, a.length, 0)?;
        a = Run { start: a.start + skipped, length: a.length - skipped };
        if a.length == 0 {
            return Ok(());
        }
        let key = self.order[a.start + a.length - 1];
        b.length = gallop_left(vm, &mut self.less, self.order, key, b.start, b.length, b.length - 1)?;
        if b.length == 0 {
            return Ok(());
        }
        if a.length <= b.length { self.merge_low(vm, a, b) } else { self.merge_high(vm, a, b) }
    }

    /// Merges from the front; the first run is moved out of the way.
    fn merge_low(&mut self, vm: &mut Vm, a: Run, b: Run) -> JsResult<()> {
        self.scratch.clear();
        self.scratch.extend_from_slice(&self.order[a.start..a.start + a.length]);
        let (mut left_a, mut left_b) = (a.length, b.length);
        let (mut at_a, mut at_b, mut to) = (0, b.start, a.start);
        let result = self.merge_low_while_both(vm, &mut left_a, &mut left_b, &mut at_a, &mut at_b, &mut to);
        if left_b > 0 && left_a == 1 && result.is_ok() {
            // The last one of the first run belongs at the end.
            self.order.copy_within(at_b..at_b + left_b, to);
            self.order[to + left_b] = self.scratch[at_a];
        } else {
            // All of the first run that has not gone back yet; after an error, too, so that nothing is lost.
            self.order[to..to + left_a].copy_from_slice(&self.scratch[at_a..at_a + left_a]);
        }
        result
    }

    /// Until nothing is left of the second run, or one element of the first.
    fn merge_low_while_both(
        &mut self,
        vm: &mut Vm,
        left_a: &mut usize,
        left_b: &mut usize,
        at_a: &mut usize,
        at_b: &mut usize,
        to: &mut usize,
    ) -> JsResult<()> {
        macro_rules! take_a {
            () => {{
                self.order[*to] = self.scratch[*at_a];
                (*to, *at_a, *left_a) = (*to + 1, *at_a + 1, *left_a - 1);
            }};
        }
        macro_rules! take_b {
            () => {{
                self.order[*to] = self.order[*at_b];
                (*to, *at_b, *left_b) = (*to + 1, *at_b + 1, *left_b - 1);
            }};
        }
        take_b!();
        if *left_b == 0 || *left_a == 1 {
            return Ok(());
        }
        let mut patience = self.min_gallop;
        loop {
            let (mut wins_a, mut wins_b) = (0, 0);
            while wins_a < patience && wins_b < patience {
                if (self.less)(vm, self.order[*at_b], self.scratch[*at_a])? {
                    take_b!();
                    (wins_a, wins_b) = (0, wins_b + 1);
                    if *left_b == 0 {
                        return Ok(());
                    }
                } else {
                    take_a!();
                    (wins_a, wins_b) = (wins_a + 1, 0);
                    if *left_a == 1 {
                        return Ok(());
                    }
                }
            }
            patience += 1;
            loop {
                patience = (patience - 1).max(1);
                self.min_gallop = patience;
                let key = self.order[*at_b];
                wins_a = gallop_right(vm, &mut self.less, &self.scratch, key, *at_a, *left_a, 0)?;
                self.order[*to..*to + wins_a].copy_from_slice(&self.scratch[*at_a..*at_a + wins_a]);
                (*to, *at_a, *left_a) = (*to + wins_a, *at_a + wins_a, *left_a - wins_a);
                // Nothing is left only if the comparison is no order.
                if *left_a <= 1 && wins_a > 0 {
                    return Ok(());
                }
                take_b!();
                if *left_b == 0 {
                    return Ok(());
                }
                let key = self.scratch[*at_a];
                wins_b = gallop_left(vm, &mut self.less, self.order, key, *at_b, *left_b, 0)?;
                self.order.copy_within(*at_b..*at_b + wins_b, *to);
                (*to, *at_b, *left_b) = (*to + wins_b, *at_b + wins_b, *left_b - wins_b);
                if *left_b == 0 {
                    return Ok(());
                }
                take_a!();
                if *left_a == 1 {
                    return Ok(());
                }
                if wins_a < MIN_GALLOP && wins_b < MIN_GALLOP {
                    break;
                }
            }
            patience += 1;
            self.min_gallop = patience;
        }
    }

    /// Merges from the back; the second run is moved out of the way.
    fn merge_high(&mut self, vm: &mut Vm, a: Run, b: Run) -> JsResult<()> {
        self.scratch.clear();
        self.scratch.extend_from_slice(&self.order[b.start..b.start + b.length]);
        let (mut left_a, mut left_b) = (a.length, b.length);
        let result = self.merge_high_while_both(vm, a.start, &mut left_a, &mut left_b);
        // What is left of both ends where the places that are not filled end.
        if left_a > 0 && left_b == 1 && result.is_ok() {
            // The first one of the second run belongs at the front.
            self.order.copy_within(a.start..a.start + left_a, a.start + 1);
            self.order[a.start] = self.scratch[0];
        } else {
            let to = a.start + left_a;
            self.order[to..to + left_b].copy_from_slice(&self.scratch[..left_b]);
        }
        result
    }

    /// Until nothing is left of the first run, or one element of the second. The next place to fill is always the one behind what is left of both.
    fn merge_high_while_both(
        &mut self,
        vm: &mut Vm,
        start: usize,
        left_a: &mut usize,
        left_b: &mut usize,
    ) -> JsResult<()> {
        macro_rules! take_a {
            () => {{
                self.order[start + *left_a + *left_b - 1] = self.order[start + *left_a - 1];
                *left_a -= 1;
            }};
        }
        macro_rules! take_b {
            () => {{
                self.order[start + *left_a + *left_b - 1] = self.scratch[*left_b - 1];
                *left_b -= 1;
            }};
        }
        take_a!();
        if *left_a == 0 || *left_b == 1 {
            return Ok(());
        }
        let mut patience = self.min_gallop;
        loop {
            let (mut wins_a, mut wins_b) = (0, 0);
            while wins_a < patience && wins_b < patience {
                if (self.less)(vm, self.scratch[*left_b - 1], self.order[start + *left_a - 1])? {
                    take_a!();
                    (wins_a, wins_b) = (wins_a + 1, 0);
                    if *left_a == 0 {
                        return Ok(());
                    }
                } else {
                    take_b!();
                    (wins_a, wins_b) = (0, wins_b + 1);
                    if *left_b == 1 {
                        return Ok(());
                    }
                }
            }
            patience += 1;
            loop {
                patience = (patience - 1).max(1);
                self.min_gallop = patience;
                let key = self.scratch[*left_b - 1];
                let kept = gallop_right(vm, &mut self.less, self.order, key, start, *left_a, *left_a - 1)?;
                wins_a = *left_a - kept;
                self.order.copy_within(start + kept..start + *left_a, start + kept + *left_b);
                *left_a = kept;
                if *left_a == 0 {
                    return Ok(());
                }
                take_b!();
                if *left_b == 1 {
                    return Ok(());
                }
                let key = self.order[start + *left_a - 1];
                let kept = gallop_left(vm, &mut self.less, &self.scratch, key, 0, *left_b, *left_b - 1)?;
                wins_b = *left_b - kept;
                let to = start + *left_a + kept;
                self.order[to..to + wins_b].copy_from_slice(&self.scratch[kept..*left_b]);
                *left_b = kept;
                // Nothing is left only if the comparison is no order.
                if *left_b <= 1 && wins_b > 0 {
                    return Ok(());
                }
                take_a!();
                if *left_a == 0 {
                    return Ok(());
                }
                if wins_a < MIN_GALLOP && wins_b < MIN_GALLOP {
                    break;
                }
            }
            patience += 1;
            self.min_gallop = patience;
        }
    }
}

/// How far from a place an exponential search goes, which asks `goes_on` of the distances 1, 3, 7 and so on below `most`: the last distance at which it
/// did go on (0 for none), and the first at which it did not (`most` for none).
fn stride(most: usize, mut goes_on: impl FnMut(usize) -> JsResult<bool>) -> JsResult<(usize, usize)> {
    let (mut last, mut next) = (0, 1);
    while next < most && goes_on(next)? {
        last = next;
        next = next * 2 + 1;
    }
    Ok((last, next.min(most)))
}

/// How many of the `length` elements from `base` on are before the key, which comes before its equals. The search begins at `hint`.
fn gallop_left(
    vm: &mut Vm,
    less: &mut impl Less,
    list: &[u32],
    key: u32,
    base: usize,
    length: usize,
    hint: usize,
) -> JsResult<usize> {
    let at = base + hint;
    let (mut low, mut high) = if less(vm, list[at], key)? {
        let (last, next) = stride(length - hint, |distance| less(vm, list[at + distance], key))?;
        (hint + last + 1, hint + next)
    } else {
        let (last, next) = stride(hint + 1, |distance| Ok(!less(vm, list[at - distance], key)?))?;
        (hint + 1 - next, hint - last)
    };
    while low < high {
        let middle = low + (high - low) / 2;
        if less(vm, list[base + middle], key)? {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(high)
}

/// The same for a key that comes behind its equals.
fn gallop_right(
    vm: &mut Vm,
    less: &mut impl Less,
    list: &[u32],
    key: u32,
    base: usize,
    length: usize,
    hint: usize,
) -> JsResult<usize> {
    let at = base + hint;
    let (mut low, mut high) = if less(vm, key, list[at])? {
        let (last, next) = stride(hint + 1, |distance| less(vm, key, list[at - distance]))?;
        (hint + 1 - next, hint - last)
    } else {
        let (last, next) = stride(length - hint, |distance| Ok(!less(vm, key, list[at + distance])?))?;
        (hint + last + 1, hint + next)
    };
    while low < high {
        let middle = low + (high - low) / 2;
        if less(vm, key, list[base + middle])? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(high)
}

/// The permutation that sorts a typed array's elements: halves are sorted and merged, as V8 does it there. `is_not_after` is asked whether the
/// first of two elements may stay before the second.
///
/// # Errors
/// What the comparison throws.
pub fn merge_sorted_order(
    vm: &mut Vm,
    n: u32,
    mut is_not_after: impl FnMut(&mut Vm, u32, u32) -> JsResult<bool>,
) -> JsResult<Vec<u32>> {
    let mut order: Vec<u32> = (0..n).collect();
    let mut other = order.clone();
    merge_sort(vm, &mut other, &mut order, &mut is_not_after)?;
    Ok(order)
}

/// Sorts what is in both lists into `target`.
fn merge_sort(
    vm: &mut Vm,
    source: &mut [u32],
    target: &mut [u32],
    is_not_after: &mut impl FnMut(&mut Vm, u32, u32) -> JsResult<bool>,
) -> JsResult<()> {
    let middle = source.len() / 2;
    if middle > 1 {
        merge_sort(vm, &mut target[..middle], &mut source[..middle], is_not_after)?;
    }
    if source.len() - middle > 1 {
        merge_sort(vm, &mut target[middle..], &mut source[middle..], is_not_after)?;
    }
    let (mut left, mut right) = (0, middle);
    for place in target {
        let takes_left = left < middle && (right >= source.len() || is_not_after(vm, source[left], source[right])?);
        let from = if takes_left { &mut left } else { &mut right };
        *place = source[*from];
        *from += 1;
    }
    Ok(())
}

/// Elements that the standard library sorts at once: some ten milliseconds.
const PIECE: usize = 1 << 19;

/// Sorts values stably by an order that runs no script and must be one: pieces by the standard library, then by merging. Looks at requests in between.
///
/// # Errors
/// The script is to end.
pub fn sort_in_pieces<T: Copy>(
    vm: &mut Vm,
    values: &mut [T],
    piece: usize,
    compare: impl Fn(&T, &T) -> std::cmp::Ordering,
) -> JsResult<()> {
    let mut width = piece.clamp(1, PIECE);
    if values.len() <= width {
        values.sort_by(&compare);
        return vm.spend(values.len());
    }
    for part in values.chunks_mut(width) {
        part.sort_by(&compare);
        vm.poll()?;
    }
    let mut scratch = Vec::with_capacity(values.len());
    while width < values.len() {
        for pair in values.chunks_mut(width * 2) {
            if pair.len() <= width {
                continue;
            }
            scratch.clear();
            scratch.extend_from_slice(&pair[..width]);
            let (mut left, mut right) = (0, width);
            for to in 0..pair.len() {
                if to % (1 << 16) == 0 {
                    vm.poll()?;
                }
                if left == width {
                    break;
                }
                let takes_right = right < pair.len() && compare(&pair[right], &scratch[left]).is_lt();
                if takes_right {
                    pair[to] = pair[right];
                    right += 1;
                } else {
                    pair[to] = scratch[left];
                    left += 1;
                }
            }
        }
        width *= 2;
    }
    Ok(())
}
