const l = []; async function f() { for (;;) { try { for (;;) { l.push({}); await 0; } } catch { } } } f(); f();
