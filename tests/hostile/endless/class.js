class C { static { for (;;) ; } }
