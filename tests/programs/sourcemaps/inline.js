// oracle: by hand
const show=e=>print(e.stack.split('\n').slice(1).map(l=>l.trim()).filter(l=>!l.includes('show')).join('; '));
function a(b){return b.reduce((c,d)=>c+e(d),0)}var e=f=>{if(f.price<0)throw new RangeError('negative');return f.price};
try{a([{price:1},{price:-1}])}catch(x){show(x)}
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjogMywgInNvdXJjZXMiOiBbIi4uL3NyYy9zaG9wLnRzIl0sICJuYW1lcyI6IFsidG90YWwiLCAicHJpY2VPZiJdLCAibWFwcGluZ3MiOiAiOztBQUVBLFNBQVNBLFlBQ0EsRUFBTSxPQUFPLFNBQXFCQyxZQUdyQ0EsRUFBVSxpQkFDTSxNQUFNLDJCQUMxQiIsICJzb3VyY2VzQ29udGVudCI6IFsiaW50ZXJmYWNlIEl0ZW0geyBwcmljZTogbnVtYmVyIH1cblxuZnVuY3Rpb24gdG90YWwoaXRlbXM6IEl0ZW1bXSk6IG51bWJlciB7XG4gIHJldHVybiBpdGVtcy5yZWR1Y2UoKHN1bSwgaXRlbSkgPT4gc3VtICsgcHJpY2VPZihpdGVtKSwgMCk7XG59XG5cbmNvbnN0IHByaWNlT2YgPSAoaXRlbTogSXRlbSk6IG51bWJlciA9PiB7XG4gIGlmIChpdGVtLnByaWNlIDwgMCkgdGhyb3cgbmV3IFJhbmdlRXJyb3IoJ25lZ2F0aXZlJyk7XG4gIHJldHVybiBpdGVtLnByaWNlO1xufTtcbiJdfQ==
