outer: for (;;) {
  break inner;
}
