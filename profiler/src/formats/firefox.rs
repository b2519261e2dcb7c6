//! The Firefox Profiler's processed format, with categories for tiers and the VM's work, and markers for collections, compiles and deopts.
//!
//! fxprof-processed-profile knows frames by their labels only, without lines: frames get their index as label, and the tables of functions
//! and frames are filled in behind it.

use crate::profile::{Category, Frame, Profile, Tier};
use fx::{CategoryColor, CategoryHandle, CpuDelta, FrameFlags, FrameInfo, Marker, MarkerTiming, StringHandle};
use fxprof_processed_profile as fx;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::Duration;

fn color(category: Category) -> CategoryColor {
    match category {
        Category::Interpreter => CategoryColor::Yellow,
        Category::Baseline => CategoryColor::Blue,
        Category::Optimized => CategoryColor::Green,
        Category::Runtime => CategoryColor::Brown,
        Category::Builtin => CategoryColor::LightBlue,
        Category::RegExp => CategoryColor::Magenta,
        Category::InlineCache => CategoryColor::LightRed,
        Category::GcMark | Category::GcSweep => CategoryColor::Orange,
        Category::Parse | Category::Compile => CategoryColor::Purple,
        Category::Deopt => CategoryColor::Red,
        Category::Idle => CategoryColor::Transparent,
        Category::Other => CategoryColor::Gray,
    }
}

/// The category of a frame below the top, which is known by its tier.
fn of_tier(tier: Tier) -> Category {
    match tier {
        Tier::Interpreter => Category::Interpreter,
        Tier::Baseline => Category::Baseline,
        Tier::Optimized => Category::Optimized,
        Tier::Builtin => Category::Builtin,
        Tier::Vm | Tier::Host => Category::Other,
    }
}

/// A marker with a line of text.
struct Text {
    name: StringHandle,
    text: StringHandle,
    category: CategoryHandle,
}

impl fx::StaticSchemaMarker for Text {
    const UNIQUE_MARKER_TYPE_NAME: &'static str = "TarsierEvent";
    const CHART_LABEL: Option<&'static str> = Some("{marker.data.text}");
    const TABLE_LABEL: Option<&'static str> = Some("{marker.name}: {marker.data.text}");
    const FIELDS: &'static [fx::StaticSchemaMarkerField] = &[fx::StaticSchemaMarkerField {
        key: "text",
        label: "Details",
        format: fx::MarkerFieldFormat::String,
        flags: fx::MarkerFieldFlags::SEARCHABLE,
    }];

    fn name(&self, _profile: &mut fx::Profile) -> StringHandle {
        self.name
    }

    fn category(&self, _profile: &mut fx::Profile) -> CategoryHandle {
        self.category
    }

    fn string_field_value(&self, _field: u32) -> StringHandle {
        self.text
    }

    fn number_field_value(&self, _field: u32) -> f64 {
        0.0
    }
}

