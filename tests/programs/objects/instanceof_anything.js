// oracle: by hand
// The right side of instanceof may be anything, also at a site that has seen nothing yet.
function f(a,b){ try { return a instanceof b } catch (e) { return e.name } }
for (const v of [Symbol(), 10n, 123456789012345678901234567890n, 's', 1, null, undefined, {}, [], ()=>1, new Proxy(function(){}, {}), class {}]) { let r; for (let i=0;i<300;i++) r=f({},v); print(typeof v, r); }
