const m = []; for (;;) { try { for (;;) m.push({a: m.length}); } catch (e) { m.pop(); } }
