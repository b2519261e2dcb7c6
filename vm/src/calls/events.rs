//! The last events of a timed trace: a ring in a file that is mapped. When it is full the oldest go.

use memmap2::MmapMut;
use std::cell::Cell;
use std::fs::File;

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum EventKind {
    /// A call, or a resumption: the node is a child of the one before.
    Enter = 0,
    /// The node is the current one again: what was entered since has ended.
    Leave = 1,
}

/// An event as it is in the file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Record {
    ticks: u64,
    node: u32,
    kind: u32,
}

/// An event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// Ticks since tracing began.
    pub ticks: u64,
    /// Its index in the tree's report; in the ring, its offset.
    pub node: u32,
    pub kind: EventKind,
}

/// The ring.
pub struct Events {
    memory: MmapMut,
    capacity: u64,
    written: Cell<u64>,
}

impl Events {
    /// A ring of so many bytes, in a file that is made as large.
    pub fn new(file: &File, bytes: u64) -> std::io::Result<Events> {
        let capacity = (bytes / size_of::<Record>() as u64).max(1);
        file.set_len(capacity * size_of::<Record>() as u64)?;
        // SAFETY: the file is the trace's own; who changes it from outside gets other events.
        let memory = unsafe { MmapMut::map_mut(file)? };
        Ok(Events { memory, capacity, written: Cell::new(0) })
    }

    fn place(&self, number: u64) -> *mut Record {
        let index = (number % self.capacity) as usize;
        // SAFETY: the memory has room for so many records.
        unsafe { self.memory.as_ptr().cast_mut().cast::<Record>().add(index) }
    }

    #[inline]
    pub fn push(&self, ticks: u64, node: u32, kind: EventKind) {
        let number = self.written.get();
        // SAFETY: the place is in the mapping, which nobody else writes to.
        unsafe { self.place(number).write(Record { ticks, node, kind: kind as u32 }) };
        self.written.set(number + 1);
    }

    /// How many there were, the lost ones among them.
    pub fn written(&self) -> u64 {
        self.written.get()
    }

    /// How many of them are lost.
    pub fn lost(&self) -> u64 {
        self.written.get().saturating_sub(self.capacity)
    }

    /// What is there, oldest first; times since `start`.
    pub fn list(&self, start: u64) -> impl Iterator<Item = Event> + '_ {
        (self.lost()..self.written.get()).map(move |number| {
            // SAFETY: the place was written.
            let Record { ticks, node, kind } = unsafe { self.place(number).read() };
            let kind = if kind == EventKind::Enter as u32 { EventKind::Enter } else { EventKind::Leave };
            Event { ticks: ticks.saturating_sub(start), node, kind }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go() {
        let path = std::env::temp_dir().join(format!("tarsier-events-{}", std::process::id()));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let events = Events::new(&file, 64).unwrap();
        for n in 0..7 {
            events.push(100 + n, n as u32, if n % 2 == 0 { EventKind::Enter } else { EventKind::Leave });
        }
        assert_eq!((events.written(), events.lost()), (7, 3));
        let list: Vec<_> = events.list(100).collect();
        assert_eq!(list.iter().map(|e| e.ticks).collect::<Vec<_>>(), [3, 4, 5, 6]);
        assert_eq!(list[0], Event { ticks: 3, node: 3, kind: EventKind::Leave });
    }
}
