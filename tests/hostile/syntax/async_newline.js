var f = async (a)
  => a;
