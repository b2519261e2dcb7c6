//! Where the texts that run come from: the host's side of [`vm::source::SourceMaps`].
//!
//! A text has a map if it was transformed while it was loaded ([`crate::transform`]), or if it says so in a comment
//! (`//# sourceMappingURL=`, ECMA-426): a `data:` URL or a file. Nothing is read before a place in the text is shown to somebody. A file that
//! is not there is passed over in silence, as Node.js does; a map that cannot be understood is one warning, and the text is shown as it is.
//! The originals may have maps themselves, which are followed.

mod json;
mod location;
mod map;

pub use location::Location;
pub use map::{File, Map};

use crate::host::output::complain;
use crate::source_file::Goal;
use crate::transform::{Language, Refusal, TransformMap, Transformed, transform};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::path::Path;
use std::rc::{Rc, Weak};
use vm::source::{MagicComments, SourceMap, SourceMaps, SourceText};

/// Maps of maps that are followed.
const MOST_STAGES: u32 = 8;

/// The maps of a VM's texts.
pub struct Maps {
    /// Comments are heeded.
    follows_comments: bool,
    /// By name, what was transformed while it was loaded.
    transformed: RefCell<FxHashMap<String, Rc<dyn SourceMap>>>,
    /// Of whom it was told that their maps are broken.
    warned: RefCell<FxHashSet<String>>,
    this: Weak<Maps>,
}

impl Maps {
    /// Without `follows_comments` only what was transformed here has a map.
    pub fn new(follows_comments: bool) -> Rc<Maps> {
        Rc::new_cyclic(|this| Maps {
            follows_comments,
            transformed: RefCell::default(),
            warned: RefCell::default(),
            this: this.clone(),
        })
    }

    /// The text that is about to be loaded under this name was transformed.
    pub fn remember(&self, name: &str, map: TransformMap) {
        let map = map.into_source_map(self.this.clone());
        self.transformed.borrow_mut().insert(name.to_string(), map);
    }

    /// A file's text as it is to be run under this name, and the goal that it has to have if it was transformed. What every loader of files
    /// calls on its way from bytes to a program.
    ///
    /// # Errors
    /// The first syntax error of a text that had to be transformed.
    pub fn load(&self, name: &str, text: String) -> Result<(String, Option<Goal>), Refusal> {
        self.load_as(name, name, text)
    }

    /// As [`Maps::load`], of a file at this path whose text gets another name.
    ///
    /// # Errors
    /// As there.
    pub fn load_as(&self, name: &str, path: &str, text: String) -> Result<(String, Option<Goal>), Refusal> {
        let Some(language) = Language::of(Path::new(path)) else { return Ok((text, None)) };
        let Transformed { text, goal, map } = transform(path, language, text)?;
        self.remember(name, map);
        Ok((text, Some(goal)))
    }

    /// The map of a text by its own comment; None where there is none, or it cannot be had. `stage` counts the maps that led here.
    fn of_text(&self, name: &str, text: &str, comments: &MagicComments, stage: u32) -> Option<Rc<Map>> {
        let url = &text[comments.map.clone()?];
        if !self.follows_comments || stage >= MOST_STAGES {
            return None;
        }
        let (bytes, base) = match Location::of(name, url).read() {
            Ok(found) => found?,
            Err(why) => {
                self.warn(name, &why);
                return None;
            }
        };
        match json::parse(&bytes) {
            Ok(parsed) => Some(Rc::new(Map::new(parsed, &base, self.this.clone(), stage))),
            Err(why) => {
                self.warn(name, &why);
                None
            }
        }
    }

    fn warn(&self, name: &str, why: &str) {
        if self.warned.borrow_mut().insert(name.to_string()) {
            complain(&format!("tarsier: the source map of {name} is broken: {why}"));
        }
    }
}

impl SourceMaps for Maps {
    fn find(&self, source: &SourceText) -> Option<Rc<dyn SourceMap>> {
        if let Some(map) = self.transformed.borrow().get(&source.name) {
            return Some(map.clone());
        }
        let map = self.of_text(&source.name, &source.text, source.comments(), 0)?;
        Some(map)
    }
}
