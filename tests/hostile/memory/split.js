const kept = [];
const s = 'abc,'.repeat(10000);
for (;;) kept.push(s.split(','));
