let v = ['x'.repeat(1000)];
for (;;) { v = [v, v]; JSON.stringify(v).length; }
