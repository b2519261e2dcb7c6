const kept = [];
function f() { kept.push(arguments); }
for (let i = 0; ; i++) f(i, i + 1, {});
