var x = -2 ** 2;
