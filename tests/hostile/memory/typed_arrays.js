const a = [];
for (;;) a.push(new Float64Array(100000));
