// A time limit is no exception that the program could catch.
for (;;) { try { for (;;) ; } catch (e) { } finally { } }
