JSON.stringify({ toJSON() { for (;;) ; } });
