const kept = [];
for (let i = 0; ; i++) kept.push(new Date(i), new Number(i), new String(i), Object(BigInt(i)));
