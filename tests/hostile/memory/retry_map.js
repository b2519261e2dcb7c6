const m = new Map; let i = 0; for (;;) { try { m.set(i++, [i]); } catch { } }
