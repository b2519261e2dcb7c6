var f = (a)
  => a;
