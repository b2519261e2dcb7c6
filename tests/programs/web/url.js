// URL: parsing, parts, setters, relative references.
const show = (u) => console.log([u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash].join(' | '));
for (const [url, base] of [
  ['http://User:Pa%20ss@EXAMPLE.com:80/a/./b/../c?q=1#f'], ['https://example.com:8443'], ['../x?y', 'http://h/a/b/c?d'], ['//o/p', 'https://h/a'], ['#z', 'data:text/plain,x'],
  ['file:///C|/x/../..'], ['file://host/share'], ['http://0x7f.1'], ['http://[1:0::2]/'], ['mailto:a@b.c'], ['blob:https://a.b:1/x'], ['http://faß.example/é?é#é'], ['  ht\ntp://h\t/p  '], ['http:\\\\h\\p'],
]) show(new URL(url, base));
for (const [url, base] of [['x'], ['http://'], ['http://a b'], ['http://h:65536'], ['http://1.2.3.256'], ['http://[::g]'], ['/x', 'data:x']]) {
  try {
    new URL(url, base);
    console.log('parsed', url);
  } catch (e) {
    console.log(e instanceof TypeError, e.code, e.input);
  }
  console.log(URL.canParse(url, base));
}
const u = new URL('http://h/p?a=1#x');
for (const [part, value] of [
  ['protocol', 'https'], ['protocol', 'mailto'], ['username', 'ü:'], ['password', '@'], ['host', 'example.org:8080/ignored'], ['hostname', 'xn--bcher-kva.example'], ['port', '443'], ['port', '12x'], ['port', 'x'],
  ['pathname', 'a b/../c'], ['search', 'q=ä'], ['search', ''], ['hash', '#`'], ['hash', ''],
]) {
  u[part] = value;
  console.log(part, value, u.href);
}
try {
  u.href = 'nonsense';
} catch (e) {
  console.log(e instanceof TypeError, u.href);
}
console.log(String(u), JSON.stringify({ u }), Object.prototype.toString.call(u), URL.length, URL.name);
console.log(Object.keys(URL.prototype).sort().join());
const d = Object.getOwnPropertyDescriptor(globalThis, 'URL');
console.log(d.writable, d.enumerable, d.configurable, d.value === URL);
for (const f of [() => URL('http://h'), () => new URL(), () => Reflect.get(URL.prototype, 'href', {}), () => new URL(Symbol())]) {
  try {
    f();
    console.log('no error');
  } catch (e) {
    console.log(e.constructor === TypeError);
  }
}
class Sub extends URL {}
console.log(new Sub('http://h').href, new Sub('http://h') instanceof URL);

// Domains that are ASCII already are not looked into.
for (const url of ['http://A.b.xn--pokxncvks/', 'https://XN--/', 'http://10.0.0.xn--pokxncvks', 'http://a%41.xn--', 'http://xn--ls8h.la', 'http://a%25b', 'http://a\x7fb', 'http://é.xn--pokxncvks']) {
  try {
    print(new URL(url).href);
  } catch (error) {
    print(error.name);
  }
}
