const kept = [];
for (let i = 0; ; i++) try { null.x; } catch (e) { kept.push(e); }
