const o = { get x() { for (;;) ; } };
o.x;
