let o = {};
for (let i = 0; ; i++) o = Object.create(o, { ['p' + i % 10]: { value: i } });
