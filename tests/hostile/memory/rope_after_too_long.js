let s = "ab"; for (;;) { try { s = s + s; } catch (e) { s = s + "x"; } }
