// node:punycode: Punycode (RFC 3492), and domain names in it.

const BASE = 36, T_MIN = 1, T_MAX = 26, SKEW = 38, DAMP = 700, INITIAL_BIAS = 72, INITIAL_N = 128;
const LARGEST = 2147483647;
const SEPARATORS = /[\x2e\u3002\uff0e\uff61]/g;

const overflow = () => new RangeError('Overflow: input needs wider integers to process');
const notBasic = () => new RangeError('Illegal input >= 0x80 (not a basic code point)');
const invalid = () => new RangeError('Invalid input');

/** Section 6.1. */
function adapt(delta, points, first) {
  delta = first ? Math.floor(delta / DAMP) : delta >> 1;
  delta += Math.floor(delta / points);
  let k = 0;
  for (; delta > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) delta = Math.floor(delta / (BASE - T_MIN));
  return Math.floor(k + ((BASE - T_MIN + 1) * delta) / (delta + SKEW));
}

const threshold = (k, bias) => (k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias);

function digitOf(code) {
  if (code >= 48 && code < 58) return 26 + (code - 48);
  if (code >= 65 && code < 91) return code - 65;
  if (code >= 97 && code < 123) return code - 97;
  return BASE;
}

const letterOf = (digit) => String.fromCharCode(digit + (digit < 26 ? 97 : 22));

/** Code points; lone surrogates stand for themselves. */
const decodeUcs2 = (text) => Array.from(text, (c) => c.codePointAt(0));
const encodeUcs2 = (points) => String.fromCodePoint(...points);

/** Section 6.2. */
function decode(input) {
  const output = [];
  const basic = Math.max(0, input.lastIndexOf('-'));
  for (let j = 0; j < basic; j++) {
    if (input.charCodeAt(j) >= 0x80) throw notBasic();
    output.push(input.charCodeAt(j));
  }
  let n = INITIAL_N, i = 0, bias = INITIAL_BIAS;
  for (let at = basic > 0 ? basic + 1 : 0; at < input.length;) {
    const before = i;
    for (let w = 1, k = BASE; ; k += BASE) {
      if (at >= input.length) throw invalid();
      const digit = digitOf(input.charCodeAt(at++));
      if (digit >= BASE) throw invalid();
      if (digit > Math.floor((LARGEST - i) / w)) throw overflow();
      i += digit * w;
      const t = threshold(k, bias);
      if (digit < t) break;
      if (w > Math.floor(LARGEST / (BASE - t))) throw overflow();
      w *= BASE - t;
    }
    const count = output.length + 1;
    bias = adapt(i - before, count, before === 0);
    if (Math.floor(i / count) > LARGEST - n) throw overflow();
    n += Math.floor(i / count);
    i %= count;
    output.splice(i++, 0, n);
  }
  return String.fromCodePoint(...output);
}

/** Section 6.3. */
function encode(input) {
  const points = decodeUcs2(input);
  let output = points.filter((point) => point < 0x80).map((point) => String.fromCharCode(point)).join('');
  const basic = output.length;
  let handled = basic;
  if (basic > 0) output += '-';
  let n = INITIAL_N, delta = 0, bias = INITIAL_BIAS;
  while (handled < points.length) {
    let next = LARGEST;
    for (const point of points) {
      if (point >= n && point < next) next = point;
    }
    if (next - n > Math.floor((LARGEST - delta) / (handled + 1))) throw overflow();
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n && ++delta > LARGEST) throw overflow();
      if (point !== n) continue;
      let q = delta;
      for (let k = BASE; ; k += BASE) {
        const t = threshold(k, bias);
        if (q < t) break;
        output += letterOf(t + ((q - t) % (BASE - t)));
        q = Math.floor((q - t) / (BASE - t));
      }
      output += letterOf(q);
      bias = adapt(delta, handled + 1, handled === basic);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return output;
}

/** Each label of a domain name; what is before an @ stays. */
function mapDomain(domain, work) {
  const at = domain.indexOf('@');
  const head = at === -1 ? '' : domain.slice(0, at + 1);
  return head + domain.slice(at + 1).replace(SEPARATORS, '.').split('.').map(work).join('.');
}

function toUnicode(input) {
  return mapDomain(input, (label) => (/^xn--/.test(label) ? decode(label.slice(4).toLowerCase()) : label));
}

function toASCII(input) {
  return mapDomain(input, (label) => (/[^\0-\x7f]/.test(label) ? `xn--${encode(label)}` : label));
}

return { version: '2.1.0', ucs2: { decode: decodeUcs2, encode: encodeUcs2 }, decode, encode, toASCII, toUnicode };
