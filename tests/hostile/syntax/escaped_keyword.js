v\u0061r x = 1;
