// crypto: random values, UUIDs, digests.
const hex = (b) => Array.from(new Uint8Array(b), (x) => x.toString(16).padStart(2, '0')).join('');
const a = new Uint32Array(8);
console.log(crypto.getRandomValues(a) === a, a.some((x) => x !== 0), new Set([...crypto.getRandomValues(new Uint8Array(1000))]).size > 100);
const ids = Array.from({ length: 50 }, () => crypto.randomUUID());
console.log(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)), new Set(ids).size);
for (const array of [new Float32Array(1), new DataView(new ArrayBuffer(1)), new Uint8Array(65537)]) {
  try {
    crypto.getRandomValues(array);
    console.log('no error');
  } catch (e) {
    console.log(e.name);
  }
}
(async () => {
  for (const name of ['SHA-1', 'sha-256', { name: 'SHA-384' }, 'SHA-512']) {
    console.log(hex(await crypto.subtle.digest(name, new TextEncoder().encode('abc'))));
    console.log(hex(await crypto.subtle.digest(name, new ArrayBuffer(0))));
  }
  console.log(hex(await crypto.subtle.digest('SHA-256', new Uint8Array(100000).fill(97).subarray(5))));
  await crypto.subtle.digest('MD5', new Uint8Array(1)).catch((e) => console.log(e.name, e instanceof DOMException));
  await crypto.subtle.digest('SHA-1', 'text').catch((e) => console.log(e instanceof TypeError));
  try {
    new Crypto();
  } catch (e) {
    console.log(e instanceof TypeError);
  }
  console.log(Object.prototype.toString.call(crypto), Object.prototype.toString.call(crypto.subtle), crypto instanceof Crypto);
})();
