//! Code of evals that may run again: the same text at the same place of a program is the same code, with its feedback and whatever
//! has been compiled of it. So it is with functions that are made of texts (`new Function`), wherever that is: template engines make the same again and again.
//!
//! An entry keeps its code alive once it was found again: most texts are evaluated once, and their code would outlive a minor collection for
//! nothing. What is dropped before leaves its hash in a ghost list; the next entry of that hash keeps its code alive from the start. Code of
//! which nothing has been asked between two full collections is let go of. (Source: T. Johnson, D. Shasha, "2Q", VLDB 1994.) Texts with a backquote are left out: a tagged template's
//! object belongs to its place in the parsed text (sec. 13.2.8.4), of which every eval has a new one.

use crate::JsResult;
use crate::bytecode::eval_scope::EvalScope;
use crate::code::Code;
use crate::frontend::parse::DynamicFunctionKind;
use crate::realm::Realm;
use crate::string::{JsString, StrView};
use crate::vm::Vm;
use abi::cell::CellHeader;
use gc::{Gc, Visitor};
use hashbrown::HashTable;
use std::cell::Cell;
use std::hash::BuildHasher;
use std::rc::Rc;

/// Longer texts are rarely evaluated again, and parsing is not what they cost.
const MAX_UNITS: usize = 1024;
/// The same of functions' texts, which are what templates were compiled to.
const MAX_FUNCTION_UNITS: usize = 1 << 16;
/// Entries of a table; one that is full loses what was not found since it was filled the last time.
const MAX_ENTRIES: usize = 256;
/// Places in the ghost list.
const GHOSTS: usize = 1024;

const BACKQUOTE: u16 = b'`' as u16;

#[derive(Default)]
pub struct EvalCache {
    entries: HashTable<CachedEval>,
    /// Hashes of entries that were dropped before they were found, each in the place that its low bits name. Empty until there is one.
    ghosts: Vec<u64>,
}

struct CachedEval {
    key: Key,
    text: Box<[u16]>,
    code: Gc<Code>,
    /// Keeps the key's address from being another scope's.
    _scope: Option<Rc<EvalScope>>,
    /// It was found since the last full collection.
    is_used: Cell<bool>,
}

/// Where a text is evaluated and as what, and the text's hash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    /// The surroundings of a direct eval, which one call in one function's code has; null for an indirect one.
    scope: *const EvalScope,
    /// Of a function: its kind, and how many units of the text are its parameters.
    function: Option<(DynamicFunctionKind, usize)>,
    realm: Gc<Realm>,
    hash: u32,
}

impl Key {
    /// None for a text that is not kept.
    pub(super) fn new(
        vm: &mut Vm,
        text: JsString,
        scope: Option<&Rc<EvalScope>>,
        realm: Gc<Realm>,
    ) -> JsResult<Option<Key>> {
        if text.len() > MAX_UNITS || text.view(vm)?.units().any(|unit| unit == BACKQUOTE) {
            return Ok(None);
        }
        let hash = text.hash(vm)?;
        Ok(Some(Key { scope: scope.map_or(std::ptr::null(), Rc::as_ptr), function: None, realm, hash }))
    }

    /// Of a function whose text begins with so many units of parameters. None for one that is not kept.
    pub(super) fn of_function(
        kind: DynamicFunctionKind,
        parameters: usize,
        text: &[u16],
        realm: Gc<Realm>,
    ) -> Option<Key> {
        if text.len() > MAX_FUNCTION_UNITS || text.contains(&BACKQUOTE) {
            return None;
        }
        let hash = rustc_hash::FxBuildHasher.hash_one(text) as u32;
        Some(Key { scope: std::ptr::null(), function: Some((kind, parameters)), realm, hash })
    }

    fn table_hash(&self) -> u64 {
        rustc_hash::FxBuildHasher.hash_one((self.scope.addr(), self.hash))
    }
}

impl EvalCache {
    /// The code of a text that was evaluated at the same place.
    pub(super) fn find(&self, key: &Key, text: StrView<'_>) -> Option<Gc<Code>> {
        let is_same = |entry: &CachedEval| entry.key == *key && StrView::Utf16(&entry.text) == text;
        let entry = self.entries.find(key.table_hash(), is_same)?;
        entry.is_used.set(true);
        Some(entry.code)
    }

    /// Keeps code that [`Self::find`] did not find.
    pub(super) fn insert(&mut self, key: Key, text: Vec<u16>, scope: Option<Rc<EvalScope>>, code: Gc<Code>) {
        if self.entries.len() >= MAX_ENTRIES {
            self.retain(|entry| entry.is_used.replace(false));
        }
        if self.entries.len() >= MAX_ENTRIES {
            self.entries.clear();
        }
        let hash = key.table_hash();
        let is_used = Cell::new(self.ghosts.get(hash as usize % GHOSTS) == Some(&hash));
        let entry = CachedEval { key, text: text.into(), code, _scope: scope, is_used };
        self.entries.insert_unique(hash, entry, |entry| entry.key.table_hash());
    }

    fn retain(&mut self, mut keep: impl FnMut(&CachedEval) -> bool) {
        let ghosts = &mut self.ghosts;
        self.entries.retain(|entry| {
            let keeps = keep(entry);
            if !keeps {
                ghosts.resize(GHOSTS, 0);
                let hash = entry.key.table_hash();
                ghosts[hash as usize % GHOSTS] = hash;
            }
            keeps
        });
    }

    /// After marking: drops entries whose code died. After a full collection an entry has to be found anew to outlive the next.
    pub(crate) fn sweep(&mut self, is_full: bool, is_marked: &dyn Fn(*const CellHeader) -> bool) {
        self.retain(|entry| is_marked(entry.code.header()));
        if is_full {
            self.entries.iter().for_each(|entry| entry.is_used.set(false));
        }
    }

    pub(crate) fn trace(&self, visitor: &mut Visitor) {
        for entry in self.entries.iter().filter(|entry| entry.is_used.get()) {
            visitor.visit_cell(entry.code.header());
        }
    }
}
