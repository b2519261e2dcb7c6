class A {
  #x;
  #x;
}
