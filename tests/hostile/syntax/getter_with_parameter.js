var o = {
  get x(a) { return a; }
};
