with ({ x: 1 }) for (;;) x++;
