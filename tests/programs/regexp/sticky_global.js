// lastIndex, global and sticky through exec, test, match, replace, split, search, matchAll.
const run = (re, s) => { const r = []; let m; for (let i = 0; i < 6; i++) { m = re.exec(s); r.push((m ? m[0] + '@' + m.index : 'null') + '/' + re.lastIndex); } return r.join(' '); };
print(run(/a/, 'aXa'));
print(run(/a/g, 'aXa'));
print(run(/a/y, 'aXa'));
print(run(/a/gy, 'aaX'));
print(run(/(?:)/g, 'ab'));
print(run(/^a/gm, 'a\na'));
print(run(/^a/y, 'aa'));
print(run(/😀/gu, '😀😀'));
print(run(/(?:)/gu, '😀'));
{ const re = /a/g; re.lastIndex = 5; print(re.test('aaa'), re.lastIndex, re.test('aaa'), re.lastIndex); re.lastIndex = -1; print(re.test('a'), re.lastIndex); re.lastIndex = '1'; print(re.exec('aa').index, re.lastIndex); re.lastIndex = { valueOf: () => 0 }; print(re.test('a'), re.lastIndex); re.lastIndex = Infinity; print(re.test('a'), re.lastIndex); const non = /a/; non.lastIndex = 7; print(non.test('a'), non.lastIndex); const st = /b/y; print(st.test('ab'), st.lastIndex); st.lastIndex = 1; print(st.test('ab'), st.lastIndex, st.test('ab'), st.lastIndex); }
print('aXbXc'.match(/X/g).join(), 'abc'.match(/x/g), 'abc'.match(/(b)/).join(), 'abc'.match(/b/g).index, 'aab'.match(/a/y).join());
print('aab'.match(/a/gy).join(), 'baa'.match(/a/gy), 'a😀b'.match(/./gu).length, ''.match(/(?:)/g).length, 'ab'.match(/(?:)/g).length);
print('abab'.replace(/a/, 'X'), 'abab'.replace(/a/g, 'X'), 'abab'.replace(/a/y, 'X'), 'babab'.replace(/a/y, 'X'));
print('aabab'.replace(/a/gy, 'X'), 'ab'.replace(/(?:)/g, '-'), '😀'.replace(/(?:)/gu, '-'));
print('abc'.replace(/(?<n>b)/, '[$<n>|$1|$&|$`|$\'|$$|$2|$<x>]'), 'abc'.replace(/b/, '$<n>'));
print('abcdefghijk'.replace(/(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)/, '$11-$1-$01-$10-$99-$0'), 'ab'.replace(/(a)|(z)/, '<$2>'));
print('aaa'.replace(/a/g, (m, i, s) => i), 'abc'.replace(/(?<x>b)(c)/, (...a) => JSON.stringify(a)), 'x'.replace(/x/, () => undefined));
print('x'.replace(/x/, () => '$&'), 'x'.replace(/x/, null), 'abc'.replace(/[ac]/g, { toString: () => '$&$&' }));
{ const re = /a/g; re.lastIndex = 3; print('aaaa'.replace(re, 'b'), re.lastIndex); const st = /a/y; st.lastIndex = 1; print('baa'.replace(st, 'X'), st.lastIndex, 'bbb'.replace(st, 'X'), st.lastIndex); const g = /b/g; g.lastIndex = 2; print('abcb'.search(g), g.lastIndex, 'abc'.search(/z/), 'abc'.search(/c/y)); }
print('a,b;c'.split(/[,;]/).join('|'), 'a1b2c'.split(/(\d)/).join('|'), 'abc'.split(/(?:)/).join('|'));
print('abc'.split(/(b)?/).map(String).join('|'), ''.split(/a/).length, ''.split(/(?:)/).length, 'aXbX'.split(/X/).length);
print('abc'.split(/b/, 1).join(), 'abc'.split(/(?=b)/).join('|'), 'aAbB'.split(/[A-Z]/y).join('|'), 'test'.split(/t/g).join('|'));
print('a\nb\r\nc'.split(/\r?\n/).join('|'), '😀a'.split(/(?:)/u).length, 'abcd'.split(/(?:)/, 2).join(), 'ab'.split(/$/).length);
print('one  two'.split(/\s+/).join('|'), ' a b '.split(/\s/).length);
print([...'a1b22'.matchAll(/[a-z](\d+)/g)].map((m) => m[1] + '@' + m.index).join(), [...'aaa'.matchAll(/a/gy)].length, [...'ab'.matchAll(/(?:)/g)].map((m) => m.index).join(), [...'xAyA'.matchAll('A')].map((m) => m.index).join(), (() => { try { 'a'.matchAll(/a/); } catch (e) { return e.name; } })(), [...'😀😀'.matchAll(/./gu)].length);
{ const re = /a/g; re.lastIndex = 1; const it = 'aaa'.matchAll(re); re.lastIndex = 0; print([...it].map((m) => m.index).join(), re.lastIndex); }
{ const m = /(?<year>\d+)-(?<opt>x)?/d.exec('in 2024-'); print(JSON.stringify(m.indices), m.indices.groups.year.join(), m.indices.groups.opt, m.groups.opt, Object.getPrototypeOf(m.groups), Object.keys(m).join(), m.input, Object.keys(m.groups).join()); }
{ let src = 'let x = 10 + foo(2.5);', re = /\s*(?:(?<num>\d+(?:\.\d+)?)|(?<id>[a-z]\w*)|(?<op>[-+*\/=();]))/gy, m, out = []; while ((m = re.exec(src))) out.push(Object.entries(m.groups).filter(([, v]) => v).map((e) => e.join(':'))[0]); print(out.join(' ')); }
{ const cache = []; for (let i = 0; i < 300; i++) { const re = /x(\d)/g; re.lastIndex = i % 3; cache.push(re.test('x1x2')); } print(cache.filter(Boolean).length); function hot(s) { return /(\w)(\d)/.test(s); } let n = 0; for (let i = 0; i < 300; i++) n += hot(i % 2 ? 'a' + i : '-' + i); print(n); const shared = /b/g; let hits = 0; for (let i = 0; i < 300; i++) if (shared.test('abab')) hits++; print(hits); }
