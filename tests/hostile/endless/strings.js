let s = 'ab'.repeat(100000);
for (;;) s.indexOf('aba' + 'c');