impl Profile {
    /// Writes the profile for the Firefox Profiler.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_firefox(&self, out: impl Write) -> io::Result<()> {
        let mut value = serde_json::to_value(self.to_firefox()).map_err(io::Error::other)?;
        self.fill_in_tables(&mut value["threads"][0]);
        serde_json::to_writer(out, &value).map_err(io::Error::other)
    }

    fn to_firefox(&self) -> fx::Profile {
        let at = |ns: u64| fx::Timestamp::from_nanos_since_reference(ns.saturating_sub(self.start_ns));
        let started = fx::ReferenceTimestamp::from_duration_since_unix_epoch(Duration::from_millis(self.start_unix_ms));
        let interval = fx::SamplingInterval::from_nanos(self.interval_ns.max(1));
        let mut profile = fx::Profile::new(&self.vm, started, interval);
        profile.set_symbolicated(true);
        let categories: Vec<CategoryHandle> =
            Category::ALL.into_iter().map(|c| profile.add_category(c.name(), color(c))).collect();
        let process = profile.add_process(&self.program, self.process, at(self.start_ns));
        let thread = profile.add_thread(process, self.process, at(self.start_ns), true);
        profile.set_thread_name(thread, "JavaScript");
        profile.set_thread_end_time(thread, at(self.end_ns));
        profile.set_process_end_time(process, at(self.end_ns));
        let mut stacks: FxHashMap<(i64, u8), Option<fx::StackHandle>> = FxHashMap::default();
        let grid = self.grid();
        for (point, sample) in grid.into_iter().enumerate() {
            let i = sample as usize;
            let key = (self.samples.stack[i], self.samples.category[i]);
            let stack = *stacks.entry(key).or_insert_with(|| {
                let frames = self.stacks.frames(key.0);
                let count = frames.len();
                let infos: Vec<FrameInfo> = frames
                    .into_iter()
                    .enumerate()
                    .map(|(depth, index)| {
                        let frame = &self.frames[index as usize];
                        let category = if depth + 1 == count { self.samples.category(i) } else { of_tier(frame.tier) };
                        let label = profile.intern_string(&index.to_string());
                        let flags =
                            if frame.tier.is_script() { FrameFlags::IS_JS } else { FrameFlags::IS_RELEVANT_FOR_JS };
                        let category_pair = categories[category as usize].into();
                        FrameInfo { frame: fx::Frame::Label(label), category_pair, flags }
                    })
                    .collect();
                profile.intern_stack_frames(thread, infos.into_iter())
            });
            let busy = self.samples.category(i) != Category::Idle;
            let delta = CpuDelta::from_nanos(if busy { self.interval_ns } else { 0 });
            let time = fx::Timestamp::from_nanos_since_reference(self.grid_us(point) * 1000);
            profile.add_sample(thread, time, stack, delta, 1);
        }
        let mut mark = |name: &str, text: String, category: Category, start: u64, end: u64| {
            let (name, text) = (profile.intern_string(name), profile.intern_string(&text));
            let marker = Text { name, text, category: categories[category as usize] };
            let timing = if start == end {
                MarkerTiming::Instant(at(start))
            } else {
                MarkerTiming::Interval(at(start), at(end))
            };
            Marker::name(&marker, &mut profile);
            profile.add_marker(thread, timing, marker);
        };
        for event in &self.gc {
            let text = format!(
                "{} ({}), {} KiB to {} KiB",
                event.kind,
                event.reason,
                event.bytes_before / 1024,
                event.bytes_after / 1024
            );
            mark("GC", text, Category::GcMark, event.start_ns, event.start_ns + event.duration_ns);
        }
        for event in &self.compiles {
            let parse = event.phase == "parse";
            let what = match (usize::try_from(event.function), usize::try_from(event.source)) {
                (Ok(function), _) => self.functions[function].name.clone(),
                (_, Ok(source)) => self.sources[source].name.clone(),
                _ => String::new(),
            };
            let (name, category) = if parse { ("Parse", Category::Parse) } else { ("Compile", Category::Compile) };
            let text = if parse { what } else { format!("{} {what}", event.phase) };
            mark(name, text, category, event.start_ns, event.start_ns + event.duration_ns);
        }
        for event in &self.deopts {
            mark("Deopt", format!("{}: {}", event.reason, event.detail), Category::Deopt, event.time_ns, event.time_ns);
        }
        for event in self.marks.iter().filter(|m| m.kind != "idle") {
            mark(&event.kind, event.name.clone(), Category::Other, event.start_ns, event.end_ns);
        }
        profile
    }

    /// Replaces the frames' indices by functions with files and lines.
    fn fill_in_tables(&self, thread: &mut Value) {
        let mut strings: Vec<String> = serde_json::from_value(thread["stringArray"].take()).unwrap_or_default();
        let labels: Vec<usize> = serde_json::from_value(thread["funcTable"]["name"].take()).unwrap_or_default();
        let funcs: Vec<usize> = serde_json::from_value(thread["frameTable"]["func"].take()).unwrap_or_default();
        let frame = |func: &usize| -> &Frame { &self.frames[strings[labels[*func]].parse::<usize>().unwrap_or(0)] };
        let frames: Vec<Frame> = funcs.iter().map(|func| *frame(func)).collect();
        let mut interned: FxHashMap<String, usize> = strings.iter().cloned().zip(0..).collect();
        let mut intern = |text: &str| {
            *interned.entry(text.into()).or_insert_with(|| {
                strings.push(text.into());
                strings.len() - 1
            })
        };
        let mut new_funcs: FxHashMap<u32, usize> = FxHashMap::default();
        let mut order = Vec::new();
        let func: Vec<usize> = frames
            .iter()
            .map(|f| {
                *new_funcs.entry(f.function).or_insert_with(|| {
                    order.push((f.function, f.tier));
                    order.len() - 1
                })
            })
            .collect();
        let place = |n: u32| if n == 0 { Value::Null } else { n.into() };
        let column = |of: fn(&Frame) -> u32| -> Vec<Value> { frames.iter().map(|f| place(of(f))).collect() };
        thread["frameTable"]["func"] = json!(func);
        thread["frameTable"]["line"] = json!(column(|f| f.line));
        thread["frameTable"]["column"] = json!(column(|f| f.column));
        let functions: Vec<_> =
            order.iter().map(|&(f, tier)| (&self.functions[f as usize], tier.is_script())).collect();
        let names: Vec<usize> = functions.iter().map(|(f, _)| intern(&f.name)).collect();
        let files: Vec<Value> = functions
            .iter()
            .map(|(f, _)| if self.file_of(f).is_empty() { Value::Null } else { intern(self.file_of(f)).into() })
            .collect();
        thread["funcTable"] = json!({
            "length": functions.len(),
            "name": names,
            "isJS": functions.iter().map(|(_, js)| *js).collect::<Vec<_>>(),
            "relevantForJS": functions.iter().map(|(_, js)| !js).collect::<Vec<_>>(),
            "resource": vec![-1; functions.len()],
            "fileName": files,
            "lineNumber": functions.iter().map(|(f, _)| place(f.line)).collect::<Vec<_>>(),
            "columnNumber": functions.iter().map(|(f, _)| place(f.column)).collect::<Vec<_>>(),
        });
        thread["stringArray"] = json!(strings);
    }
}

