let s = ""; for (;;) { s += "x"; }
