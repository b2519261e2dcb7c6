print('never');
  /* a comment
that does not end
