const kept = [];
for (let i = 0; ; i++) kept.push(new RegExp('(a' + i + ')*b').exec('b'), new Array(500).fill(i));
