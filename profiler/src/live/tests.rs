//! Pieces make up the whole.

use super::*;
use crate::sample_profile::sample_profile;

fn feed() -> Feed {
    let mut feed = Feed::default();
    *feed.resolver.profile_mut() = sample_profile();
    feed
}

#[test]
fn pieces_add_up() {
    let mut feed = feed();
    let mut cursor = Cursor::default();
    let whole = feed.profile().clone();
    let mut all = Profile::empty();
    let first = feed.piece(&mut cursor, true);
    assert!(first.whole);
    first.add_to(&mut all).expect("consistent");
    assert_eq!((&all.samples, &all.frames, &all.gc), (&whole.samples, &whole.frames, &whole.gc));
    // More samples, one that grew, and one that grew before anybody had seen it.
    let p = feed.resolver.profile_mut();
    p.samples.time_ns.push(p.end_ns);
    p.samples.weight_ns.push(9);
    p.samples.stack.push(0);
    p.samples.category.push(1);
    p.samples.native.push(-1);
    p.samples.origin.push(0);
    p.samples.kernel.push(0);
    p.samples.weight_ns[0] += 5;
    let last = p.samples.len() - 1;
    p.samples.weight_ns[last] += 3;
    for i in [0, last] {
        feed.grown.push((i, feed.profile().samples.weight_ns[i]));
    }
    let next = feed.piece(&mut cursor, true);
    assert!(!next.whole && next.profile.frames.is_empty() && next.profile.samples.len() == 1);
    let text = serde_json::to_string(&next).expect("JSON");
    let next: Piece = serde_json::from_str(&text).expect("a piece");
    next.add_to(&mut all).expect("consistent");
    assert_eq!(all.samples, feed.profile().samples);
    assert!(feed.piece(&mut cursor, true).profile.samples.is_empty());
}

#[test]
fn a_new_epoch_is_the_whole() {
    let mut feed = feed();
    let mut cursor = Cursor::default();
    feed.piece(&mut cursor, true);
    feed.amend(|p| p.ended = "somehow".into());
    let again = feed.piece(&mut cursor, false);
    assert!(again.whole && again.profile.ended == "somehow");
    assert!(again.profile.sources.iter().all(|s| s.text.is_empty()));
    assert_eq!(again.profile.samples, feed.profile().samples);
}
