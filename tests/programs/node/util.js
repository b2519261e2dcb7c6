// node:util beside inspect; querystring, punycode, os, constants.
// gc-stress: 5000
const util = process.getBuiltinModule('util');
const { types, promisify, callbackify, parseArgs } = util;
const sample = { map: new Map(), set: new Set(), date: new Date(), regexp: /x/, error: new Error(), promise: Promise.resolve(), proxy: new Proxy({}, {}), buffer: new ArrayBuffer(1), view: new DataView(new ArrayBuffer(1)), u8: new Uint8Array(1), big: new BigInt64Array(1), weakMap: new WeakMap(), weakSet: new WeakSet(), gen: (function* () {})(), genF: function* () {}, asyncF: async () => {}, args: (function() { return arguments; })(), num: Object(1), str: Object('s'), sym: Object(Symbol()), bool: Object(true), bigint: Object(1n), mapIt: new Map().keys(), setIt: new Set().values(), plain: {}, fn() {} };
for (const [name, value] of Object.entries(sample)) console.log(name, Object.keys(types).filter((test) => types[test](value)).join());
(async () => {
  const f = promisify((a, b, done) => setTimeout(done, 0, null, a + b)); console.log(await f(1, 2), f.name);
  const bad = promisify((done) => done(new Error('bad'))); try { await bad(); } catch (e) { console.log(e.message); }
  const own = () => {}; own[promisify.custom] = async () => 'custom'; console.log(await promisify(own)());
  callbackify(async (x) => x * 2)(4, (error, value) => console.log(error, value));
  callbackify(async () => { throw null; })((error) => console.log(error.code, error.message, error.reason));
  callbackify(() => Promise.reject(new Error('r')))((error) => console.log(error.message));
})();
for (const wrong of [() => promisify(1), () => callbackify({}), () => util.inherits(null, Map), () => util.inspect.defaultOptions = 1, () => util.formatWithOptions('x'), () => util.styleText('nocolor', 'x'), () => util.deprecate(() => {}, 'm', 5)]) { try { wrong(); console.log('no error'); } catch (e) { console.log(e.code, e.message.slice(0, 90)); } }
const old = util.deprecate(function old(x) { return [this.v, x, new.target !== undefined]; }, 'old is old', 'DEP_X');
process.on('warning', (w) => console.log(w.name, w.code, w.message));
console.log(old.call({ v: 1 }, 2), old.call({ v: 3 }, 4));
console.log(util.isDeepStrictEqual({ a: [1] }, { a: [1] }), util.isDeepStrictEqual([1], ['1']), util.toUSVString('a\ud800'), util.isArray([]), util._extend({ a: 1 }, { b: 2 }), util.getSystemErrorName(-2), util.debuglog('x').enabled);
function C() {} function D() {} util.inherits(C, D); console.log(new C() instanceof D, C.super_ === D);
console.log(parseArgs({ args: ['-f', '--bar', 'b', 'pos', '--no', '-xv1', '--', '--z'], options: { f: { type: 'boolean', short: 'f' }, bar: { type: 'string', multiple: true }, no: { type: 'boolean' }, x: { type: 'boolean', short: 'x' }, v: { type: 'string', short: 'v' }, d: { type: 'string', default: 'dd' } }, allowPositionals: true, tokens: true }));
for (const config of [{ args: ['--u'] }, { args: ['p'] }, { args: ['--s'], options: { s: { type: 'string' } } }, { args: ['--b=1'], options: { b: { type: 'boolean' } } }, { args: ['--s', '-x'], options: { s: { type: 'string' } } }, { options: { s: {} } }, { args: ['--any=1', '-q', 'r'], strict: false }]) { try { console.log(parseArgs(config)); } catch (e) { console.log(e.code, e.message); } }
const qs = process.getBuiltinModule('querystring');
for (const text of ['a=1&b=2&a=3', 'a=%20b+c&%E2%82%AC=%zz', '&&=x&y', 'a==b', '']) console.log(qs.parse(text));
console.log(qs.stringify({ a: [1, 'x y'], b: true, c: null, d: NaN, e: '\u20ac\ud83d\ude00', f: {}, g: 10n }), qs.stringify({ a: 1, b: 2 }, ';', ':'), qs.parse('a:1;b:2', ';', ':'), qs.parse('a&b&c', null, null, { maxKeys: 2 }), qs.escape('a b&\u00fc'), qs.unescape('%41%zz'), qs.parse('x=%C3%BC', null, null, { decodeURIComponent: (t) => t.toLowerCase() }));
const punycode = process.getBuiltinModule('punycode');
console.log(punycode.encode('m\u00fcnchen'), punycode.decode('mnchen-3ya'), punycode.toASCII('\u00fc.com'), punycode.toUnicode('xn--tda.com'), punycode.ucs2.decode('a\u{1f600}'), punycode.encode('\u4ed6\u4eec\u4e3a\u4ec0\u4e48\u4e0d\u8bf4\u4e2d\u6587'));
const os = process.getBuiltinModule('os'); console.log(os.EOL === '\n', os.constants.errno.ENOENT, os.constants.signals.SIGTERM, os.devNull, os.endianness(), typeof os.hostname(), os.totalmem() > os.freemem(), os.cpus().length > 0, os.platform() === process.platform, `${os.type}`, process.getBuiltinModule('constants').O_CREAT);
