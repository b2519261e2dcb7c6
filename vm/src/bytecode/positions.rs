//! From bytecode offset to source position.

use super::data::Position;

/// Collects positions while code is emitted; keeps only the changes.
#[derive(Default)]
pub struct PositionTable {
    entries: Vec<Position>,
    pending: Option<u32>,
}

impl PositionTable {
    /// The next instruction comes from byte `position` of the source.
    #[inline]
    pub fn set(&mut self, position: u32) {
        self.pending = Some(position);
    }

    /// An instruction begins at `offset`.
    #[inline]
    pub fn instruction(&mut self, offset: u32) {
        if let Some(position) = self.pending.take()
            && self.entries.last().is_none_or(|last| last.position != position)
        {
            match self.entries.last_mut() {
                Some(last) if last.offset == offset => last.position = position,
                _ => self.entries.push(Position { offset, position }),
            }
        }
    }

    /// The finished table, for code whose first `removed` units were dropped.
    pub fn finish(mut self, removed: u32) -> Vec<Position> {
        for entry in &mut self.entries {
            entry.offset = entry.offset.saturating_sub(removed);
        }
        self.entries.dedup_by(|next, previous| {
            let same = next.offset == previous.offset;
            if same {
                previous.position = next.position;
            }
            same
        });
        self.entries
    }
}

/// The source position (byte offset) of the instruction at `offset` units, if the table has one.
pub fn lookup(positions: &[Position], offset: u32) -> Option<u32> {
    let next = positions.partition_point(|p| p.offset <= offset);
    next.checked_sub(1).map(|i| positions[i].position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_holds_until_the_next() {
        let mut table = PositionTable::default();
        table.set(10);
        table.instruction(0);
        table.instruction(3);
        table.set(10);
        table.instruction(5);
        table.set(20);
        table.instruction(8);
        let positions = table.finish(0);
        assert_eq!(positions.len(), 2);
        assert_eq!(lookup(&positions, 0), Some(10));
        assert_eq!(lookup(&positions, 7), Some(10));
        assert_eq!(lookup(&positions, 8), Some(20));
        assert_eq!(lookup(&positions, 99), Some(20));
        assert_eq!(lookup(&[], 0), None);
    }
}
