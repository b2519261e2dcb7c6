let p = {};
for (;;) p = new Proxy({ p }, {});
