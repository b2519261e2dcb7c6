var for = 1;
