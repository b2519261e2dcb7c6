var x = 1.5n;
