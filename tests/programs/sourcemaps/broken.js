// oracle: by hand
const show=e=>print(e.stack.split('\n').slice(1).map(l=>l.trim()).filter(l=>!l.includes('show')).join('; '));
function a(b){return b.reduce((c,d)=>c+e(d),0)}var e=f=>{if(f.price<0)throw new RangeError('negative');return f.price};
try{a([{price:1},{price:-1}])}catch(x){show(x)}
try{a([{price:1},{price:-1}])}catch(x){show(x)}
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjogMywgInNvdXJjZXMiOiBbImEudHMiXSwgIm5hbWVzIjogW10sICJtYXBwaW5ncyI6ICJBQUFBLCEhIn0=
