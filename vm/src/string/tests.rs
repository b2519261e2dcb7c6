//! Strings in a VM.

use super::*;
use crate::options::Options;
use std::fmt::Write;

fn vm() -> Box<Vm> {
    Vm::new(Options::default()).expect("a VM")
}

fn text(vm: &mut Vm, s: JsString) -> String {
    s.view(vm).unwrap().to_rust_string_lossy()
}

fn string(vm: &mut Vm, text: &str) -> JsString {
    JsString::from_str(vm, text).unwrap()
}

#[test]
fn the_narrowest_form_is_taken() {
    let vm = &mut *vm();
    for (utf8, latin1) in [
        ("", true),
        ("a", true),
        ("abc", true),
        ("é", true),
        ("naïve", true),
        ("π", false),
        ("aπ", false),
        ("😀", false),
    ] {
        let s = string(vm, utf8);
        let units: Vec<u16> = utf8.encode_utf16().collect();
        let t = JsString::from_utf16(vm, &units).unwrap();
        for s in [s, t] {
            assert_eq!((s.is_latin1(), s.len(), text(vm, s)), (latin1, units.len(), utf8.to_owned()));
        }
        assert!(equals(vm, s, t).unwrap());
        assert_eq!(s.hash(vm), t.hash(vm));
        assert_eq!(compare(vm, s, t), Ok(Ordering::Equal));
        assert_eq!(s.to_display(), utf8);
    }
    assert!(string(vm, "").is(vm.empty_string()));
    let a = string(vm, "é");
    assert!(a.is_atom() && a.is(JsString::from_char(vm, 0xe9).unwrap()));
    let smile = JsString::from_code_point(vm, 0x1f600).unwrap();
    assert_eq!(text(vm, smile), "😀");
}

#[test]
fn ropes_of_every_shape_flatten() {
    let vm = &mut *vm();
    let pieces: Vec<String> = (0..3000).map(|i| format!("{i},")).collect();
    let all = pieces.concat();
    let strings: Vec<JsString> = pieces.iter().map(|p| string(vm, p)).collect();

    let mut left_deep = vm.empty_string();
    for &s in &strings {
        left_deep = concat(vm, left_deep, s).unwrap();
    }
    let mut right_deep = vm.empty_string();
    for &s in strings.iter().rev() {
        right_deep = concat(vm, s, right_deep).unwrap();
    }
    assert!(right_deep.is_rope());
    let mut level = strings.clone();
    while level.len() > 1 {
        level =
            level.chunks(2).map(|pair| if let [a, b] = *pair { concat(vm, a, b).unwrap() } else { pair[0] }).collect();
    }
    let balanced = level[0];
    assert!(balanced.is_rope());
    let mut both = vm.empty_string();
    for i in (0..strings.len() / 2).rev() {
        let inner = concat(vm, strings[i], both).unwrap();
        both = concat(vm, inner, strings[strings.len() - 1 - i]).unwrap();
    }
    for s in [left_deep, right_deep, balanced, both] {
        assert_eq!(s.to_display(), all);
        assert!(s.is_latin1());
        assert_eq!(text(vm, s), all);
        assert!(s.is_flat());
        assert!(equals(vm, s, left_deep).unwrap());
    }
}

#[test]
fn a_rope_of_equal_halves_is_copied_by_doubling() {
    let vm = &mut *vm();
    let mut s = string(vm, "abc");
    for _ in 0..20 {
        s = concat(vm, s, s).unwrap();
    }
    let other = string(vm, "π");
    let wide = concat(vm, s, other).unwrap();
    assert_eq!(s.len(), 3 << 20);
    let view = wide.view(vm).unwrap();
    assert!(!view.is_latin1());
    assert!((0..3 << 20).all(|i| view.at(i) == b"abc"[i % 3] as u16) && view.at(3 << 20) == 0x3c0);
    assert!(s.view(vm).unwrap().units().enumerate().all(|(i, unit)| unit == b"abc"[i % 3] as u16));
}

