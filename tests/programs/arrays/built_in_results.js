// Arrays that built-ins make: their elements' kinds change while they grow, and nobody sees more than the elements.
function show(...parts) { console.log(parts.map((p) => typeof p === "string" ? p : JSON.stringify(p)).join(" ")); }
const mixed = [1, 2.5, "x", null, undefined, -0, NaN, {}, 3n > 2n];
show(mixed.map((v) => v).length, mixed.filter((v) => typeof v === "number").map((v) => 1 / v));
show([1, 2, 3].map((v) => v / 2), [0.5, 1.5].map((v) => v * 2), [1, 2].map(String), ["3", "4.5"].map(Number));
show([, 1, , 2].map((v) => v + 1), 0 in [, 1].map((v) => v), [, 1, , 2].filter(() => true), [3, , 4].flatMap((v) => [v, v]));
show(Array.from({ length: 4 }, (_, i) => i % 2 ? i : i + 0.5), Array.from("a\u{1f600}"), Array.from([1, 2], (v) => [v]));
show(Array.from({ length: 2 }), Array.from(new Set([1.5, "a", 1])), Array.from(new Map([[1, "b"]])));
show([...[1, 2], ...[0.5], ...["s"], ...[, 1]], [...new Set([1, 2]), 3.5, ...new Map([["k", 1]]).values()]);

// Pushing on what has lost its place among plain arrays.
const closed = Object.preventExtensions([1]);
try { closed.push(2); } catch (e) { show(e.name, closed); }
const fixed = Object.defineProperty([1], "length", { writable: false });
try { fixed.push(2); } catch (e) { show(e.name, fixed); }
const inherits = Object.create([7]);
show([].push.call(inherits, 8), inherits[1], inherits.length);

// Searching in what the conversion of the index has shortened.
const short = [1, 2, 3];
show(short.indexOf(3, { valueOf() { short.length = 1; return 0; } }), short.includes(undefined, { valueOf() { short.length = 0; return 0; } }));
const shortened = Object.setPrototypeOf([1, null, 3], { __proto__: Array.prototype, 2: "inherited" });
show(shortened.indexOf("inherited", { valueOf() { shortened.length = 1; return 0; } }));
