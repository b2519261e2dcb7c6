// What the matcher has fast paths for, and where they end: loops that may give back and those that cannot, alternatives that the
// next character decides, lookarounds in loops, case, surrogates.
const show = (regexp, text) => {
    const found = regexp.exec(text);
    console.log(String(regexp), JSON.stringify(found && [...found].map((s) => (s === undefined ? null : s))), found && found.index);
};
show(/a*ab/, "aaab");
show(/[^"]*"x/, 'say "no" "x');
show(/\d+(?=\.)\./, "12 34.5");
show(/(?:a|ab)(?:c|bcd)(d*)/, "abcd");
show(/(z)((a+)?(b+)?(c))*/, "zaacbbbcac");
show(/(?:(a)|b)*/, "ab");
show(/(?:a*?)*?$/, "aab");
show(/(?=(a+))a*b\1/, "baaabac");
show(/(?<=(\d+)(\d+))$/, "1053");
show(/(?<!x)y+?(?!z)/, "xyyz yyz yy");
show(/(?:(?!end)[^])*end/, "now\nthen end end");
show(/\bfoo\b/i, "food FOO");
show(/[\u212a]/i, "k");
show(/[\u212a]/iu, "k");
show(/^.{2}$/u, "\u{1f600}\u{1f601}");
show(/\ud83d/u, "\u{1f600}");
show(/\ud83d/, "\u{1f600}");
show(/[\p{L}--[a-z]]+/v, "abcDEF");
show(/[\q{abc|d}x]+/v, "dabcx");
show(/(?:ab){2,3}?c/, "ababababc");
show(/x{0}y{1}(?:){1000000000}z/, "yz");
console.log(JSON.stringify("aBcDe".replace(/[a-z]/g, (c) => `<${c}>`)), JSON.stringify("a,b;c d".split(/[,; ]/)));
console.log(/^(?:a|b)*c/.test("ab".repeat(100000)), /^(?:a|b)*c/.test("ab".repeat(100000) + "c"));
console.log(new RegExp("a|".repeat(20000) + "b").exec("b")[0] === "");
