new Proxy({}, { get() { for (;;) ; } }).x;
