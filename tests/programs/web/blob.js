// oracle: by hand
// Blob and File.
// Node 20 ends at slice(NaN).
(async () => {
  const b = new Blob(['aé', new Uint8Array([98, 99]), new Uint8Array([0, 100, 0]).subarray(1, 2), new ArrayBuffer(1), new Blob(['x']), 5, { toString: () => 'o' }], { type: 'Text/PLAIN;é' });
  console.log(b.size, JSON.stringify(b.type), JSON.stringify(await b.text()));
  console.log(Array.from(new Uint8Array(await b.arrayBuffer())).join());
  const s = new Blob(['0123456789'], { type: 'A/B' });
  for (const [from, to] of [[2], [-3], [2, 5], [2, -2], [5, 2], [NaN, 1.5], [100], [-100, 3]]) {
    const part = s.slice(from, to, 'C/d');
    console.log(part.size, part.type, await part.text());
  }
  console.log(await s.slice(2, 8).slice(1, 3).text(), s.slice().type === '', s.type);
  console.log(new Blob().size, new Blob([]).type, new Blob(new Set(['a', 'b'])).size, await new Blob(['\ufeffbom', '\ud800']).text());
  const f = new File(['abc'], 'na\ud800me', { type: 'x/y', lastModified: 5.7 });
  console.log(f.name === 'na\ufffdme', f.lastModified, f.size, f.type, f instanceof Blob, await f.text());
  console.log(await structuredClone(s).text(), structuredClone(s).type, Object.prototype.toString.call(s), Object.prototype.toString.call(f));
  for (const make of [() => Blob(), () => new Blob('text'), () => new Blob(1), () => new Blob([], 1), () => new Blob([Symbol()]), () => new File(['a']), () => new Blob([], { endings: 'x' })]) {
    try {
      make();
      console.log('no error');
    } catch (e) {
      console.log(e instanceof TypeError);
    }
  }
  await Blob.prototype.text.call({}).catch((e) => console.log('rejected', e instanceof TypeError));
})();