#[test]
fn appending_copies_little() {
    let vm = &mut *vm();
    let x = string(vm, "x");
    let mut s = vm.empty_string();
    let mut expected = String::new();
    // Looked at after every step, and not at all.
    for look in [true, false] {
        for i in 0..20_000 {
            let piece = if i % 7 == 0 { string(vm, "yz") } else { x };
            s = concat(vm, s, piece).unwrap();
            expected.push_str(if i % 7 == 0 { "yz" } else { "x" });
            if look {
                assert_eq!(s.unit_at(vm, i), Ok(expected.as_bytes()[i] as u16));
            }
        }
    }
    assert!(text(vm, s) == expected);
    // An older string still has its own end, however often it is appended to.
    let y = string(vm, "y");
    let (a, b) = (concat(vm, s, x).unwrap(), concat(vm, s, y).unwrap());
    assert!(text(vm, a) == expected.clone() + "x" && text(vm, b) == expected.clone() + "y");
    assert_eq!(s.len(), expected.len());
    // Units above 255 come late.
    let pi = string(vm, "π");
    let mut wide = a;
    for _ in 0..50_000 {
        wide = concat(vm, wide, pi).unwrap();
    }
    assert_eq!(wide.len(), a.len() + 50_000);
    let view = wide.view(vm).unwrap();
    assert!(view.slice_from(a.len()).units().all(|unit| unit == 0x3c0));
    assert!(view.slice(0..a.len()).to_rust_string_lossy() == expected + "x");
}

#[test]
fn substrings_share_and_nest() {
    let vm = &mut *vm();
    let long: String = (0..500).map(|i| char::from(b'a' + (i % 26) as u8)).collect();
    let s = string(vm, &long);
    let a = substring(vm, s, 100, 400).unwrap();
    let b = substring(vm, a, 50, 150).unwrap();
    assert_eq!(text(vm, a), long[100..400]);
    assert_eq!(text(vm, b), long[150..250]);
    assert!(b.base().is(s) && b.is_flat());
    let c = substring(vm, b, 3, 4).unwrap();
    assert!(c.is_atom() && text(vm, c) == long[153..154]);
    let d = substring(vm, b, 10, 20).unwrap();
    assert_eq!(text(vm, d), long[160..170]);
    assert!(substring(vm, s, 7, 7).unwrap().is_empty() && substring(vm, s, 0, 500).unwrap().is(s));
    assert!(substring(vm, s, 600, 700).unwrap().is_empty());
    let mut rope = s;
    for _ in 0..3 {
        rope = concat(vm, rope, a).unwrap();
    }
    let tail = substring(vm, rope, 1100, 1400).unwrap();
    assert_eq!(text(vm, tail), long[100..400]);
    let wide = string(vm, &format!("π{long}"));
    let narrow = substring(vm, wide, 1, 11).unwrap();
    assert!(narrow.is_latin1() && text(vm, narrow) == long[..10]);
    let unnarrowed = substring(vm, wide, 1, 301).unwrap();
    assert!(!unnarrowed.is_latin1());
    let same = substring(vm, s, 0, 300).unwrap();
    assert!(equals(vm, unnarrowed, same).unwrap());
    assert_eq!(unnarrowed.hash(vm), same.hash(vm));
}

#[test]
fn too_long_is_a_range_error() {
    let vm = &mut *vm();
    let mut s = string(vm, "0123456789abcdef");
    while s.len() * 2 <= MAX_STRING_LENGTH {
        s = concat(vm, s, s).unwrap();
    }
    assert!(concat(vm, s, s).is_err());
    assert!(concat(vm, s, vm.empty_string()).is_ok());
    let mut builder = StringBuilder::new();
    builder.push_str("ab");
    builder.reserve(MAX_STRING_LENGTH);
    assert!(builder.is_refused());
    builder.push_u16(1);
    builder.push_js(s);
    assert_eq!(builder.len(), 0);
    assert!(builder.finish(vm).is_err());
}

