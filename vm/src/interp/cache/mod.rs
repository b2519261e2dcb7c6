//! Inline caches: how sites learn, and what happens when they miss.
//!
//! A miss does the access the general way and, where a shape guard would have been enough to predict it, adds an entry to the
//! site. After [`MAX_ENTRIES`] shapes a site is megamorphic and shares the VM's hash cache. What cannot be
//! guarded (exotic receivers, dictionaries in motion) leaves the site in the generic state.

mod access;
mod entry;
mod instance_of;
mod load;
mod megamorphic;
mod private;
mod proxy;
mod remove;
mod site;
mod store;

pub use access::{load_entry, remove_by_entry, store_entry};
pub use entry::{copy_entry, empty_entry};
pub use instance_of::instance_of;
pub use load::{get_field_miss, get_super_field_miss};
pub use megamorphic::{
    Before, MegamorphicCache, define_named, find_named, find_of_cell, get_named, get_named_for, learn_named,
    learn_set_named, load_by_lookup, set_known, set_named, share_entry,
};
pub use private::{learn_private, learn_private_add, learn_private_store};
pub use proxy::learn_target;
pub use remove::delete_field_miss;
pub use site::{add_entry, fill_more, find_entry, find_free, new_site, site_key};
pub use store::{set_field_miss, set_on_primitive};
