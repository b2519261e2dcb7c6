const l = []; function* g() { for (;;) { try { for (;;) { l.push([1]); yield 1; } } finally { continue; } } } for (const x of g()) ;
