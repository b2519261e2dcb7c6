// lastIndex of regular expressions that code knows: matching writes it, and no store is seen.
const global = /a/g, sticky = /ab/y, named = { word: /\w+/g };
function tested(text) { const found = global.test(text); return 10 * global.lastIndex + Number(found); }
function before(text) { const at = sticky.lastIndex; sticky.exec(text); return at; }
function replaced(text) { text.replace(named.word, "x"); text.match(named.word); return named.word.lastIndex; }
function searched(text) { named.word.test(text); return named.word.lastIndex; }
function sum(n) { let all = 0; for (let i = 0; i < n; i++) { all += global.lastIndex; global.test("aaaa"); } return all; }
let last = [];
for (let i = 0; i < 3000; i++) {
  const now = [tested("aaa"), before("ababx"), searched("one two"), replaced("one two"), sum(3)];
  if (i % 500 < 4) last.push(now.join());
}
print(last.join("\n"));
global.lastIndex = 2;
print(tested("aaa"), global.lastIndex, before("abab"), sum(10));
