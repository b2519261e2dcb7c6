function f() { }
for (;;) f();
