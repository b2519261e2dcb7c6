/^(a+)+$/.test('a'.repeat(60) + 'b');
