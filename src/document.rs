//! What a file that a command writes is to hold, by its extension: `compare` and `advise` share it.

use std::path::Path;

/// A form of what is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Document {
    Text,
    Markdown,
    Json,
    Html,
    Svg,
}

impl Document {
    /// None: the extension says nothing.
    pub fn of(path: &Path) -> Option<Document> {
        match path.extension()?.to_str()? {
            "txt" => Some(Document::Text),
            "md" => Some(Document::Markdown),
            "json" => Some(Document::Json),
            "html" => Some(Document::Html),
            "svg" => Some(Document::Svg),
            _ => None,
        }
    }
}
