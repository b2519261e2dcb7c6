const kept = [];
for (let i = 0; ; i++) kept.push(new Function('a', 'return a + ' + i), new Array(500).fill(i));