#[cfg(test)]
mod tests {
    use crate::sample_profile::sample_profile;
    use serde_json::Value;

    #[test]
    fn tables_are_consistent() {
        let mut out = Vec::new();
        sample_profile().write_firefox(&mut out).expect("written");
        let value: Value = serde_json::from_slice(&out).expect("JSON");
        let thread = &value["threads"][0];
        let (funcs, frames) = (&thread["funcTable"], &thread["frameTable"]);
        let strings = thread["stringArray"].as_array().expect("strings");
        let string = |index: &Value| strings[index.as_u64().expect("an index") as usize].as_str().expect("a string");
        let names: Vec<&str> = funcs["name"].as_array().expect("names").iter().map(string).collect();
        assert!(["<main>", "f", "g", "(gc mark)", "sort"].iter().all(|n| names.contains(n)), "{names:?}");
        let f = names.iter().position(|n| *n == "f").expect("f");
        assert_eq!(string(&funcs["fileName"][f]), "dir/a, b.js");
        let length = frames["length"].as_u64().expect("a length") as usize;
        for column in ["func", "line", "column", "category"] {
            assert_eq!(frames[column].as_array().map(Vec::len), Some(length), "{column}");
        }
        assert_eq!(thread["samples"]["length"], 20);
        assert_eq!(thread["markers"]["length"], 2);
        let categories = value["meta"]["categories"].as_array().expect("categories");
        assert!(categories.iter().any(|c| c["name"] == "optimized"));
    }
}
