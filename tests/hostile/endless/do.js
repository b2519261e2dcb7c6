do { } while (1);
