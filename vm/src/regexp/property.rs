//! Unicode property escapes (ECMA-262 sec. 22.2.2.10, tables 67 to 70): sets by name.
//!
//! The data are ICU4X's. They are of a later version of Unicode than what other engines, the conformance suite and the rest of this
//! one have; characters that only that version has are left unassigned ([`is_too_new`]).

use super::set::CodePointSet;
use icu_properties::props::{BasicEmoji, EmojiModifierBase, GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::script::ScriptWithExtensions;
use icu_properties::{CodePointMapData, CodePointSetData, EmojiSetData, PropertyNamesShort, PropertyParser};

/// What a name stands for.
pub enum Property {
    Points(CodePointSet),
    /// Strings of several characters, besides single ones. Only with v.
    Strings(CodePointSet, Vec<Vec<u32>>),
}

use super::unicode_18;

/// Whether a character was assigned after the version of Unicode that the engine has.
pub fn is_too_new(c: u32) -> bool {
    let after = unicode_18::RANGES.partition_point(|range| range.0 <= c);
    after > 0 && c <= unicode_18::RANGES[after - 1].1
}

fn too_new() -> CodePointSet {
    CodePointSet::from_ranges(unicode_18::RANGES)
}

fn collect(ranges: impl Iterator<Item = std::ops::RangeInclusive<u32>>) -> CodePointSet {
    let mut set = CodePointSet::new();
    for range in ranges {
        set.add(*range.start(), *range.end());
    }
    set.normalize();
    set
}

/// UnicodeMatchProperty and UnicodeMatchPropertyValue: `\p{name=value}` or `\p{name}`.
pub fn find(name: &str, value: Option<&str>, strings: bool) -> Option<Property> {
    let points = match (name, value) {
        ("General_Category" | "gc", Some(value)) => general_category(value)?,
        ("Script" | "sc", Some(value)) => script(value)?,
        ("Script_Extensions" | "scx", Some(value)) => script_extensions(value)?,
        (_, Some(_)) => return None,
        (_, None) => match general_category(name).or_else(|| binary(name)) {
            Some(set) => set,
            None if strings => return string_property(name),
            None => return None,
        },
    };
    Some(Property::Points(points))
}

fn general_category(name: &str) -> Option<CodePointSet> {
    let group = PropertyParser::<GeneralCategoryGroup>::new().get_strict(name)?;
    let set = collect(CodePointMapData::<GeneralCategory>::new().iter_ranges_for_group(group));
    let unassigned = GeneralCategoryGroup::from(GeneralCategory::Unassigned);
    Some(if group == unassigned || group == GeneralCategoryGroup::Other {
        set.union(&too_new())
    } else {
        set.difference(&too_new())
    })
}

fn script(name: &str) -> Option<CodePointSet> {
    let script = PropertyParser::<Script>::new().get_strict(name)?;
    let set = collect(CodePointMapData::<Script>::new().iter_ranges_for_value(script));
    known_script(script, &set)
}

fn script_extensions(name: &str) -> Option<CodePointSet> {
    let script = PropertyParser::<Script>::new().get_strict(name)?;
    let set = collect(ScriptWithExtensions::new().get_script_extensions_ranges(script));
    let name = PropertyNamesShort::<Script>::new().get(script).unwrap_or(name);
    known_script(script, &set).map(|set| as_before(&format!("scx={name}"), set))
}

fn known_script(script: Script, set: &CodePointSet) -> Option<CodePointSet> {
    if script == Script::Unknown {
        return Some(set.union(&too_new()));
    }
    let known = set.difference(&too_new());
    // A script that is as new as its characters has no name yet.
    (set.is_empty() || !known.is_empty()).then_some(known)
}

fn binary(name: &str) -> Option<CodePointSet> {
    match name {
        "Any" => return Some(CodePointSet::all()),
        "ASCII" => return Some(CodePointSet::from_ranges(&[(0, 0x7f)])),
        "Assigned" => return general_category("Cn").map(|set| set.complement()),
        _ => {}
    }
    // The library does not know this alias.
    let name = if name == "space" { "White_Space" } else { name };
    let set = collect(CodePointSetData::new_for_ecma262(name.as_bytes())?.iter_ranges());
    // Some properties are given to places that have no character yet; those places keep them.
    let early = matches!(
        name,
        "Default_Ignorable_Code_Point"
            | "DI"
            | "Extended_Pictographic"
            | "ExtPict"
            | "Pattern_Syntax"
            | "Pat_Syn"
            | "Noncharacter_Code_Point"
            | "NChar"
    );
    Some(as_before(name, if early { set } else { set.difference(&too_new()) }))
}

/// Takes back what the later version of Unicode changed of old characters.
fn as_before(name: &str, mut set: CodePointSet) -> CodePointSet {
    for &(names, first, last, had) in unicode_18::CHANGED {
        if names.contains(&name) {
            let characters = CodePointSet::from_ranges(&[(first, last)]);
            set = if had { set.union(&characters) } else { set.difference(&characters) };
        }
    }
    set
}

/// Emoji that the engine's version of Unicode has.
fn emoji() -> impl Iterator<Item = Vec<u32>> {
    let tones = |emoji: &'static emojis::Emoji| {
        let toned = emoji.skin_tones().into_iter().flatten();
        std::iter::once(emoji).chain(toned)
    };
    emojis::iter()
        .flat_map(tones)
        .filter(|emoji| emoji.emoji_version() < emojis::EmojiVersion::new(18, 0))
        .map(|emoji| emoji.as_str().chars().map(u32::from).collect())
}

