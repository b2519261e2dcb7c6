class A {
  x = arguments;
}
