let s = "ab", l = []; for (;;) { try { l.push(s = s + s + l.length); } catch { s = "ab"; } }
