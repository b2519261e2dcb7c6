const l = []; for (;;) { try { l.push(new ArrayBuffer(1 << 20)); } catch (e) {} }
