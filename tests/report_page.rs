//! The HTML report in a browser: each view renders, a selection and a filter leave less, search finds. Needs Chromium, so it runs when it is
//! asked for: `cargo test --release --test report_page -- --ignored` (`CHROMIUM=...` names another program).

use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "\
function heavy(n) { let s = 0; for (let i = 0; i < n; i++) s += Math.sin(i); return s; }
function light() { let s = 0; for (let i = 0; i < 3000; i++) s ^= i; return s; }
const table = {};
for (let k = 0; k < 100; k++) table['k' + k] = k;
delete table.k0;
const names = Object.keys(table);
function asking() { let s = 0; for (let i = 0; i < 3000; i++) s += table[names[i % 99]]; return s; }
const end = performance.now() + 300;
function recur(n) { return n ? recur(n - 1) : 0; }
recur(3);
while (performance.now() < end) { heavy(2000); light(); asking(); }
";

/// Without a window there need not be frames: the page draws by the clock.
const FRAMES: &str =
    "<head><script>requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 5);</script>";

/// Goes through the page as a person would; what it finds goes into the element #found.
const VISIT: &str = "\
<script>
(async () => {
  const found = { errors: [] };
  addEventListener('error', (e) => found.errors.push(String(e.message)));
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const get = (id) => document.getElementById(id);
  const samples = () => Number(get('status').textContent.split(' ')[0].replaceAll(',', ''));
  const isDrawn = (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const colors = new Set();
    for (let i = 0; i < data.length; i += 4) colors.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
    return colors.size > 2;
  };
  const rows = (view) => [...document.querySelectorAll(`#view-${view} .row, #view-${view} .code`)].map((r) => r.textContent);
  try {
    await wait(200);
    found.timeline = isDrawn(get('timeline'));
    found.flame = isDrawn(get('flame'));
    for (const view of ['down', 'up', 'functions', 'source', 'events']) {
      get(`tab-${view}`).click();
      await wait(100);
      found[view] = rows(view);
      found[`${view}Shown`] = get(`view-${view}`).offsetHeight > 100;
    }
    // What ran for a function that asks the runtime is the runtime, whatever tier the function is in.
    const asking = functionTimes()[profile.functions.findIndex((f) => f.name === 'asking')];
    found.ran = [...asking.colors].sort((a, b) => b[1] - a[1])[0][0];
    // Calls: exact counts, callers and callees of what is selected, hot paths; the lane has them in time.
    get('tab-calls').click();
    await wait(100);
    found.callsShown = get('view-calls').offsetHeight > 100;
    found.calls = rows('calls');
    const row = [...document.querySelectorAll('.calls-list .row')].find((r) => r.textContent.includes('recur'));
    row.click();
    await wait(100);
    found.selectedCalls = [...document.querySelectorAll('.calls-side .row')].map((r) => r.textContent);
    const paths = () => [...document.querySelectorAll('.calls-side .row.paths')].length;
    found.paths = paths();
    document.querySelector('.calls-bar input[type=checkbox]').click();
    await wait(100);
    found.foldedPaths = paths();
    found.lane = isDrawn(document.querySelector('#calls-lane canvas'));
    found.all = samples();
    const box = get('timeline').getBoundingClientRect();
    const pointer = (type, part) => get('timeline').dispatchEvent(new PointerEvent(type,
      { pointerId: 1, bubbles: true, clientX: box.left + box.width * part, clientY: box.top + 20 }));
    get('timeline').setPointerCapture = () => {};
    pointer('pointerdown', 0.3);
    pointer('pointermove', 0.6);
    pointer('pointerup', 0.6);
    await wait(100);
    found.selected = samples();
    found.status = get('status').textContent;
    const type = async (id, text) => {
      get(id).value = text;
      get(id).dispatchEvent(new Event('input'));
      await wait(300);
    };
    await type('filter', 'light');
    found.filtered = samples();
    await type('filter', '');
    await type('search', 'heav');
    found.matches = get('matches').textContent;
    get('theme').click();
    await wait(100);
    found.dark = document.documentElement.classList.contains('dark');
    found.wider = document.documentElement.scrollWidth > innerWidth;
  } catch (e) {
    found.errors.push(String(e.stack));
  }
  const pre = document.createElement('pre');
  pre.id = 'found';
  pre.textContent = JSON.stringify(found);
  document.body.append(pre);
})();
</script>
";

fn visit(page: &Path, size: &str) -> serde_json::Value {
    let browser = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".into());
    let done = Command::new(&browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom"])
        .arg(format!("--window-size={size}"))
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap_or_else(|e| panic!("{browser}: {e}"));
    let dom = String::from_utf8_lossy(&done.stdout);
    let (_, rest) = dom.split_once("<pre id=\"found\">").unwrap_or_else(|| panic!("the page said nothing: {dom}"));
    let (text, _) = rest.split_once("</pre>").expect("an end");
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_works() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("program.js"), PROGRAM).expect("the program");
    let done = Command::new(env!("CARGO_BIN_EXE_tarsier"))
        .args(["--trace-calls=timeline", "--prof-interval=100us", "--prof-out=report.html", "program.js"])
        .current_dir(folder.path())
        .output()
        .expect("the command runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let page = folder.path().join("report.html");
    let html = std::fs::read_to_string(&page).expect("the report");
    let html = html.replacen("<head>", FRAMES, 1).replace("</body>", &format!("{VISIT}</body>"));
    std::fs::write(&page, html).expect("written");
    for size in ["1280,720", "500,850"] {
        let found = visit(&page, size);
        assert_eq!(found["errors"], serde_json::json!([]), "{size}");
        for drawn in [
            "timeline",
            "lane",
            "callsShown",
            "flame",
            "downShown",
            "upShown",
            "functionsShown",
            "sourceShown",
            "eventsShown",
        ] {
            assert_eq!(found[drawn], true, "{drawn} at {size}");
        }
        let has = |view: &str, text: &str| {
            let rows = found[view].as_array().expect("rows");
            assert!(rows.iter().any(|r| r.as_str().is_some_and(|r| r.contains(text))), "{view} at {size}: {rows:?}");
        };
        ["down", "up", "functions", "calls"].into_iter().for_each(|view| has(view, "heavy"));
        has("calls", "<top level> › light");
        let selected = found["selectedCalls"].as_array().expect("rows");
        let starts = |text: &str| selected.iter().any(|r| r.as_str().is_some_and(|r| r.starts_with(text)));
        assert!(
            starts("1") && starts("3") && selected[0].as_str().is_some_and(|r| r.contains("top level")),
            "{selected:?}"
        );
        assert_eq!((&found["paths"], &found["foldedPaths"]), (&4.into(), &1.into()));
        has("source", "s += Math.sin(i)");
        has("events", "baseline");
        let number = |name: &str| found[name].as_u64().unwrap_or_else(|| panic!("{name}: {}", found[name]));
        let (all, selected, filtered) = (number("all"), number("selected"), number("filtered"));
        assert!(0 < filtered && filtered < selected && selected < all / 2, "{filtered} of {selected} of {all}");
        assert!(matches!(found["ran"].as_str(), Some("runtime" | "inline-cache")), "{}", found["ran"]);
        assert!(found["status"].as_str().is_some_and(|s| s.contains("selected")), "{}", found["status"]);
        assert!(found["matches"].as_str().is_some_and(|s| s.starts_with("1 functions")), "{}", found["matches"]);
        assert_eq!((&found["dark"], &found["wider"]), (&true.into(), &false.into()), "{size}");
    }
}
