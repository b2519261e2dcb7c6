class A {
  constructor() { }
  constructor() { }
}
