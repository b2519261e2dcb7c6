//! Which cell sizes a block may hold. Every multiple of 16 up to 256 bytes, then steps of about an eighth; from where that
//! divides a block badly, a block's n-th part. So a cell wastes about 12 % of its size at most until a block holds fewer
//! than seven of them.

use crate::block::{GRANULE, GRANULES_PER_BLOCK};

/// The largest cell that shares a block, in bytes; larger ones have blocks of their own.
pub const MAX_SMALL: usize = GRANULES_PER_BLOCK / 2 * GRANULE;

/// Granules up to which there is a class for each number of them.
const EVERY_MULTIPLE: usize = 16;

const fn next_class(previous: usize) -> usize {
    if previous < EVERY_MULTIPLE {
        return previous + 1;
    }
    // The largest n-th part of a block within an eighth, else the smallest that is larger.
    let (mut n, mut best) = (2, GRANULES_PER_BLOCK / 2);
    while n < GRANULES_PER_BLOCK {
        let part = GRANULES_PER_BLOCK / n;
        if part <= previous {
            break;
        }
        best = part;
        if part <= previous + previous / 8 {
            break;
        }
        n += 1;
    }
    best
}

const fn count_classes() -> usize {
    let (mut size, mut n) = (0, 0);
    while size < GRANULES_PER_BLOCK / 2 {
        size = next_class(size);
        n += 1;
    }
    n
}

/// Size classes.
pub(crate) const CLASSES: usize = count_classes();
/// Allocators: one for each size class, then one for each size class's cells that need dropping.
pub const ALLOCATORS: usize = CLASSES * 2;

const fn class_sizes() -> [u16; CLASSES] {
    let mut sizes = [0; CLASSES];
    let (mut size, mut n) = (0, 0);
    while n < CLASSES {
        size = next_class(size);
        sizes[n] = size as u16;
        n += 1;
    }
    sizes
}

const fn class_by_granules() -> [u8; MAX_SMALL / GRANULE + 1] {
    let mut table = [0; MAX_SMALL / GRANULE + 1];
    let (mut granules, mut class) = (0, 0);
    while granules < table.len() {
        if granules > CLASS_GRANULES[class] as usize {
            class += 1;
        }
        table[granules] = class as u8;
        granules += 1;
    }
    table
}

/// Cell sizes, in granules of 16 bytes.
pub(crate) static CLASS_GRANULES_TABLE: [u16; CLASSES] = CLASS_GRANULES;
const CLASS_GRANULES: [u16; CLASSES] = class_sizes();
static CLASS_OF: [u8; MAX_SMALL / GRANULE + 1] = class_by_granules();

/// The allocator for cells of `bytes` (at most [`MAX_SMALL`]).
#[inline(always)]
pub fn allocator_index(bytes: usize, needs_drop: bool) -> usize {
    CLASS_OF[bytes.div_ceil(GRANULE)] as usize + if needs_drop { CLASSES } else { 0 }
}

/// The allocator for cells of `bytes` (1 to [`MAX_SMALL`]), and the bytes that one really has. No table is asked for small ones.
#[inline(always)]
pub(crate) fn allocator_and_bytes(bytes: usize, needs_drop: bool) -> (usize, usize) {
    let granules = bytes.div_ceil(GRANULE);
    if granules <= EVERY_MULTIPLE {
        debug_assert!(granules > 0);
        return (granules - 1 + if needs_drop { CLASSES } else { 0 }, granules * GRANULE);
    }
    let index = allocator_index(bytes, needs_drop);
    (index, cell_bytes(index))
}

/// The bytes that a cell from allocator `index` really has.
#[inline(always)]
pub fn cell_bytes(index: usize) -> usize {
    CLASS_GRANULES_TABLE[if index < CLASSES { index } else { index - CLASSES }] as usize * GRANULE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_fits_its_class_and_wastes_little() {
        for bytes in 1..=MAX_SMALL {
            let size = cell_bytes(allocator_index(bytes, false));
            assert!(size >= bytes && size.is_multiple_of(GRANULE), "{bytes} in {size}");
            assert_eq!(size, cell_bytes(allocator_index(bytes, true)));
            for needs_drop in [false, true] {
                assert_eq!(allocator_and_bytes(bytes, needs_drop), (allocator_index(bytes, needs_drop), size));
            }
            let rounded = bytes.next_multiple_of(GRANULE);
            if rounded <= 4096 {
                assert!(size * 100 <= rounded * 125, "{bytes} in {size}");
            }
        }
    }

    #[test]
    fn classes_ascend_to_half_a_block() {
        assert!(CLASS_GRANULES.is_sorted_by(|a, b| a < b));
        assert_eq!(CLASS_GRANULES[CLASSES - 1] as usize * GRANULE, MAX_SMALL);
        assert!((40..128).contains(&CLASSES), "{CLASSES}");
    }
}