const JOINER: u32 = 0x200d;
const VARIATION: u32 = 0xfe0f;

fn is_flag(text: &[u32]) -> bool {
    matches!(text, [0x1f1e6..=0x1f1ff, 0x1f1e6..=0x1f1ff])
}

fn basic_emoji(points: &mut CodePointSet, all: &mut Vec<Vec<u32>>) {
    let basic = EmojiSetData::new::<BasicEmoji>();
    for c in (0x23..0x3300).chain(0x1f000..0x1fc00).filter(|&c| !is_too_new(c)) {
        if basic.contains32(c) {
            points.add(c, c);
        }
        if let Some(character) = char::from_u32(c)
            && basic.contains_str(&format!("{character}\u{fe0f}"))
        {
            all.push(vec![c, VARIATION]);
        }
    }
}

fn keycaps(all: &mut Vec<Vec<u32>>) {
    all.extend("#*0123456789".chars().map(|c| vec![c as u32, VARIATION, 0x20e3]));
}

fn modified(all: &mut Vec<Vec<u32>>) {
    for range in CodePointSetData::new::<EmojiModifierBase>().iter_ranges() {
        for c in range.filter(|&c| !is_too_new(c)) {
            all.extend((0x1f3fb..=0x1f3ff).map(|tone| vec![c, tone]));
        }
    }
}

/// Table 70: properties of strings.
fn string_property(name: &str) -> Option<Property> {
    let mut points = CodePointSet::new();
    let mut all = Vec::new();
    let tagged = |text: &Vec<u32>| text.last() == Some(&0xe007f);
    match name {
        "Basic_Emoji" => basic_emoji(&mut points, &mut all),
        "Emoji_Keycap_Sequence" => keycaps(&mut all),
        "RGI_Emoji_Modifier_Sequence" => modified(&mut all),
        "RGI_Emoji_Flag_Sequence" => all.extend(emoji().filter(|text| is_flag(text))),
        "RGI_Emoji_Tag_Sequence" => all.extend(emoji().filter(tagged)),
        "RGI_Emoji_ZWJ_Sequence" => all.extend(emoji().filter(|text| text.contains(&JOINER))),
        "RGI_Emoji" => {
            basic_emoji(&mut points, &mut all);
            keycaps(&mut all);
            modified(&mut all);
            all.extend(emoji().filter(|text| is_flag(text) || tagged(text) || text.contains(&JOINER)));
        }
        _ => return None,
    }
    points.normalize();
    all.sort_unstable();
    all.dedup();
    Some(Property::Strings(points, all))
}
