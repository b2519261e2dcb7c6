const kept = [];
for (let i = 0; ; i++) kept.push(Symbol('symbol ' + i), Symbol.for('registered ' + i));
