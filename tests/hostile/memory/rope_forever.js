let s = '';
for (let i = 0; ; i++) s += 'piece ' + i;
