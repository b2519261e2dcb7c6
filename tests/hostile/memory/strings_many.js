const a = [];
for (let i = 0; ; i++) a.push('text number ' + i + ' of many'.toUpperCase());
