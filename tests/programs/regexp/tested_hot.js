// RegExp.prototype's test and exec in hot code: lastIndex, the legacy properties, what is converted, and what is replaced meanwhile.
function tests(r, text) { return r.test(text); }
function execs(r, text) { return r.exec(text); }
function places(r, text) {
  const seen = [];
  r.lastIndex = 0;
  for (let i = 0; i < 6; i++) {
    const found = r.test(text);
    seen.push(found, r.lastIndex);
  }
  return seen.join();
}
function counted(n) {
  const r = /b/g;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    if (!r.test("abab")) sum += 100;
    sum += r.lastIndex;
  }
  return sum;
}
const word = /[a-z]+/, sticky = /ab/y, global = /a(b)?/g, anchored = /^(\d+)-(\d+)$/;
let log = "";
for (let i = 0; i < 400; i++) {
  log = [tests(word, "xyz"), tests(word, "123"), tests(anchored, "1-2"), RegExp.$1 + RegExp.$2,
    places(sticky, "ababx"), places(global, "aab"), String(execs(anchored, "10-20")), execs(word, "--"),
    execs(word, "  def ").index, counted(10), RegExp.lastMatch + "," + RegExp["$`"]].join(" ");
}
print(log);
// What is no string.
for (const value of [undefined, null, 12, 1.5, true, 10n, { toString() { return "o"; } }, ["a", "b"]])
  print(tests(word, value), String(execs(/\w+/, value)));
try { tests(word, Symbol()); } catch (e) { print(e.constructor.name); }
try { tests(word, { toString() { throw 5; } }); } catch (e) { print(e); }
print(places(sticky, "abab"));
// lastIndex that is no number, or cannot be written.
global.lastIndex = { valueOf() { return 1; } };
print(tests(global, "aaa"), global.lastIndex);
global.lastIndex = "2.7";
print(tests(global, "aaa"), global.lastIndex, tests(global, "aaa"), global.lastIndex);
const frozen = Object.freeze(/a/g);
try { tests(frozen, "a"); print("no"); } catch (e) { print(e.constructor.name); }
print(tests(Object.freeze(/a/), "a"));
// exec of its own, of a subclass, of the prototype.
const own = /a/;
own.exec = () => ({});
print(tests(own, "zzz"));
class Shouting extends RegExp { exec(text) { return super.exec(text.toUpperCase()); } }
print(tests(new Shouting("A"), "a"), String(execs(new Shouting("A"), "a")));
for (const other of [{}, null, 1]) try { tests.call(null, other, "a"); print("no"); } catch (e) { print(e.constructor.name); }
try { RegExp.prototype.test.call(1, "a"); } catch (e) { print(e.constructor.name); }
const exec = RegExp.prototype.exec;
let calls = 0;
RegExp.prototype.exec = function (text) { calls++; return exec.call(this, text); };
for (let i = 0; i < 300; i++) tests(word, "abc");
print(calls);
RegExp.prototype.exec = exec;
for (let i = 0; i < 300; i++) if (!tests(word, "abc")) print("no");
RegExp.prototype.test = function () { return "mine"; };
print(tests(word, "abc"));
