//! Places where speculation has failed too often.

use rustc_hash::FxHashMap;

/// Places, by code id and bytecode offset, that are not speculated on as feedback says: true if they are not at all.
pub type Blocklist = FxHashMap<(u32, u32), bool>;
