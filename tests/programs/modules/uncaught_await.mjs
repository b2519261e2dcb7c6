// A rejected top-level await ends the program with code 1.
print('before');
await Promise.reject(new RangeError('rejected at the top level'));
print('never');
