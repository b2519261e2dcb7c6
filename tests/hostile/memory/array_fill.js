const a = new Array(200000000).fill(1.5);
print(a.length > 0 ? 'never in 64 MiB' : '');
