const a = new Uint8Array(2 ** 32);
print(a.length > 0 ? 'never in 64 MiB' : '');
