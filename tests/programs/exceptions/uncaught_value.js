// Any value can be thrown to the top.
print('before');
throw { toString() { return 'a thrown object'; } };
