const a = [];
for (;;) a.push({ i: a.length });
