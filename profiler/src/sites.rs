//! The site database, as the native profile holds it (`FORMAT.md`): what each place of the program came across, and who made the shapes that it
//! saw.
//!
//! A site is one bytecode instruction. Those of functions that were seen running are here if they came across more than one kind of thing or were
//! sampled; those of other functions if they made elements more general.

use crate::counts::Counts;
use serde::{Deserialize, Serialize};

/// One instruction, and what it came across.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Site {
    pub function: u32,
    pub line: u32,
    pub column: u32,
    /// Bytecode offset in 16-bit units.
    pub offset: u32,
    /// The instruction's name.
    pub op: String,
    /// What its inline cache is for ("GetField", "Call", ...); empty where it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The property's or global variable's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// "uninitialized", "monomorphic", "polymorphic", "megamorphic", "generic"; empty where there is no inline cache.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub state: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<Case>,
    /// Functions that it called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<u32>,
    /// What an element access came across: kinds of elements, "hole", "out of bounds", "growth", "typed array", "string", "named key", "other".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<String>,
    /// What the operands and results of arithmetic and comparisons were, beside int32s.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub operands: Vec<String>,
    /// Offsets of the instructions that made what it reads, where they are in sight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<u32>,
    /// How it made elements more general.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transitions: Vec<Transition>,
    /// What its inline cache learned, oldest first, with the nanoseconds since the VM's start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learned: Vec<(u64, String)>,
    /// What was counted, if anything was (`--count`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<Counts>,
}

/// What an inline cache does with objects of a shape.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Case {
    /// Index into the profile's shapes.
    pub shape: u32,
    /// "OwnInline", "HolderSlots", ... (`abi::ic::EntryKind`).
    pub kind: String,
}

/// Arrays whose elements became more general at a site.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Transition {
    pub from: String,
    pub to: String,
    pub count: u64,
}

/// A place in the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct At {
    pub function: u32,
    pub line: u32,
    pub column: u32,
}

/// A hidden class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// No other shape of the run has this number.
    pub id: u32,
    /// "Object", "Array", "Function", ...
    pub kind: String,
    /// The function that the prototype's `constructor` is; an index into the functions, or −1.
    pub constructor: i64,
    pub dictionary: bool,
    /// In the order in which they were added.
    pub properties: Vec<Added>,
    /// Where the shape was first made: of a dictionary, the place that made it one.
    pub made: Option<At>,
}

/// A property of a shape, and where it was first added to objects of the shape before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Added {
    pub name: String,
    pub at: Option<At>,
}

/// Objects that became dictionaries at one place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dictionary {
    pub function: u32,
    pub line: u32,
    pub column: u32,
    /// The instruction's name: "DeleteField" for a `delete`.
    pub op: String,
    pub count: u64,
    /// The first one's properties, as it was before.
    pub keys: Vec<String>,
}

/// What the optimizing compiler decided last of a function or a call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// As the VM names it.
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// "inlined", "not-inlined", "optimized", "not-optimized", "delayed", "given-up", ...
    pub decision: String,
    /// Of a call: who is called.
    pub callee: String,
    pub why: String,
}
