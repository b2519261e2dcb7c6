l: class A { }
