function f() {
  super.x;
}
