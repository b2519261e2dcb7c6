function f() { try { for (;;) ; } finally { for (;;) ; } }
f();
