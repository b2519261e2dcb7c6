function f() {
  if (true) {
    return 1;
}
