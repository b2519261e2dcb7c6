//! The Firefox Profiler's processed format, with categories for tiers and the VM's work, and markers for collections, compiles and deopts.
//!
//! fxprof-processed-profile knows frames by their labels only, without lines: frames get their index as label, and the tables of functions
//! and frames are filled in behind it.
//!
//! Traced calls with a timeline are a thread of their own, whose samples are the events: its stack chart shows each call with its begin and end, its call
//! tree has their exact times.

use crate::calls::spans::boundaries;
use crate::profile::{Category, Frame, Function, FunctionKind, Profile, Tier};
use fx::{CategoryColor, CategoryHandle, CpuDelta, FrameFlags, FrameInfo, Marker, MarkerTiming, StringHandle};
use fxprof_processed_profile as fx;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::Duration;

/// Samples of the thread of calls: the last ones, where there are more.
const MOST_EVENTS: usize = 500_000;

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
        let (profile, weights) = self.to_firefox();
        let mut value = serde_json::to_value(profile).map_err(io::Error::other)?;
        let number = |label: &str| label.parse::<usize>().unwrap_or(0);
        self.fill_in_tables(&mut value["threads"][0], |label| self.frames[number(label)]);
        if let Some(weights) = weights {
            let thread = &mut value["threads"][1];
            self.fill_in_tables(thread, |label| self.whole_function(number(label)));
            thread["samples"]["weight"] = json!(weights);
        }
        serde_json::to_writer(out, &value).map_err(io::Error::other)
    }

    /// A frame for a function of which no place is known.
    fn whole_function(&self, function: usize) -> Frame {
        let Function { line, column, kind, .. } = self.functions[function];
        let tier = if kind == FunctionKind::Script { Tier::Interpreter } else { Tier::Builtin };
        Frame { function: function as u32, line, column, offset: 0, opcode: -1, tier, inlined: false }
    }

    /// The thread of calls: a sample where a call begins and where one ends. Their weights in milliseconds, which the library knows as whole
    /// numbers only; None if there is no timeline.
    fn add_calls(
        &self,
        profile: &mut fx::Profile,
        process: fx::ProcessHandle,
        category: CategoryHandle,
    ) -> Option<Vec<f64>> {
        let calls = self.calls.as_ref().filter(|calls| calls.events.is_some())?;
        let at =
            |ns: u64| fx::Timestamp::from_nanos_since_reference((calls.start_ns + ns).saturating_sub(self.start_ns));
        let spans = calls.spans();
        let mut left_out = (2 * spans.len()).saturating_sub(MOST_EVENTS);
        let is_whole = left_out == 0 && calls.events.as_ref().is_some_and(|events| events.lost == 0);
        let thread = profile.add_thread(process, self.process.wrapping_add(1), at(0), false);
        profile.set_thread_name(thread, if is_whole { "Calls" } else { "Calls (the last ones)" });
        profile.set_thread_samples_weight_type(thread, fx::WeightType::TracingMs);
        // The stacks of what is open.
        let mut stacks: Vec<Option<fx::StackHandle>> = Vec::new();
        let mut samples: Vec<(u64, Option<fx::StackHandle>)> = Vec::new();
        boundaries(&spans, |span, begins| {
            let now = if begins {
                let stack = calls.function_of(span.node as usize).map(|function| {
                    let label = profile.intern_string(&function.to_string());
                    let is_script = self.functions[function as usize].kind == FunctionKind::Script;
                    let flags = if is_script { FrameFlags::IS_JS } else { FrameFlags::IS_RELEVANT_FOR_JS };
                    let info = FrameInfo { frame: fx::Frame::Label(label), category_pair: category.into(), flags };
                    let frame = profile.intern_frame(thread, info);
                    profile.intern_stack(thread, stacks.last().copied().flatten(), frame)
                });
                stacks.push(stack);
                span.start_ns
            } else {
                stacks.pop();
                span.end_ns
            };
            match left_out.checked_sub(1) {
                Some(less) => left_out = less,
                None => samples.push((now, stacks.last().copied().flatten())),
            }
        });
        let end = calls.end_ns.saturating_sub(calls.start_ns).max(samples.last().map_or(0, |last| last.0));
        profile.set_thread_end_time(thread, at(end));
        let mut weights = Vec::with_capacity(samples.len());
        // The file has whole microseconds of CPU time: what is told of it is the sum until then, less what was told before.
        let (mut busy, mut told) = (0, 0);
        for (i, (now, stack)) in samples.iter().enumerate() {
            profile.add_sample(thread, at(*now), *stack, CpuDelta::from_nanos((busy - told) / 1000 * 1000), 1);
            told += (busy - told) / 1000 * 1000;
            let lasts = samples.get(i + 1).map_or(end, |next| next.0) - now;
            weights.push(lasts as f64 / 1e6);
            busy += if stack.is_some() { lasts } else { 0 };
        }
        Some(weights)
    }

    /// The profile, and what it says of the weights of calls.
    fn to_firefox(&self) -> (fx::Profile, Option<Vec<f64>>) {
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
        let weights = self.add_calls(&mut profile, process, categories[Category::Other as usize]);
        (profile, weights)
    }

    /// Replaces what stands for frames, in their labels, by functions with files and lines.
    fn fill_in_tables(&self, thread: &mut Value, of_label: impl Fn(&str) -> Frame) {
        let mut strings: Vec<String> = serde_json::from_value(thread["stringArray"].take()).unwrap_or_default();
        let labels: Vec<usize> = serde_json::from_value(thread["funcTable"]["name"].take()).unwrap_or_default();
        let funcs: Vec<usize> = serde_json::from_value(thread["frameTable"]["func"].take()).unwrap_or_default();
        let frames: Vec<Frame> = funcs.iter().map(|func| of_label(&strings[labels[*func]])).collect();
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
    fn a_timeline_of_calls_is_a_thread() {
        let mut profile = crate::calls::tests::traced_profile();
        let calls = profile.calls.as_mut().expect("calls");
        (calls.start_ns, calls.end_ns) = (profile.start_ns, profile.start_ns + 10_000_000);
        calls.events = Some(crate::calls::Events {
            time_ns: vec![1_000_000, 2_500_000, 4_000_000, 6_000_000, 7_000_000, 8_000_000],
            node: vec![3, 4, 5, 3, 0, 1],
            entered: vec![1, 1, 1, 0, 0, 0],
            lost: 0,
        });
        let mut out = Vec::new();
        profile.write_firefox(&mut out).expect("written");
        let value: Value = serde_json::from_slice(&out).expect("JSON");
        let thread = &value["threads"][1];
        assert_eq!((&thread["name"], &thread["samples"]["weightType"]), (&"Calls".into(), &"tracing-ms".into()));
        let list = |column: &Value| column.as_array().expect("a column").clone();
        let strings = list(&thread["stringArray"]);
        let name_of = |stack: &Value| {
            let stack = stack.as_u64()? as usize;
            let frame = thread["stackTable"]["frame"][stack].as_u64()? as usize;
            let func = thread["frameTable"]["func"][frame].as_u64()? as usize;
            strings[thread["funcTable"]["name"][func].as_u64()? as usize].as_str()
        };
        let samples = &thread["samples"];
        let names: Vec<Option<&str>> = samples["stack"].as_array().expect("stacks").iter().map(name_of).collect();
        // Main calls f, which calls itself; an exception passes both; main ends; the program waits until the end.
        let (main, f) = (Some("<main>"), Some("f"));
        assert_eq!(names, [main, f, f, f, main, None, None, None]);
        assert_eq!(samples["weight"], serde_json::json!([1.5, 1.5, 2.0, 0.0, 1.0, 1.0, 2.0, 0.0]));
        assert_eq!(samples["length"], 8);
        let prefixes: Vec<bool> = list(&thread["stackTable"]["prefix"]).iter().map(Value::is_null).collect();
        assert_eq!(prefixes, [true, false, false]);
    }

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
