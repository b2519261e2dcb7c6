const text = '[' + '{"a":[1,2,3],"b":"text"},'.repeat(2000) + '0]';
const kept = [];
for (;;) kept.push(JSON.parse(text));