#[test]
fn builders_widen() {
    let vm = &mut *vm();
    let mut builder = StringBuilder::with_capacity(2);
    let mut expected = String::new();
    for i in 0..300 {
        builder.push_u16(b'a' as u16 + i % 26);
        expected.push(char::from(b'a' + (i % 26) as u8));
    }
    builder.push_str("é");
    expected.push('é');
    assert!(builder.view().is_latin1());
    builder.push_code_point(0x1f600);
    builder.push_str("naïve π");
    builder.push_view(StrView::ascii("!"));
    expected.push_str("😀naïve π!");
    let long = string(vm, &"long ".repeat(20));
    let rope = concat(vm, long, long).unwrap();
    builder.push_js(rope);
    assert!(rope.is_rope());
    expected.push_str(&"long ".repeat(40));
    write!(builder, "{}", 42).unwrap();
    expected.push_str("42");
    assert_eq!(builder.len(), expected.encode_utf16().count());
    let s = builder.finish(vm).unwrap();
    assert_eq!(text(vm, s), expected);
    // What was pushed wide is narrowed where possible.
    let mut builder = StringBuilder::new();
    builder.push_view(StrView::Utf16(&[0x61, 0x62, 0xe9]));
    let s = builder.finish(vm).unwrap();
    assert!(s.is_latin1() && text(vm, s) == "abé");
    let mut narrow = StringBuilder::new();
    narrow.push_js(rope);
    assert!(narrow.view().is_latin1());
    let wide = string(vm, "π");
    let wide_rope = concat(vm, rope, wide).unwrap();
    narrow.push_js(wide_rope);
    let s = narrow.finish(vm).unwrap();
    assert_eq!(text(vm, s), "long ".repeat(80) + "π");
}

#[test]
fn equal_text_is_one_atom() {
    let vm = &mut *vm();
    for name in [
        "x",
        "name",
        "a longer name that makes a slice or a rope",
        "naïve",
        "πρᾶγμα",
        "😀 and more of it to be long enough",
    ] {
        let atom = intern_str(vm, name).unwrap();
        assert!(atom.is_atom() && text(vm, atom) == name);
        let units: Vec<u16> = name.encode_utf16().collect();
        let flat = string(vm, name);
        let padded = string(vm, &format!("πadding {name}"));
        let slice = substring(vm, padded, 8, 8 + units.len()).unwrap();
        let middle = units.len() / 2;
        let (l, r) = (substring(vm, slice, 0, middle).unwrap(), substring(vm, slice, middle, units.len()).unwrap());
        let joined = concat(vm, l, r).unwrap();
        let wide = intern_utf16(vm, &units).unwrap();
        for other in [flat, slice, joined, wide] {
            for _ in 0..2 {
                assert!(intern(vm, other).unwrap().is(atom), "{name}");
                assert!(PropertyKey::from_value(vm, other.value()) == Some(PropertyKey::from_atom(atom)));
            }
            assert_eq!(text(vm, other), name);
        }
    }
    let fresh = string(vm, "never seen before");
    assert!(PropertyKey::from_value(vm, fresh.value()).is_none());
    assert!(intern(vm, fresh).unwrap().is(fresh));
    let constant = JsString::from_const(vm, &ConstString::from("never seen before")).unwrap();
    assert!(constant.is(fresh));
    assert_eq!(fresh.equals_flat(vm.empty_string()), Some(false));
}

#[test]
fn keys_of_strings_and_indices() {
    let vm = &mut *vm();
    for (name, index) in [
        ("0", Some(0)),
        ("10", Some(10)),
        ("4294967294", Some(4294967294)),
        ("4294967295", None),
        ("01", None),
        ("-1", None),
        ("1.5", None),
        ("", None),
        ("length", None),
    ] {
        let key = PropertyKey::from_str(vm, name).unwrap();
        assert_eq!(key.as_index(), index, "{name}");
        assert_eq!((key.is_index(), key.is_string()), (index.is_some(), index.is_none()));
        let flat = string(vm, name);
        assert_eq!(PropertyKey::from_string(vm, flat), Ok(key));
        assert_eq!(PropertyKey::from_string(vm, flat), Ok(key));
        let atom = intern(vm, flat).unwrap();
        assert_eq!(PropertyKey::from_string(vm, atom), Ok(key));
        assert_eq!(flat.as_index(vm), Ok(index));
        assert_eq!(PropertyKey::from_bits(key.bits()), key);
        let back = key.to_js_string(vm).unwrap();
        assert_eq!(text(vm, back), name);
        assert!(equals(vm, back, atom).unwrap());
        assert_eq!(back.hash(vm), flat.hash(vm));
        assert_eq!(key.to_display(vm), name);
    }
    assert_eq!(PropertyKey::from_str(vm, "length"), Ok(vm.names.length));
    assert_eq!(PropertyKey::from_value(vm, Value::int(7)), Some(PropertyKey::from_index(7)));
    assert_eq!(PropertyKey::from_value(vm, Value::int(-7)), None);
    assert_eq!(PropertyKey::from_value(vm, Value::double(3e9)), Some(PropertyKey::from_index(3_000_000_000)));
    assert_eq!(PropertyKey::from_value(vm, Value::double(4294967295.0)), None);
    assert_eq!(PropertyKey::from_value(vm, Value::double(1.5)), None);
    assert_eq!(PropertyKey::from_value(vm, Value::UNDEFINED), None);
    let large = PropertyKey::from_u64_index(vm, 1 << 40).unwrap();
    assert!(large.is_string() && large.to_display(vm) == "1099511627776");
    let (a, b) = (JsString::from_u32(vm, 1234).unwrap(), JsString::from_u32(vm, 1234).unwrap());
    assert!(a.is(b) && text(vm, a) == "1234");
    let most = JsString::from_u32(vm, u32::MAX).unwrap();
    assert!(text(vm, most) == "4294967295" && PropertyKey::from_string(vm, most).unwrap().is_string());
    assert_eq!(size_of::<Option<PropertyKey>>(), 8);
}

