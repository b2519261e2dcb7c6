outer: for (;;) for (;;) continue outer;
