for (;;) { try { throw 1; } catch (e) { } }