#[test]
fn symbols() {
    let vm = &mut *vm();
    let description = string(vm, "what it is for");
    let (a, b) = (JsSymbol::new(vm, Some(description)).unwrap(), JsSymbol::new(vm, Some(description)).unwrap());
    assert_ne!(a, b);
    let key = PropertyKey::from_symbol(a);
    assert!(key.is_symbol() && !key.is_string() && !key.is_index() && !key.is_private());
    assert_eq!(key.as_symbol(), Some(a));
    assert_eq!(PropertyKey::from_value(vm, a.value()), Some(key));
    assert_eq!(key.to_value(vm), Ok(a.value()));
    assert_eq!(key.to_display(vm), "Symbol(what it is for)");
    let shown = a.descriptive_string(vm).unwrap();
    assert_eq!(text(vm, shown), "Symbol(what it is for)");
    let bare = JsSymbol::new(vm, None).unwrap();
    assert!(bare.description().is_none() && bare.description_value().is_undefined());
    assert_eq!(bare.to_string(), "Symbol()");
    let name = string(vm, "#secret");
    let private = PropertyKey::from_symbol(JsSymbol::new_private(vm, name).unwrap());
    assert!(private.is_private() && private.to_display(vm) == "#secret");
    let again = string(vm, "what it is for");
    let (r, s) = (JsSymbol::registered(vm, description).unwrap(), JsSymbol::registered(vm, again).unwrap());
    assert!(r == s && r != a && r.is_registered() && !r.can_be_held_weakly() && a.can_be_held_weakly());
    assert!(equals(vm, r.registry_key().unwrap(), again).unwrap() && a.registry_key().is_none());
    assert_eq!(vm.names.sym_iterator.to_display(vm), "Symbol(Symbol.iterator)");
    assert!(
        vm.names.well_known_symbols().any(|(name, key)| name == "asyncIterator" && key == vm.names.sym_async_iterator)
    );
}

#[test]
fn order_is_by_code_units() {
    let vm = &mut *vm();
    let texts = ["", "a", "ab", "b", "é", "π", "😀", "\u{ffee}"];
    for (i, a) in texts.iter().enumerate() {
        for (j, b) in texts.iter().enumerate() {
            let (s, t) = (string(vm, a), string(vm, b));
            assert_eq!(compare(vm, s, t), Ok(i.cmp(&j)), "{a} {b}");
            assert_eq!(equals(vm, s, t), Ok(i == j));
        }
    }
}

#[test]
fn dead_atoms_are_forgotten() {
    let vm = &mut *vm();
    let dead: Vec<JsString> = (0..100).map(|i| vm.intern(&format!("dead {i}")).unwrap()).collect();
    let live: Vec<JsString> = (0..100).map(|i| vm.intern(&format!("live {i}")).unwrap()).collect();
    let is_dead = |cell: *const CellHeader| dead.iter().any(|s| std::ptr::eq(s.as_cell(), cell));
    let before = vm.strings.atom_count();
    vm.strings.sweep_young_atoms(&|cell| !is_dead(cell));
    assert_eq!(vm.strings.atom_count(), before - 100);
    assert!(!vm.intern("dead 5").unwrap().is(dead[5]));
    assert!(vm.intern("live 5").unwrap().is(live[5]));
    vm.strings.sweep_atoms(&|cell| !live.iter().any(|s| std::ptr::eq(s.as_cell(), cell)));
    assert_eq!(vm.strings.atom_count(), before - 199);
    assert!(!vm.intern("live 5").unwrap().is(live[5]));
}
