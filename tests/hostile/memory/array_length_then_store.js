const a = [];
for (let i = 0; ; i += 3) a[i] = { i };
