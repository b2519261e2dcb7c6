// Reads behind the end of strings, which give undefined until a prototype has an element there.
function units(text) {
  let out = "";
  for (let i = 0; ; i++) {
    const c = text[i];
    if (c === undefined) return out + i;
    out += c;
  }
}
function at(text, i) { return text[i]; }
let last;
for (let i = 0; i < 3000; i++) last = units(i % 2 ? "abc" : "\u20acuro");
print(last);
for (let i = 0; i < 3000; i++) last = at("xyz", i % 5);
print(last, at("xyz", 3), at("", 0), at("xyz", -1), at("xyz", 1.5), at("xyz", "1"), at("xyz", 2147483648));
new String("made one");
print(at("xyz", 4));
String.prototype[4] = "four";
print(at("xyz", 4), at("xyz", 5), at("vwxyz", 4));
Object.prototype[5] = "five";
print(at("xyz", 4), at("xyz", 5), at("xyz", 6));
delete Object.prototype[5];
delete String.prototype[4];
print(at("xyz", 4), at("xyz", 5));
Object.defineProperty(Object.prototype, 6, { get() { return typeof this; }, configurable: true });
function strict(text, i) { "use strict"; return text[i]; }
print(at("xyz", 6), strict("xyz", 6));
delete Object.prototype[6];
print(at("xyz", 6));
