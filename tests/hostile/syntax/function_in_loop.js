while (false) function f() { }
