function grow() { try { const a = []; for (;;) a.push({}); } finally { const b = []; for (;;) b.push([]); } }
grow();
