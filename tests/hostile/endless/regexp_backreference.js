/^(?:(\w+)\s?)*\1$/.test('abc def '.repeat(20) + '!');
