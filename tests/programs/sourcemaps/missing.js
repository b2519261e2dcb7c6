// oracle: by hand
const show=e=>print(e.stack.split('\n').slice(1).map(l=>l.trim()).filter(l=>!l.includes('show')).join('; '));
function a(b){return b.reduce((c,d)=>c+e(d),0)}var e=f=>{if(f.price<0)throw new RangeError('negative');return f.price};
try{a([{price:1},{price:-1}])}catch(x){show(x)}
//# sourceMappingURL=nowhere.js.map
