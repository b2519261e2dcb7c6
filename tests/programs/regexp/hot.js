// Patterns that run often enough to become machine code give what they gave at first.
const subjects = [
  "", "a", "abc", "aaa bbb ccc", "foo=bar; baz = 'qu\\'x'; n=12.5e-3", "The quick brown fox\njumps over\r\nthe lazy dog",
  "<a href=\"x\"><b>bold</b></a>", "2024-02-30T12:34:56Z", "aaaaaaaaaaaaaaaaaaaaaaaaaaaab", "\u00e9t\u00e9 \u00c9T\u00c9 stra\u00dfe",
  "\u017f\u212a k s K S", "\ud83d\ude00x\ud83d\ude01 \ude00\ud83d", "x".repeat(100) + "needle" + "y".repeat(30), "1,234,567.89", "\u2028a\u2029b",
  "agggtaaacccttt tttaccct agggtaac", "((()))", "key: value\nother: 17\n",
];
const patterns = [
  [/a*b/, /a+?b/, /(a|ab)(c|bcd)?(d*)/, /(?:a|b|c)*?c$/, /^(\w+)\s+(\w+)/m, /(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?/],
  [/<([a-z]+)[^>]*>(.*?)<\/\1>/, /(['"])(?:\\.|(?!\1).)*\1/, /(?<=\$|=)\s*(\w+)/, /(?<!o)\w+$/m, /\bfox\b|\bdog\b/],
  [/(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)/d, /needle|haystack/, /agggtaa[cgt]|[acg]ttaccct/],
  [/straSSe|STRA\u00dfE/i, /[k-s]+/iu, /\u212a/iu, /\w+/giu, /(.)\1/isu, /^.$/su, /\ud83d/, /\ud83d/u, /[^x]/gu, /./gsu, /(?=(\ud83d\ude00))./u],
  [/(z)((a+)?(b+)?(c))*/, /(?:(a)|b){2,3}/, /(a?){3}b/, /(?:a{0,2}){2,}?b/, /(\(*)(\)*)/, /^(?:(?=(\w))\1)*/, /x{50,}[a-z]{6}y*?$/],
  [/\s+$/, /^\s*|\s*$/g, /(?:^|,)([^,]*)/g, /[\s\S]*?o/g, /(?:\r\n|\n|\r)(?!$)/g, /\B(?=(\d{3})+(?!\d))/g, /$^/m, /(?:)/g, /[]|a/, /[^]/g],
  [/[\p{L}--[a-z]]+/gv, /\p{Lu}/gu, /[\q{abc|d}x]/v, /(?!a)[a-c]|(?<=b)c/y, /a|b/gy],
];
function show(result) {
  if (result === null) return "null";
  const groups = result.groups ? JSON.stringify(result.groups) : "";
  const indices = result.indices ? JSON.stringify(result.indices) : "";
  return JSON.stringify([...result]) + "@" + result.index + groups + indices;
}
function once(pattern) {
  const out = [];
  for (const subject of subjects) {
    pattern.lastIndex = 0;
    out.push(show(pattern.exec(subject)), pattern.lastIndex);
    pattern.lastIndex = 0;
    out.push(JSON.stringify(subject.replace(pattern, (m, ...rest) => "[" + m.length + rest.length + "]")));
    out.push(subject.split(pattern, 7).length, subject.search(pattern));
  }
  return out.join(" ");
}
for (const group of patterns) {
  for (const pattern of group) {
    const first = once(pattern);
    for (let i = 0; i < 40; i++) {
      const now = once(pattern);
      if (now !== first) {
        print("changed: " + pattern + "\n" + first + "\n" + now);
        break;
      }
    }
    print(pattern.source, pattern.flags, first);
  }
}

// One search over a long subject, which is to be taken over while it runs.
const long = "ab".repeat(200000);
print(/(a|b)c/.exec(long), /(?:ab){3}(?!a)/.exec(long).index, /(\w\w)+\1$/.test("ab".repeat(2000)));
print((long + "\u0101c").match(/[\u0100-\u0200](c)/)[1], /(?:x|y|[^ab])$/.test(long));
// Too much to come back to is an error that can be caught, however often.
let deep = 0;
const nested = /(?:(a)|b)*c/;
for (let i = 0; i < 3; i++) {
  try {
    nested.test("ab".repeat(20));
    deep++;
  } catch (e) {
    print(e.name);
  }
}
print(deep);
