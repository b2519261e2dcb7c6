var enum = 1;
